import AshlarSchema
import AshlarStore

/// Registrations that each depend on one existing row. They are found by row, so the cost of a small change set does not depend on the
/// total number of registrations.
///
/// The undelivered changes of a registration are in its `early`. Invariants: `concerned` is sorted by the numbers of the registrations and
/// contains all registrations with undelivered changes; `count` is the number of registrations in `tables`; the `index` of each
/// registration is its index among the registrations of its row.
nonisolated struct RowRegistrations {
  private var tables: [UInt32: [Int64: [Registration]]] = [:]
  private(set) var count = 0
  /// Registrations that may have undelivered changes.
  private(set) var concerned: [Registration] = []

  var isEmpty: Bool { count == 0 }

  /// - Parameter row: The row that the registration depends on.
  mutating func add(_ registration: Registration, _ row: ObservedRow) {
    registration.row = row
    registration.index = tables[row.table]?[row.key]?.count ?? 0
    tables[row.table, default: [:]][row.key, default: []].append(registration)
    count += 1
    if registration.early != nil { list(registration) }
  }

  /// Removes an ended registration. O(1).
  mutating func remove(_ registration: Registration) {
    guard let row = registration.row else { return }
    let index = registration.index
    let last = (tables[row.table]?[row.key]?.count ?? 0) - 1
    guard index <= last, tables[row.table]?[row.key]?[index] === registration else { return }
    assert(count > 0, "the count includes every registration")
    if last > 0 {
      tables[row.table]?[row.key]?.swapAt(index, last)
      tables[row.table]?[row.key]?[index].index = index
      tables[row.table]?[row.key]?.removeLast()
    } else {
      tables[row.table]?[row.key] = nil
      if tables[row.table]?.isEmpty == true { tables[row.table] = nil }
    }
    count -= 1
    // The registration remains in `concerned`, without changes to deliver, until `forgetTold`.
    registration.early = nil
    if count == 0 { concerned = [] }
  }

  /// All registrations.
  var all: [Registration] { tables.values.joined().flatMap(\.value) }

  /// Calls `body` with each registration whose row is in a change set, and with the changes of that row. O(changed rows) or
  /// O(registered rows), whichever is smaller, plus the calls of `body`.
  func forEach(of changes: ChangeSet, _ body: (Registration, ChangeSet) -> Void) { unspecialized { visitAll(of: changes, body) } }

  private func visitAll(of changes: ChangeSet, _ body: (Registration, ChangeSet) -> Void) {
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

  /// Adds undelivered changes to a registration.
  mutating func note(_ registration: Registration, _ changes: ChangeSet) {
    registration.addEarly(changes)
    list(registration)
  }

  private mutating func list(_ registration: Registration) {
    if registration.isListed { return }
    registration.isListed = true
    concerned.insert(registration, at: firstIndex(behind: registration.number))
  }

  /// Returns the concerned registration with the smallest number greater than `number`; nil if there is none.
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

  /// Checks the invariants of the type. O(registrations · concerned registrations).
  func _checkInvariants() {
    var found = 0
    for (table, rows) in tables {
      for (key, registrations) in rows {
        precondition(!registrations.isEmpty, "a row without registrations must not be listed")
        for (index, registration) in registrations.enumerated() {
          precondition(registration.index == index, "the index must be that among the registrations of the row")
          precondition(registration.row?.table == table && registration.row?.key == key, "a registration must be listed under its row")
          let isConcerned = concerned.contains { $0 === registration }
          precondition(registration.isListed == isConcerned, "the flag must say whether a registration is concerned")
          precondition(registration.early == nil || isConcerned, "a registration with undelivered changes must be concerned")
        }
        found += registrations.count
      }
    }
    precondition(found == count, "the count must be that of all rows")
    precondition(zip(concerned, concerned.dropFirst()).allSatisfy { $0.number < $1.number }, "concerned registrations must ascend")
  }

  /// Removes registrations without undelivered changes from `concerned`.
  mutating func forgetTold() {
    if concerned.isEmpty { return }
    concerned.removeAll { registration in
      if registration.early != nil { return false }
      registration.isListed = false
      return true
    }
  }
}

/// The row that a registration depends on.
nonisolated struct ObservedRow {
  /// The number of the table in the file.
  let table: UInt32
  let key: Int64
}
