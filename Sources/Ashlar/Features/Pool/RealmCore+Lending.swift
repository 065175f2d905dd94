import AshlarStore

// A Realm of a pool, between bodies: it reads no version, and no thread has it.
extension _RealmCore {
  private var loan: PoolLoan {
    guard case .pool(let loan) = confinement else { preconditionFailure("only a pool's Realm is lent") }
    return loan
  }

  /// Lends it to the calling thread, at the newest version.
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

  /// The body is over: nothing of it can be used any more.
  func endLoan() {
    if session.isWriting { cancelWrite(because: "the body that began it has returned") }
    rules.isForReading = false
    endOwning()
    loan.end()
  }

  /// Lends it with an open write. The caller has taken the right to write, which is given back when this throws.
  func beginWriteOnLoan() throws {
    do {
      try beginLoan()
    } catch {
      session.engine.unlockForWriting()
      throw Realm.Error.wrapping(error)
    }
    do { try beginWrite(hasLock: true) } catch { throw Realm.Error.wrapping(error) }
  }

  /// Commits what the body has not ended itself; the version to wait for.
  func commitOnLoan() throws -> UInt64? {
    guard session.isWriting else { return nil }
    if let refusal = refusalError {
      cancelWrite()
      throw refusal
    }
    do { return try commitUnwaited() } catch { throw Realm.Error.wrapping(error) }
  }
}
