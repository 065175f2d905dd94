package import AshlarStore

extension Realm.Configuration {
  /// Throws `Realm.Error` if settings contradict each other or are not supported.
  func check() throws {
    if let encryptionKey {
      if let message = EncryptionKey.fault(encryptionKey) { throw refusal(.invalidInput, message) }
      if inMemoryIdentifier != nil {
        throw refusal(.fail, "Cannot set 'encryptionKey' for a Realm in memory, which stores nothing in a file. Leave it out.")
      }
    }
    if schemaVersion == .max {
      throw refusal(.fail, "Cannot set 'schemaVersion' to \(schemaVersion): this number is reserved for files without a version.")
    }
    if readOnly {
      if deleteRealmIfMigrationNeeded { throw refusal(.fail, "Cannot set 'deleteRealmIfMigrationNeeded' when 'readOnly' is set.") }
      if shouldCompactOnLaunch != nil { throw refusal(.fail, "Cannot set 'shouldCompactOnLaunch' when 'readOnly' is set.") }
      if inMemoryIdentifier != nil { throw refusal(.fail, "Cannot set 'readOnly' for a Realm in memory, which has no file to read.") }
    }
    if inMemoryIdentifier != nil, seedFilePath != nil {
      throw refusal(
        .fail, "Cannot set 'seedFilePath' for a Realm in memory, which has no file. Set 'fileURL' instead of 'inMemoryIdentifier'.")
    }
  }

  /// The key of the file; nil if it is not encrypted. Throws `Realm.Error` if the system provides no memory for it.
  package var key: EncryptionKey? {
    get throws { try encryptionKey.map { try EncryptionKey.copying($0, fileURL) } }
  }

  private func refusal(_ code: Realm.Error.Code, _ message: String) -> Realm.Error { Realm.Error(code, message, fileURL: fileURL) }
}
