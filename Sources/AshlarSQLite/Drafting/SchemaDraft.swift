internal import AshlarCompiler
internal import AshlarSchema
internal import AshlarSchemaTools

/// A schema for the rows of an SQLite database, as text to be completed: comments state what the database does not determine.
package struct SchemaDraft {
  /// The schema, in the schema language.
  package private(set) var text = ""

  private let catalog: StoreCatalog
  private let database: SQLiteDatabase
  private var joins: [String: JoinTable] = [:]
  private var typeNames: [String: String] = [:]
  private var propertyNames: [String: DraftedNames] = [:]
  private var types: [String: DraftedType] = [:]
  private var omitted: [String] = []
  // Words of a model of Core Data, in which names have their own case.
  private let model: Set<String>

  /// Reads the tables of a database, and up to 2,000 rows of each.
  /// - Parameters:
  ///   - name: The name of the schema.
  ///   - models: Compiled models of Core Data, `.mom` files. A store contains the names of attributes in capitals only.
  package init(_ database: SQLiteDatabase, name: String, models: [[UInt8]] = []) throws(SQLiteError) {
    self.database = database
    model = Set(models.flatMap { PropertyListText.strings($0) ?? [] })
    let catalog = try StoreCatalog(database)
    self.catalog = catalog
    guard catalog.places.isEmpty else {
      text = Self.text(
        name, ExportDraft(catalog).types, comments: ["Drafted from a copy that 'ashlar export' has made. Rules are not part of it."])
      return
    }
    omitted = catalog.notImported
    var names = DraftedNames()
    let tables = catalog.tables.filter { table in
      let isNamed = (1...57).contains(table.name.utf8.count)
      if !isNamed { omitted.append("the table '\(table.name)', whose name has more than 57 bytes or none") }
      return isNamed
    }
    for table in tables {
      joins[table.name] = JoinTable(table, in: catalog)
      if joins[table.name] == nil { typeNames[table.name] = names.type(catalog.coreData?.entity(of: table.name)?.name ?? table.name) }
    }
    for table in tables where joins[table.name] == nil {
      propertyNames[table.name] = DraftedNames()
      types[table.name] = DraftedType(name: typeNames[table.name] ?? table.name, table: table.name)
    }
    for table in tables where joins[table.name] == nil { try addColumns(of: table) }
    for table in tables { if let join = joins[table.name] { addCollection(join) } }
    for table in tables where joins[table.name] == nil { addInverses(of: table) }
    let comments =
      ["Drafted from '\(database.path)'. Check the types, and delete what you do not need; 'ashlar import' lists what it does not read."]
      + omitted.map { "Not imported: \($0)." }
    text = Self.text(name, tables.compactMap { types[$0.name] }, comments: comments)
  }

  private static func text(_ name: String, _ types: [DraftedType], comments: [String]) -> String {
    var lines = YAMLText.comments(comments, indentation: 0) + ["ashlar: 1", "", "schema:", "  name: \(YAMLText.scalar(name))"]
    for (key, isEmbedded) in [("objects", false), ("embedded", true)] {
      let section = types.filter { $0.isEmbedded == isEmbedded }
      if section.isEmpty { continue }
      lines += ["", "\(key):"] + Array(section.map(\.lines).joined(separator: [""]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Columns

  private mutating func addColumns(of table: StoreTable) throws(SQLiteError) {
    let samples = try samples(of: table)
    let key = table.key
    if key.count > 1 {
      types[table.name]?.comments.append("The primary key has several columns: \(key.joined(separator: ", ")).")
    }
    let entities = catalog.coreData?.entities(in: table.name) ?? []
    if entities.count > 1 {
      let list = entities.map { "\($0.number) \($0.name)" }.joined(separator: ", ")
      types[table.name]?.comments.append("Objects of several entities: entity is the number of one of these: \(list).")
    }
    for column in table.columns {
      if catalog.isImplied(column.name, of: table), column.name != "Z_ENT" || entities.count < 2 { continue }
      guard (1...63).contains(column.name.utf8.count) else {
        omitted.append("the column '\(table.name).\(column.name)', whose name has more than 63 bytes or none")
        continue
      }
      let foreign = table.foreignKeys.first { $0.columns == [column.name] }
      if let foreign, let target = linkTarget(foreign, column) {
        addLink(column, to: target, of: table)
        continue
      }
      addScalar(column, samples[column.name] ?? ColumnSample(), of: table, foreign)
    }
    for index in table.indexes where index.columns.count > 1 && Set(index.columns.compactMap(\.self)) != Set(key) {
      let names = index.columns.map { $0 ?? "an expression" }.joined(separator: ", ")
      types[table.name]?.comments.append(
        "\(index.isUnique ? "Unique" : "Indexed") together: \(names)\(index.isPartial ? ", in some rows" : "").")
    }
  }

  // Returns the table to which a foreign key links; nil if its columns remain plain values.
  private func linkTarget(_ foreign: StoreTable.ForeignKey, _ column: StoreTable.Column) -> StoreTable? {
    guard let target = catalog.table(foreign.table), typeNames[target.name] != nil, column.keyPosition == 0 else { return nil }
    if target.rowID != nil { return target }
    return target.key.count == 1 ? target : nil
  }

  private mutating func addLink(_ column: StoreTable.Column, to target: StoreTable, of table: StoreTable) {
    var words = column.name
    for suffix in ["_id", "_ID", "Id", "ID"] where catalog.coreData == nil && words.hasSuffix(suffix) && words.count > suffix.count {
      words.removeLast(suffix.count)
      break
    }
    let name = propertyName(words, in: table.name)
    var property = DraftedProperty(name: name, type: "\(typeNames[target.name] ?? target.name)?", column: Self.stored(column.name, name))
    if column.isRequired { property.keys.append("required: true") }
    if table.isUnique([column.name]) { property.keys.append("unique: true") }
    types[table.name]?.properties.append(property)
  }

  private mutating func addScalar(
    _ column: StoreTable.Column, _ sample: ColumnSample, of table: StoreTable, _ foreign: StoreTable.ForeignKey?
  ) {
    let isKnownDate = catalog.dates(column, of: table, nil) != nil && (sample.areNumbers || sample.values == 0)
    let proposal = isKnownDate ? ColumnProposal.knownDate : ColumnProposal(column, sample)
    let kind = proposal.type.kind
    let name = propertyName(column.name, in: table.name)
    let isOnlyKey = table.key == [column.name]
    let isKey = isOnlyKey && kind.canBeKey && sample.nulls == 0
    let isOptional = !column.isRequired && !isKey && !(isOnlyKey && table.rowIDColumn != nil) && proposal.type != .any
    var property = DraftedProperty(name: name, type: kind.name + (isOptional ? "?" : ""), column: Self.stored(column.name, name))
    var comments = [proposal.comment].compactMap(\.self)
    if isKey {
      property.keys.append("primaryKey: true")
    } else if isOnlyKey {
      comments.append("the primary key, whose values cannot be one here")
    } else if let index = table.indexes.first(where: { $0.columns == [column.name] }), kind.canBeIndexed {
      let isUnique = index.isUnique && !index.isPartial && index.isBinary && proposal.type != .any
      property.keys.append(isUnique ? "unique: true" : "indexed: true")
      if index.isUnique, !isUnique { comments.append("unique in the database, by another comparison or in some rows") }
    }
    if let text = column.defaultText, !isKey, text.uppercased() != "NULL" {
      if let value = Self.defaultValue(text, proposal.type) {
        property.keys.append("default: \(value)")
      } else {
        comments.append("default: \(text)")
      }
    }
    if foreign == nil, let store = catalog.coreData, store.isRelationship(column, of: table) {
      comments.append("a relationship whose target the store does not state: write the type of the target")
    }
    if let foreign { comments.append("refers to '\(foreign.table)'") }
    if !comments.isEmpty { property.comment = comments.joined(separator: "; ") }
    types[table.name]?.properties.append(property)
  }

  private mutating func propertyName(_ column: String, in table: String) -> String {
    var wanted = column
    if let store = catalog.coreData, store.entity(of: table) != nil {
      wanted = column == "Z_ENT" ? "entity" : CoreDataStore.propertyName(column, model)
    }
    return propertyNames[table]?.property(wanted) ?? wanted
  }

  private static func stored(_ column: String, _ name: String) -> String? { column.utf8.elementsEqual(name.utf8) ? nil : column }

  // Returns a default in the schema language; nil if the text is not a literal of the type.
  private static func defaultValue(_ text: String, _ type: ValueType) -> String? {
    if type == .date, ["current_timestamp", "datetime('now')"].contains(text.lowercased()) { return "now" }
    if type == .bool { return text == "0" ? "false" : text == "1" ? "true" : nil }
    if type == .int { return Int64(text).map { "\($0)" } }
    if type == .double { return Double(text).flatMap { $0.isFinite ? "\($0)" : nil } }
    guard type == .string, text.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return nil }
    return YAMLText.quoted(String(text.dropFirst().dropLast()).replacing("''", with: "'"))
  }

  // Reads the first rows and, by the rowid, the last ones.
  private func samples(of table: StoreTable) throws(SQLiteError) -> [String: ColumnSample] {
    var samples = [ColumnSample](repeating: ColumnSample(), count: table.columns.count)
    let names = SQLText.names(table.columns.map(\.name))
    let order = table.rowID.map { " ORDER BY \($0) DESC" }
    for end in ["", order].compactMap(\.self) where !table.columns.isEmpty {
      let statement = try database.prepare("SELECT \(names) FROM \(SQLText.name(table.name))\(end) LIMIT 1000")
      while try statement.step() {
        for index in samples.indices { samples[index].add(statement.value(index)) }
      }
    }
    return Dictionary(zip(table.columns.map(\.name), samples)) { first, _ in first }
  }

  // MARK: - Collections

  private mutating func addCollection(_ join: JoinTable) {
    guard let owner = catalog.table(join.owner.table), let element = catalog.table(join.element.table),
      let target = typeNames[element.name],
      let type = types[owner.name], !type.properties.contains(where: { ($0.column ?? $0.name) == join.table.name }),
      join.table.name.utf8.count <= 63
    else { return omitted.append("the table '\(join.table.name)'") }
    let name = propertyName(join.table.name, in: owner.name)
    types[owner.name]?.properties.append(
      DraftedProperty(
        name: name, type: "\(join.isList ? "List" : "MutableSet")<\(target)>", column: Self.stored(join.table.name, name),
        comment: join.position.map { "in the order of '\($0)', whose numbers are not kept" }))
  }

  // Adds linking objects to the targets of a table's links, with the delete rules of the foreign keys.
  private mutating func addInverses(of table: StoreTable) {
    for column in table.columns {
      guard let foreign = table.foreignKeys.first(where: { $0.columns == [column.name] }), let target = linkTarget(foreign, column),
        let source = types[table.name],
        let link = source.properties.first(where: { ($0.column ?? $0.name) == column.name && $0.type == "\(typeNames[target.name] ?? "")?" }
        )
      else { continue }
      let several = table.foreignKeys.filter { catalog.table($0.table)?.name == target.name }.count > 1
      let name = propertyNames[target.name]?.property(several ? "\(source.name)_\(link.name)" : source.name) ?? source.name
      var property = DraftedProperty(name: name, type: "LinkingObjects<\(source.name)>", keys: ["origin: \(YAMLText.scalar(link.name))"])
      if foreign.onDelete == "CASCADE" { property.keys.append("deleteRule: cascade") }
      if foreign.onDelete == "RESTRICT" { property.keys.append("deleteRule: deny") }
      types[target.name]?.properties.append(property)
    }
  }
}
