/// A path from an object to a property, an aggregate of such a path, or a condition on the object. The closure of `where` receives the
/// object as a query and returns a condition.
///
/// ```swift
/// people.where { $0.age > 3 && $0.name.starts(with: "A") }
/// people.where { $0.dogs.name == "Rex" || $0.dogs.count == 0 }
/// ```
///
/// A path through an optional link needs no `?`; a path through a list, set or map refers to any of its elements. See the guide, *Reading
/// and querying*.
@dynamicMemberLookup
public struct Query<T> {
  private enum Content {
    case path([PathPart])
    /// The embedded object that a custom type is stored as, which is compared property by property.
    case stored([PathPart])
    case value(ValueExpression)
    case condition(Condition)
  }

  private let content: Content

  /// Creates a query for the object itself.
  @usableFromInline init() { content = .path([]) }

  init(path: [PathPart]) { content = .path(path) }

  init<Stored>(_ path: [PathPart], storedAs type: Stored.Type) { content = isEmbedded(type) ? .stored(path) : .path(path) }

  init(_ condition: Condition) { content = .condition(condition) }

  init(_ value: ValueExpression) { content = .value(value) }

  /// Returns the condition; a Bool property is a condition by itself.
  func condition() -> Condition {
    switch content {
    case .condition(let condition): condition
    case .path(let path), .stored(let path): .truth(path, true)
    case .value: misuse(.query("A number is not a condition: compare it with another number."))
    }
  }

  /// Returns the negated condition; for a Bool property that is not in a collection, the condition that the property is false, which nil
  /// does not satisfy.
  func negated() -> Condition {
    switch content {
    case .path(let path) where !path.isMany: return .truth(path, false)
    case .condition(.joined(let junction)) where junction.kind == .not: return junction.first
    default: return .not(condition())
    }
  }

  var path: [PathPart] {
    switch content {
    case .path(let path), .stored(let path): path
    case .value: misuse(.query("A count or another aggregate is not a condition: compare it with a value."))
    case .condition: misuse(.query("Cannot apply a key path to a condition."))
    }
  }

  private var expression: ValueExpression {
    switch content {
    case .path(let path), .stored(let path): .path(path)
    case .value(let value): value
    case .condition: misuse(.query("A condition cannot be compared: combine it with '&&', '||' and '!'."))
    }
  }

  func compare<V>(_ comparison: Comparison, _ value: V) -> Query<Bool> {
    if case .path(let path) = content, let constant = QueryConstant(usual: value) {
      return Query<Bool>(.compare(path, comparison, constant))
    }
    if let custom = flattened(value) as? any _CustomPersistable, let object = custom.persistableValue as? EmbeddedObject {
      return compareMembers(comparison, object)
    }
    if case .stored = content, let object = flattened(value) as? EmbeddedObject { return compareMembers(comparison, object) }
    guard let constant = QueryConstant(converting: value) else {
      misuse(.query("Cannot compare '\(path.text)' with a value of type '\(V.self)'."))
    }
    switch content {
    case .path(let path), .stored(let path): return Query<Bool>(.compare(path, comparison, constant))
    case .value, .condition: return Query<Bool>(.computed(expression, comparison, .constant(constant)))
    }
  }

  func compare(_ comparison: Comparison, _ other: Query) -> Query<Bool> {
    if case .path(let first) = content, case .path(let second) = other.content, first.isMany, second.isMany {
      misuse(.query("Comparing two collection columns is not permitted."))
    }
    return Query<Bool>(.computed(expression, comparison, other.expression))
  }

  func appending(_ name: String) -> [PathPart] { appending([PathPart](dotted: name)) }

  func appending<Root: ObjectBase>(_ member: PartialKeyPath<Root>) -> [PathPart] { appending(KeyPathParts.of(member)) }

  private func appending(_ parts: [PathPart]) -> [PathPart] {
    let path = path
    if parts.isEmpty { misuse(.query("The key path after '\(path.text)' refers to no stored property.")) }
    return path.isEmpty ? parts : path + parts
  }

  /// A property of the object: `$0.name`.
  public subscript<V>(dynamicMember member: KeyPath<T, V>) -> Query<V> where T: ObjectBase {
    Query<V>(path: appending(member))
  }

  /// Whether the property equals a value; nil equals nil.
  ///
  /// ```swift
  /// people.where { $0.name == "Ann" }
  /// people.where { $0.nickname == nil }
  /// ```
  public static func == (a: Query, b: T) -> Query<Bool> { a.compare(.equal, b) }
  /// Whether two properties are equal: `$0.name == $0.nickname`.
  public static func == (a: Query, b: Query) -> Query<Bool> { a.compare(.equal, b) }
  /// Whether the property differs from a value; nil differs from every other value: `$0.name != "Ann"`.
  public static func != (a: Query, b: T) -> Query<Bool> { a.compare(.notEqual, b) }
  /// Whether two properties differ.
  public static func != (a: Query, b: Query) -> Query<Bool> { a.compare(.notEqual, b) }

