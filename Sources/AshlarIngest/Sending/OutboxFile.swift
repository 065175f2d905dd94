package import AshlarStore

/// A file whose outbox is read, and its key.
package struct OutboxFile: Sendable {
  let path: String
  // An error if the key is not valid. It is thrown when the file is opened.
  private let key: Result<EncryptionKey?, any Error>

  /// - Parameter key: The key of an encrypted file; nil if the file is not encrypted.
  package init(_ path: String, key: EncryptionKey?) { self.init(path, .success(key)) }

  init(_ path: String, _ key: Result<EncryptionKey?, any Error>) {
    self.path = path
    self.key = key
  }

  /// Opens the outbox; returns nil if the file has none. Throws if the key is not that of the file.
  func open() throws -> OutboxSession? { try OutboxSession(path: path, key: key.get()) }
}
