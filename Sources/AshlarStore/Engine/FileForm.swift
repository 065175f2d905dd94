/// The form in which an engine stores the values of a file. It determines which trees a new file has, and which files can be opened.
package protocol FileForm: Sendable {
  /// Trees of features that new files have although they do not list the features, and that are opened if an existing file has them.
  var optionalTrees: [KeySpace] { get }
  /// The features that new files list.
  var features: Set<FileFeature> { get }
  /// Stores the first values of a file, whose trees exist and are empty.
  func create(_ writer: LMDBWriter) throws(StoreError)
  /// Throws if a file with this format is not one of this form. The trees `main` and `meta` are open.
  /// - Parameter value: Returns a value of `meta`; nil if there is none.
  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError)
  /// Returns the engine of a file that LMDB has created or opened with this form.
  func engine(_ engine: LMDBEngine) -> any FileEngine
  /// Returns a reader of the file that was checked last; nil if files of this form are not encrypted.
  func reader(_ pages: FilePages) throws(StoreError) -> (any EncryptedReader)?
  /// Returns the indexes of a file that is not encrypted and stores them in nodes; nil if they are trees of LMDB.
  func nodes(_ main: MainTree, _ values: ValueReader, _ pages: FilePages) throws(StoreError) -> (any IndexNodes)?
}

extension FileForm {
  package var optionalTrees: [KeySpace] { [] }
  package func nodes(_ main: MainTree, _ values: ValueReader, _ pages: FilePages) throws(StoreError) -> (any IndexNodes)? { nil }
}

/// Values in plain bytes.
package struct PlainForm: FileForm {
  package var features: Set<FileFeature> { [] }

  package init() {}

  package func create(_ writer: LMDBWriter) throws(StoreError) {
    try writer.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file).bytes)
    try Counters().write(to: writer)
  }

  package func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError) {
    if format.features.contains(.sealed), try value(EncryptionRecord.key) != nil { throw .keyMissing(path: path) }
  }
  package func engine(_ engine: LMDBEngine) -> any FileEngine { engine }

  package func reader(_ pages: FilePages) throws(StoreError) -> (any EncryptedReader)? { nil }
}
