package import AshlarStore

/// The form of files whose values are in plain bytes and whose indexes are in nodes; see `NodeEngine`.
struct NodeForm: FileForm {
  private let plain = PlainForm()

  var optionalTrees: [KeySpace] { [.sealed] }
  var features: Set<FileFeature> { [] }

  func create(_ writer: LMDBWriter) throws(StoreError) { try plain.create(writer) }

  func check(
    _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
  ) throws(StoreError) { try plain.check(format, path: path, value) }

  func engine(_ engine: LMDBEngine) -> any FileEngine { NodeEngine.wrapping(engine) }

  func reader(_ pages: FilePages) throws(StoreError) -> (any EncryptedReader)? { nil }

  func nodes(_ main: MainTree, _ values: ValueReader, _ pages: FilePages) throws(StoreError) -> (any IndexNodes)? {
    guard main.sealed != nil else { return nil }
    return try NodePages(try main.values[NodeRecord.name.description]?.bytes(pages), values)
  }
}

extension EngineFactory {
  /// The indexes of new files are in nodes; see `NodeEngine`. Files that have no nodes are opened like those of `plain`. No release writes
  /// such files: the factory exists for tests.
  package static let nodes = EngineFactory(NodeForm())
}
