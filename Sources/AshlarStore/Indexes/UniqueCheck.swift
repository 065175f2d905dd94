import AshlarSchema

/// Receives the rows that break a unique rule, and reads the rows to compare.
protocol UniqueConflictReceiver: AnyObject {
  /// Returns the current text of a column in a row; empty if there is no such row.
  func text(_ table: TableDefinition, _ column: Int, of row: Int64) throws -> [UInt8]
  /// Receives a row that breaks `rule`: it has the same values as the row `holder` in the columns of an index.
  func add(_ table: TableDefinition, _ index: IndexDefinition, _ rule: UniqueParts, row: Int64, holder: Int64) throws
}

/// Checks the values of a unique index after their changes have been merged into the blocks. The merge returns the number of rows that a
/// value has, so a value with one row needs no further look-up. The first row of a value is not checked at all.
struct UniqueCheck {
  private let table: TableDefinition
  private let index: IndexDefinition
  private let path: String
  private let receiver: any UniqueConflictReceiver

  init(_ table: TableDefinition, _ index: IndexDefinition, path: String, _ receiver: any UniqueConflictReceiver) {
    self.table = table
    self.index = index
    self.path = path
    self.receiver = receiver
  }

  /// Returns whether a rule applies to a value, which then must have one row. Throws a `StoreError` if the value is damaged.
  func isRestricted(_ value: [UInt8]) throws -> Bool { try !rulesAndParts(value).rules.isEmpty }

  /// Checks a value against each rule that applies to it. If several rows have the value, passes each row that gained it or may have gained
  /// it, except for the holder, to the receiver. The holder is the first row that had the value before, or, if there is none, the first
  /// row.
  /// - Parameters:
  ///   - key: The prefix of the keys of the value's blocks.
  ///   - count: The number of rows after the merge; nil if it did not change.
  ///   - rewritten: Rows, ascending, whose cell was written and whose encoded value stayed the same although their texts may differ.
  func judge(
    _ value: [UInt8], _ key: [UInt8], count: Int?, _ merge: PostingMerge, rewritten: [Int64], reading snapshot: any StorageSnapshot
  ) throws {
    if merge.added.isEmpty, rewritten.isEmpty { return }
    if let count, count < 2 { return }
    let (rules, parts) = try rulesAndParts(value)
    if rules.isEmpty { return }
    let cut = zip(index.parts, parts).filter(\.1.isCut).map(\.0)
    if count == nil, cut.isEmpty { return }
    let rows = try rowsOfValue(key, merge, snapshot)
    let gained = Set(merge.added).union(rewritten)
    for group in cut.isEmpty ? [rows] : try rowsWithEqualTexts(rows, cut) where group.count > 1 {
      let holder = group.first { !gained.contains($0) } ?? group[0]
      for row in group where row != holder && gained.contains(row) {
        for rule in rules { try receiver.add(table, index, rule, row: row, holder: holder) }
      }
    }
  }

  /// Returns whether an encoded value does not contain all bytes of its text. Different texts may then have the same encoding.
  static func isCut(_ value: [UInt8], _ layout: ColumnLayout) -> Bool { layout.type == .string && IndexedValue.isCut(value) }

  /// Returns whether an encoded value of an index contains a text that was cut.
  static func isCut(_ value: [UInt8], _ index: IndexDefinition, _ table: TableDefinition) -> Bool {
    if let column = index.column { return isCut(value, table.layouts[column]) }
    return parts(value, index, table)?.contains(where: \.isCut) ?? false
  }

  private static func parts(_ value: [UInt8], _ index: IndexDefinition, _ table: TableDefinition) -> [(range: Range<Int>, isCut: Bool)]? {
    IndexedTuple.parts(of: value, index.parts.map { table.layouts[$0] })
  }

  // Returns the rules that apply to a value, and the value's parts.
  private func rulesAndParts(_ value: [UInt8]) throws -> (rules: [UniqueParts], parts: [(range: Range<Int>, isCut: Bool)]) {
    guard let parts = UniqueCheck.parts(value, index, table) else { throw PostingBlock.damage(path) }
    let ranges = parts.map(\.range)
    return (index.unique.filter { $0.concerns(value, ranges) }, parts)
  }

  // Returns the rows of a value after the merge, ascending.
  private func rowsOfValue(_ key: [UInt8], _ merge: PostingMerge, _ snapshot: any StorageSnapshot) throws -> [Int64] {
    var stored: [Int64] = []
    var isWellFormed = true
    try snapshot.scan(.postings, prefix: key, from: nil) { key, value in
      let isOpen = PostingBlock.bound(key) == PostingBlock.openBound
      isWellFormed = PostingBlock(value, isOpen: isOpen)?.read(into: &stored) == true
      return isWellFormed
    }
    guard isWellFormed else { throw PostingBlock.damage(path) }
    var rows: [Int64] = []
    PostingMerge.merge(stored, adding: merge.added[...], removing: merge.removed[...], into: &rows)
    return rows
  }

  private func rowsWithEqualTexts(_ rows: [Int64], _ columns: [Int]) throws -> [[Int64]] {
    var groups: [[[UInt8]]: [Int64]] = [:]
    for row in rows { groups[try columns.map { try receiver.text(table, $0, of: row) }, default: []].append(row) }
    return groups.values.ordered { $0[0] < $1[0] }
  }
}

extension UniqueParts {
  /// Returns whether the rule restricts the number of rows with an encoded value: the condition is satisfied, and no other part is nil,
  /// unless nil counts.
  /// - Parameter parts: The ranges of the index's parts in the value.
  func concerns(_ value: [UInt8], _ parts: [Range<Int>]) -> Bool {
    if let condition = rule.condition {
      guard let last = parts.last, value[last].elementsEqual(condition.value.map(IndexedValue.bool) ?? IndexedValue.null) else {
        return false
      }
    }
    return rule.nilCounts || parts.prefix(count).allSatisfy { value[$0.lowerBound] != 0 }
  }
}
