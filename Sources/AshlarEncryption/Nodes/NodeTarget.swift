import AshlarStore

/// The numbered values that a write transaction reads and changes.
protocol NodeTarget: AnyObject {
  /// The path of the file, for errors.
  var path: String { get }
  /// Returns the value that is stored under a number; nil if there is none. The bytes are valid until the next call of `store`, `remove` or
  /// `releaseRead`; if `store` or `remove` was called earlier in the transaction, only until the transaction writes anything.
  func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Returns the value like `stored`. The bytes are valid until the next call of any method, and a target that opens encrypted values does
  /// not keep them.
  func storedOnce(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Ends the validity of all bytes that were returned so far.
  func releaseRead()
  /// Stores a value under a number, replacing a former one.
  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Removes the value that is stored under a number.
  func remove(_ number: UInt64) throws(StoreError)
}

extension NodeTarget {
  func storedOnce(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { try stored(number) }
  func releaseRead() {}
}
