extension RealmTypes {
  /// Throws `Realm.Error(.fail)` when the types of the configuration do not go together.
  static func of(_ configuration: Realm.Configuration) throws -> RealmTypes {
    try of(configuration.objectTypes, hasOutbox: configuration.outbox != nil)
  }
}
