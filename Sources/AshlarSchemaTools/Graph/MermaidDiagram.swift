internal import AshlarCompiler
public import AshlarSchema

/// Renders a schema as a Mermaid class diagram.
public enum MermaidDiagram {
  /// Returns the diagram: a box for each type, enum and projection; a line for each link and each property of linking objects, with the
  /// cardinality and the delete rule; and a line from each projection to the projected type. The output is deterministic.
  public static func text(for schema: SchemaModel) -> String {
    let schema = schema.statingDeleteRules()
    var lines = ["classDiagram"]
    for entity in schema.entities {
      lines.append("  class \(name(entity.name)) {")
      switch entity.kind {
      case .object: break
      case .embedded: lines.append("    <<embedded>>")
      case .asymmetric: lines.append("    <<asymmetric>>")
      }
      lines += entity.properties.filter { $0.type != .object }.map { "    \(type(of: $0)) \($0.name)\(marks($0, entity))" }
      lines.append("  }")
    }
    for enumeration in schema.enums {
      lines.append("  class \(name(enumeration.name)) {")
      lines.append("    <<enumeration>>")
      lines += enumeration.cases.map { "    \($0.name)" }
      lines.append("  }")
    }
    for projection in schema.projections {
      lines.append("  class \(name(projection.name)) {")
      lines.append("    <<projection>>")
      lines += projection.properties.map { "    \($0.name)" }
      lines.append("  }")
    }
    for entity in schema.entities {
      lines += entity.properties.compactMap { link(from: entity, $0, schema) }
    }
    lines += schema.projections.map { "  \(name($0.name)) ..|> \(name($0.root))" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func link(from entity: EntityModel, _ property: PropertyModel, _ schema: SchemaModel) -> String? {
    guard let target = property.target else { return nil }
    let isEmbedded = schema.entity(named: target)?.kind == .embedded
    let (arrow, cardinality) =
      switch property.collection {
      case .none: (isEmbedded ? "*--" : "-->", "0..1")
      case .list, .set, .map: (isEmbedded ? "*--" : "-->", "*")
      case .linkingObjects: ("..>", "*")
      }
    let rule = entity.deleteRule(of: property, in: schema).map { " «\($0)»" } ?? ""
    let label = property.name + (property.origin.map { " (from \($0))" } ?? "") + rule
    return "  \(name(entity.name)) \(arrow) \"\(cardinality)\" \(name(target)) : \(label)"
  }

  private static func type(of property: PropertyModel) -> String {
    // Mermaid delimits generic arguments with tildes.
    String(property.schemaType.map { $0 == "<" || $0 == ">" ? "~" : $0 })
  }

  private static func marks(_ property: PropertyModel, _ entity: EntityModel) -> String {
    let mark = entity.mark(of: property)
    return mark.isEmpty ? "" : " «\(mark == "index" ? "indexed" : mark)»"
  }

  /// Returns the name, in backticks if it contains non-ASCII characters.
  private static func name(_ name: String) -> String {
    name.utf8.allSatisfy { $0 < 0x80 } ? name : "`\(name)`"
  }
}
