/// The numbered values that a write transaction reads and changes.
protocol NodeTarget: AnyObject {
  /// The path of the file, for errors.
  var path: String { get }
  /// Returns the stored value of a number; nil if there is none. The bytes are valid until `store` or `remove` is called, and, if either
  /// was called in this transaction, until anything is written.
  func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer?
  /// Stores a value, replacing a former one.
  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError)
  /// Removes a value.
  func remove(_ number: UInt64) throws(StoreError)
}
