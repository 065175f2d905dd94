import AshlarSchema
public import AshlarStore

/// A store of numbered transactions under the rules of `SeatingSchema`. After the transaction *n* there are the eight seats from number *n*
/// on. Each transaction removes one and adds one, gives the key of another to a new row, and exchanges the guests of all seats.
public final class Seating: RuledTransactions {
  /// The store.
  public let store: SampleStore

  /// The number of ways in which `isRefused` can break a rule.
  public static let brokenRules = 5
  /// The numbers of those of a feature.
  public static func brokenRules(of feature: String) -> [Int] {
    switch feature {
    case "keys": [0]
    case "unique": [1, 2]
    case "checks": [3]
    case "deletes": [4]
    default: []
    }
  }
  private static let seats: Int64 = 8

  private var session: StoreSession { store.session }

  /// Opens a file under the schema of a version.
  /// - Parameters:
  ///   - features: The names of the features whose rules it has.
  ///   - key: The key of an encrypted file.
  public init(
    path: String, version: UInt64 = 2, features: [String] = SeatingSchema.features, key: EncryptionKey? = nil,
    with code: (any MigrationCode)? = nil
  ) throws {
    store = try SampleStore(
      EnvironmentRegistry.open(path: path, key: key), model: SeatingSchema.model(version, features: features),
      ordinals: SeatingSchema.ordinals, with: code)
  }

  /// Opens a file under the schema of a version, to which a copy is brought that then replaces it.
  /// - Parameter progress: Told the progress of copying.
  public init(path: String, onCopy version: UInt64, progress: @escaping CopyProgress) throws {
    let model = SeatingSchema.model(version)
    let wanted = WantedSchema(
      model, ordinals: SeatingSchema.ordinals, unlisted: UnlistedOrdinals(from: SeatingSchema.ordinals.count).ordinal)
    let code = LedgerCode(ordinals: SeatingSchema.ordinals)
    let hop = MigrationHop(to: wanted, version: version, with: code)
    let migration = CopiedMigration([hop], for: WriteHolder(), memory: 0, progress: progress)
    store = try SampleStore(migration.open(path: path), model: model, ordinals: SeatingSchema.ordinals, with: code)
  }

  /// - Parameter store: An open store of seats and guests.
  public init(_ store: SampleStore) { self.store = store }

