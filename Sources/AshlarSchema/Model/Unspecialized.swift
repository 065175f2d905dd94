/// Calls `body`.
///
/// The optimizer clones a function for each closure that is passed to it. From another module, the optimizer cannot see that this function
/// calls its argument, so a function that `body` calls with a closure that `body` captures is compiled once. Use `unspecialized` for long
/// functions that are called rarely, but not for scans: when rows are counted by a condition on an integer column, a closure call for each
/// cluster of 256 rows takes three percent of the time.
@inline(never)
package func unspecialized(_ body: () -> Void) { body() }

/// Calls `body`, which may throw. See `unspecialized(_:)`.
@inline(never)
package func unspecialized<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) { try body() }
