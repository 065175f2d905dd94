import AshlarStore

/// The open write transaction of one Realm instance.
nonisolated final class OpenWrite: RealmPart {
  /// The instance, while the transaction is open: the write belongs to the thread, not to the variables that refer to the Realm. Nil where
  /// nobody would ever end it; see `Confinement.keepsWrites`.
  @exclusivity(unchecked) var kept: _RealmCore?
  // How it ends; nil where no reference depends on that.
  @exclusivity(unchecked) private(set) var knownOutcome: WriteOutcome?

  /// How the open write ends.
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

  /// - Parameter version: nil when it was cancelled.
  func end(_ version: UInt64?) {
    guard let ended = knownOutcome else { return }
    knownOutcome = nil
    if let version { ended.commit(version) } else { ended.cancel() }
  }
}

extension _RealmCore {
  /// The write transaction; made when the first one begins.
  var writing: OpenWrite {
    if let writing = parts.writing { return unsafeDowncast(writing, to: OpenWrite.self) }
    let made = OpenWrite(self)
    parts.writing = made
    return made
  }

  /// Begins a write transaction. Until it ends, an instance of a thread stays alive even if nothing refers to it.
  /// - Parameter hasLock: whether the caller has taken the right to write, which then belongs to the transaction, also when this throws.
  func beginWrite(hasLock: Bool = false) throws {
    if let delivery, let observers = delivery.observers {
      try delivery.beginWrite(observers, hasLock: hasLock)
    } else if hasLock {
      try session.beginWrite(hasLock: true)
    } else {
      try noticingBlocking("waited for other writers") { try session.beginWrite(hasLock: false) }
    }
    if confinement.keepsWrites { writing.kept = self }
  }

  /// - Parameters:
  ///   - durability: the configuration's, if nil.
  ///   - tokens: those that are not told of this commit.
  func commitWrite(_ durability: CommitDurability? = nil, withoutNotifying tokens: [NotificationToken] = []) throws {
    let writing = writing
    let kept = writing.kept
    // What fails has cancelled. Blocks may begin the next write.
    writing.kept = nil
    defer { withExtendedLifetime(kept) {} }
    var durability = durability ?? rules.durability
    let joins = durability == .full && session.engine.savesInGroups
    if joins { durability = .relaxed }
    do {
      try noticingBlocking("committed") { try session.commitWrite(durability) }
    } catch {
      writing.end(nil)
      throw error
    }
    writing.end(session.version)
    let version = session.version
    delivery?.committed(skipping: tokens)
    if joins { try noticingBlocking("waited for the disk") { try session.engine.waitUntilSaved(version) } }
  }

  /// How the open write ends.
  var outcomeOfWrite: WriteOutcome { writing.outcome }

  /// The same; nil where no reference depends on it.
  var writeOutcome: WriteOutcome? { parts.writing.flatMap { unsafeDowncast($0, to: OpenWrite.self).knownOutcome } }

  /// Stops the program inside a completion of `commitAsyncWrite`.
  func refuseInCompletion(_ operation: String) {
    if madeAsynchronous?.isCompleting == true { misuse(.insideCompletion(operation: operation)) }
  }
}
