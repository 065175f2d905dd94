/// Calls `body`.
///
/// The optimizer clones a function for each closure that is passed to the function. In another module, the optimizer cannot determine that
/// `unspecialized` calls `body`. If `body` passes a captured closure to a function, the optimizer therefore does not clone this function.
/// Use `unspecialized` for long functions that are called rarely, but not for scans: when rows are counted by a condition on an integer
/// column, a closure call for each cluster of 256 rows takes three percent of the time.
@inline(never)
package func unspecialized(_ body: () -> Void) { body() }

/// Calls `body`, which may throw. See `unspecialized(_:)`.
@inline(never)
package func unspecialized<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) { try body() }
