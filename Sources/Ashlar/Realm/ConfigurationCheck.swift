extension Realm.Configuration {
  /// Throws `Realm.Error` if settings contradict each other or are not supported.
  func check() throws {
    if let encryptionKey {
      throw encryptionKey.count == 64
        ? refusal(
          .fail, "'encryptionKey' is set, and encryption is not supported yet. Leave it out, or keep the file on an encrypted disk.")
        : refusal(.invalidInput, "An encryption key must have 64 bytes, not \(encryptionKey.count).")
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

  private func refusal(_ code: Realm.Error.Code, _ message: String) -> Realm.Error { Realm.Error(code, message, fileURL: fileURL) }
}
