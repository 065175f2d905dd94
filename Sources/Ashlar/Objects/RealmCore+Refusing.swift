import AshlarStore

// A write with a value that cannot be stored, for a reason other than a programming error, can only be cancelled.
extension _RealmCore {
  /// Marks the open write as one that cannot be committed.
  func refuse(_ error: __owned UsageError) { session.refuseWrite(error) }

  /// The reason why the open write cannot be committed, such as a value that is too long or nested too deeply, a reference to an object
  /// that does not exist, or a full outbox. Nil if the write can be committed.
  var refusal: UsageError? { session.writeRefusal as? UsageError }

  /// The error that committing the open write, or copying the file during the write, throws because an earlier call refused the write; nil
  /// if no call has refused it.
  var refusalError: Realm.Error? {
    if let broken = session.writeRefusal as? RuleError { return ruleNames.error(broken) }
    return refusal.map { refusal in
      let code: Realm.Error.Code = if case .outboxFull = refusal { .outboxFull } else { .invalidInput }
      return Realm.Error(code, "\(refusal) The write was not stored.", fileURL: rules.fileURL)
    }
  }
}
