import AshlarSchema
import AshlarStore

/// Access to the elements of collections by names and paths.
enum CollectionKeys {
  /// A property of each element; nil where it is nil.
  static func values<Elements: RealmCollection>(_ elements: Elements, _ key: String) -> [Any] {
    if key.hasPrefix("@") { misuse(.keyPath("'\(key)' is an operator: call value(forKeyPath:).")) }
    if key == "self" { return elements.map { $0 as Any } }
    require(key, elements)
    return elements.map { element($0, key) as Any }
  }

  /// Stops the program where elements have no such property.
  static func require<Elements: RealmCollection>(_ key: String, _ elements: Elements) {
    guard Elements.Element._elementEntity != nil else {
      misuse(.unknownProperty(name: key, type: CollectionDescription.name(Elements.Element.self)))
    }
    let entity = elements._resultsCore.entity
    if entity !== _Entity.untyped, entity.property(named: key) == nil { misuse(.unknownProperty(name: key, type: entity.model.name)) }
  }

  /// What a path leads to that begins with an operator or a property of the elements.
  static func value<Elements: RealmCollection>(of elements: Elements, _ path: String) -> Any? {
    let parts = parts(of: path)
    guard parts[0].hasPrefix("@") else { return follow(values(elements, parts[0]), parts[1...]) }
    let argument = argument(parts)
    switch parts[0] {
    case "@min": return elements._resultsCore.extreme(.min, argument) as Any?
    case "@max": return elements._resultsCore.extreme(.max, argument) as Any?
    case "@sum": return elements._resultsCore.sum(argument) as Any
    case "@avg": return elements._resultsCore.average(argument) as Any?
    case "@count": return elements.count
    default:
      if argument != "self" { require(argument, elements) }
      return combined(parts[0], values(elements, argument))
    }
  }

  /// The same for a map: a key, or an operator on its values.
  static func value<Key, Value>(of map: Map<Key, Value>, _ path: String) -> Any? {
    let parts = parts(of: path)
    guard parts[0].hasPrefix("@") else { return follow(map.value(forKey: parts[0]), parts[1...]) }
    return operate(parts, map.values.map { $0 as Any })
  }

  // MARK: - Parts

  private static func parts(of path: String) -> [String] {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    if parts.contains("") { misuse(.keyPath("'\(path)' is not a key path: it has an empty part.")) }
    return parts
  }

  private static func argument(_ parts: [String]) -> String {
    if parts.count > 2 {
      misuse(.keyPath("Nested key paths are not supported for collection operators: '\(parts.joined(separator: "."))'."))
    }
    return parts.count == 2 ? parts[1] : "self"
  }

  // What is left of a path, from a value.
  private static func follow(_ value: Any?, _ path: ArraySlice<String>) -> Any? {
    guard let key = path.first else { return value }
    guard let value = flattened(value as Any) else { return nil }
    if key.hasPrefix("@") {
      guard let elements = elements(of: value) else { misuse(.keyPath("'\(key)' can only be applied to a collection.")) }
      return operate(Array(path), elements)
    }
    return follow(element(value, key), path.dropFirst())
  }

  // A property of a value, or of each of a collection's elements.
  private static func element(_ value: Any, _ key: String) -> Any? {
    guard let value = flattened(value) else { return nil }
    if key == "self" { return value }
    switch value {
    case let object as ObjectBase: return object._dynamicValue(key)
    case let projection as any ProjectionObservable: return projection.rootObject._dynamicValue(key)
    case let map as any RealmKeyedCollection: return map.value(forKey: key)
    case let value as AnyRealmValue: return value.payload.flatMap { element($0, key) }
    default:
      if let elements = elements(of: value) { return elements.map { element($0, key) as Any } }
      misuse(.unknownProperty(name: key, type: "\(type(of: value))".lowercased()))
    }
  }

  private static func elements(of value: Any) -> [Any]? {
    switch value {
    case let values as [Any]: values
    case let collection as any RealmCollection: untyped(collection)
    case let map as _CollectionBase: map._untyped.compactMap { ($0 as? UntypedEntry)?.value }
    default: nil
    }
  }

  private static func untyped<Elements: RealmCollection>(_ elements: Elements) -> [Any] { elements.map { $0 as Any } }

  // MARK: - Operators

