/// Creates the engines of files. A process has one factory; see `Engines`.
package struct EngineFactory: Sendable {
  // The form of files that are not encrypted.
  private let plainForm: any FileForm
  // The key for files that are opened without one; nil if these are not encrypted.
  private let key: EncryptionKey?

  /// - Parameters:
  ///   - plainForm: The form of files that are not encrypted.
  ///   - key: The key for files that are opened without one; nil if these are not encrypted.
  package init(_ plainForm: any FileForm = PlainForm(), key: EncryptionKey? = nil) {
    self.plainForm = plainForm
    self.key = key
  }

  /// Files that are opened without a key are not encrypted, and each of their key spaces is a tree of LMDB.
  package static let plain = EngineFactory()

  /// Files that are opened without a key are encrypted with `key`. The factory exists for tests.
  package static func sealed(_ key: EncryptionKey) -> EngineFactory { EngineFactory(key: key) }

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
    let form = try form(path, key)
    return form.engine(try open(form))
  }

  /// Returns the form of a file that is opened with a key. Throws `StoreError.noEncryption` if a key is given and the program does not link
  /// the implementation of encryption.
  /// - Parameter key: The key of an encrypted file; nil for a file that is not encrypted.
  func form(_ path: String, _ key: EncryptionKey?) throws(StoreError) -> any FileForm {
    guard let key = self.key(key) else { return plainForm }
    return try Encryption.required(for: path).form(path, key)
  }

  /// Returns the key with which a file is opened if `key` is given; nil if the file is opened as one that is not encrypted.
  func key(_ key: EncryptionKey?) -> EncryptionKey? { key ?? self.key }

  /// Sets the factory with which this process opens files from now on. Files that are open are not affected. This is for tests only.
  package static func use(_ factory: EngineFactory) { Engines.factory = factory }
}
