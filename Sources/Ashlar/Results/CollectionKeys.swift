import AshlarSchema
import AshlarStore
import Foundation

/// Access, by names and key paths, to elements of collections and to objects that are reached through links. Numbers are returned boxed;
/// see `BoxedNumber`.
enum CollectionKeys {
  /// Returns the value of a property for each element, including nil values, or the elements themselves for the key `self`.
  static func values<Elements: RealmCollection>(_ elements: Elements, _ key: String) -> [Any] {
    if key.hasPrefix("@") { misuse(.keyPath("'\(key)' is an operator: call value(forKeyPath:).")) }
    if key == "self" { return elements._collectionBase?.collectionOfValues.flatMap { self.elements(of: $0) } ?? untyped(elements) }
    require(key, elements)
    if let values = ColumnValues.values(elements, key) { return values }
    // An iterator visits rows in order; `map` of a collection would look up each position.
    var values: [Any] = []
    for element in elements { values.append(CollectionKeys.element(element, key) ?? Any?.none as Any) }
    return values
  }

  /// Returns the value of a property for each element: as an array or, for a set, as an `NSSet` of the distinct values, in which `NSNull`
  /// represents nil.
  static func keyed<Elements: RealmCollection>(_ elements: Elements, _ key: String) -> Any {
    let values = values(elements, key)
    return isSet(elements) ? distinctSet(values) : values
  }

  private static func isSet<Elements: RealmCollection>(_ elements: Elements) -> Bool { elements is MutableSet<Elements.Element> }

  private static func distinctSet(_ values: [Any]) -> NSSet {
    let present = values.compactMap { flattened($0) }
    return NSSet(array: present.count < values.count ? present + [NSNull()] : present)
  }

  /// Stops the program if the elements have no property named `key`.
  static func require<Elements: RealmCollection>(_ key: String, _ elements: Elements) {
    guard Elements.Element._elementEntity != nil else {
      misuse(.unknownProperty(name: key, type: CollectionDescription.name(Elements.Element.self)))
    }
    let entity = elements._resultsCore.entity
    if entity !== _Entity.untyped, entity.property(named: key) == nil { misuse(.unknownProperty(name: key, type: entity.model.name)) }
  }

  /// Returns the value at the end of a path that begins with an operator or with a property of the elements.
  static func value<Elements: RealmCollection>(of elements: Elements, _ path: String) -> Any? { value(of: elements, parts(of: path)) }

  private static func value<Elements: RealmCollection>(of elements: Elements, _ parts: [String]) -> Any? {
    guard parts[0].hasPrefix("@") else { return follow(keyed(elements, parts[0]), parts[0], parts[1...]) }
    let argument = argument(parts)
    switch parts[0] {
    case "@min": return BoxedNumber.boxed(ifPresent: elements._resultsCore.extreme(.min, argument) as Any?)
    case "@max": return BoxedNumber.boxed(ifPresent: elements._resultsCore.extreme(.max, argument) as Any?)
    case "@sum": return BoxedNumber.boxed(elements._resultsCore.sum(argument) as Any)
    case "@avg": return BoxedNumber.boxed(ifPresent: elements._resultsCore.average(argument) as Any?)
    case "@count": return BoxedNumber.boxed(elements.count)
    default:
      if argument != "self" { require(argument, elements) }
      return combined(parts[0], values(elements, argument))
    }
  }

  /// Returns the value at the end of a path that begins with a key of a map or with an operator, which applies to the map's values; nil if
  /// the map does not contain the key.
  static func value<Key, Value>(of map: Map<Key, Value>, _ path: String) -> Any? {
    let parts = parts(of: path)
    guard parts[0].hasPrefix("@") else { return follow(map.value(forKey: parts[0]), parts[0], parts[1...]) }
    return operate(parts, map.values.map { BoxedNumber.boxed($0) })
  }

  /// Returns the value at the end of a path that begins with a property of an object; nil if a link along the path is nil.
  static func value(of object: ObjectBase, _ path: String) -> Any? { follow(object, object._className, parts(of: path)[...]) }

  /// Sets the property at the end of a path. If the path leads through collections, sets it in each of their objects. Does nothing if a
  /// link along the path is nil.
  static func setValue(_ value: Any?, of object: ObjectBase, _ path: String) {
    let parts = parts(of: path)
    set(value, parts[parts.count - 1], of: follow(object, object._className, parts.dropLast()), path)
  }

