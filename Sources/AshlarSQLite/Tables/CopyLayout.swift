internal import AshlarSchema

/// The tables of a copy, derived from the types of a file.
struct CopyLayout {
  let dates: DateForm
  /// The name of the table that describes the properties of the file's types.
  static let propertiesName = "_ashlar_properties"
  /// The name of the table with the descriptor of the file's types, which also states the rules that SQLite cannot express.
  static let schemaName = "_ashlar_schema"
  private(set) var tables: [ObjectTable] = []
  /// The names in use. Tables, indexes, triggers and views share one namespace.
  private(set) var names = SQLNames()
  /// The names of the triggers and views.
  private(set) var derivedNames: [String] = []
  private let types: [EntityModel]
  private let indexes: [String: Int]
  // The names of the columns of each table.
  private var columnNames: [SQLNames] = []

  /// - Parameter types: All types of the file. Asymmetric types are omitted.
  init(_ types: [EntityModel], dates: DateForm) {
    self.dates = dates
    self.types = types.filter { $0.kind != .asymmetric }
    indexes = Dictionary(self.types.enumerated().map { ($1.name, $0) }) { first, _ in first }
    _ = names.unique(Self.propertiesName)
    _ = names.unique(Self.schemaName)
    // In a trigger that changes a table of this name, OLD or NEW would refer to the table instead of the row.
    for name in ["old", "new"] { _ = names.unique(name) }
    // The tables of types are named first: each retains the name of its type even if the table of a collection would have the same name.
    let singleNames = self.types.map { add($0) }
    for index in tables.indices { addColumns(index, singleNames[index]) }
    for index in tables.indices { addCollections(index) }
  }

  /// Returns the index of the table of a type; nil if there is none.
  func table(of type: String) -> Int? { indexes[type] }

  // Adds the table of a type without its columns. Returns the names of the columns for single values, by ordinal.
  private mutating func add(_ type: EntityModel) -> [Int: String] {
    var names = SQLNames()
    var single: [Int: String] = [:]
    for (ordinal, property) in type.columns.enumerated() where property.collection == .none && embeddedTarget(property) == nil {
      single[ordinal] = names.unique(property.name)
    }
    let key = type.primaryKey.flatMap { type.properties[$0].isOptional ? nil : $0 }
    let keyName = key.flatMap { single[$0] } ?? names.unique(CollectionTable.row)
    let keyType = key.map { DeclaredType.text(type.properties[$0], dates, key: nil) } ?? "INTEGER"
    tables.append(ObjectTable(model: type, name: self.names.unique(type.name), keyName: keyName, keyType: keyType, key: key))
    columnNames.append(names)
    return single
  }

  private mutating func addColumns(_ index: Int, _ single: [Int: String]) {
    for (ordinal, property) in tables[index].model.columns.enumerated() {
      guard let name = single[ordinal] else { continue }
      let target = self.target(property)
      tables[index].columns.append(
        ObjectTable.Column(
          ordinal: ordinal, name: name, type: DeclaredType.text(property, dates, key: target.map { tables[$0].keyType }), target: target,
          isAny: property.type == .any))
    }
  }

  private mutating func addCollections(_ index: Int) {
    let table = tables[index]
    for (ordinal, property) in table.model.columns.enumerated() {
      let embedded = embeddedTarget(property)
      if property.collection == .none {
        if let embedded { addOwner(of: embedded, index, ordinal, key: (table.name, table.keyName, table.keyType), isList: false) }
        continue
      }
      if let embedded, property.collection != .map {
        addOwner(of: embedded, index, ordinal, key: (table.name, table.keyName, table.keyType), isList: true)
        continue
      }
      let target = self.target(property)
      let name = names.unique("\(table.name)_\(property.name)")
      let element: CollectionTable.Element =
        embedded != nil ? .embedded : target.map { .link($0) } ?? (property.type == .any ? .any : .scalar)
      tables[index].collections.append(
        CollectionTable(
          ordinal: ordinal, name: name, kind: property.collection, element: element,
          type: DeclaredType.text(property, dates, key: target.map { tables[$0].keyType }),
          isOptional: property.storesNil || property.type == .any))
      if let embedded {
        let entries = tables[index].collections.count - 1
        addOwner(of: embedded, index, ordinal, key: (name, CollectionTable.row, "INTEGER"), isList: false, entries: entries)
      }
    }
  }

  // Adds the column that refers to the owner to the table of an embedded type.
  private mutating func addOwner(
    of embedded: Int, _ index: Int, _ ordinal: Int, key: (table: String, column: String, type: String), isList: Bool, entries: Int? = nil
  ) {
    let name = columnNames[embedded].unique("\(tables[index].name)_\(tables[index].model.properties[ordinal].name)")
    if isList, tables[embedded].positionName == nil { tables[embedded].positionName = columnNames[embedded].unique("_position") }
    tables[index].embedded.append(
      ObjectTable.Embedded(ordinal: ordinal, table: embedded, owner: tables[embedded].owners.count, entries: entries))
    tables[embedded].owners.append(
      ObjectTable.Owner(name: name, table: key.table, key: key.column, type: key.type, isList: isList))
  }

  private func target(_ property: PropertyModel) -> Int? {
    property.type == .object ? property.target.flatMap { indexes[$0] } : nil
  }

  private func embeddedTarget(_ property: PropertyModel) -> Int? {
    target(property).flatMap { types[$0].kind == .embedded ? $0 : nil }
  }

  /// Returns an unused name for an index, and marks it as used.
  mutating func uniqueIndex(_ name: String) -> String { names.unique(name) }

  /// Returns an unused name for a trigger or a view, and adds it to `derivedNames`.
  mutating func unique(_ name: String) -> String {
    let result = names.unique(name)
    derivedNames.append(result)
    return result
  }
}
