import AshlarSchema

/// A path of a predicate in text, whose names are found in the schema.
struct PredicatePath {
  /// What the path ends with.
  enum End {
    case value
    case count
  }

  let quantifier: ParsedPredicate.Quantifier?
  /// In bytes of the text.
  let place: Int
  private(set) var parts: [PathPart] = []
  private(set) var end = End.value
  /// The last property, of the type with this name.
  private(set) var property: PropertyModel
  private(set) var typeName: String
  /// Of the values at the end.
  private(set) var type: ValueType
  /// The type of the objects at the end.
  private(set) var target: _Entity?
  /// Whether there may be several values.
  private(set) var isMany = false
  /// Whether a value may be missing: because it may be nil, or a link or a key on the way.
  private(set) var mayBeNil = false

  /// The last property as messages name it.
  var name: String { "\(typeName).\(property.name)" }

  init(_ path: ParsedPredicate.Path, _ root: _Entity, _ core: _RealmCore, _ source: PredicateSource) throws(RealmPredicateError) {
    quantifier = path.quantifier
    place = path.place
    var steps: [ParsedPredicate.Step] = []
    for step in path.steps { steps += try source.expanded(step) }
    var entity = root
    var rest = steps[...]
    var found: PropertyModel?
    (property, typeName, type) = (root.model.properties.first ?? PropertyModel(name: "", type: .int), root.model.name, .int)
    while let step = rest.popFirst() {
      guard case .name(let name) = step.kind else { throw source.fail("Expected the name of a property.", at: step.place) }
      if let before = found {
        guard let next = target, isLink(before) else { throw continuing(before, step, source) }
        entity = next
      }
      guard let (ordinal, next) = entity.property(named: name) else { throw source.unknown(name, entity, at: step.place) }
      parts.append(.name(name))
      found = next
      (property, typeName, type) = (next, entity.model.name, next.type)
      target = next.type == .object || next.collection == .linkingObjects ? core.target(entity, ordinal) : nil
      mayBeNil = mayBeNil || next.isOptional || next.type == .any
      var chosen = false
      while let inner = rest.first, !inner.isName {
        rest.removeFirst()
        if try take(inner, chosen: &chosen, isLast: rest.isEmpty, source) { break }
      }
      if next.collection != .none, !chosen { isMany = true }
      if case .count = end { break }
    }
    if quantifier != nil, !isMany {
      throw source.fail(
        "'\(quantifier?.rawValue ?? "")' asks for elements of a collection, and '\(parts.text)' is one value: leave it out.", at: place)
    }
  }

  private func isLink(_ property: PropertyModel) -> Bool { property.type == .object || property.collection == .linkingObjects }

  private func continuing(_ property: PropertyModel, _ step: ParsedPredicate.Step, _ source: PredicateSource) -> RealmPredicateError {
    if property.collection != .none {
      return source.fail(
        "Invalid keypath: '\(name)' holds values, not objects, so only an operation such as '@count' can follow it.", at: step.place)
    }
    return source.fail(
      "Invalid keypath: Property '\(name)' is not a link or collection and can only appear at the end of a keypath.", at: step.place)
  }

  // A subscript or an operation. Returns whether it ends the path.
  private mutating func take(
    _ step: ParsedPredicate.Step, chosen: inout Bool, isLast: Bool, _ source: PredicateSource
  ) throws(RealmPredicateError) -> Bool {
    if case .operation(let name) = step.kind {
      try take(operation: name, &chosen, step, isLast: isLast, source)
      if case .count = end { return true }
      return false
    }
    let isMap = property.collection == .map && !chosen
    switch step.kind {
    case .key(let key) where isMap:
      parts.append(.key(key))
      (chosen, mayBeNil) = (true, true)
    case .anyElement where isMap:
      parts.append(.values)
    case .index where isMap: throw source.fail("Keys of the map '\(name)' are text: write them in quotes.", at: step.place)
    case .key(let key) where type == .any && property.collection == .none || type == .any && chosen: parts.append(.key(key))
    case .index(let index) where type == .any && property.collection == .none || type == .any && chosen: parts.append(.index(index))
    case .anyElement where type == .any:
      parts.append(.values)
      isMany = true
    default:
      throw source.fail("'\(name)' is neither a map nor an AnyRealmValue, so it has no keys or positions.", at: step.place)
    }
    return false
  }

  private mutating func take(
    operation: String, _ chosen: inout Bool, _ step: ParsedPredicate.Step, isLast: Bool, _ source: PredicateSource
  ) throws(RealmPredicateError) {
    switch operation {
    case "count", "size":
      guard property.collection != .none, !chosen else {
        throw source.fail("'@\(operation)' must be applied to a collection, and '\(name)' is none.", at: step.place)
      }
      guard isLast else { throw source.fail("'@\(operation)' must appear at the end of a keypath.", at: step.place) }
      end = .count
      // The number itself is one value, unless another collection comes before.
      chosen = true
    case "allKeys", "keys", "allValues", "values":
      guard property.collection == .map, !chosen else {
        throw source.fail("'@\(operation)' must follow a map, and '\(name)' is none.", at: step.place)
      }
      let isKeys = operation.lowercased().hasSuffix("keys")
      parts.append(isKeys ? .keys : .values)
      if isKeys { (type, target, mayBeNil) = (.string, nil, false) }
      isMany = true
    case "min", "max", "sum", "avg":
      throw source.fail("'@\(operation)' is not supported in a predicate yet: compute it in Swift.", at: step.place)
    default: throw source.fail("Unsupported collection operation '@\(operation)'.", at: step.place)
    }
  }
}

extension ParsedPredicate.Step {
  var isName: Bool { if case .name = kind { true } else { false } }
}
