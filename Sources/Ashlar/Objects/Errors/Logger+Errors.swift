import AshlarStore

extension Realm {
  /// Returns the text of an error of a write of this Realm for the log; see `Logger.text`.
  package func logText(of error: any Swift.Error) -> String { Logger.text(of: error, isEncrypted: _core.session.engine.isEncrypted) }
}

extension Logger {
  /// Returns the text of an error for the log. Errors of migrations and rules name stored values. The key of an encrypted file does not
  /// protect the log, so the log contains only the kinds of such errors. Thrown errors keep their values. `Scripts/check-logs` finds
  /// messages with other texts of errors.
  static func text(of error: any Error, isEncrypted: Bool) -> String {
    if !isEncrypted || namesNoValues(error) { return "\(error)" }
    return "\(kind(of: error)): values are left out, because the file is encrypted."
  }

  // Errors of the store concern the file, the disk and processes, also after `Realm.Error.wrapping`.
  private static func namesNoValues(_ error: any Error) -> Bool {
    guard let error = error as? Realm.Error else { return error is StoreError }
    switch error.code {
    case .filePermissionDenied, .fileExists, .fileNotFound, .incompatibleLockFile, .addressSpaceExhausted, .alreadyOpen, .outOfDiskSpace,
      .unsupportedFileFormatVersion, .fileOperationFailed, .invalidDatabase:
      return true
    case .fail, .fileAccess, .fileFormatUpgradeRequired, .schemaMismatch, .invalidInput, .incompatibleSession, .multipleSyncAgents,
      .subscriptionFailed, .incompatibleHistories, .noSubscriptionForWrite, .outboxFull, .ruleViolated:
      return false
    }
  }

  private static func kind(of error: any Error) -> String {
    if let error = error as? Realm.Error { return "Realm.Error.\(error.code)" }
    // An enum with associated values has one child, whose label is the name of the case.
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum, let name = mirror.children.first?.label else { return "\(type(of: error))" }
    return "\(type(of: error)).\(name)"
  }
}
