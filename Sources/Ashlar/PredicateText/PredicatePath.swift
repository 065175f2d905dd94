import AshlarSchema

/// A path of a predicate in text, with its names resolved in the schema.
struct PredicatePath {
  /// The kind of value at the end of a path.
  enum End: Equatable {
    case value
    case count
    /// An aggregate, such as the sum, of the values that the path leads to.
    case aggregate(ValueExpression.Aggregate)
    /// The number of bytes of text or data.
    case length
    /// The name of the type of the value in an `AnyRealmValue`, for `@type`.
    case type
    /// The number of links to the object: the sum of the counts of these paths, each of which ends with a property that links to the
    /// object's type.
    case links([[PathPart]])
  }

  let quantifier: ParsedPredicate.Quantifier?
  /// The offset of the path, in bytes of the text.
  let place: Int
  private(set) var parts: [PathPart] = []
  private(set) var end = End.value
  /// The last property, and the name of the type that declares it.
  private(set) var property: PropertyModel
  private(set) var typeName: String
  /// The type of the values at the end.
  private(set) var type: ValueType
  /// The type of the objects at the end; nil if the path ends in values.
  private(set) var target: _Entity?
  /// Whether the path may end in several values.
  private(set) var isMany = false
  /// Whether a value may be nil: because it is optional, an `AnyRealmValue` or an aggregate, or because a link, a key or a position on the
  /// path may be missing.
  private(set) var mayBeNil = false

  /// The last property as messages name it.
  var name: String { "\(typeName).\(property.name)\(parts.last == .keys ? ".@allKeys" : "")" }

  init(_ path: ParsedPredicate.Path, _ root: _Entity, _ core: _RealmCore, _ source: PredicateSource) throws(RealmPredicateError) {
    quantifier = path.quantifier
    place = path.place
    let steps = try source.steps(path)
    if steps.count > PropertyPath.longest { throw source.fail("A path has more than \(PropertyPath.longest) parts.", at: path.place) }
    var entity = root
    var rest = steps[...]
    var found: PropertyModel?
    var operation: (aggregate: ValueExpression.Aggregate, place: Int, isOfObjects: Bool)?
    (property, typeName, type) = (root.model.properties.first ?? PropertyModel(name: "", type: .int), root.model.name, .int)
    if rest.isEmpty { (property, type, target) = (PropertyModel(name: "self", type: .object), .object, root) }
    while let step = rest.popFirst() {
      guard case .name(let name) = step.kind else { throw source.fail("Expected the name of a property.", at: step.place) }
      if let before = found {
        if name == "length", rest.isEmpty, !isMany || end == .value, [.string, .data].contains(type), before.collection == .none {
          end = .length
          break
        }
        if let operation, !operation.isOfObjects {
          throw source.fail(
            "Invalid keypath: @\(operation.aggregate.rawValue) on a collection of values must appear at the end of a keypath.",
            at: step.place)
        }
        guard let next = target, isLink(before) else { throw continuing(before, step, source) }
        entity = next
      }
      if name == BackwardLinks.word {
        if let step = rest.first { throw source.fail("'@count' must appear at the end of a keypath.", at: step.place) }
        if quantifier != nil { throw source.fail("'@links.@count' is a single number: omit the quantifier.", at: place) }
        end = .links(core.backwardLinks(to: entity).map { parts + [.many($0)] })
        (property, typeName, type, isMany) = (PropertyModel(name: "\(name).@count", type: .int), entity.model.name, .int, false)
        break
      }
      guard let (ordinal, next) = core.property(named: name, of: entity) else {
        guard name.hasPrefix(BackwardLinks.word) else { throw source.unknown(name, entity, at: step.place) }
        throw source.unknown(backwardLink: name, entity, core, at: step.place)
      }
      parts.append(next.collection == .none ? .name(name) : .many(name))
      found = next
      (property, typeName, type) = (next, entity.model.name, next.type)
      target = next.type == .object || next.collection == .linkingObjects ? core.target(entity, ordinal) : nil
      mayBeNil = mayBeNil || next.isOptional || next.type == .any
      var chosen = false
      while let inner = rest.first, !inner.isName {
        rest.removeFirst()
        if case .operation(let name) = inner.kind, let aggregate = ValueExpression.Aggregate(rawValue: name) {
          guard operation == nil else {
            throw source.fail("Invalid keypath: at most one collection operation per keypath is supported.", at: inner.place)
          }
          guard next.collection != .none, !chosen else {
            throw source.fail("Invalid keypath: collection operation '@\(name)' must be applied to a collection.", at: inner.place)
          }
          operation = (aggregate, inner.place, isLink(next))
          continue
        }
        if try take(inner, chosen: &chosen, isLast: rest.isEmpty, source) { break }
      }
      if next.collection != .none, !chosen { isMany = true }
      if end != .value { break }
    }
    if let operation { try finish(operation, found, source) }
    guard let quantifier, found != nil, !isMany, end != .count else { return }
    if case .aggregate(let aggregate) = end {
      throw source.fail("'@\(aggregate.rawValue)' is a single value of a collection: omit '\(quantifier.rawValue)'.", at: place)
    }
    throw source.fail(
      "'\(quantifier.rawValue)' requires a collection, and '\(parts.text)' is a single value: omit the quantifier.", at: place)
  }

