internal import AshlarSchema

/// Checks that a struct can store the values of objects of a type with `values: true`.
struct ValueChecker {
  let access: AccessLevel
  let table: TypeTable
  let sink: DiagnosticSink

  /// Names that emitted code uses or declares inside the class. A type of the schema cannot have one of these names.
  private static let takenNames = ["Value", "Key", "Linked", "ValueConvertible", "KeyedValueConvertible"]

  func check(_ type: TypeDeclaration) {
    guard let key = type.values else { return }
    let notes = type.notesOnValues
    if type.isOpen { sink.report(.valuesWith("open"), at: key, notes: notes) }
    if type.deprecation != nil { sink.report(.valuesWith("deprecated"), at: key, notes: notes) }
    for name in Self.takenNames {
      guard let place = table.place(of: name) else { continue }
      sink.report(.valuesNameTaken(name), at: key, notes: [(.declaredHere(name), place.span)] + notes)
    }
    for property in type.properties where property.canBeCoded { check(property, of: type) }
  }

  private func check(_ property: PropertyDeclaration, of type: TypeDeclaration) {
    let name = property.type.element.text
    func report(_ problem: __owned Problem, declared target: Name? = nil) {
      sink.report(
        problem, at: property.type.element.span,
        notes: (target.map { [(.declaredHere($0.text), $0.span)] } ?? []) + type.notes(on: property) + type.notesOnValues)
    }
    if property.keys.deprecation != nil || property.keys.access.map({ $0.level != access }) == true {
      return report(.valueProperty(property.name.text))
    }
    switch table.binding(of: name) {
    case .scalar(.any), .custom: report(.valueType(name))
    case .enumeration(let enumeration) where enumeration.externalName != nil: report(.valueType(name), declared: enumeration.name)
    case .type where property.type.collection == .map: report(.valueType("Map<\(name)>"))
    case .type(let target) where target.values == nil: report(.valueTarget(name), declared: target.name)
    case .type(let target) where target.rules.primaryKey != nil: report(.rule(.compoundKeyLink(name)), declared: target.name)
    case .type(let target) where target.kind == .object && !target.properties.contains { $0.keys.primaryKey != nil }:
      report(.valueKey(name), declared: target.name)
    case .type(let target) where property.codingKey != nil && !type.coding.isSubset(of: target.coding):
      report(.valueCoding(name, missing: type.coding.subtracting(target.coding).name), declared: target.name)
    default: break
    }
  }
}

extension SchemaDeclarations {
  /// If the schema block requests structs, returns the declarations with a struct for each generated object and embedded type that does not
  /// opt out; otherwise returns them unchanged.
  func withValues() -> SchemaDeclarations {
    guard let key = files.lazy.compactMap(\.header).first?.values else { return self }
    var result = self
    for file in files.indices {
      for (index, type) in files[file].types.enumerated()
      where type.kind != .asymmetric && type.handwritten == nil && type.values == nil && !type.hasNoValues {
        result.files[file].types[index].values = type.name.span
        result.files[file].types[index].valuesOfSchema = key
      }
    }
    return result
  }
}

extension TypeDeclaration {
  fileprivate var notesOnValues: [(hint: Hint, span: SourceSpan)] { valuesOfSchema.map { [(.valuesOfSchema, $0)] } ?? [] }
}
