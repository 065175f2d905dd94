internal import AshlarSchema
internal import AshlarSchemaTools

extension SchemaDraft {
  // Returns the table to which a foreign key refers; nil if its columns do not become a link.
  func linkTarget(_ foreign: StoreTable.ForeignKey, of table: StoreTable) -> StoreTable? {
    guard let target = catalog.table(foreign.table), typeNames[target.name] != nil else { return nil }
    if foreign.columns.count == 1, table.column(foreign.columns[0]).map({ $0.keyPosition > 0 }) ?? true { return nil }
    return isResolved(foreign, to: target) ? target : nil
  }

  // Returns whether a foreign key refers to existing columns that identify one row.
  func isResolved(_ foreign: StoreTable.ForeignKey, to target: StoreTable) -> Bool {
    let referenced = foreign.targets ?? target.key
    return referenced.count == foreign.columns.count && referenced.allSatisfy { target.column($0) != nil } && target.identifies(referenced)
  }

  // Returns the table to which a foreign key refers, for a comment on columns that do not become a link.
  func reference(_ foreign: StoreTable.ForeignKey) -> String {
    guard let target = catalog.table(foreign.table) else { return "'\(foreign.table)'" }
    let referenced = foreign.targets ?? target.key
    guard !referenced.isEmpty, referenced.allSatisfy({ target.column($0) != nil }), !target.identifies(referenced) else {
      return "'\(foreign.table)'"
    }
    return "'\(foreign.table)' by '\(referenced.joined(separator: ", "))', which is not unique there"
  }

  mutating func addLink(_ column: StoreTable.Column, to target: StoreTable, of table: StoreTable) {
    var words = column.name
    for suffix in ["_id", "_ID", "Id", "ID"] where catalog.coreData == nil && words.hasSuffix(suffix) && words.count > suffix.count {
      words.removeLast(suffix.count)
      break
    }
    let name = propertyName(words, in: table.name)
    var property = DraftedProperty(name: name, type: "\(typeNames[target.name] ?? target.name)?", column: Self.stored(column.name, name))
    if column.isRequired { property.keys.append("required: true") }
    let unique = table.indexes.filter { $0.isUnique && !$0.omitsRows && $0.columns == [column.name] }
    var comments: [String] = []
    if owners[table.name] == nil {
      if unique.contains(where: \.isBinary) { property.keys.append("unique: true") }
      if unique.contains(where: { !$0.isBinary }) { comments.append("unique in the database, by another comparison") }
    }
    if let text = Self.defaultText(column) { comments.append("default: \(text)") }
    if !comments.isEmpty { property.comment = comments.joined(separator: "; ") }
    types[table.name]?.properties.append(property)
    columns[table.name, default: DraftedColumns()].add(
      DraftedColumns.Property(name: name, type: .object, isOptional: true, isEnum: false), for: column.name)
  }

  // Adds links for foreign keys of several columns. The columns remain properties, because one of them can be NULL or be part of a key.
  mutating func addCompoundLinks(of table: StoreTable) {
    for foreign in table.foreignKeys where foreign.columns.count > 1 && foreign != owners[table.name] {
      guard let target = linkTarget(foreign, of: table), table.column(foreign.joinedName) == nil, foreign.joinedName.utf8.count <= 63,
        foreign.columns.allSatisfy({ table.column($0) != nil }),
        types[table.name]?.properties.contains(where: { ($0.column ?? $0.name) == foreign.joinedName }) == false
      else {
        let comment = "\(foreign.columns.joined(separator: ", ")) refer to \(reference(foreign))."
        types[table.name]?.comments.append(comment)
        continue
      }
      let typeName = typeNames[target.name] ?? target.name
      let name = propertyName(typeName, in: table.name)
      var property = DraftedProperty(name: name, type: "\(typeName)?", column: Self.stored(foreign.joinedName, name))
      if foreign.columns.allSatisfy({ table.column($0)?.isRequired == true || table.key.contains($0) && table.rowID == nil }) {
        property.keys.append("required: true")
      }
      property.comment = "by \(foreign.columns.joined(separator: ", "))"
      types[table.name]?.properties.append(property)
    }
  }

