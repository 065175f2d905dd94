internal import AshlarSchema
internal import AshlarSchemaTools

/// The rules of several properties that the indexes of a table state, as keys of its type.
struct TableRules {
  private(set) var keys: [String] = []
  /// A sentence for each index that no rule can state.
  private(set) var comments: [String] = []

  /// - Parameter key: The columns of the type's primary key: several, one, or none.
  init(_ table: StoreTable, _ columns: DraftedColumns, key: [String]) {
    var unique: [(names: [String], condition: String)] = []
    var lists: [String] = []
    if key.count > 1, let parts = columns.properties(of: key) { keys.append("primaryKey: \(Self.list(parts.map(\.name)))") }
    for index in table.indexes where index.isUnique {
      switch Self.relation(index, to: key, table) {
      case .stated: continue
      case .different:
        comments.append(Self.comment(index))
        continue
      case .none: break
      }
      if Self.isOfProperty(index, columns), !index.omitsRows { continue }
      let parts = columns.properties(of: index.columns)
      let condition = Self.condition(index, table, columns)
      guard let parts, index.isBinary, parts.count + (condition == nil ? 0 : 1) <= RuleKind.partLimit, parts.allSatisfy(\.canBeUnique),
        Set(parts.map(\.name)).count == parts.count, condition != nil || !index.omitsRows, !parts.isEmpty
      else {
        comments.append(Self.comment(index))
        continue
      }
      let names = parts.map(\.name)
      let text = condition ?? ""
      guard !unique.contains(where: { Set($0.names) == Set(names) && $0.condition == text }) else { continue }
      unique.append((names, text))
      lists.append(text.isEmpty ? Self.list(names) : "{ of: \(Self.list(names)), \(text) }")
    }
    if !lists.isEmpty { keys.append("unique: [\(lists.joined(separator: ", "))]") }
    addIndexes(table, columns, key, unique: unique.map(\.names))
  }

  private mutating func addIndexes(_ table: StoreTable, _ columns: DraftedColumns, _ key: [String], unique: [[String]]) {
    var indexes: [[String]] = []
    for index in table.indexes where !index.isUnique && !Self.isOfProperty(index, columns) {
      guard let parts = columns.properties(of: index.columns), parts.count > 1, !index.isPartial, parts.allSatisfy(\.canBeIndexed),
        parts.count <= RuleKind.partLimit, Set(parts.map(\.name)).count == parts.count
      else {
        comments.append(Self.comment(index))
        continue
      }
      indexes.append(parts.map(\.name))
    }
    // An index is redundant if another index or a unique rule begins with its properties.
    var kept: [[String]] = []
    for (number, names) in indexes.enumerated() {
      let isBegun = indexes.enumerated().contains { other in
        other.element.starts(with: names) && (other.element.count > names.count || other.offset < number)
      }
      if !isBegun, !unique.contains(where: { $0.starts(with: names) }) { kept.append(names) }
    }
    if !kept.isEmpty { keys.append("indexes: [\(kept.map(Self.list).joined(separator: ", "))]") }
  }

  /// Returns a sentence for each unique index of a table whose rows are embedded objects, which have no unique properties.
  /// - Parameter owner: The columns that refer to the owner. If they are unique, the owner has a single object.
  static func lost(_ table: StoreTable, owner: [String]) -> [String] {
    table.indexes.filter { $0.isUnique && ($0.isPartial || !$0.isBinary || Set($0.columns) != Set(owner.map(Optional.some))) }.map(comment)
  }

  // The relation of a unique index to the primary key of the table.
  private enum KeyRelation {
    /// The primary key of the type makes the index superfluous, or a comment of the column says that it cannot be the key.
    case stated
    /// The index is one of the columns of the key, and no property states it: it has another comparison, or the values cannot be a key.
    case different
    case none
  }

  private static func relation(_ index: StoreTable.Index, to key: [String], _ table: StoreTable) -> KeyRelation {
    let columns = Set(index.columns)
    if !key.isEmpty, columns == Set(key.map(Optional.some)) { return index.isBinary ? .stated : .different }
    guard key.isEmpty, table.key.count == 1, columns == [table.key[0]] else { return .none }
    return index.isOfKey ? .stated : .different
  }

  // Returns whether the index is one of a single property, whose keys state it.
  private static func isOfProperty(_ index: StoreTable.Index, _ columns: DraftedColumns) -> Bool {
    index.columns.count == 1 && columns.properties(of: index.columns)?[0].canBeUnique == true
  }

  private static func list(_ names: [String]) -> String { "[\(names.map { YAMLText.scalar($0) }.joined(separator: ", "))]" }

  // Returns the condition of a unique index as a key of a rule; nil if it has none, or if no key can state it.
  private static func condition(_ index: StoreTable.Index, _ table: StoreTable, _ columns: DraftedColumns) -> String? {
    guard index.omitsRows, let tokens = index.condition, let first = tokens.first, let column = columns.column(first, of: table),
      let property = columns.properties[column]
    else { return nil }
    let rest = Array(tokens.dropFirst())
    if index.columns.contains(column) { return nil }
    let name = YAMLText.scalar(property.name)
    if rest.count == 2, rest[0].isWord("is"), rest[1].isWord("null") {
      return property.isOptional && property.type != .object && property.canBeIndexed ? "whenNil: \(name)" : nil
    }
    guard property.type == .bool else { return nil }
    if rest.isEmpty { return "whenTrue: \(name)" }
    guard rest.count == 2, rest[0] == .symbol("=") || rest[0] == .symbol("==") || rest[0].isWord("is") else { return nil }
    if rest[1].isWord("1") || rest[1].isWord("true") { return "whenTrue: \(name)" }
    return rest[1].isWord("0") || rest[1].isWord("false") ? "whenFalse: \(name)" : nil
  }

  private static func comment(_ index: StoreTable.Index) -> String {
    let names = index.columns.map { $0 ?? "an expression" }.joined(separator: ", ")
    let condition = index.condition.map { ", where \(SQLTokens.text($0))" } ?? (index.isPartial ? ", in some rows" : "")
    let comparison = index.isBinary ? "" : ", by another comparison"
    return "\(index.isUnique ? "Unique" : "Indexed"): \(names)\(comparison)\(condition)."
  }
}
