public import AshlarStore

/// A store of numbered transactions under the rules of `LedgerSchema`. Each gives eight accounts the values that their neighbors had before
/// it, adds an owner with three accounts and four entries, and deletes the owner of the third transaction before it, with all of these.
/// From transaction 4 on, it needs the rules.
public final class Ledger: RuledTransactions {
  /// The store.
  public let store: SampleStore

  /// The number of ways in which `isRefused` can break a rule.
  public static let brokenRules = 6
  /// The numbers of those of a feature.
  public static func brokenRules(of feature: String) -> [Int] { feature == "unique" ? [0, 1, 4] : feature == "deletes" ? [3] : [2, 5] }
  private static let accounts: Int64 = 8

  private var session: StoreSession { store.session }

  /// Opens a file under the schema of a version.
  /// - Parameter features: The names of the features whose rules it has.
  public init(
    path: String, version: UInt64 = 2, features: [String] = LedgerSchema.features, with code: (any MigrationCode)? = nil
  ) throws {
    store = try SampleStore(
      EnvironmentRegistry.open(path: path), model: LedgerSchema.model(version, features: features), ordinals: LedgerSchema.ordinals,
      with: code)
  }

  /// Opens a file under the schema of a version, to which a copy is brought that then replaces it.
  /// - Parameter progress: Told the progress of copying.
  public init(path: String, onCopy version: UInt64, progress: @escaping CopyProgress = { _, _ in }) throws {
    let wanted = WantedSchema(
      LedgerSchema.model(version), ordinals: LedgerSchema.ordinals, unlisted: UnlistedOrdinals(from: LedgerSchema.ordinals.count).ordinal)
    let hop = MigrationHop(to: wanted, version: version, with: LedgerCode())
    let migration = CopiedMigration([hop], for: WriteHolder(), memory: 0, progress: progress)
    store = try SampleStore(
      migration.open(path: path), model: LedgerSchema.model(version), ordinals: LedgerSchema.ordinals, with: LedgerCode())
  }

  /// The number of the last transaction; -1 if there is none.
  public func number() throws -> Int64 {
    // The first account has the first row.
    try store.rows(LedgerSchema.account)[0].map { $0[0].integer ?? -1 } ?? -1
  }

  // MARK: - Writing

  /// Commits the transaction with this number, the one after `number`.
  public func commit(_ number: Int64, _ durability: CommitDurability) throws {
    try session.beginWrite()
    do {
      try number == 0 ? fill() : change(number)
      try session.commitWrite(durability)
    } catch {
      if session.isWriting { session.cancelWrite() }
      throw error
    }
  }

  private func fill() throws {
    for index in 0..<Ledger.accounts { try store.insert(LedgerSchema.account, Ledger.account(0, index)) }
    for key in 0..<Int64(2) { try store.insert(LedgerSchema.lock, [.link(key)]) }
  }

  private func change(_ number: Int64) throws {
    for key in 0..<Ledger.accounts {
      for (column, cell) in Ledger.account(number, key).enumerated() { try store.set(LedgerSchema.account, key, column, cell) }
    }
    let owned = try (0..<Int64(3)).map { index in
      try store.insert(LedgerSchema.account, [.int(-3 * number - index), .null, .int(0)])
    }
    try store.insert(LedgerSchema.owner, [.int(number), .list(owned.map { .link($0) })])
    let entries = try (0..<4).map { index in
      try store.insert(LedgerSchema.entry, [.int(4 * number + Int64(index)), .link(owned[max(0, index - 1)]), .null])
    }
    for (index, key) in entries.enumerated() { try store.set(LedgerSchema.entry, key, 2, .link(entries[(index + 1) % 4])) }
    guard let old = try store.find(LedgerSchema.owner, .int(number - 3)) else { return }
    if try !session.delete(LedgerSchema.owner, old.key) { preconditionFailure("nothing prevents the deletion of an owner") }
  }

