import AshlarSchema
import AshlarStore

/// A search of an index of several properties: for one or several combinations of values of its first properties, and for a range or a
/// prefix of the next one.
struct TupleSearch {
  /// The number of the index in the file.
  let number: UInt16
  /// The names of the properties, in the order of the index.
  let names: [String]
  /// The conditions that the search evaluates.
  let conditions: [Condition]
  private let run: IndexRun

  /// Whether all rows that are found match the conditions, provided that no write is open.
  var isExact: Bool { run.isExact }

  /// The number of ranges of keys that are searched.
  var lookups: Int { run.starts.count }

  // The cost of reading one entry of the index, in nanoseconds.
  private let entryCost: Int

  private init(_ index: IndexDefinition, _ run: IndexRun, _ conditions: [Condition]) {
    number = index.number
    names = run.parts.map(\.name)
    self.run = run
    self.conditions = run.covered.map { conditions[$0] }
    entryCost = run.parts.contains { $0.layout.type == .string } ? SearchCost.textEntry : SearchCost.entry
  }

  /// Returns the search that evaluates the largest number of leading properties of an index; if several do, the one of the index with the
  /// fewest properties. Also removes the conditions that the search evaluates from `conditions`, all of which must hold. Returns nil if no
  /// index has conditions for its first `least` properties.
  static func longest(_ conditions: inout [Condition], least: Int, _ entity: _Entity, _ core: _RealmCore) -> TupleSearch? {
    let indexes = core.session.tupleIndexes(entity.ordinal)
    if indexes.isEmpty || !core.session.keepsKeyOrder { return nil }
    var best: (index: IndexDefinition, run: IndexRun)?
    for index in indexes where index.parts.count >= least {
      guard let parts = IndexPart.parts(of: index, entity) else { continue }
      let run = IndexRun(parts, conditions)
      guard run.length >= least else { continue }
      if let best, (run.length, -run.parts.count) <= (best.run.length, -best.run.parts.count) { continue }
      best = (index, run)
    }
    guard let best else { return nil }
    let search = TupleSearch(best.index, best.run, conditions)
    let covered = Set(best.run.covered)
    conditions = conditions.indices.filter { !covered.contains($0) }.map { conditions[$0] }
    return search
  }

  /// Returns the search of an index whose first property has this condition; nil if there is none. If several indexes begin with the
  /// property, returns the search of the index with the fewest properties.
  static func first(_ condition: Condition, _ entity: _Entity, _ core: _RealmCore) -> TupleSearch? {
    var conditions = [condition]
    return longest(&conditions, least: 1, entity, core)
  }

  /// Returns the number of rows if a few look-ups determine it; otherwise an estimate. The changes of the open write are ignored.
  func estimate(_ entity: _Entity, _ core: _RealmCore) -> Int {
    let rows = core.session.count(entity.ordinal)
    guard hasIndex(entity, core) else { return rows }
    // The first combinations serve as a sample.
    let asked = run.starts.prefix(8)
    var sum = 0
    for start in asked {
      guard let count = core.reading({ () throws(StoreError) in try stored(start, entity, core) }) else { return rows / 8 }
      sum += count
    }
    return asked.isEmpty ? 0 : min(rows, sum * run.starts.count / asked.count)
  }

  // Returns the number of rows in the index for one combination; nil if too many entries would have to be read.
  private func stored(_ start: [UInt8], _ entity: _Entity, _ core: _RealmCore) throws(StoreError) -> Int? {
    if run.equalities == run.parts.count { return try core.session.storedCount(entity.ordinal, index: number, start) }
    let range = run.range(start)
    return try core.session.indexedRangeCount(entity.ordinal, index: number, from: range.low, upTo: range.high, mostEntries: 32)
  }

  /// Returns whether the version that is read has the index.
  func hasIndex(_ entity: _Entity, _ core: _RealmCore) -> Bool {
    core.session.tupleIndexes(entity.ordinal).contains { $0.number == number }
  }

  /// Returns the rows, in no particular order; nil if the search exceeds the budget or the index is missing. The changes of the open write
  /// are ignored.
  func rows(_ entity: _Entity, _ core: _RealmCore, _ budget: inout SearchBudget) -> [Int64]? {
    guard hasIndex(entity, core), budget.take(lookups * (lookups > 1 ? SearchCost.scatteredLookup : SearchCost.lookup)) else { return nil }
    var rows: [Int64] = []
    for start in run.starts {
      let range = run.range(start)
      let found = core.reading { () throws(StoreError) in
        try core.session.indexedRange(
          entity.ordinal, index: number, from: range.low, upTo: range.high, mostEntries: budget.most(entryCost),
          mostRows: budget.most(SearchCost.row))
      }
      guard let found, budget.take(found.entries * entryCost + found.rows.count * SearchCost.row) else { return nil }
      rows += found.rows
    }
    return rows
  }
}
