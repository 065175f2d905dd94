import AshlarStore

/// The open write transaction of one Realm instance.
nonisolated final class OpenWrite: RealmPart {
  /// Retains the instance while the transaction is open, because the write belongs to the thread, not to the variables that refer to the
  /// Realm. Always nil in a confinement whose end would not end the write; see `Confinement.keepsWrites`.
  @exclusivity(unchecked) var kept: _RealmCore?
  // The outcome of the open write; nil if no reference depends on it.
  @exclusivity(unchecked) private(set) var knownOutcome: WriteOutcome?

  /// The outcome of the open write, created on first use.
  var outcome: WriteOutcome {
    if let knownOutcome { return knownOutcome }
    let made = WriteOutcome()
    knownOutcome = made
    return made
  }

  override func writeCancelled() {
    kept = nil
    end(nil)
  }

  /// - Parameter version: The committed version; nil if the write was cancelled.
  func end(_ version: UInt64?) {
    guard let ended = knownOutcome else { return }
    knownOutcome = nil
    if let version { ended.commit(version) } else { ended.cancel() }
  }
}

extension _RealmCore {
  /// The state of the write transaction, created on first use.
  var writing: OpenWrite {
    if let writing = parts.writing { return unsafeDowncast(writing, to: OpenWrite.self) }
    let made = OpenWrite(self)
    parts.writing = made
    return made
  }

  /// Begins a write transaction. Until it ends, the instance stays alive without references if `confinement.keepsWrites`.
  /// - Parameter hasLock: Whether the caller has acquired the write lock. The transaction takes ownership of the lock; if this throws, the
  ///   lock is released.
  func beginWrite(hasLock: Bool = false) throws {
    if let delivery, let observers = delivery.observers {
      try delivery.beginWrite(observers, hasLock: hasLock)
    } else if hasLock {
      try session.beginWrite(hasLock: true)
    } else {
      try noticingBlocking("waited for other writers") { try session.beginWrite(hasLock: false) }
    }
    assert(session.isWriting && parts.writing.map { unsafeDowncast($0, to: OpenWrite.self).kept == nil } ?? true, "a write begins once")
    if confinement.keepsWrites { writing.kept = self }
  }

  /// Commits the write. If this throws, the transaction was cancelled, unless only reading the new version or the wait for the disk has
  /// failed. If reading failed, the instance is at the version before the write, and `refresh` advances it to the new version.
  /// - Parameters:
  ///   - durability: The durability of the commit; nil for the configuration's.
  ///   - tokens: Tokens whose observers are not notified of this commit.
  func commitWrite(_ durability: CommitDurability? = nil, withoutNotifying tokens: [NotificationToken] = []) throws {
    let writing = writing
    let kept = writing.kept
    // Reset before the commit, because the write then always ends: a commit that fails has cancelled it, and after a commit that succeeds,
    // `committed` calls blocks that may already begin the next write.
    writing.kept = nil
    defer { withExtendedLifetime(kept) {} }
    var durability = durability ?? rules.durability
    let joins = durability == .full && session.engine.savesInGroups
    if joins { durability = .relaxed }
    var unread: UInt64?
    do {
      try noticingBlocking("committed") { try session.commitWrite(durability) { unread = $0 } }
    } catch {
      writing.end(unread)
      throw error
    }
    assert(!session.isWriting, "a commit ends the write before observers are notified")
    writing.end(session.version)
    assert(writing.knownOutcome == nil, "the next write has an outcome of its own")
    let version = session.version
    delivery?.committed(skipping: tokens)
    if joins { try noticingBlocking("waited for the disk") { try session.engine.waitUntilSaved(version) } }
  }

  /// The outcome of the open write, created on first use.
  var outcomeOfWrite: WriteOutcome { writing.outcome }

  /// The outcome of the open write; nil if no reference depends on it.
  var writeOutcome: WriteOutcome? { parts.writing.flatMap { unsafeDowncast($0, to: OpenWrite.self).knownOutcome } }

  /// Stops the program if a completion of `commitAsyncWrite` is running.
  func refuseInCompletion(_ operation: String) {
    if madeAsynchronous?.isCompleting == true { misuse(.insideCompletion(operation: operation)) }
  }
}
