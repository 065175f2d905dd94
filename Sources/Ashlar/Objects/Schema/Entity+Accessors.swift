import AshlarSchema

extension _Entity {
  /// Whether only a file has the type. What it links to then depends on the Realm: see `_RealmCore.target`.
  var isStoredOnly: Bool { type == DynamicObject.self }

  /// An accessor for a row.
  func accessor(_ row: _Row, _ own: AnyObject?) -> ObjectBase { type._accessor(row, own) }

  /// A new unmanaged object.
  func makeObject() -> ObjectBase { isStoredOnly ? DynamicObject(unmanaged: self) : type.init() }

  /// Stops the program unless the columns named have all that a new object of a type without a class needs; nil is all.
  func requireValues(_ given: ColumnSet?) {
    guard let given else { return }
    for (column, property) in model.columns.enumerated() where !given.contains(column) {
      if property.isOptional || property.collection != .none || property.type == .any || property.type == .object { continue }
      misuse(.missingValue(type: model.name, property: property.name))
    }
  }

  /// Stands for any type where a class is asked for its entity. No Realm has it.
  static let untyped: _Entity = {
    let model = EntityModel(name: "DynamicObject", properties: [])
    let schema = SchemaModel(name: "Untyped", entities: [model])
    return _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self)
  }()
}
