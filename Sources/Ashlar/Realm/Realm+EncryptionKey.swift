import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// Returns the encryption key in a file: 64 bytes, or 128 hexadecimal digits, which a newline may follow.
  ///
  /// ```swift
  /// configuration.encryptionKey = try Realm.encryptionKey(contentsOf: URL(fileURLWithPath: "/run/credentials/shop.service/key"))
  /// ```
  ///
  /// The file may also be a pipe. Throws `Realm.Error`: `.fileNotFound` if the file does not exist, `.filePermissionDenied` if the process
  /// may not read it, and `.invalidInput` if it contains anything else; the message states the number of bytes, and contains none of them.
  /// See the guide, *Encryption*.
  public static func encryptionKey(contentsOf url: URL) throws -> Data { try encryptionKey(.file(url.path), url) }

  /// Returns the encryption key in a variable of the environment: 128 hexadecimal digits, or 64 bytes.
  ///
  /// ```swift
  /// configuration.encryptionKey = try Realm.encryptionKey(environment: "SHOP_KEY")
  /// ```
  ///
  /// Other processes of the user can read the environment of a process, and child processes inherit it. Throws `Realm.Error`:
  /// `.invalidInput` if the variable is not set or contains anything else; the message contains no part of the value. See the guide,
  /// *Encryption*.
  public static func encryptionKey(environment name: String) throws -> Data { try encryptionKey(.environment(name), nil) }

  private static func encryptionKey(_ source: KeySource, _ url: URL?) throws -> Data {
    let found: Data?
    do throws(KeyFault) {
      found = try source.read().withUnsafeBytes { Data($0) }
    } catch {
      let code: Error.Code =
        switch error.reason {
        case .missing: .fileNotFound
        case .denied: .filePermissionDenied
        case .unreadable: .fileOperationFailed
        case .noMemory: .fail
        case .notSet, .otherLength, .longerThan, .notDigits: .invalidInput
        }
      throw Error(code, error.description, fileURL: url)
    }
    guard let found else { throw Error(.fail, "The process was forked while it read an encryption key.", fileURL: url) }
    return found
  }

  /// Replaces the file of a configuration with a copy that has another encryption key, or none.
  ///
  /// ```swift
  /// try Realm.changeEncryptionKey(for: configuration, to: newKey)
  /// configuration.encryptionKey = newKey
  /// ```
  ///
  /// `encryptionKey` of the configuration is the present key; nil for a file that is not encrypted. No Realm of this or another process may
  /// have the file open. The copy is complete before it replaces the file: if the function throws, or if the process ends meanwhile, the
  /// file has either key, and its contents are unchanged. The disk must have room for both, and may afterwards contain blocks of the old
  /// file.
  ///
  /// If the path is a symbolic link, its target is replaced. Realms that were opened with `readOnly` are not found, and continue to read
  /// the old file. Throws `Realm.Error`: `.alreadyOpen` if the file is open, `.invalidDatabase`
  /// if the configuration has a wrong key or the file is damaged, `.fileNotFound`, `.invalidInput` if a key does not have 64 bytes,
  /// `.outOfDiskSpace`, `.fileOperationFailed` if the file has several names (hard links), and `.fail` for a configuration in memory or
  /// with `readOnly`. Complexity: O(bytes in use). See the guide, *Encryption*.
  /// - Parameter newKey: The new key, 64 bytes; nil for a file that is not encrypted.
  public static func changeEncryptionKey(for configuration: Configuration, to newKey: Data?) throws {
    Logger.connectStore()
    try configuration.check()
    guard let url = configuration.fileURL, configuration.inMemoryIdentifier == nil else {
      throw Error(.fail, "Cannot change the encryption key of a Realm in memory, which has no file.")
    }
    if configuration.readOnly {
      throw Error(.fail, "Cannot change the encryption key when 'readOnly' is set, because the file is replaced.", fileURL: url)
    }
    let (old, new) = (try configuration.key, try newKey.map { try EncryptionKey.copying($0, url) })
    do {
      try KeyChange.run(url.path, from: old, to: new)
    } catch {
      throw Error.wrapping(error)
    }
  }
}
