import AshlarSchema

extension Schema: CustomStringConvertible {
  /// All types, ordered by name; `print(realm.schema)` prints this text.
  public var description: String { "Schema {\n" + objectSchema.map { "\t\($0.text(indent: "\t"))\n" }.joined() + "}" }
}

extension ObjectSchema: CustomStringConvertible {
  /// The class name and all properties.
  public var description: String { text(indent: "") }

  func text(indent: String) -> String {
    let kind = isEmbedded ? " (embedded)" : isAsymmetric ? " (asymmetric)" : ""
    let lines = allProperties.map { "\(indent)\t\($0.text(indent: indent + "\t"))\n" }
    return "\(className)\(kind) {\n" + lines.joined() + indent + "}"
  }
}

extension Property: CustomStringConvertible {
  /// The name of the property, and one line for each attribute.
  public var description: String { text(indent: "") }

  func text(indent: String) -> String {
    func flag(_ value: Bool) -> String { value ? "YES" : "NO" }
    var lines = [("type", type.name)]
    if let objectClassName { lines.append(("objectClassName", objectClassName)) }
    if let origin { lines.append(("linkOriginPropertyName", origin)) }
    lines += [
      ("columnName", columnName), ("indexed", flag(isIndexed)), ("isPrimary", flag(isPrimary)), ("array", flag(isArray)),
      ("set", flag(isSet)), ("dictionary", flag(isMap)), ("optional", flag(isOptional)),
    ]
    return "\(name) {\n" + lines.map { "\(indent)\t\($0) = \($1);\n" }.joined() + indent + "}"
  }
}

extension PropertyType {
  /// The name in messages and descriptions.
  var name: String { ScalarKind.all.first { PropertyType($0.type) == self }?.messageName ?? "linking objects" }
}
