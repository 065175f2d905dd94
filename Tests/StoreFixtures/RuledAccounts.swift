import AshlarStore

/// Many accounts of a ledger, of which one may break a rule of the schema that the file does not have yet.
public struct RuledAccounts {
  /// The number of accounts. Their rows and numbers are 0 up to it.
  public static let count: Int64 = 1_200

  /// The ledger.
  public let ledger: Ledger

  /// Opens a file under the schema of a version.
  public init(path: String, version: UInt64) throws { ledger = try Ledger(path: path, version: version) }

  /// Adds the accounts.
  public func fill() throws {
    try write {
      for number in 0..<RuledAccounts.count {
        try ledger.store.insert(LedgerSchema.account, [.int(number), .text("account \(number)"), .int(number % 10)])
      }
    }
  }

  /// Gives the last account a number or a name that another one has.
  public func breakRule(_ column: Int) throws {
    try write {
      try ledger.store.set(LedgerSchema.account, RuledAccounts.count - 1, column, column == 0 ? .int(1) : .text("account 1"))
    }
  }

  /// Gives the last account its own values again.
  public func restore() throws {
    try write {
      let last = RuledAccounts.count - 1
      try ledger.store.set(LedgerSchema.account, last, 0, .int(last))
      try ledger.store.set(LedgerSchema.account, last, 1, .text("account \(last)"))
    }
  }

  private func write(_ body: () throws -> Void) throws {
    try ledger.store.session.beginWrite()
    do {
      try body()
      try ledger.store.session.commitWrite(.unsynced)
    } catch {
      if ledger.store.session.isWriting { ledger.store.session.cancelWrite() }
      throw error
    }
  }

  /// Returns the numbers of the accounts that differ from those of `fill`.
  public func others() throws -> [Int64] {
    let rows = try ledger.store.rows(LedgerSchema.account)
    return (0..<max(RuledAccounts.count, Int64(rows.count))).filter {
      rows[$0] != [.int($0), .text("account \($0)"), .int($0 % 10)]
    }
  }
}