  mutating func addCollection(_ join: JoinTable) {
    guard let owner = catalog.table(join.owner.table), let element = catalog.table(join.element.table),
      let target = typeNames[element.name],
      let type = types[owner.name], !type.properties.contains(where: { ($0.column ?? $0.name) == join.table.name }),
      join.table.name.utf8.count <= 63
    else { return omitted.append("the table '\(join.table.name)'") }
    // The table of a store of Core Data has the name of one of two inverse relationships. The column of the elements has the name of the
    // owner's relationship.
    let isInverse =
      catalog.coreData != nil && CoreDataStore.isNamed(join.owner.columns[0], as: join.table.name)
      && !CoreDataStore.isNamed(join.element.columns[0], as: join.table.name)
    let name = propertyName(isInverse ? join.element.columns[0] : join.table.name, in: owner.name)
    types[owner.name]?.properties.append(
      DraftedProperty(
        name: name, type: "\(join.isList ? "List" : "MutableSet")<\(target)>", column: Self.stored(join.table.name, name),
        comment: join.comment))
  }

  // Adds linking objects to the targets of a table's links, with the delete rules of the foreign keys.
  mutating func addInverses(of table: StoreTable) {
    for foreign in table.foreignKeys {
      let column = foreign.columns.count == 1 ? table.column(foreign.columns[0])?.name ?? "" : foreign.joinedName
      guard let target = linkTarget(foreign, of: table), let source = types[table.name],
        let link = source.properties.first(where: { ($0.column ?? $0.name) == column && $0.type == "\(typeNames[target.name] ?? "")?" })
      else { continue }
      // A database may declare a foreign key twice.
      let (type, origin) = ("LinkingObjects<\(source.name)>", "origin: \(YAMLText.scalar(link.name))")
      if types[target.name]?.properties.contains(where: { $0.type == type && $0.keys.first == origin }) == true { continue }
      let several = table.foreignKeys.filter { catalog.table($0.table)?.name == target.name }.count > 1
      let name = propertyNames[target.name]?.property(several ? "\(source.name)_\(link.name)" : source.name) ?? source.name
      var property = DraftedProperty(name: name, type: type, keys: [origin])
      if foreign.onDelete == "CASCADE" { property.keys.append("deleteRule: cascade") }
      // RESTRICT denies the deletion in SQLite, too. If a required link became nil, the commit would fail.
      let isDenied = foreign.onDelete == "RESTRICT" || foreign.onDelete != "CASCADE" && link.keys.contains("required: true")
      if isDenied { property.keys.append("deleteRule: deny") }
      types[target.name]?.properties.append(property)
    }
  }

  // MARK: - Embedded objects

  /// Returns the foreign key to the owners of the rows of a table; nil unless each row belongs to exactly one owner and is deleted with it,
  /// and no foreign key refers to the table.
  func ownerKey(of table: StoreTable) -> StoreTable.ForeignKey? {
    let keys = table.foreignKeys.filter { $0.onDelete == "CASCADE" }
    guard keys.count == 1, let key = keys.first, let owner = catalog.table(key.table), owner.name != table.name,
      typeNames[owner.name] != nil, table.foreignKeys.filter({ catalog.table($0.table)?.name == owner.name }).count == 1,
      key.columns.allSatisfy({ table.column($0)?.isRequired == true }), table.columns.count > key.columns.count,
      !catalog.tables.contains(where: { $0.foreignKeys.contains { catalog.table($0.table)?.name == table.name } })
    else { return nil }
    return isResolved(key, to: owner) ? key : nil
  }

  mutating func addOwned(_ table: StoreTable) {
    guard let key = owners[table.name], let owner = catalog.table(key.table), let type = types[table.name] else { return }
    let name = propertyName(type.name, in: owner.name)
    let isSingle = table.isUnique(key.columns)
    let position = isSingle ? nil : table.position
    types[owner.name]?.properties.append(
      DraftedProperty(
        name: name, type: isSingle ? "\(type.name)?" : "List<\(type.name)>",
        comment: position.map { "in the order of '\($0.name)', whose numbers are not kept" }))
  }
}
