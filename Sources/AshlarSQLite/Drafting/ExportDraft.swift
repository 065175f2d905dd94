internal import AshlarSchema

/// The types of a database that `ashlar export` has made, from its own description.
struct ExportDraft {
  private(set) var types: [DraftedType] = []

  init(_ catalog: StoreCatalog) {
    let stored = catalog.places.keys.sorted { $0.isBefore($1) }
    var names = DraftedNames()
    var typeNames: [String: String] = [:]
    for type in stored { typeNames[type] = names.retained(type, isType: true) }
    for type in stored {
      var drafted = DraftedType(name: typeNames[type] ?? type, table: type, isEmbedded: catalog.embedded.contains(type))
      var propertyNames = DraftedNames()
      for (property, place) in (catalog.places[type] ?? [:]).sorted(by: { $0.value.ordinal < $1.value.ordinal }) {
        let name = propertyNames.retained(property, isType: false)
        var member = DraftedProperty(
          name: name, type: Self.type(place.declaration, typeNames), column: name.utf8.elementsEqual(property.utf8) ? nil : property)
        if place.isPrimaryKey { member.keys.append("primaryKey: true") } else if place.isIndexed { member.keys.append("indexed: true") }
        drafted.properties.append(member)
      }
      types.append(drafted)
    }
  }

  // Returns a declaration with the names of the schema in place of stored names.
  private static func type(_ declaration: String, _ names: [String: String]) -> String {
    for form in ["List<", "MutableSet<", "Map<"] where declaration.hasPrefix(form) && declaration.hasSuffix(">") {
      let element = String(declaration.dropFirst(form.count).dropLast())
      return form + type(element, names) + ">"
    }
    // A stored name may end in a question mark.
    if let name = names[declaration] { return name }
    if declaration.hasSuffix("?"), let name = names[String(declaration.dropLast())] { return name + "?" }
    return declaration
  }
}