  // An operator on elements of which only the values are known.
  private static func operate(_ parts: [String], _ elements: [Any]) -> Any? {
    if parts[0] == "@count" { return elements.count }
    let argument = argument(parts)
    let values = argument == "self" ? elements : elements.map { element($0, argument) as Any }
    if let combined = combined(parts[0], values) { return combined }
    let aggregates = aggregates(values)
    switch parts[0] {
    case "@min": return aggregates.min() as Any?
    case "@max": return aggregates.max() as Any?
    case "@sum": return aggregates.sum() as Any
    case "@avg": return aggregates.average() as Any?
    default: unknown(parts[0])
    }
  }

  private static func aggregates(_ values: [Any]) -> ValueAggregates {
    let any = values.compactMap { $0 as? AnyRealmValue }
    return any.count == values.count && !any.isEmpty ? ValueAggregates(any) : ValueAggregates(values)
  }

  private static func combined(_ name: String, _ values: [Any]) -> Any? {
    switch name {
    case "@unionOfObjects": return values.compactMap { flattened($0) }
    case "@distinctUnionOfObjects": return distinct(values)
    case "@unionOfArrays": return joined(values)
    case "@distinctUnionOfArrays": return distinct(joined(values))
    case "@min", "@max", "@sum", "@avg", "@count": return nil
    default: unknown(name)
    }
  }

  private static func unknown(_ name: String) -> Never {
    misuse(
      .keyPath(
        "Unsupported collection operator '\(name)'. There are @count, @min, @max, @sum, @avg, @unionOfObjects, @distinctUnionOfObjects, "
          + "@unionOfArrays and @distinctUnionOfArrays."))
  }

  private static func joined(_ values: [Any]) -> [Any] {
    values.flatMap { value -> [Any] in
      guard let value = flattened(value) else { return [] }
      guard let elements = elements(of: value) else { misuse(.keyPath("@unionOfArrays needs a property that is a collection.")) }
      return elements.compactMap { flattened($0) }
    }
  }

  // The first of equal ones each; objects are told apart by their rows.
  private static func distinct(_ values: [Any]) -> [Any] {
    var known: Set<ElementIdentity> = []
    return values.compactMap { flattened($0) }.filter { known.insert(ElementIdentity(untyped: $0)).inserted }
  }
}

extension RealmCollection {
  /// A property of each element as an array, in which nil stands for nil; the elements themselves for `self`. A key that begins with
  /// `@` is an operator: see `value(forKeyPath:)`. A property that the elements do not have stops the program.
  public func value(forKey key: String) -> Any? {
    key.hasPrefix("@") ? CollectionKeys.value(of: self, key) : CollectionKeys.values(self, key)
  }

  /// What a dotted path leads to: a property of each element, a property of what that leads to, and so on. A part that begins with `@` is
  /// an operator on the collection before it: `@count`, `@min.p`, `@max.p`, `@sum.p`, `@avg.p`, `@unionOfObjects.p`,
  /// `@distinctUnionOfObjects.p`, `@unionOfArrays.p` and `@distinctUnionOfArrays.p` for a property `p` of its elements, `self` for the
  /// elements themselves. Unions leave nil out. A path that leads nowhere stops the program.
  public func value(forKeyPath keyPath: String) -> Any? { CollectionKeys.value(of: self, keyPath) }

  /// Sets a property of every element that is there now, inside a write when these are managed. In collections of values only `self` can
  /// be set: each element of a list becomes the value; a set has only it then.
  public func setValue(_ value: Any?, forKey key: String) {
    if let collection = _collectionBase { collection.requireWrite() } else { _resultsCore.requireWrite("Results") }
    guard Element._elementEntity == nil else {
      CollectionKeys.require(key, self)
      for case let object? in Array(self).map({ ($0 as? ObjectBase) ?? ($0 as? any ProjectionObservable)?.rootObject }) {
        if !object.isInvalidated { object._setDynamicValue(value, key) }
      }
      return
    }
    if key != "self" { CollectionKeys.require(key, self) }
    guard let collection = _collectionBase else {
      misuse(.keyPath("The values of Results cannot be set: set the values of the collection itself."))
    }
    collection._setEach(value)
  }
}

extension _ResultsCore {
  func requireWrite(_ kind: String) {
    guard let core else { return }
    core.checkConfinement("collection")
    if isInvalidated { misuse(.value("Access to invalidated Results objects")) }
    if core.isFrozen { misuse(.frozenCollection(kind: kind)) }
    if !core.session.isWriting { misuse(.collectionOutsideWrite(kind: kind)) }
  }
}