  private static func set(_ value: Any?, _ key: String, of owner: Any?, _ path: String) {
    guard let owner = flattened(owner as Any) else { return }
    switch owner {
    case let object as ObjectBase: object[key] = value
    case let map as any RealmKeyedCollection: map.setValue(value, forKey: key)
    case let elements as any RealmCollection: elements.setValue(value, forKey: key)
    case let any as AnyRealmValue: set(value, key, of: any.payload, path)
    case is NSSet, is [Any]: for element in elements(of: owner) ?? [] { set(value, key, of: element, path) }
    default: misuse(.pathThroughValue(path: path, property: String(path.dropLast(key.count + 1))))
    }
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

  // Follows the rest of a path from a value; returns nil if a value along the path is nil. `origin` is the name of the value in messages.
  private static func follow(_ start: Any?, _ origin: String, _ path: ArraySlice<String>) -> Any? {
    var (value, origin, rest) = (start, origin, path)
    while let key = rest.first {
      guard let found = flattened(value as Any) else { return nil }
      if !hasKeys(found) {
        let walked = path.startIndex == rest.startIndex ? origin : path[..<rest.startIndex].joined(separator: ".")
        misuse(.pathThroughValue(path: walked + "." + rest.joined(separator: "."), property: origin))
      }
      if key.hasPrefix("@") { return operate(Array(rest), on: found) }
      value = element(found, key)
      origin = (found as? ObjectBase).map { "\($0._className).\(key)" } ?? key
      rest = rest.dropFirst()
    }
    return value
  }

  private static func hasKeys(_ value: Any) -> Bool {
    switch value {
    case is ObjectBase, is any ProjectionObservable, is any RealmKeyedCollection, is [Any], is NSSet, is any RealmCollection: true
    case let any as AnyRealmValue: any.payload.map(hasKeys) ?? true
    default: false
    }
  }

  // Returns the property `key` of an object, or the value of this key in a map; for any other collection, the property of each element. The
  // key `self` denotes the value itself.
  private static func element(_ value: Any, _ key: String) -> Any? {
    // The first cast succeeds for the elements of most collections.
    if let object = value as? ObjectBase, key != "self" { return object[key] }
    guard let value = flattened(value) else { return nil }
    if key == "self" { return value }
    switch value {
    case let object as ObjectBase: return object[key]
    case let projection as any ProjectionObservable: return projection.rootObject[key]
    case let map as any RealmKeyedCollection: return map.value(forKey: key)
    case let value as AnyRealmValue: return value.payload.flatMap { element($0, key) }
    default:
      if let elements = elements(of: value) {
        let found = elements.map { element($0, key) as Any }
        return value is NSSet || (value as? any RealmCollection).map { isSet($0) } == true ? distinctSet(found) : found
      }
      misuse(.unknownProperty(name: key, type: value is NSNumber ? "number" : "\(type(of: value))".lowercased()))
    }
  }

  private static func elements(of value: Any) -> [Any]? {
    switch value {
    case let values as NSSet: values.allObjects.map { $0 is NSNull ? Any?.none as Any : $0 }
    case let values as [Any]: values
    case let collection as any RealmCollection: untyped(collection)
    case let map as _CollectionBase: map._untyped.compactMap { ($0 as? UntypedEntry).map { BoxedNumber.boxed($0.value) } }
    default: nil
    }
  }

  private static func untyped<Elements: RealmCollection>(_ elements: Elements) -> [Any] { elements.map { BoxedNumber.boxed($0 as Any) } }

  // MARK: - Operators

  private static func operate(_ parts: [String], on collection: Any) -> Any? {
    switch collection {
    case let elements as any RealmCollection: return value(of: elements, parts)
    case let map as any RealmKeyedCollection: return map.value(forKeyPath: parts.joined(separator: "."))
    case let any as AnyRealmValue where any.isCollection: return any.payload.flatMap { operate(parts, on: $0) }
    default:
      guard let elements = elements(of: collection) else { misuse(.keyPath("'\(parts[0])' can only be applied to a collection.")) }
      return operate(parts, elements)
    }
  }

  // Applies an operator to the elements of an array.
  private static func operate(_ parts: [String], _ elements: [Any]) -> Any? {
    if parts[0] == "@count" { return BoxedNumber.boxed(elements.count) }
    let argument = argument(parts)
    let values = argument == "self" ? elements : elements.map { element($0, argument) as Any }
    if let combined = combined(parts[0], values) { return combined }
    let aggregates = aggregates(values)
    switch parts[0] {
    case "@min": return BoxedNumber.boxed(ifPresent: aggregates.min() as Any?)
    case "@max": return BoxedNumber.boxed(ifPresent: aggregates.max() as Any?)
    case "@sum": return BoxedNumber.boxed(aggregates.sum() as Any)
    case "@avg": return BoxedNumber.boxed(ifPresent: aggregates.average() as Any?)
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
        "Unsupported collection operator '\(name)'. Ashlar supports @count, @min, @max, @sum, @avg, @unionOfObjects, "
          + "@distinctUnionOfObjects, @unionOfArrays and @distinctUnionOfArrays."))
  }

