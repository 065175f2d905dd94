/// The value of the space `meta` that identifies an encrypted file, and is itself not encrypted.
package enum EncryptionRecord {
  package static let key = "seal"
}

/// Opens the values of an encrypted file for checks that read pages without an engine, and adds up their tags, which shows whether values
/// are missing or older than the file. See `ValueReader`.
///
/// Memory: the plaintext of the largest value that was opened.
package protocol EncryptedReader: AnyObject {
  /// The number of the epoch of the file's keys.
  var epoch: UInt64 { get }
  /// Whether the key is known. If it is not, values cannot be opened, and there is no sum.
  var canOpen: Bool { get }

  /// Checks the form in which the value of an entry is stored, and adds its tag to the sum. Must be called once for each entry of each tree
  /// except the main one and `meta`. Returns a fault if the value is not sealed; otherwise nil.
  func note(_ entry: TreeWalk.Entry) throws(StoreError) -> PageFault?
  /// Does the same for the values of the main tree or of `meta`, including the record of the encryption. The sum does not include the
  /// counters, which contain it.
  func note(_ values: FoundValues, of space: KeySpace) throws(StoreError)

  /// Returns whether the value of an entry is sealed. Some values are read before a key is known.
  func isSealed(_ space: KeySpace, _ key: UnsafeRawBufferPointer) -> Bool
  /// Opens a value. `canOpen` must be true. The result is valid until the next value is opened.
  func open(_ stored: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer

  /// Opens the counters of a version, and returns their stored form. Throws `StoreError.damaged` if they are missing or belong to another
  /// version. Must be called before `checkSum` and `nodes`.
  /// - Parameter version: The version in the header page.
  func openCounters(_ main: MainTree, _ values: ValueReader, version: UInt64) throws(StoreError) -> [UInt8]
  /// Throws `StoreError.damaged` if the sum of the tags of all values is not that of the counters.
  func checkSum() throws(StoreError)
  /// Returns the indexes, which are in nodes.
  func nodes(_ values: ValueReader) throws(StoreError) -> any IndexNodes

  /// Throws `StoreError.damaged` if a tree is missing, or if a tree has entries that no snapshot would read because indexes are in nodes.
  func checkTrees(_ main: MainTree) throws(StoreError)
}
