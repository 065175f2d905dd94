import AshlarSchema

// Indexes belong to the file: an index that any schema declared is maintained by every writer. A new index is built from the existing rows.
extension Catalog {
  /// Returns the stored names of the columns of `stored` that are indexed only in `wanted`. The primary key is excluded, because it has its
  /// own kind of index.
  static func newIndexes(_ wanted: EntityModel, _ stored: EntityModel) -> [String] {
    var plain: Set<String> = []
    for column in stored.columns where !column.isIndexed { plain.insert(column.name) }
    return wanted.columns.filter { $0.isIndexed && !$0.isPrimaryKey && plain.contains($0.name) }.map(\.name)
  }

  /// Returns the indexes of a table, except that of its primary key: those of one column, in ascending order of column ordinals, then those
  /// of several. Complexity: O(columns).
  func indexes(of table: TableDefinition) -> [IndexDefinition] {
    // Names in the file may have changed since the definition was created, but numbers never do.
    guard let stored = tables.first(where: { $0.id == table.id }), let entity = schema.entity(named: stored.name) else { return [] }
    let unique = entity.uniqueColumns
    var indexed: [UInt16: UniqueRule?] = [:]
    for column in entity.columns where entity.hasIndex(of: column, unique) {
      guard let number = stored.number(of: column.name) else { continue }
      indexed[number] = .some(unique[column.name])
    }
    let single =
      indexed.isEmpty
      ? []
      : table.columnIds.indices.compactMap { column in
        indexed[table.columnIds[column]].map { IndexDefinition(of: column, table, $0) }
      }
    guard let several = stored.indexes?.list, !several.isEmpty else { return single }
    let judged = entity.uniqueParts(stored.columnNumbers)
    let ordinals = Dictionary(zip(table.columnIds, 0...)) { first, _ in first }
    return single
      + several.compactMap { index in
        let parts = index.columns.compactMap { ordinals[$0] }
        if parts.count != index.columns.count { return nil }
        return IndexDefinition(index, parts: parts, judged[index.columns] ?? [])
      }
  }
}

extension Catalog {
  /// Returns the stored names of the columns of the indexes of several columns with these numbers.
  func columnNames(ofIndexes numbers: [UInt16], _ id: UInt32) -> [[String]] {
    guard let table = tables.first(where: { $0.id == id }) else { return [] }
    let names = Dictionary(table.columns.map { ($0.number, $0.name) }) { first, _ in first }
    return (table.indexes?.list ?? []).filter { numbers.contains($0.number) }.map { $0.columns.compactMap { names[$0] } }
  }
}

extension EntityModel {
  /// The rules, by stored name, of the columns that are unique alone. A primary key has no such rule: its index permits each key once.
  var uniqueColumns: [String: UniqueRule] {
    var columns: [String: UniqueRule] = [:]
    for case .unique(let rule) in rules where rule.properties.count == 1 && rule.condition == nil {
      let name = rule.properties[0]
      if column(storedAs: name)?.isPrimaryKey == false, columns[name]?.nilCounts != true { columns[name] = rule }
    }
    return columns
  }

  /// Returns whether a file has an index of a column, apart from that of the primary key: because a schema declared it, or because the
  /// column is unique. A link has an index only if it is unique.
  /// - Parameter unique: The `uniqueColumns` of the type.
  func hasIndex(of column: PropertyModel, _ unique: [String: UniqueRule]) -> Bool {
    !column.isPrimaryKey && (column.isIndexed || unique[column.storedName] != nil)
  }

  /// Returns the rules that the indexes of several columns enforce, by the numbers of the columns of the index.
  /// - Parameter numbers: The numbers of the table's columns, by stored name.
  func uniqueParts(_ numbers: [String: UInt16]) -> [[UInt16]: [UniqueParts]] {
    var parts: [[UInt16]: [UniqueParts]] = [:]
    for rule in rules {
      guard case .unique(let unique) = rule else { continue }
      let names = rule.properties
      let columns = names.compactMap { numbers[$0] }
      if columns.count > 1, columns.count == names.count { parts[columns, default: []].append(UniqueParts(unique)) }
    }
    return parts
  }
}
