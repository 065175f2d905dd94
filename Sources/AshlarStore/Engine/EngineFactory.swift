/// Creates the engines of files. A process has one factory; see `Engines`.
package struct EngineFactory: Sendable {
  // The form of files that are not encrypted.
  private let plainForm: PlainForm
  // The key for files that are opened without one; nil if these are not encrypted.
  private let key: EncryptionKey?

  private init(_ plain: PlainForm = PlainForm(), key: EncryptionKey? = nil) {
    plainForm = plain
    self.key = key
  }

  /// Files that are opened without a key are not encrypted, and each of their key spaces is a tree of LMDB.
  package static let plain = EngineFactory()

  /// The indexes of new files are in nodes; see `NodeEngine`. Files that have no nodes are opened like those of `plain`. No release writes
  /// such files: the factory exists for tests.
  package static let nodes = EngineFactory(PlainForm(optionalTrees: [.sealed]))

  /// Files that are opened without a key are encrypted with `key`. The factory exists for tests.
  package static func sealed(_ key: EncryptionKey) -> EngineFactory { EngineFactory(key: key) }

  /// Whether files that are not encrypted may contain their indexes in nodes, for checks that read pages without an engine.
  var mayHaveNodes: Bool { !plainForm.optionalTrees.isEmpty }

  /// Opens or creates a file.
  func open(_ path: String, _ options: EngineOptions) throws(StoreError) -> any FileEngine {
    try opening(path, options.key) { form throws(StoreError) in
      try LMDBEngine(
        path: path, inMemory: false, use: options.use, claim: options.claim, expecting: options.expectedSize,
        isForReading: options.isForReading, form: form)
    }
  }

  /// Opens an empty file as a database in memory.
  func openInMemory(_ path: String) throws(StoreError) -> any FileEngine {
    try opening(path, nil) { form throws(StoreError) in try LMDBEngine(path: path, inMemory: true, form: form) }
  }

  /// Opens a file read-only, without locks.
  func read(_ path: String, _ key: EncryptionKey?) throws(StoreError) -> any FileEngine {
    try opening(path, key) { form throws(StoreError) in try LMDBEngine(readingAlone: path, form: form) }
  }

  private func opening(
    _ path: String, _ key: EncryptionKey?, _ open: (any FileForm) throws(StoreError) -> LMDBEngine
  ) throws(StoreError) -> any FileEngine {
    let form = form(path, key)
    let engine = try open(form)
    if let file = form.file { return SealedEngine(engine, file) }
    return NodeEngine.wrapping(engine)
  }

  /// Returns the form of a file that is opened with a key.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  func form(_ path: String, _ key: EncryptionKey?) -> any FileForm {
    if let key = self.key(key) { SealedForm(path: path, key) } else { plainForm }
  }

  /// Returns the key with which a file is opened if `key` is given; nil if the file is opened as one that is not encrypted.
  func key(_ key: EncryptionKey?) -> EncryptionKey? { key ?? self.key }

  /// Sets the factory with which this process opens files from now on. Files that are open are not affected. This is for tests only.
  package static func use(_ factory: EngineFactory) { Engines.factory = factory }
}
