internal import AshlarCompiler
internal import AshlarSchema

/// The contents of a diagram: boxes with rows, and arrows from rows to boxes.
struct SchemaGraph {
  enum BoxKind: String {
    case object, embedded, asymmetric, projection
    case enumeration = "enum"
  }

  struct Row {
    var name: String
    var detail: String
    /// The mark of a property, as `EntityModel.mark(of:)` returns it; for linking objects, their delete rule.
    var mark: String
  }

  struct Box {
    var name: String
    var kind: BoxKind
    var rows: [Row]
    var documentation: String?
  }

  enum ArrowKind: String {
    case link, embedding
    /// From a property to the enum of its values.
    case choice
    /// From a projection to the projected type.
    case view
  }

  struct Arrow {
    var source: Int
    var row: Int
    var target: Int
    var kind: ArrowKind
    var isMany: Bool
    /// The delete rule of the link; nil if it has none.
    var rule: String?

    var cardinality: String { kind == .choice || kind == .view ? "" : isMany ? "*" : "0..1" }
  }

  /// The maximum number of an enum's cases in a diagram; a further row shows the number of omitted cases.
  static let caseLimit = 12

  /// The entities, the enums and the projections; each kind is sorted by name.
  private(set) var boxes: [Box]
  /// The arrows, in the order of boxes and rows. Linking objects have no arrow, because the link that they follow already has one.
  private(set) var arrows: [Arrow] = []

  init(_ schema: SchemaModel) {
    let schema = schema.statingDeleteRules()
    boxes = schema.entities.map { Self.box($0, in: schema) } + schema.enums.map(Self.box) + schema.projections.map(Self.box)
    let numbers = Dictionary(boxes.enumerated().map { ($1.name, $0) }) { first, _ in first }
    for (source, entity) in schema.entities.enumerated() {
      for (row, property) in entity.properties.enumerated() where property.collection != .linkingObjects {
        guard let name = property.target ?? property.enumName, let target = numbers[name] else { continue }
        let kind: ArrowKind =
          switch boxes[target].kind {
          case .enumeration: .choice
          case .embedded: .embedding
          case .object, .asymmetric, .projection: .link
          }
        arrows.append(
          Arrow(
            source: source, row: row, target: target, kind: kind, isMany: property.collection != .none,
            rule: entity.deleteRule(of: property, in: schema)))
      }
    }
    for (index, projection) in schema.projections.enumerated() {
      guard let target = numbers[projection.root] else { continue }
      arrows.append(Arrow(source: schema.entities.count + schema.enums.count + index, row: 0, target: target, kind: .view, isMany: false))
    }
  }

  /// Returns the box of a projection. Its first row contains the projected type, and the arrow to that type begins there.
  private static func box(_ projection: ProjectionModel) -> Box {
    let rows = projection.properties.map { Row(name: $0.name, detail: $0.path, mark: "") }
    return Box(
      name: projection.name, kind: .projection, rows: [Row(name: "of", detail: projection.root, mark: "")] + rows,
      documentation: projection.documentation)
  }

  private static func box(_ entity: EntityModel, in schema: SchemaModel) -> Box {
    let kind: BoxKind =
      switch entity.kind {
      case .object: .object
      case .embedded: .embedded
      case .asymmetric: .asymmetric
      }
    let rows = entity.properties.map { property in
      // Linking objects have no arrow to which the rule could be attached.
      let rule = property.collection == .linkingObjects ? entity.deleteRule(of: property, in: schema) : nil
      return Row(name: property.name, detail: property.schemaType, mark: rule ?? entity.mark(of: property))
    }
    return Box(name: entity.name, kind: kind, rows: rows, documentation: entity.documentation)
  }

  private static func box(_ enumeration: EnumModel) -> Box {
    var rows = enumeration.cases.prefix(caseLimit).map {
      Row(name: $0.name, detail: $0.rawValue == .string($0.name) ? "" : ValueText.text($0.rawValue), mark: "")
    }
    let more = enumeration.cases.count - rows.count
    if more > 0 { rows.append(Row(name: "… \(more) more", detail: "", mark: "")) }
    return Box(name: enumeration.name, kind: .enumeration, rows: rows, documentation: enumeration.documentation)
  }
}