  /// Commits a write that adds an owner and breaks a rule in one of several ways, after the first transaction.
  /// - Returns: Whether it was refused because of the rule.
  public func isRefused(_ kind: Int, _ durability: CommitDurability = .unsynced) throws -> Bool {
    let now = try number()
    try session.beginWrite()
    do {
      let owner = try store.insert(LedgerSchema.owner, [.int(1_000_000), .list([])])
      switch kind % Ledger.brokenRules {
      case 0: try store.set(LedgerSchema.account, 3, 0, .int(now + 4))
      case 1: for _ in 0..<2 { try store.insert(LedgerSchema.entry, [.int(-1), .null, .null]) }
      case 2: try store.set(LedgerSchema.account, 2, 2, .int(10))
      case 3: if try session.delete(LedgerSchema.account, 0) { preconditionFailure("the lock prevents the deletion") }
      case 4: try store.set(LedgerSchema.account, 1, 1, Ledger.name(now + 5))
      default: try store.set(LedgerSchema.owner, owner, 1, .list((0..<4).map { .link($0) }))
      }
      try session.commitWrite(durability)
      return false
    } catch is RuleError {
      return !session.isWriting
    } catch {
      if session.isWriting { session.cancelWrite() }
      throw error
    }
  }

  // MARK: - Checking

  /// Returns the differences from the contents after the transaction with this number, each object as a line of text.
  public func faults(after number: Int64) throws -> [String] {
    let (found, expected) = (try contents(), Ledger.contents(number))
    let contradictions = try store.contradictions()
    return Set(found).subtracting(expected).sorted().map { "needless: \($0)" }
      + Set(expected).subtracting(found).sorted().map { "missing: \($0)" }
      + (found.count == expected.count ? [] : ["\(found.count) objects, expected \(expected.count)"])
      + contradictions
  }

  private func contents() throws -> [String] {
    let accounts = try store.rows(LedgerSchema.account)
    let entries = try store.rows(LedgerSchema.entry)
    func account(_ cell: CellValue) -> [Int64] { cell.targets.map { accounts[$0]?[0].integer ?? .min } }
    func text(_ cell: CellValue) -> String { if case .bytes(let bytes) = cell { String(decoding: bytes, as: UTF8.self) } else { "nil" } }
    var lines = accounts.values.map { "account \($0[0].integer ?? .min), \(text($0[1])), level \($0[2].integer ?? .min)" }
    lines += entries.values.map { cells in
      "entry \(cells[0].integer ?? .min) of \(account(cells[1])), mate \(cells[2].targets.map { entries[$0]?[0].integer ?? .min })"
    }
    lines += try store.rows(LedgerSchema.lock).values.map { "lock of \(account($0[0]))" }
    lines += try store.rows(LedgerSchema.owner).values.map { "owner \($0[0].integer ?? .min) of \(account($0[1]))" }
    return lines
  }

  private static func contents(_ number: Int64) -> [String] {
    guard number >= 0 else { return [] }
    var lines = (0..<accounts).map { index in
      "account \(number + index), \(index == accounts - 1 ? "nil" : text(number + index)), level \((number + index) % 10)"
    }
    for index in 0..<Int64(2) { lines.append("lock of [\(number + index)]") }
    for step in max(1, number - 2)..<(number + 1) where number > 0 {
      let owned = (0..<Int64(3)).map { -3 * step - $0 }
      lines += owned.map { "account \($0), nil, level 0" }
      lines.append("owner \(step) of \(owned)")
      lines += (0..<4).map { index in
        "entry \(4 * step + Int64(index)) of [\(owned[max(0, index - 1)])], mate [\(4 * step + Int64((index + 1) % 4))]"
      }
    }
    return lines
  }

  private static func account(_ number: Int64, _ index: Int64) -> [CellValue] {
    [.int(number + index), index == accounts - 1 ? .null : name(number + index), .int((number + index) % 10)]
  }

  // Indexes contain the beginning of such a name and a hash.
  private static func text(_ number: Int64) -> String { String(repeating: "a long name, ", count: 24) + "\(number)" }

  private static func name(_ number: Int64) -> CellValue { .text(text(number)) }
}
