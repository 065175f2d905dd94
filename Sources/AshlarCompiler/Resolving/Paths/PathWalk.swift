internal import AshlarSchema

/// Follows a path step by step, checks each step against the schema, and builds the corresponding Swift expression.
struct PathWalk {
  /// The members of a collection with which a path can end.
  static let members = ["count", "first", "last"]

  private let table: TypeTable
  private let entities: [String: EntityModel]
  private let surfaces: [String: EntitySurface]
  private let sink: DiagnosticSink
  private var type: TypeDeclaration
  private var surface: ProjectedSurface
  private var text = PathText()

  init(
    root: TypeDeclaration, access: AccessLevel, table: TypeTable, entities: [String: EntityModel], surfaces: [String: EntitySurface],
    sink: DiagnosticSink
  ) {
    (self.table, self.entities, self.surfaces, self.sink) = (table, entities, surfaces, sink)
    type = root
    surface = ProjectedSurface(type: "", expression: "", access: access)
  }

  /// Returns the surface of the projected property. If the path is invalid, reports the error and returns nil. Complexity: O(steps ×
  /// properties).
  mutating func follow(_ steps: [Name]) -> ProjectedSurface? {
    for (index, step) in steps.enumerated() {
      guard let property = find(step) else { return nil }
      narrow(to: property, isWhole: steps.count == 1)
      text.append(SwiftIdentifier.escaped(property.name))
      let rest = steps[(index + 1)...]
      guard let next = rest.first else { return end(property, at: step) }
      if property.collection != .none, Self.members.contains(next.text), property.collection != .map || next.text == "count" {
        guard rest.count == 1 else { return refuse(.pathAfterMember(next.text), at: steps[index + 2]) }
        return end(property, member: next.text)
      }
      guard goThrough(property, at: step, to: next) else { return nil }
    }
    return nil
  }

  private func find(_ step: Name) -> PropertyModel? {
    guard let declared = type.properties.first(where: { $0.name.text == step.text }) else {
      reportUnknown(step)
      return nil
    }
    guard declared.keys.ignored == nil else {
      sink.report(.pathNotStored(step.text), at: step.span, notes: [(.declaredHere(step.text), declared.name.span)])
      return nil
    }
    // A property that could not be resolved has already been reported.
    return entities[type.name.text]?.properties.first { $0.name == step.text }
  }

  private func reportUnknown(_ step: Name) {
    if type.refusedProperties.contains(step.text) { return }
    if ReservedNames.properties.contains(step.text) { return sink.report(.pathNotStored(step.text), at: step.span) }
    let nearest = Spelling.nearest(to: step.text, in: type.properties.map(\.name.text))
    let place = type.properties.first { $0.name.text == nearest }?.name.span
    sink.report(
      .unknownPathStep(step.text, type: type.name.text), at: step.span,
      notes: nearest.flatMap { name in place.map { [(.didYouMean(name), $0)] } } ?? [(.declaredHere(type.name.text), type.name.span)])
  }

  /// Narrows the access of the projected property to that of a property on the path, and adopts its deprecation unless an earlier property
  /// is deprecated. If the path consists of this property alone, also adopts the access of its setter.
  private mutating func narrow(to property: PropertyModel, isWhole: Bool) {
    let found = surfaces[type.name.text]?.properties[property.name]
    if let found, surface.access.isWider(than: found.access) { surface.access = found.access }
    if isWhole, property.collection != .linkingObjects {
      let setter = found?.setter ?? surface.access
      surface.setter = setter.isWider(than: surface.access) ? surface.access : setter
    }
    surface.deprecation = surface.deprecation ?? found?.deprecation
  }

  // MARK: Continuing

  private mutating func goThrough(_ property: PropertyModel, at step: Name, to next: Name) -> Bool {
    let place = type.properties.first { $0.name.text == step.text }?.name.span
    let note = place.map { [(Hint.declaredHere(step.text), $0)] } ?? []
    switch property.collection {
    case .map:
      _ = refuse(.pathThroughMap(step.text), at: step, note)
      return false
    case .linkingObjects:
      _ = refuse(.pathThroughLinkingObjects(step.text), at: step, note)
      return false
    case .none, .list, .set: break
    }
    guard let target = property.customName == nil ? property.target.flatMap(table.type(named:)) : nil else {
      _ = refuse(.pathThroughValue(step.text, type: property.schemaType), at: next, note)
      return false
    }
    if property.collection == .none {
      text.goThroughOptional()
    } else if text.isProjecting {
      _ = refuse(.pathThroughTwoCollections(step.text), at: step, note)
      return false
    } else {
      text.goThroughCollection()
    }
    type = target
    return true
  }

  private func refuse(_ problem: __owned Problem, at step: Name, _ notes: [(hint: Hint, span: SourceSpan)] = []) -> ProjectedSurface? {
    sink.report(problem, at: step.span, notes: notes)
    return nil
  }

  // MARK: The end

  private mutating func end(_ property: PropertyModel, at step: Name) -> ProjectedSurface? {
    if property.collection != .none, text.isProjecting { return refuse(.pathThroughTwoCollections(step.text), at: step) }
    return end(swiftType(of: property))
  }

  private mutating func end(_ property: PropertyModel, member: String) -> ProjectedSurface? {
    surface.isDerived = true
    text.append(member)
    guard member != "count" else { return end("Int") }
    let type = swiftType(of: property)
    guard let open = type.firstIndex(of: "<") else { return nil }
    return end(type[type.index(after: open)...].dropLast() + "?")
  }

  private mutating func end(_ type: String) -> ProjectedSurface {
    surface.isDerived = surface.isDerived || text.isProjecting
    surface.type = text.type(ending: type)
    surface.expression = text.expression
    return surface
  }

  /// Returns the type of the property itself. Accessed through a path, an implicitly unwrapped value is an ordinary optional.
  private func swiftType(of property: PropertyModel) -> String {
    var property = property
    property.isImplicitlyUnwrapped = false
    let declared = surfaces[type.name.text]?.properties[property.name]?.declaredType
    return PropertyType(property, declared: declared).text
  }
}
