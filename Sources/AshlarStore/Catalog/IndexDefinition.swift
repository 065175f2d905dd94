package import AshlarSchema

/// An index of a table, other than that of the primary key, and the columns that its keys contain.
package struct IndexDefinition: Hashable, Sendable {
  /// The number that follows the table's number in the index's keys. For a single-column index, it is the column's number in the file; an
  /// index of several columns has a number from `TableExtension.columnLimit` on.
  package let number: UInt16
  /// The ordinals of the columns, in order of significance. The column of the condition of a unique rule is the last.
  package let parts: [Int]
  /// The maximum size of an encoded text in the keys of an index of several columns, not including its terminator; see `IndexedTuple`. 0
  /// for a single-column index.
  package let textBudget: Int
  /// The bits of the columns in masks of changed columns. If no column of the index is written, a row's entries are unchanged.
  let mask: UInt64
  /// The unique rules of the file that this index enforces.
  package let unique: [UniqueParts]

  /// Creates an index of one column.
  init(of column: Int, _ table: TableDefinition, _ rule: UniqueRule? = nil) {
    number = table.columnIds[column]
    parts = [column]
    textBudget = 0
    mask = 1 << UInt64(column & 63)
    unique = rule.map { [UniqueParts($0)] } ?? []
  }

  /// Creates an index of several columns.
  /// - Parameter parts: The ordinals of the columns.
  init(_ stored: StoredIndex, parts: [Int], _ unique: [UniqueParts]) {
    number = stored.number
    self.parts = parts
    textBudget = Int(stored.textBudget)
    mask = parts.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    self.unique = unique
  }

  private init(_ other: IndexDefinition, _ unique: [UniqueParts]) {
    (number, parts, textBudget, mask) = (other.number, other.parts, other.textBudget, other.mask)
    self.unique = unique
  }

  /// Returns the index with only one of its unique rules.
  func judging(_ rule: UniqueParts) -> IndexDefinition { IndexDefinition(self, [rule]) }

  /// The column of a single-column index; nil for an index of several columns.
  var column: Int? { parts.count == 1 ? parts[0] : nil }

  /// Whether the index enforces a unique rule of the file.
  package var isUnique: Bool { !unique.isEmpty }
}

/// A unique rule in terms of the parts of an index.
package struct UniqueParts: Hashable, Sendable {
  /// The rule, with the file's names of the properties.
  package let rule: UniqueRule

  init(_ rule: UniqueRule) { self.rule = rule }

  /// The number of parts, from the first one, that are unique together. The part of the condition, if any, follows them and is the last.
  package var count: Int { rule.properties.count }

  /// Returns whether rows that satisfy this rule also satisfy another rule of the same index.
  func implies(_ other: UniqueParts) -> Bool {
    // The conditions concern the same column, the last one of the index.
    count == other.count && rule.condition?.value == other.rule.condition?.value && (rule.nilCounts || !other.rule.nilCounts)
  }
}
