/// The numbered values that a write transaction reads and changes.
protocol NodeTarget: AnyObject {
  /// The path of the file, for errors.
  var path: String { get }
  /// Returns the value that is stored under a number; nil if there is none. The bytes are valid until the next call of `store` or `remove`;
  /// if either was called earlier in the transaction, only until the transaction writes anything.
  func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Stores a value under a number, replacing a former one.
  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Removes the value that is stored under a number.
  func remove(_ number: UInt64) throws(StoreError)
}
