/// Opens further instances like one Realm instance, and keeps what the instance was opened with.
nonisolated class OpenedInstance: RealmPart {
  /// The frozen instance of the version read, which all who freeze at that version share.
  func frozen() throws -> _RealmCore { preconditionFailure("a subclass opens instances") }

  /// The caller's live instance, opened with the same configuration.
  func live() throws -> _RealmCore { preconditionFailure("a subclass opens instances") }
}
