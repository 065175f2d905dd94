/// Calls `body`.
///
/// The optimizer copies a function for each closure that is passed to it, with all that it inlines. Another module cannot see that this function calls
/// its argument, so a function that is called inside of `body`, with a closure that `body` captures, is compiled once. Use it for long functions whose
/// closures are called rarely, such as once a cluster of 256 rows.
@inline(never)
package func unspecialized(_ body: () -> Void) { body() }

/// Calls `body`, which may throw. See `unspecialized(_:)`.
@inline(never)
package func unspecialized<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) { try body() }
