internal import AshlarSchema

/// The entities of a store of Core Data or SwiftData. `Z_PRIMARYKEY` lists them, and the names of tables and columns follow rules.
///
/// The table of an entity is that of its topmost ancestor: its name is `Z` followed by the ancestor's name in capitals. The name of a
/// column is `Z` followed by the name of the attribute or relationship. `Z_PK` is the rowid, `Z_ENT` the number of the entity, and `Z_OPT`
/// a count of changes. The column of a relationship to one object contains the `Z_PK` of the object and has an index. A many-to-many
/// relationship is a table such as `Z_1TAGS`. The names of its columns contain the numbers of the entities to which they refer.
struct CoreDataStore: Equatable {
  struct Entity: Equatable {
    let number: Int64
    let name: String
    /// The number of the parent entity; 0 if there is none.
    let parent: Int64
  }

  /// The entities by number.
  private(set) var entities: [Int64: Entity] = [:]

  /// Reads the entities. Returns nil if the database is not such a store.
  init?(_ tables: [StoreTable], _ database: SQLiteDatabase) throws(SQLiteError) {
    guard tables.contains(where: { $0.name == "Z_METADATA" }), let list = tables.first(where: { $0.name == "Z_PRIMARYKEY" }),
      ["Z_ENT", "Z_NAME", "Z_SUPER"].allSatisfy({ list.column($0) != nil })
    else { return nil }
    for row in try database.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY") {
      guard case .integer(let number) = row[0], case .text(let name) = row[1] else { continue }
      var parent: Int64 = 0
      if case .integer(let number) = row[2] { parent = number }
      entities[number] = Entity(number: number, name: name, parent: parent)
    }
  }

  /// Returns whether a table contains metadata that only Core Data uses.
  static func isInternal(_ table: String) -> Bool {
    ["Z_METADATA", "Z_PRIMARYKEY", "Z_MODELCACHE", "ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"].contains(table)
  }

  /// The columns that have no counterpart in objects.
  static let implied: Set<String> = ["Z_PK", "Z_ENT", "Z_OPT"]

  /// Returns the topmost entity whose objects a table contains; nil if the table is not that of an entity.
  func entity(of table: String) -> Entity? {
    entities.values.first { table == "Z\($0.name.uppercased())" && root(of: $0) == $0 }
  }

  /// Returns the entities whose objects a table contains, in the order of their numbers.
  func entities(in table: String) -> [Entity] {
    guard let top = entity(of: table) else { return [] }
    return entities.values.filter { root(of: $0) == top }.sorted { $0.number < $1.number }
  }

  private func root(of entity: Entity) -> Entity {
    var root = entity
    // The number of steps is limited, because a damaged store may contain a cycle.
    for _ in 0..<entities.count {
      guard let parent = entities[root.parent] else { break }
      root = parent
    }
    return root
  }

  // MARK: - Relationships

  /// Returns a table with the foreign keys that are derived from its names and values.
  func adding(to table: StoreTable, _ tables: [StoreTable], _ database: SQLiteDatabase) throws(SQLiteError) -> StoreTable {
    var table = table
    if let join = joinKeys(table) {
      table.foreignKeys = join.keys
      table.isDirected = join.isDirected
      // The columns, which Core Data never leaves NULL, are links. A link cannot be part of a key, and the index of the key remains.
      for index in table.columns.indices where !table.columns[index].name.hasPrefix("Z_FOK_") {
        table.columns[index].isRequired = true
        table.columns[index].keyPosition = 0
      }
      return table
    }
    guard entity(of: table.name) != nil else { return table }
    for column in table.columns where isRelationship(column, of: table) {
      guard let target = target(of: column.name), tables.contains(where: { $0.name == target }) else { continue }
      let stray = try database.rows(
        "SELECT 1 FROM \(SQLText.name(table.name)) AS o WHERE o.\(SQLText.name(column.name)) IS NOT NULL AND NOT EXISTS "
          + "(SELECT 1 FROM \(SQLText.name(target)) AS p WHERE p.Z_PK = o.\(SQLText.name(column.name))) LIMIT 1")
      guard stray.isEmpty else { continue }
      table.foreignKeys.append(StoreTable.ForeignKey(columns: [column.name], table: target, targets: ["Z_PK"], onDelete: "NO ACTION"))
    }
    return table
  }

  /// Returns whether a column is a relationship to one object: Core Data creates an index with a fixed name for such a column.
  func isRelationship(_ column: StoreTable.Column, of table: StoreTable) -> Bool {
    column.affinity == .integer && !Self.implied.contains(column.name)
      && table.indexes.contains { $0.name == "\(table.name)_\(column.name)_INDEX" && $0.columns == [column.name] }
  }

  // Returns the table of the entity that has the name of a relationship; nil if there is none. The store itself does not state the target.
  private func target(of column: String) -> String? {
    let name = column.dropFirst()
    guard let entity = entities.values.first(where: { $0.name.uppercased() == name }) else { return nil }
    return "Z\(root(of: entity).name.uppercased())"
  }

  // Returns the foreign keys of a table such as `Z_1TAGS`, of which the first refers to the owner; nil if the table has another form.
  // `isDirected` is false if the names do not determine which of the keys refers to the owner.
  private func joinKeys(_ table: StoreTable) -> (keys: [StoreTable.ForeignKey], isDirected: Bool)? {
    guard let owner = Self.number(table.name) else { return nil }
    let references = table.columns.filter { !$0.name.hasPrefix("Z_FOK_") }
    var keys: [(number: Int64, key: StoreTable.ForeignKey)] = []
    for column in references {
      // If a relationship is its own inverse, both columns contain objects of the same entity.
      guard let number = Self.number(column.name == Self.reflexive ? table.name : column.name), let entity = entities[number] else {
        return nil
      }
      keys.append(
        (
          number,
          StoreTable.ForeignKey(
            columns: [column.name], table: "Z\(root(of: entity).name.uppercased())", targets: ["Z_PK"], onDelete: "NO ACTION")
        ))
    }
    guard keys.count == 2 else { return nil }
    // The table has the name of the owner's relationship, and so does the column with the numbers of the elements. The other column has
    // the name of the inverse relationship. Both can have the same name if they relate different entities.
    let isElement = keys.map { Self.isNamed($0.key.columns[0], as: table.name) }
    let isOwner = isElement[0] == isElement[1] ? keys.map { $0.number == owner } : isElement.map { !$0 }
    guard isOwner[0] || isOwner[1] else { return nil }
    return (isOwner[0] ? keys.map(\.key) : [keys[1].key, keys[0].key], isOwner[0] != isOwner[1])
  }

  /// The name of the column with the owners of a relationship that is its own inverse.
  static let reflexive = "REFLEXIVE"

  /// Returns a comment on a table such as `Z_1TAGS` whose rows are not the elements of a collection; nil for other tables.
  static func comment(_ table: StoreTable) -> String? {
    guard number(table.name) != nil else { return nil }
    if table.foreignKeys.isEmpty { return "Numbers in the columns can be those of rows, Z_PK, which are not imported." }
    if !table.isDirected {
      return "Each row is a pair of objects of a relationship: the store does not state which of them has the other as an element."
    }
    return "Each row is a pair of objects of a relationship that is ordered in both directions."
  }

  /// Returns whether a column contains the objects of the relationship after which a table such as `Z_1TAGS` is named.
  static func isNamed(_ column: String, as table: String) -> Bool { relationship(column) == relationship(table) }

  // Returns the name of the relationship in a name such as `Z_12TAGS`.
  private static func relationship(_ name: String) -> Substring { name.dropFirst(2).drop { $0.isASCII && $0.isNumber } }

  /// Returns the number in a name such as `Z_12TAGS`; nil for names of another form.
  static func number(_ name: String) -> Int64? {
    guard name.hasPrefix("Z_") else { return nil }
    let digits = name.dropFirst(2).prefix { $0.isASCII && $0.isNumber }
    return digits.count < name.count - 2 ? Int64(digits) : nil
  }

  // MARK: - Names

  /// Returns the name of the attribute or relationship that a column or a table contains.
  /// - Parameter model: The strings of the compiled model, which include the names in their original spelling.
  static func propertyName(_ column: String, _ model: Set<String>) -> String {
    var rest = column[...]
    var suffix = ""
    if rest.hasPrefix("Z_FOK_") {
      (rest, suffix) = (rest.dropFirst(6).drop { $0.isASCII && $0.isNumber }, "Order")
    } else if rest.hasPrefix("Z_") {
      rest = rest.dropFirst(2).drop { $0.isASCII && $0.isNumber }
    } else if rest.hasPrefix("Z") {
      rest = rest.dropFirst()
      // `Z2_OWNER` contains the number of the entity of the object to which `ZOWNER` refers.
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      if !digits.isEmpty, rest.dropFirst(digits.count).hasPrefix("_") { (rest, suffix) = (rest.dropFirst(digits.count + 1), "Entity") }
    }
    let capitals = String(rest)
    let name = model.filter { $0.uppercased() == capitals }.min { $0.isBefore($1) } ?? capitals.lowercased()
    return name + suffix
  }
}
