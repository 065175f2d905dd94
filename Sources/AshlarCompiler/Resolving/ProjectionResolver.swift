internal import AshlarSchema

/// Resolves one projection.
struct ProjectionResolver {
  let projection: ProjectionDeclaration
  let access: AccessLevel
  let table: TypeTable
  let entities: [String: EntityModel]
  let surfaces: [String: EntitySurface]
  let sink: DiagnosticSink

  /// Returns the projection with the properties that could be resolved; nil if its root is invalid.
  func resolve() -> (model: ProjectionModel, surface: ProjectionSurface)? {
    ConformanceChecker(table: table, sink: sink).check(projection.conformances, after: [])
    guard let root = root() else { return nil }
    var model = ProjectionModel(
      name: projection.name.text, root: root.name.text, properties: [], documentation: projection.documentation)
    var seen: Set<String> = []
    var surface = ProjectionSurface(
      protocols: projection.conformances.map(\.text).filter { seen.insert($0).inserted }, deprecation: root.deprecation, properties: [])
    for property in projection.properties {
      // Inside the class, name lookup finds a property before a type of the same name.
      if [root.name.text, projection.name.text].contains(property.name.text) {
        sink.report(.propertyHidesType(property.name.text), at: property.name.span)
      }
      guard let (path, swiftType, found) = resolve(property, root) else { continue }
      model.properties.append(
        ProjectedPropertyModel(name: property.name.text, path: path, swiftType: swiftType, documentation: property.documentation))
      surface.properties.append(found)
    }
    return (model, surface)
  }

  private func root() -> TypeDeclaration? {
    let name = projection.root
    switch table.binding(of: name.text) {
    case .type(let type) where type.kind != .asymmetric: return type
    case .refused: return nil
    case nil:
      if let place = table.place(of: name.text) {
        sink.report(.projectionRoot(name.text), at: name.span, notes: [(.declaredHere(name.text), place.span)])
      } else {
        table.reportUnknown(name, sink: sink)
      }
    case .type, .scalar, .enumeration, .custom, .foreign:
      let note = table.place(of: name.text).map { [(Hint.declaredHere(name.text), $0.span)] }
      sink.report(.projectionRoot(name.text), at: name.span, notes: note ?? [])
    }
    return nil
  }

  private func resolve(
    _ property: ProjectedDeclaration, _ root: TypeDeclaration
  ) -> (path: String, swiftType: String?, surface: ProjectedSurface)? {
    switch property.origin {
    case .path(let steps):
      var walk = PathWalk(root: root, access: access, table: table, entities: entities, surfaces: surfaces, sink: sink)
      return walk.follow(steps).map { (steps.map(\.text).joined(separator: "."), nil, $0) }
    case .swift(let keyPath, let type):
      guard let deprecation = checkStart(of: keyPath, root) else { return nil }
      let surface = ProjectedSurface(
        type: type.text, expression: keyPath.text, isDerived: true, isSwift: true, access: access, deprecation: deprecation.message)
      return (keyPath.text, type.text, surface)
    }
  }

  /// Returns the deprecation message (nil if there is none) of the first property in a Swift key path; later components are not analyzed.
  /// If the key path begins with a value that is not stored, reports the error and returns nil.
  private func checkStart(of keyPath: Name, _ root: TypeDeclaration) -> (message: String?, Void)? {
    let first = String(keyPath.text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    if let property = root.properties.first(where: { $0.name.text == first }) {
      guard property.keys.ignored == nil else {
        sink.report(.pathNotStored(first), at: keyPath.span, notes: [(.declaredHere(first), property.name.span)])
        return nil
      }
    } else if ReservedNames.properties.contains(first) || first == "self" {
      sink.report(.pathNotStored(first), at: keyPath.span)
      return nil
    }
    return (surfaces[root.name.text]?.properties[first]?.deprecation, ())
  }
}