  private static func joined(_ values: [Any]) -> [Any] {
    values.flatMap { value -> [Any] in
      guard let value = flattened(value) else { return [] }
      guard let elements = elements(of: value) else { misuse(.keyPath("@unionOfArrays requires a property that is a collection.")) }
      return elements.compactMap { flattened($0) }
    }
  }

  // Returns the first of each group of equal values, omitting nil. Objects are identified by row.
  private static func distinct(_ values: [Any]) -> [Any] {
    var known: Set<ElementIdentity> = []
    return values.compactMap { flattened($0) }.filter { known.insert(ElementIdentity(untyped: $0)).inserted }
  }
}

extension RealmCollection {
  /// Returns the value of a property for each element as an array, including nil values. The key `self` returns the elements themselves.
  ///
  /// ```swift
  /// let names = people.value(forKey: "name") as? [String]
  /// ```
  ///
  /// For a `MutableSet`, the result is an `NSSet`, which can be cast to a Swift `Set` and in which `NSNull` represents nil. Bools and
  /// numbers except `Decimal128` are returned as `NSNumber`.
  ///
  /// - Parameter key: The name of a property, `self`, or an operator that begins with `@`; see `value(forKeyPath:)`. An unknown property
  ///   stops the program.
  public func value(forKey key: String) -> Any? {
    key.hasPrefix("@") ? CollectionKeys.value(of: self, key) : CollectionKeys.keyed(self, key)
  }

  /// Returns the value at the end of a dotted path: a property of each element, a property of the value of that property, and so on.
  ///
  /// ```swift
  /// let mean = person.dogs.value(forKeyPath: "@avg.age") as? Double
  /// ```
  ///
  /// A part that begins with `@` is an operator on the collection before it: `@count`, `@min.p`, `@max.p`, `@sum.p`, `@avg.p`,
  /// `@unionOfObjects.p`, `@distinctUnionOfObjects.p`, `@unionOfArrays.p` and `@distinctUnionOfArrays.p` for a property `p` of the
  /// elements, or `self` for the elements themselves. Unions omit nil.
  ///
  /// - Parameter keyPath: The path. A path that contains an unknown name or continues after a plain value stops the program.
  public func value(forKeyPath keyPath: String) -> Any? { CollectionKeys.value(of: self, keyPath) }

  /// Sets a property of every current element.
  ///
  /// ```swift
  /// try realm.write { person.dogs.setValue(3, forKey: "age") }
  /// ```
  ///
  /// For a managed collection, a write transaction must be open. For collections of values, only the key `self` is valid: it replaces each
  /// element of a list with the value, and all elements of a set with this one value. Results of values stop the program.
  ///
  /// - Parameters:
  ///   - value: The new value, of a type that the property accepts.
  ///   - key: The name of the property. An unknown name stops the program.
  public func setValue(_ value: Any?, forKey key: String) {
    if let collection = _collectionBase { collection.requireWrite() } else { _resultsCore.requireWrite("Results") }
    guard Element._elementEntity == nil else {
      CollectionKeys.require(key, self)
      for case let object? in Array(self).map({ ($0 as? ObjectBase) ?? ($0 as? any ProjectionObservable)?.rootObject }) {
        if !object.isInvalidated { object[key] = value }
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
