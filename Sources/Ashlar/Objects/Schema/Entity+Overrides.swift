import AshlarSchema

extension _Entity {
  /// Stored names by Swift names, for the properties whose names differ.
  var mapping: [String: String] {
    var names: [String: String] = [:]
    for property in model.columns where property.name != property.storedName { names[property.name] = property.storedName }
    return names
  }

  /// The names of the indexed properties, except the primary key.
  var indexedNames: [String] { model.columns.filter { $0.isIndexed && !$0.isPrimaryKey }.map(\.name) }

  /// One line for each overridden method whose result contradicts the schema.
  var contradictions: [String] {
    var lines: [String] = []
    func line(_ method: String, _ said: String, _ here: String) {
      lines.append(
        "'\(model.name).\(method)' returns \(said), but the schema \(here): change the schema, or remove the method.")
    }
    func text(_ names: [String]) -> String { "[\(names.sorted().joined(separator: ", "))]" }
    let key = model.primaryKey.map { model.properties[$0].name }
    if type.primaryKey() != key { line("primaryKey()", "'\(type.primaryKey() ?? "nil")'", "states '\(key ?? "nil")'") }
    if Set(type.indexedProperties()) != Set(indexedNames) {
      line("indexedProperties()", text(type.indexedProperties()), "states \(text(indexedNames))")
    }
    let said = type.propertiesMapping()
    if said != mapping {
      line("propertiesMapping()", text(said.map { "\($0): \($1)" }), "states \(text(mapping.map { "\($0): \($1)" }))")
    }
    let stored = type.ignoredProperties().filter { name in model.columns.contains { $0.name == name } }
    if !stored.isEmpty { line("ignoredProperties()", text(stored), "stores \(stored.count == 1 ? "it" : "them")") }
    if let name = type._realmObjectName(), name != model.storedName {
      line("_realmObjectName()", "'\(name)'", "states '\(model.storedName)'")
    }
    return lines
  }
}
