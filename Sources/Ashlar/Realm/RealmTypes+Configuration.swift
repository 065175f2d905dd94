extension RealmTypes {
  /// Returns the types of the configuration. Throws `Realm.Error(.fail)` if they are not consistent.
  static func of(_ configuration: Realm.Configuration) throws -> RealmTypes {
    try of(configuration.objectTypes, hasOutbox: configuration.outbox != nil)
  }
}
