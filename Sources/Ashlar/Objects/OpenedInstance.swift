/// Opens further instances with the configuration of one Realm instance, and stores the settings with which that instance was opened.
nonisolated class OpenedInstance: RealmPart {
  /// Returns the frozen instance of the version being read, which all callers that freeze this version share.
  func frozen() throws -> _RealmCore { preconditionFailure("a subclass opens instances") }

  /// Returns the caller's live instance with the same configuration.
  func live() throws -> _RealmCore { preconditionFailure("a subclass opens instances") }
}