  /// The number of the last transaction; -1 if there is none.
  public func number() throws -> Int64 { try store.rows(SeatingSchema.seat).values.map { Seat($0).number }.min() ?? -1 }

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
    for number in 0..<Seating.seats { try store.insert(SeatingSchema.guest, [.int(number)]) }
    for number in 0..<Seating.seats { try require(insert(Seat(number, after: 0))) }
  }

  private func change(_ number: Int64) throws {
    let rows = try rowsByNumber()
    // The third key goes to another row.
    for old in [number - 1, number + 3] {
      guard let row = rows[old] else { preconditionFailure("seat \(old) is there") }
      try require(session.delete(SeatingSchema.seat, row))
    }
    for new in [number + 3, number + Seating.seats - 1] { try require(insert(Seat(new, after: number))) }
    for seat in number..<number + Seating.seats {
      guard seat != number + 3, let row = rows[seat] else { continue }
      let cells = Seat(seat, after: number).cells
      for column in [4, 6] { try store.set(SeatingSchema.seat, row, column, cells[column]) }
    }
  }

  private func require(_ isDone: Bool) throws { if !isDone { preconditionFailure("neither a key nor a rule prevents the transaction") } }

  // Adds a seat. Returns false if its key is taken.
  private func insert(_ seat: Seat) throws -> Bool {
    let row: RowAccess
    if session.table(SeatingSchema.seat)?.compoundKey == nil {
      row = try session.insert(SeatingSchema.seat)
    } else {
      let made = try withKey(seat) { (key: KeyProbe) throws -> (row: RowAccess, isNew: Bool) in
        try session.insert(SeatingSchema.seat, withKey: key)
      }
      guard made.isNew else { return false }
      row = made.row
    }
    for (column, cell) in seat.cells.enumerated() { try store.set(SeatingSchema.seat, row.key, column, cell) }
    return true
  }

  private func withKey<Result>(_ seat: Seat, _ body: (KeyProbe) throws -> Result) rethrows -> Result {
    var key = KeyEncoder()
    key.append(seat.hall)
    key.append(seat.row)
    Array(seat.code.utf8).withUnsafeBytes { key.append(text: $0) }
    return try key.bytes.withUnsafeBytes { try body(KeyProbe(.parts($0))) }
  }

  /// Adds a seat without a guest in the open write. Returns false if its key is taken.
  public func add(_ number: Int64) throws -> Bool {
    var seat = Seat(number, after: 0)
    seat.guest = nil
    return try insert(seat)
  }

  /// Deletes a seat in the open write.
  public func remove(_ number: Int64) throws {
    if let row = try rowsByNumber()[number] { try require(session.delete(SeatingSchema.seat, row)) }
  }

  /// Gives a seat another guest in the open write.
  public func setGuest(_ number: Int64, _ guest: Int64) throws {
    if let row = try rowsByNumber()[number] { try store.set(SeatingSchema.seat, row, 6, .link(guest)) }
  }

  /// Commits a write that adds a guest and breaks a rule in one of several ways, after the first transaction.
  /// - Returns: Whether it was refused because of the rule.
  public func isRefused(_ kind: Int, _ durability: CommitDurability = .unsynced) throws -> Bool {
    let now = try number()
    try session.beginWrite()
    // Those of a hall, of whom each has a seat.
    let guests = (now..<now + Seating.seats).map { Seat($0, after: now) }.filter { $0.hall == 0 && $0.guest != nil }
    guard let taken = guests[0].guest else { preconditionFailure("the seats have guests") }
    do {
      try store.insert(SeatingSchema.guest, [.int(1_000_000)])
      switch kind % Seating.brokenRules {
      case 0:
        // A key is compared when the object is added.
        let isTaken = try !insert(Seat(now + 1, after: now))
        session.cancelWrite()
        return isTaken
      case 1: try setGuest(guests[1].number, taken)
      case 2:
        for number in now + 100..<now + 102 {
          var seat = Seat(number, after: now)
          (seat.hall, seat.guest) = (9, 0)
          try require(insert(seat))
        }
      case 3: if let row = try rowsByNumber()[now + 1] { try store.set(SeatingSchema.seat, row, 4, .int(-1)) }
      default: if try session.delete(SeatingSchema.guest, taken) { preconditionFailure("a seat prevents the deletion") }
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

  /// Returns the differences from the contents after the transaction with this number.
  public func faults(after number: Int64) throws -> [String] {
    let found = try store.rows(SeatingSchema.seat).values.map { Seat($0) }
    let expected = number < 0 ? [] : (number..<number + Seating.seats).map { Seat($0, after: number) }
    let guests = try store.rows(SeatingSchema.guest).values.map { $0[0].integer ?? -1 }
    var faults = Set(found).subtracting(expected).map { "needless: \($0)" }
    faults += Set(expected).subtracting(found).map { "missing: \($0)" }
    if found.count != expected.count { faults.append("\(found.count) seats, expected \(expected.count)") }
    if guests.sorted() != (number < 0 ? [] : Array(0..<Seating.seats)) { faults.append("the guests are \(guests.sorted())") }
    return try faults + store.contradictions() + indexFaults()
  }

  /// Returns what the indexes of several properties lack, or contain needlessly, under the values that rows have. No write may be open.
  public func indexFaults() throws -> [String] {
    guard let table = session.table(SeatingSchema.seat) else { return [] }
    var faults: [String] = []
    for index in session.tupleIndexes(SeatingSchema.seat) {
      var expected: [[UInt8]: [Int64]] = [:]
      for key in try session.liveKeys(SeatingSchema.seat).sorted() {
        guard let row = try session.locate(SeatingSchema.seat, key) else { continue }
        expected[index.encode(table, row.columns, row.slot, row.home), default: []].append(key)
      }
      for (value, keys) in expected {
        let found = try session.indexedRows(SeatingSchema.seat, index: index.number, value)
        if found != keys { faults.append("index \(index.number) has the rows \(found) for a value of \(keys)") }
      }
    }
    return faults
  }

  private func rowsByNumber() throws -> [Int64: Int64] {
    var rows: [Int64: Int64] = [:]
    for (key, cells) in try store.rows(SeatingSchema.seat) { rows[Seat(cells).number] = key }
    return rows
  }
}

// The values of a seat.
private struct Seat: Hashable {
  var hall, row, number, price: Int64
  var code: String
  var note: String?
  var guest: Int64?

  // The seat after a transaction.
  init(_ number: Int64, after transaction: Int64) {
    self.number = number
    (hall, row, price) = (number % 2, number / 4, (transaction + number) % 3)
    // Longer than an index contains; a key contains it whole.
    code = (number % 3 == 0 ? String(repeating: "a long code, ", count: 24) : "") + "\(number)"
    note = number % 4 == 0 ? nil : String(repeating: "a long note, ", count: 24) + "\(number % 2)"
    // Seats of a hall exchange their guests.
    guest = number % 5 == 0 ? nil : (number + 2 * transaction) % 8
  }

  // The seat with the values of a row.
  init(_ cells: [CellValue]) {
    func integer(_ column: Int) -> Int64 { cells[column].integer ?? .min }
    func text(_ column: Int) -> String? {
      if case .bytes(let bytes) = cells[column] { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
    (hall, row, number, price) = (integer(0), integer(1), integer(3), integer(4))
    (code, note, guest) = (text(2) ?? "", text(5), cells[6].targets.first)
  }

  var cells: [CellValue] {
    [
      .int(hall), .int(row), .text(code), .int(number), .int(price), note.map { .text($0) } ?? .null, guest.map { .link($0) } ?? .null,
    ]
  }
}
