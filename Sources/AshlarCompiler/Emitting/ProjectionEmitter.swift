internal import AshlarSchema

/// Emits the class of one projection.
struct ProjectionEmitter {
  let projection: ProjectionModel
  let surface: ProjectionSurface
  let access: AccessLevel

  private var root: String { SwiftIdentifier.escaped(projection.root) }

  /// Returns the class, with computed properties that access the root object, and the table of their key paths.
  func declaration() -> SwiftDeclaration {
    let name = SwiftIdentifier.escaped(projection.name)
    let properties = zip(projection.properties, surface.properties).map { SwiftMember.declaration(property($0, $1)) }
    return SwiftDeclaration(
      documentation: projection.documentation, deprecation: surface.deprecation, modifiers: access.words + ["nonisolated", "final"],
      head: "class \(name): \((["Projection<\(root)>"] + surface.protocols.map(SwiftIdentifier.escapedPath)).joined(separator: ", "))",
      body: .members(properties + support(name)))
  }

  private func property(_ property: ProjectedPropertyModel, _ surface: ProjectedSurface) -> SwiftDeclaration {
    let value = "rootObject.\(surface.expression)"
    // A key path written in Swift may refer to declarations that inlinable code cannot use.
    var accessors = [SwiftAccessor(attributes: surface.isSwift ? [] : surface.access.inlinable, keyword: "get", code: value)]
    if let setter = surface.setter {
      accessors.append(SwiftAccessor(attributes: setter.inlinable, keyword: "set", code: "\(value) = newValue"))
    }
    let setAccess = surface.setter ?? surface.access
    return SwiftDeclaration(
      documentation: property.documentation, deprecation: self.surface.deprecation == nil ? surface.deprecation : nil,
      modifiers: surface.access.words + (setAccess == surface.access ? [] : ["\(setAccess.rawValue)(set)"]),
      head: "var \(SwiftIdentifier.escaped(property.name)): \(surface.type)", body: .accessors(accessors))
  }

  private func support(_ name: String) -> [SwiftMember] {
    let pairs = Array(zip(projection.properties, surface.properties))
    guard !pairs.isEmpty else { return [] }
    // A deprecated declaration can refer to deprecated ones without a warning. Only the base class reads the tables.
    let isDeprecated = surface.deprecation == nil && surface.properties.contains { $0.deprecation != nil }
    let attributes = isDeprecated ? ["@available(*, deprecated)"] : []
    var tables = [
      table(
        "class var _projected: [(label: String, origin: PartialKeyPath<\(root)>)]", attributes,
        pairs.map { "(\(SwiftLiteral.string($0.name)), \\\(root).\($1.expression))" })
    ]
    let derived = pairs.filter(\.1.isDerived)
    if !derived.isEmpty {
      tables.append(
        table(
          "class var _derived: [(label: String, keyPath: AnyKeyPath)]", attributes,
          derived.map { "(\(SwiftLiteral.string($0.0.name)), \\\(name).\(SwiftIdentifier.escaped($0.0.name)))" }))
    }
    return [.mark("Support for the runtime")] + tables.map { .declaration($0) }
  }

  private func table(_ head: String, _ attributes: [String], _ items: [String]) -> SwiftDeclaration {
    SwiftDeclaration(
      attributes: attributes, modifiers: access.words + ["override"], head: head,
      body: .statements(["["] + items.map { "  \($0)," } + ["]"]))
  }
}
