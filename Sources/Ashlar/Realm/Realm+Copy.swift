import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Writes a compacted copy of the version that this Realm reads, including the changes of its open write, to a new file.
  ///
  /// ```swift
  /// try realm.writeCopy(toFile: folder.appendingPathComponent("backup.realm"))
  /// ```
  ///
  /// Other Realms may write during the copy. All checksums are verified. If the function throws, it leaves no new file.
  ///
  /// Throws `Realm.Error`: `.fileExists` if the file exists, `.fileNotFound` if its folder does not exist, `.filePermissionDenied`,
  /// `.outOfDiskSpace` or `.fileOperationFailed` for an error of the file system, `.invalidDatabase` if the file of this Realm is damaged,
  /// and `.unsupportedFileFormatVersion` if it has features that this version of Ashlar does not support. Throws as `commitWrite()` does if
  /// the open write cannot be committed, for example because `create` received data that cannot be stored. Throws `.invalidInput` if
  /// `encryptionKey` does not have 64 bytes. Complexity: O(bytes in use). See the guide, *Files*.
  /// - Parameter encryptionKey: The key with which the copy is encrypted, independent of the key of this file: 64 bytes; nil for a copy
  ///   that is not encrypted.
  public func writeCopy(toFile fileURL: URL, encryptionKey: Data? = nil) throws {
    try writeCopy(toFile: fileURL, encryptionKey: encryptionKey) { _, _ in }
  }

  /// Writes a copy to the file of a configuration, and uses the configuration's encryption key. Stops the program if the configuration has
  /// no file URL. Otherwise, this function behaves like `writeCopy(toFile:encryptionKey:)`.
  public func writeCopy(configuration: Configuration) throws {
    guard let url = configuration.fileURL, !url.path.isEmpty else { misuse(.noFile) }
    try writeCopy(toFile: url, encryptionKey: configuration.encryptionKey)
  }

  /// Writes a copy and reports progress. Otherwise, this function behaves like `writeCopy(toFile:encryptionKey:)`.
  ///
  /// ```swift
  /// try realm.writeCopy(toFile: url) { done, total in print("\(done) of \(total) bytes") }
  /// ```
  ///
  /// - Parameter progress: Called at least at the beginning and at the end, with the number of copied bytes and the total number of bytes,
  ///   both measured as space in this file, not in the copy. If the closure throws, the copy is cancelled and the error is rethrown. The
  ///   closure must not begin or end a write of this Realm.
  public func writeCopy(
    toFile fileURL: URL, encryptionKey: Data? = nil, progress: @escaping (_ done: UInt64, _ total: UInt64) throws -> Void
  ) throws {
    _core.checkConfinement("Realm")
    let key = try encryptionKey.map { try EncryptionKey.copying($0, fileURL) }
    if let refusal = _core.refusalError { throw refusal }
    do {
      try _core.session.writeCopy(to: fileURL.path, key: key, progress: progress)
    } catch {
      throw _core.wrapping(error)
    }
  }
}
