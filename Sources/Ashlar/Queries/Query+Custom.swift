import AshlarSchema

extension Query {
  /// A value of a custom type that is stored as an embedded object: compared property by property.
  func compareMembers(_ comparison: Condition.Comparison, _ object: EmbeddedObject) -> Query<Bool> {
    guard comparison == .equal || comparison == .notEqual else {
      misuse(.query("'\(path.text)' is stored as an embedded object: values are equal or not, but in no order."))
    }
    let model = object._entity.model
    var all = Condition.constant(true)
    for (column, property) in model.columns.enumerated() {
      guard property.collection == .none, property.type != .object else {
        misuse(.query("'\(model.name).\(property.name)' is a link or a collection, so '\(path.text)' cannot be compared."))
      }
      guard let constant = QueryConstant(converting: object._value(at: column) as Any) else { continue }
      all = .and(all, .compare(path + [.name(property.name)], .equal, constant))
    }
    return Query<Bool>(comparison == .equal ? all : .not(all))
  }
}

extension Query where T: _HasPersistedType {
  /// What the value is stored as: `$0.position.persistableValue.latitude > 0`.
  public var persistableValue: Query<T.PersistedType> { Query<T.PersistedType>(path: path) }
}