  // Ends the path in an aggregate, which is a single value. Throws if the path already ends in an operation, or if the values at the end do
  // not support the aggregate.
  private mutating func finish(
    _ operation: (aggregate: ValueExpression.Aggregate, place: Int, isOfObjects: Bool), _ last: PropertyModel?, _ source: PredicateSource
  ) throws(RealmPredicateError) {
    let name = "@\(operation.aggregate.rawValue)"
    guard end == .value else {
      throw source.fail("Invalid keypath: at most one collection operation per keypath is supported.", at: operation.place)
    }
    if operation.isOfObjects, isLink(property), property.collection != .none {
      throw source.fail("Invalid keypath: \(name) on a collection of objects cannot appear at the end of a keypath.", at: operation.place)
    }
    guard type.hasAggregate(operation.aggregate), operation.isOfObjects ? property.collection == .none : true else {
      throw source.fail(
        operation.isOfObjects
          ? "Invalid keypath: \(name) must be followed by a numeric property."
          : "Invalid keypath: \(name) can only be applied to a collection of numeric values.", at: operation.place)
    }
    end = .aggregate(operation.aggregate)
    (isMany, mayBeNil) = (false, true)
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

  private var isOneText: Bool { property.collection == .none && [.string, .data].contains(type) }

  // Resolves a subscript or an operation. Returns whether it ends the path.
  private mutating func take(
    _ step: ParsedPredicate.Step, chosen: inout Bool, isLast: Bool, _ source: PredicateSource
  ) throws(RealmPredicateError) -> Bool {
    if case .operation(let name) = step.kind {
      try take(operation: name, &chosen, step, isLast: isLast, source)
      return end != .value
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
    case .index(let index) where property.collection == .list && !chosen && parts.last?.isPosition != true:
      guard index >= 0 else { throw source.fail("A position must not be negative.", at: step.place) }
      parts.append(.index(index))
      (chosen, mayBeNil) = (true, true)
    case .last where property.collection == .list && !chosen:
      parts.append(.last)
      (chosen, mayBeNil) = (true, true)
    case .last where type == .any && property.collection == .none || type == .any && chosen: parts.append(.last)
    case .index(let index) where type == .any && property.collection == .none || type == .any && chosen:
      guard index >= 0 else { throw source.fail("A position must not be negative.", at: step.place) }
      parts.append(.index(index))
    case .anyElement where type == .any:
      parts.append(.values)
      isMany = true
    case .key where property.collection == .list && !chosen:
      throw source.fail("'\(name)' is a list: its elements have positions, not keys.", at: step.place)
    default:
      throw source.fail("'\(name)' is neither a map nor an AnyRealmValue, so it has no keys or positions.", at: step.place)
    }
    return false
  }

  private mutating func take(
    operation: String, _ chosen: inout Bool, _ step: ParsedPredicate.Step, isLast: Bool, _ source: PredicateSource
  ) throws(RealmPredicateError) {
    switch operation {
    case "type":
      guard isLast else { throw source.fail("'@type' must appear at the end of a keypath.", at: step.place) }
      guard type == .any else { throw source.fail("'@type' requires an AnyRealmValue, and '\(name)' is not one.", at: step.place) }
      end = .type
    case "count" where isOneText && isLast, "size" where isOneText && isLast: end = .length
    case "count", "size":
      guard property.collection != .none, !chosen else {
        throw source.fail("'@\(operation)' must be applied to a collection, and '\(name)' is not one.", at: step.place)
      }
      guard isLast else { throw source.fail("'@\(operation)' must appear at the end of a keypath.", at: step.place) }
      end = .count
      // The count itself is a single value, unless another collection precedes it.
      chosen = true
    case "allKeys", "keys", "allValues", "values":
      guard property.collection == .map, !chosen else {
        throw source.fail("'@\(operation)' must follow a map, and '\(name)' is not one.", at: step.place)
      }
      let isKeys = operation.lowercased().hasSuffix("keys")
      parts.append(isKeys ? .keys : .values)
      if isKeys { (type, target, mayBeNil) = (.string, nil, false) }
      isMany = true
    default: throw source.fail("Unsupported collection operation '@\(operation)'.", at: step.place)
    }
  }
}

extension ParsedPredicate.Step {
  var isName: Bool { if case .name = kind { true } else { false } }
}
