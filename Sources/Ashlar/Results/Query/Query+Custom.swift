import AshlarSchema

extension Query {
  /// Compares a value of a custom type that is stored as an embedded object, property by property.
  func compareMembers(_ comparison: Comparison, _ object: EmbeddedObject) -> Query<Bool> {
    guard comparison == .equal || comparison == .notEqual else {
      misuse(.query("'\(path.text)' is stored as an embedded object, which has no order: compare it with '==' or '!='."))
    }
    let model = object._entity.model
    // For a collection, `==` requires an element that equals the value; `!=` requires at least one element, and that no element equals the
    // value.
    let (collection, prefix) = path.lastCollection ?? ([], path)
    var all: Condition?
    for (column, property) in model.columns.enumerated() {
      guard property.collection == .none, property.type != .object else {
        misuse(
          .query(
            "Unsupported property '\(model.name).\(property.name)' for memberwise equality query: equality on "
              + (property.collection == .none ? "object links" : "collections") + " is not supported."))
      }
      guard let constant = QueryConstant(converting: object._value(at: column) as Any) else { continue }
      let equal = Condition.compare(prefix + [.name(property.name)], .equal, constant)
      all = all.map { .and($0, equal) } ?? equal
    }
    let equal = all ?? .constant(true)
    if collection.isEmpty { return Query<Bool>(comparison == .equal ? equal : .not(equal)) }
    let found = Condition.computed(.subquery(collection, equal), comparison == .equal ? .greater : .equal, .constant(.int(0)))
    return Query<Bool>(comparison == .equal ? found : .and(found, .count(collection, .greater, 0)))
  }
}

extension Query where T: _HasPersistedType {
  /// The stored form of the value: `$0.position.persistableValue.latitude > 0`. Collections and maps have separate overloads.
  @_disfavoredOverload
  public var persistableValue: Query<T.PersistedType> { Query<T.PersistedType>(path, storedAs: T.PersistedType.self) }
}

extension Query where T: RealmCollection, T.Element.PersistedType: RealmCollectionValue {
  /// The stored forms of the elements: `$0.sites.persistableValue.contains("ashlar.example")`.
  public var persistableValue: Query<AnyRealmCollection<T.Element.PersistedType>> {
    Query<AnyRealmCollection<T.Element.PersistedType>>(path, storedAs: T.Element.PersistedType.self)
  }
}

extension Query where T: RealmKeyedCollection, T.Value.PersistedType: RealmCollectionValue {
  /// The stored forms of the values: `$0.sites.persistableValue["home"] == "ashlar.example"`.
  public var persistableValue: Query<Map<T.Key, T.Value.PersistedType>> {
    Query<Map<T.Key, T.Value.PersistedType>>(path, storedAs: T.Value.PersistedType.self)
  }
}
