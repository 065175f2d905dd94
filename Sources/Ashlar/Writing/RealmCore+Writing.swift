import AshlarStore

extension _RealmCore {
  /// Begins a write transaction. Until it ends, an instance of a thread stays alive even if nothing refers to it.
  /// - Parameter hasLock: whether the caller has taken the right to write, which then belongs to the transaction, also when this throws.
  func beginWrite(hasLock: Bool = false) throws {
    if let observers {
      if hasLock { hasWriteLock = true }
      try beginObservedWrite(observers)
    } else if hasLock {
      try session.beginWrite(hasLock: true)
    } else {
      try noticingBlocking("waited for other writers") { try session.beginWrite(hasLock: false) }
    }
    if confinement.keepsWrites { keptForWrite = self }
  }

  /// - Parameters:
  ///   - durability: the configuration's, if nil.
  ///   - tokens: those that are not told of this commit.
  func commitWrite(_ durability: CommitDurability? = nil, withoutNotifying tokens: [NotificationToken] = []) throws {
    let kept = keptForWrite
    // What fails has cancelled. Blocks may begin the next write.
    keptForWrite = nil
    defer { withExtendedLifetime(kept) {} }
    var durability = durability ?? configuration.commitDurability
    let joins = durability == .full && session.engine.savesInGroups
    if joins { durability = .relaxed }
    do {
      try noticingBlocking("committed") { try session.commitWrite(durability) }
    } catch {
      endOutcome(nil)
      throw error
    }
    endOutcome(session.version)
    let version = session.version
    if let observers {
      observers.committed(session.lastCommit, skipping: tokens)
      observers.blocks.call(.didChange, skipping: tokens)
      if !observers.isEmpty { bell?.ring() }
    }
    if joins { try noticingBlocking("waited for the disk") { try session.engine.waitUntilSaved(version) } }
  }

  func cancelWrite() {
    session.cancelWrite()
    keptForWrite = nil
    endOutcome(nil)
    // A turn may have come meanwhile.
    if observers?.isEmpty == false { bell?.ring() }
  }

  /// Cancels a write without having been asked to.
  func cancelWrite(because reason: String) {
    Logger.shared.log(.warn, "'\(session.engine.path)': a write transaction of the Realm opened at \(place) is cancelled: \(reason).")
    cancelWrite()
  }

  /// How the open write ends.
  var outcomeOfWrite: WriteOutcome {
    if let writeOutcome { return writeOutcome }
    let made = WriteOutcome()
    writeOutcome = made
    return made
  }

  // - Parameter version: nil when it was cancelled.
  private func endOutcome(_ version: UInt64?) {
    guard let ended = writeOutcome else { return }
    writeOutcome = nil
    if let version { ended.commit(version) } else { ended.cancel() }
  }

  /// Stops the program inside a completion of `commitAsyncWrite`.
  func refuseInCompletion(_ operation: String) {
    if madeAsynchronous?.isCompleting == true { misuse(.insideCompletion(operation: operation)) }
  }

  /// Drops the blocks that wait for the right to write; commits that are made go on to the disk.
  func dropAsynchronousWrites(because reason: String) {
    guard let count = madeAsynchronous?.drop(session.engine), count > 0 else { return }
    Logger.shared.log(
      .warn, "'\(session.engine.path)': \(count) asynchronous write(s) of the Realm opened at \(place) will not run: \(reason).")
  }
}
