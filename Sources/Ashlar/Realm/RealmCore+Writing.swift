import AshlarStore

extension _RealmCore {
  /// Begins a write transaction. Until it ends, an instance of a thread stays alive even if nothing refers to it.
  func beginWrite() throws {
    if let observers { try beginObservedWrite(observers) } else { try session.beginWrite() }
    if confinement.keepsWrites { keptForWrite = self }
  }

  /// - Parameter tokens: those that are not told of this commit.
  func commitWrite(withoutNotifying tokens: [NotificationToken] = []) throws {
    let kept = keptForWrite
    // What fails has cancelled. Blocks may begin the next write.
    keptForWrite = nil
    defer { withExtendedLifetime(kept) {} }
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
