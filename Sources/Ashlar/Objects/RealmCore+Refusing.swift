import AshlarStore

// Writes whose values cannot be stored, for a reason that is not the programmer's: they can only be cancelled.
extension _RealmCore {
  /// The open write cannot be committed any more.
  func refuse(_ error: UsageError) { session.refuseWrite(error) }

  /// Why the open write cannot be committed: a value that data, not the programmer, made too long or too deep, or a full outbox.
  var refusal: UsageError? { session.writeRefusal as? UsageError }

  /// What the commit of such a write, and a copy within it, throws.
  var refusalError: Realm.Error? {
    refusal.map { refusal in
      let code: Realm.Error.Code = if case .outboxFull = refusal { .outboxFull } else { .invalidInput }
      return Realm.Error(code, "\(refusal) Nothing of the write was stored.", fileURL: rules.fileURL)
    }
  }
}
