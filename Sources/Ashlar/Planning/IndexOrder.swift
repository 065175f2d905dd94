import AshlarSchema
import AshlarStore

/// A read of rows in the order of an index, which replaces sorting: conditions fix the values of the first properties of the index, and the
/// order is that of the properties that follow. The type is a class so that results, most of which have no such read, store only a
/// reference.
final class IndexOrder {
  /// The number of the index in the file.
  let number: UInt16
  /// The conditions that the index evaluates.
  let conditions: [Condition]
  /// Whether the index evaluates all conditions of the query, so that each row that is read matches.
  let isWhole: Bool
  /// Whether each row that is read matches `conditions`.
  let isExact: Bool
  let isDescending: Bool
  /// The properties of the order.
  let terms: [IndexPart]
  /// The encoded values of the properties before those of the order.
  let start: [UInt8]
  /// The range of index keys to read.
  let range: (low: [UInt8], high: [UInt8])
  /// Whether properties follow those of the order. Among rows that are equal in the order, the index sorts by these properties, not by row
  /// key.
  let hasFollowing: Bool
  /// Whether the sort contains properties that the conditions make equal in all rows; `terms` omits these properties.
  let hasFixedTerms: Bool
  private let names: [String]
  // The column of an index of one property; nil for an index of several.
  private let column: Int?

  /// Returns the read for an order; nil if no index has the order.
  static func read(_ order: SortOrder, _ condition: Condition?, _ entity: _Entity, _ core: _RealmCore) -> IndexOrder? {
    guard core.session.keepsKeyOrder, let table = core.session.table(entity.ordinal),
      order.terms.allSatisfy({ $0.path.isDirect && !$0.path.hasInner && $0.path.property.collection == .none })
    else { return nil }
    let conditions = condition?.parts(joinedBy: .and) ?? []
    var best: IndexOrder?
    func offer(_ number: UInt16, _ parts: [IndexPart], column: Int?) {
      guard let found = IndexOrder(number, parts, column, order, conditions) else { return }
      if let best, (found.length, -found.names.count) <= (best.length, -best.names.count) { return }
      best = found
    }
    if order.terms.count == 1, let one = entity.indexed.first(where: { $0.column == order.terms[0].path.column }), one.type != .any {
      offer(table.columnIds[one.column], [IndexPart(only: one.column, entity)], column: one.column)
    }
    for index in core.session.tupleIndexes(entity.ordinal) {
      if let parts = IndexPart.parts(of: index, entity) { offer(index.number, parts, column: nil) }
    }
    return best
  }

  private init?(_ number: UInt16, _ parts: [IndexPart], _ column: Int?, _ order: SortOrder, _ conditions: [Condition]) {
    let run = IndexRun(parts, conditions, usesLists: false)
    guard let start = run.starts.first else { return nil }
    let fixed = Set(parts[..<run.equalities].map(\.column))
    let sorted = order.terms.filter { !fixed.contains($0.path.column) }
    let following = parts[run.equalities...]
    guard let first = sorted.first, sorted.count <= following.count,
      zip(sorted, following).allSatisfy({ $0.path.column == $1.column && $0.ascending == first.ascending })
    else { return nil }
    self.number = number
    self.column = column
    self.start = start
    self.conditions = run.covered.map { conditions[$0] }
    isExact = run.isExact
    isWhole = run.covered.count == conditions.count && run.isExact
    isDescending = !first.ascending
    terms = Array(following.prefix(sorted.count))
    range = run.range(start)
    hasFollowing = sorted.count < following.count
    hasFixedTerms = sorted.count < order.terms.count
    names = parts.map(\.name)
    length = run.length
  }

  // The number of properties of the index for which there are conditions.
  private let length: Int

  /// The cost of reading one entry of the index, in nanoseconds.
  var entryCost: Int { terms.contains { $0.layout.type == .string } ? SearchCost.textEntry : SearchCost.entry }

  /// Returns whether the version that is read has the index, and the open write has not changed the table: an index does not contain the
  /// changes of the write.
  func isUseful(_ entity: _Entity, _ core: _RealmCore) -> Bool {
    if core.session.isWriting, core.session.changedClusterCount(entity.ordinal) > 0 { return false }
    if let column { return core.session.hasIndex(entity.ordinal, column) }
    return core.session.tupleIndexes(entity.ordinal).contains { $0.number == number }
  }

  /// Returns the number of rows in the range if a few entries determine it; otherwise an estimate.
  func estimate(_ entity: _Entity, _ core: _RealmCore) -> Int {
    let rows = core.session.count(entity.ordinal)
    if conditions.isEmpty { return rows }
    let count = core.reading { () throws(StoreError) in
      try core.session.indexedRangeCount(entity.ordinal, index: number, from: range.low, upTo: range.high, mostEntries: 32)
    }
    return count ?? rows / 8
  }

  /// The read as a plan prints it.
  var label: String { RowSearch.label(names, conditions) }
}
