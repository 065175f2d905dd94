import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Writes a compacted copy of the version that this Realm reads, with the changes of its open write, to a new file. Others
  /// may write meanwhile. All checksums are verified on the way. When it throws, it leaves no file.
  ///
  /// Throws `Realm.Error`: `.fileExists` when there is a file already, `.fileNotFound` without its folder,
  /// `.filePermissionDenied`, `.outOfDiskSpace`, `.fileOperationFailed` for what the system refuses, `.invalidDatabase` when
  /// this file is damaged; and for a key, `.invalidInput` when it does not have 64 bytes, else `.fail`: encryption is not
  /// supported yet. Complexity: O(bytes in use).
  public func writeCopy(toFile fileURL: URL, encryptionKey: Data? = nil) throws {
    try writeCopy(toFile: fileURL, encryptionKey: encryptionKey) { _, _ in }
  }

  /// Writes a copy to the file of a configuration, with its key; else as `writeCopy(toFile:encryptionKey:)`.
  public func writeCopy(configuration: Configuration) throws {
    guard let url = configuration.fileURL, !url.path.isEmpty else { misuse(.noFile) }
    try writeCopy(toFile: url, encryptionKey: configuration.encryptionKey)
  }

  /// Writes a copy and reports progress; else as `writeCopy(toFile:encryptionKey:)`.
  /// - Parameter progress: called at least at the beginning and at the end with bytes of this file's pages, and how many
  ///   are to be copied. What it throws cancels the copy and is rethrown. It must not begin or end a write of this Realm.
  public func writeCopy(
    toFile fileURL: URL, encryptionKey: Data? = nil, progress: @escaping (_ done: UInt64, _ total: UInt64) throws -> Void
  ) throws {
    _core.checkConfinement("Realm")
    if let encryptionKey {
      throw encryptionKey.count == 64
        ? Realm.Error(
          .fail, "'\(fileURL.path)' cannot be encrypted: encryption is not supported. Leave 'encryptionKey' out.", fileURL: fileURL)
        : Realm.Error(.invalidInput, "An encryption key must have 64 bytes, not \(encryptionKey.count).", fileURL: fileURL)
    }
    if let refusal = _core.refusalError { throw refusal }
    do {
      try _core.session.writeCopy(to: fileURL.path, progress: progress)
    } catch {
      throw Realm.Error.wrapping(error)
    }
  }
}
