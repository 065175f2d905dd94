import AshlarStore

/// Registrations of which each looks at nothing but one row that is there: a move costs those that it concerns, however many there are.
///
/// What one of them has not been told lies in its `early`. Invariants: `concerned` ascends by the registrations' numbers and holds all that have
/// something to be told; `count` is that of the registrations in `tables`.
nonisolated struct RowRegistrations {
  private var tables: [UInt32: [Int64: [Registration]]] = [:]
  private(set) var count = 0
  /// Those that may have to be told something.
  private(set) var concerned: [Registration] = []

  var isEmpty: Bool { count == 0 }

  /// - Parameter row: what it looks at.
  mutating func add(_ registration: Registration, _ row: ObservedRow) {
    registration.row = row
    tables[row.table, default: [:]][row.key, default: []].append(registration)
    count += 1
    if registration.early != nil { list(registration) }
  }

  mutating func remove(_ registration: Registration) {
    guard let row = registration.row, let index = tables[row.table]?[row.key]?.firstIndex(where: { $0 === registration }) else { return }
    tables[row.table]?[row.key]?.remove(at: index)
    if tables[row.table]?[row.key]?.isEmpty == true { tables[row.table]?[row.key] = nil }
    if tables[row.table]?.isEmpty == true { tables[row.table] = nil }
    count -= 1
    if registration.isListed { concerned.removeAll { $0 === registration } }
  }

  /// Lets go of those that were ended. O(n).
  mutating func sweep() {
    for registration in tables.values.joined().flatMap(\.value) where !registration.isActive { remove(registration) }
  }

  func endAll() { for registration in tables.values.joined().flatMap(\.value) { registration.end() } }

  /// Calls `body` with each registration whose row a move concerns, and with what happened to that. O(changed rows), or O(registrations) where these are
  /// fewer.
  func forEach(of changes: ChangeSet, _ body: (Registration, ChangeSet) -> Void) {
    func call(_ id: UInt32, _ key: Int64, _ registrations: [Registration]) {
      if let own = changes.only(id, key) { for registration in registrations { body(registration, own) } }
    }
    for (id, rows) in tables {
      if !changes.isAnything {
        guard let table = changes.tables[id] else { continue }
        if !table.isAnything, table.modified.count + table.deleted.count < rows.count {
          for key in table.modified { if let found = rows[key] { call(id, key, found) } }
          for key in table.deleted { if let found = rows[key] { call(id, key, found) } }
          continue
        }
      }
      for (key, found) in rows { call(id, key, found) }
    }
  }

  /// A registration has something to be told.
  mutating func note(_ registration: Registration, _ changes: ChangeSet) {
    registration.addEarly(changes)
    list(registration)
  }

  private mutating func list(_ registration: Registration) {
    if registration.isListed { return }
    registration.isListed = true
    concerned.insert(registration, at: firstIndex(behind: registration.number))
  }

  /// The first in the order of registration that was registered after one with a number.
  func next(after number: Int) -> Registration? {
    let index = firstIndex(behind: number)
    return index < concerned.count ? concerned[index] : nil
  }

  private func firstIndex(behind number: Int) -> Int {
    var (low, high) = (0, concerned.count)
    while low < high {
      let middle = (low + high) / 2
      if concerned[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Forgets those that were told.
  mutating func forgetTold() {
    if concerned.isEmpty { return }
    concerned.removeAll { registration in
      if registration.early != nil { return false }
      registration.isListed = false
      return true
    }
  }
}

/// A row that a registration looks at.
nonisolated struct ObservedRow {
  /// The number of the table in the file.
  let table: UInt32
  let key: Int64
}
