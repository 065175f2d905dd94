import AshlarStore

extension _RealmCore {
  /// Begins a write transaction. Until it ends, this instance stays alive even if nothing refers to it.
  func beginWrite() throws {
    if let observers { try beginObservedWrite(observers) } else { try session.beginWrite() }
    keptForWrite = self
  }

  /// - Parameter tokens: those that are not told of this commit.
  func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws {
    // What fails has cancelled.
    defer { keptForWrite = nil }
    try session.commitWrite(configuration.commitDurability)
    if let observers {
      observers.committed(session.lastCommit, skipping: tokens)
      observers.blocks.call(.didChange)
      if !observers.isEmpty { bell?.ring() }
    }
  }

  func cancelWrite() {
    session.cancelWrite()
    keptForWrite = nil
    // A turn may have come meanwhile.
    if observers?.isEmpty == false { bell?.ring() }
  }

  /// Cancels a write without having been asked to.
  func cancelWrite(because reason: String) {
    Logger.shared.log(.warn, "'\(session.engine.path)': a write transaction of the Realm opened at \(place) is cancelled: \(reason).")
    cancelWrite()
  }
}
