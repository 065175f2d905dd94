import AshlarStore

extension _RealmCore {
  /// Begins a write transaction. Until it ends, an instance of a thread stays alive even if nothing refers to it.
  func beginWrite() throws {
    try session.beginWrite()
    if confinement.keepsWrites { keptForWrite = self }
  }

  func commitWrite() throws {
    // What fails has cancelled.
    defer { keptForWrite = nil }
    try session.commitWrite(configuration.commitDurability)
  }

  func cancelWrite() {
    session.cancelWrite()
    keptForWrite = nil
  }

  /// Cancels a write without having been asked to.
  func cancelWrite(because reason: String) {
    Logger.shared.log(.warn, "'\(session.engine.path)': a write transaction of the Realm opened at \(place) is cancelled: \(reason).")
    cancelWrite()
  }
}