  /// Whether the property equals one of several values; false for an empty sequence.
  ///
  /// ```swift
  /// people.where { $0.age.in([3, 5, 7]) }
  /// ```
  ///
  /// A few values are compared one by one; more values are looked up in a hash table. An index of the property is used instead if that is
  /// estimated to be cheaper.
  public func `in`<U: Sequence>(_ collection: U) -> Query<Bool> where U.Element == T { oneOf(collection) }

  // Returns the constant that represents a value; nil for a value that is compared property by property or cannot be a constant.
  private func singleConstant<V>(_ value: V) -> QueryConstant? {
    guard let constant = QueryConstant(converting: value) else { return nil }
    if case .object = constant, flattened(value) is any _CustomPersistable { return nil }
    return constant
  }

  func contains<V>(element: V) -> Query<Bool> {
    let equal = compare(.equal, element)
    guard case .condition(.test(let path, let test)) = equal.content, let (_, constant) = test.compared else { return equal }
    return Query<Bool>(.member(constant, of: path))
  }

  func oneOf<U: Sequence>(_ values: U, ignoresCase: Bool = false) -> Query<Bool> {
    var constants: [QueryConstant] = []
    constants.reserveCapacity(values.underestimatedCount)
    for value in values {
      guard case .path = content, let constant = QueryConstant(usual: value) ?? singleConstant(value) else {
        // A list of constants can represent neither counts nor values that are compared property by property.
        let alternatives = values.map { compare(.equal, $0).condition() }
        return Query<Bool>(alternatives.dropFirst().reduce(alternatives.first ?? .constant(false)) { .or($0, $1) })
      }
      constants.append(constant)
    }
    return Query<Bool>(.isIn(path, constants, ignoresCase: ignoresCase))
  }
}

private func isEmbedded(_ type: Any.Type) -> Bool {
  func wrapped<Value: OptionalProtocol>(_: Value.Type) -> Any.Type { Value.Wrapped.self }
  return type is EmbeddedObject.Type || (type as? any OptionalProtocol.Type).map { isEmbedded(wrapped($0)) } ?? false
}

extension Query where T: OptionalProtocol {
  /// A property of the linked object; nil if the link is nil: `$0.owner.name`.
  public subscript<V>(dynamicMember member: KeyPath<T.Wrapped, V>) -> Query<V> where T.Wrapped: ObjectBase {
    Query<V>(path: appending(member))
  }
}

extension Query where T: RealmCollection {
  /// A property of the elements. A condition on the property holds if any element satisfies it.
  ///
  /// ```swift
  /// people.where { $0.dogs.age > 3 }  // Any of the dogs.
  /// people.where { !($0.dogs.age <= 3) }  // All of the dogs, or no dogs.
  /// ```
  public subscript<V>(dynamicMember member: KeyPath<T.Element, V>) -> Query<V> where T.Element: ObjectBase {
    Query<V>(path: appending(member))
  }

  /// The number of elements.
  ///
  /// ```swift
  /// people.where { $0.dogs.count > 1 }
  /// ```
  public var count: Query<Int> { Query<Int>(.count(path)) }

  /// Whether the collection is empty: `$0.dogs.isEmpty`.
  public var isEmpty: Query<Bool> { Query<Bool>(.count(path, .equal, 0)) }

  /// Whether any element equals a value.
  ///
  /// ```swift
  /// people.where { $0.dogs.contains(rex) }
  /// ```
  public func contains(_ value: T.Element) -> Query<Bool> { contains(element: value) }

  /// Whether any element equals a value: `$0.scores == 3`.
  public static func == (a: Query, b: T.Element) -> Query<Bool> { a.compare(.equal, b) }
  /// Whether any element differs from a value. To require that no element equals the value, write `!($0.scores == 3)`.
  public static func != (a: Query, b: T.Element) -> Query<Bool> { a.compare(.notEqual, b) }

  /// Whether any element equals one of several values; false for an empty sequence.
  ///
  /// ```swift
  /// people.where { $0.scores.containsAny(in: [3, 5]) }
  /// ```
  public func containsAny<U: Sequence>(in collection: U) -> Query<Bool> where U.Element == T.Element { oneOf(collection) }
}

extension Query where T == Bool {
  /// Whether the condition does not hold; for a Bool property that is not in a collection, whether it is false and not nil.
  ///
  /// ```swift
  /// people.where { !($0.age > 3) }
  /// ```
  public static prefix func ! (query: Query) -> Query<Bool> { Query<Bool>(query.negated()) }
  /// Whether both conditions hold.
  ///
  /// ```swift
  /// people.where { $0.age > 3 && $0.age < 9 }
  /// ```
  public static func && (a: Query, b: Query) -> Query<Bool> { Query<Bool>(.and(a.condition(), b.condition())) }
  /// Whether at least one condition holds.
  ///
  /// ```swift
  /// people.where { $0.age < 3 || $0.age > 9 }
  /// ```
  public static func || (a: Query, b: Query) -> Query<Bool> { Query<Bool>(.or(a.condition(), b.condition())) }
}
