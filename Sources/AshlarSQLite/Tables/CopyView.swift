internal import AshlarSchema

/// The view of a type: a row for each object, with the columns of the table, those of its embedded objects, and its collections as JSON.
enum CopyView {
  // The aliases of the table of the type and of the tables in subqueries.
  private static let object = "\"o\""
  private static let element = "\"e\""

  /// Returns the statement that creates the view.
  static func statement(_ table: ObjectTable, named name: String, in layout: CopyLayout) -> String {
    var names = SQLNames()
    var terms: [String] = []
    func add(_ term: String, _ name: String) { terms.append("\(term) AS \(SQLText.name(names.unique(name)))") }
    let key = "\(object).\(SQLText.name(table.keyName))"
    if table.key == nil { add(key, table.keyName) }
    for column in table.columns { add("\(object).\(SQLText.name(column.name))", column.name) }
    for use in table.embedded {
      let property = table.model.properties[use.ordinal]
      let other = layout.tables[use.table]
      let owner = other.owners[use.owner]
      if use.entries != nil { continue }
      guard owner.isList else {
        for column in other.columns {
          add(
            "(SELECT \(element).\(SQLText.name(column.name)) FROM \(SQLText.name(other.name)) AS \(element) "
              + "WHERE \(element).\(SQLText.name(owner.name)) = \(key))", "\(property.name).\(column.name)")
        }
        continue
      }
      let rows =
        "SELECT * FROM \(SQLText.name(other.name)) AS \(element) WHERE \(element).\(SQLText.name(owner.name)) = \(key) "
      let order = "ORDER BY \(element).\(SQLText.name(other.positionName ?? owner.name))"
      add("(SELECT json_group_array(\(json(of: other))) FROM (\(rows)\(order)) AS \(element))", property.name)
    }
    for collection in table.collections {
      add(elements(collection, key, table, layout), table.model.properties[collection.ordinal].name)
    }
    return
      "CREATE VIEW \(SQLText.name(name)) AS SELECT\n  \(terms.joined(separator: ",\n  "))\nFROM \(SQLText.name(table.name)) AS \(object)"
  }

  private static func elements(_ collection: CollectionTable, _ key: String, _ table: ObjectTable, _ layout: CopyLayout) -> String {
    let property = table.model.properties[collection.ordinal]
    let rows =
      "(SELECT * FROM \(SQLText.name(collection.name)) AS \(element) WHERE \(element).\(SQLText.name(CollectionTable.owner)) = \(key) "
      + "ORDER BY \(element).\(SQLText.name(CollectionTable.position))) AS \(element)"
    let keyTerm = "\(element).\(SQLText.name(CollectionTable.key))"
    if case .embedded = collection.element {
      guard let use = table.embedded.first(where: { $0.ordinal == collection.ordinal }) else { return "NULL" }
      let other = layout.tables[use.table]
      // An entry without an object is null.
      let value =
        "(SELECT \(json(of: other, as: "\"v\"")) FROM \(SQLText.name(other.name)) AS \"v\" "
        + "WHERE \"v\".\(SQLText.name(other.owners[use.owner].name)) = \(element).\(SQLText.name(CollectionTable.row)))"
      return "(SELECT json_group_object(\(keyTerm), json(\(value))) FROM \(rows))"
    }
    let value = json("\(element).\(SQLText.name(CollectionTable.value))", property.type.form, isLink: property.type == .object)
    if collection.kind == .map { return "(SELECT json_group_object(\(keyTerm), \(value)) FROM \(rows))" }
    return "(SELECT json_group_array(\(value)) FROM \(rows))"
  }

  // The maximum number of members that are arguments of one function: SQLite may limit a function to 100 arguments.
  private static let mostMembers = 49

  // Returns the columns of an embedded object as a JSON object, without its own embedded objects and collections.
  private static func json(of table: ObjectTable, as row: String = element) -> String {
    var members = table.columns.map { column in
      let property = table.model.properties[column.ordinal]
      let value = json("\(row).\(SQLText.name(column.name))", property.type.form, isLink: column.target != nil)
      return (name: property.name, value: value)
    }
    func next(_ argument: (String) -> String) -> String {
      let arguments = members.prefix(mostMembers).map { "\(SQLText.literal(argument($0.name))), \($0.value)" }
      members.removeFirst(min(mostMembers, members.count))
      return arguments.joined(separator: ", ")
    }
    var object = "json_object(\(next { $0 }))"
    while !members.isEmpty { object = "json_set(\(object), \(next { "$.\"\($0)\"" }))" }
    return object
  }

  // Returns a value as an argument of a function that creates JSON.
  private static func json(_ term: String, _ form: ScalarForm, isLink: Bool) -> String {
    if isLink { return term }
    switch form {
    case .any: return "json(\(term))"
    // JSON cannot contain bytes, so they are written as hex digits.
    case .data: return "CASE WHEN \(term) IS NULL THEN NULL ELSE hex(\(term)) END"
    case .bool, .integer, .float, .double, .string, .date, .decimal, .objectId, .uuid, .object: return term
    }
  }
}
