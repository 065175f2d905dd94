import AshlarStore

// Between two bodies, a pool's Realm reads no version and is confined to no thread.
extension _RealmCore {
  private var loan: PoolLoan {
    guard case .pool(let loan) = confinement else { preconditionFailure("only a pool's Realm is lent") }
    return loan
  }

  /// Lends the Realm to the calling thread, at the newest version.
  func beginLoan() throws {
    loan.begin()
    do {
      try session.unpark()
      beginOwning()
    } catch {
      loan.end()
      throw error
    }
  }

  /// Ends the loan after the body has returned, and invalidates everything that was read. A write that is still open is cancelled.
  func endLoan() {
    if session.isWriting { cancelWrite(because: "the body that began it has returned") }
    rules.isForReading = false
    endOwning()
    loan.end()
  }

  /// Lends the Realm with an open write. The caller must have acquired the write lock, which is released if this throws.
  func beginWriteOnLoan() throws {
    do {
      try beginLoan()
    } catch {
      session.engine.unlockForWriting()
      throw Realm.Error.wrapping(error)
    }
    do { try beginWrite(hasLock: true) } catch { throw Realm.Error.wrapping(error) }
  }

  /// Commits the write, unless the body has ended it. Returns the version for whose durability the caller must wait, or nil.
  func commitOnLoan() throws -> UInt64? {
    guard session.isWriting else { return nil }
    if let refusal = refusalError {
      cancelWrite()
      throw refusal
    }
    do { return try commitUnwaited() } catch { throw wrapping(error) }
  }
}
