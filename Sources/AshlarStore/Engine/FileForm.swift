/// The form in which an engine stores the values of a file. It determines which trees a new file has, and which files can be opened.
protocol FileForm: Sendable {
  /// Trees of features that new files have although they do not list the features, and that are opened if an existing file has them.
  var optionalTrees: [KeySpace] { get }
  /// The features that new files list.
  var features: Set<FileFeature> { get }
  /// The keys of the file that was created or checked last; nil if files of this form are not encrypted.
  var file: SealedFile? { get }
  /// Stores the first values of a file, whose trees exist and are empty.
  func create(_ writer: LMDBWriter) throws(StoreError)
  /// Throws if a file with this format is not one of this form. The trees `main` and `meta` are open.
  /// - Parameter value: Returns a value of `meta`; nil if there is none.
  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError)
}

/// Values in plain bytes.
struct PlainForm: FileForm {
  var optionalTrees: [KeySpace] = []
  var features: Set<FileFeature> { [] }
  var file: SealedFile? { nil }

  func create(_ writer: LMDBWriter) throws(StoreError) {
    try writer.putNamed(.meta, StoredFormat.key, StoredFormat(FormatVersion.file).bytes)
    try Counters().write(to: writer)
  }

  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError) {
    if format.features.contains(.sealed), try value(SealRecord.key) != nil { throw .keyMissing(path: path) }
  }
}
