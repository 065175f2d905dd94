import AshlarSchema

extension _Entity {
  /// Whether the type exists in a file only. The targets of its links then depend on the Realm; see `_RealmCore.target`.
  var isStoredOnly: Bool { type == DynamicObject.self }

  /// Creates an accessor for a row.
  func accessor(_ row: _Row, _ own: AnyObject?) -> ObjectBase { type._accessor(row, own) }

  /// Creates an unmanaged object.
  func makeObject() -> ObjectBase { isStoredOnly ? DynamicObject(unmanaged: self) : type.init() }

  /// Stops the program unless the given columns include every column that a new object of a type without a class needs. Nil means all
  /// columns.
  func requireValues(_ given: ColumnSet?) {
    guard let given else { return }
    for column in columns.indices where !given.contains(column) {
      let form = forms[column]
      if form.isOptional || form.collection != .none || form.type == .any || form.type == .object { continue }
      misuse(.missingValue(type: model.name, property: model.properties[column].name))
    }
  }

  /// The entity of classes that represent any type. It belongs to no Realm.
  static let untyped: _Entity = {
    let model = EntityModel(name: "DynamicObject", properties: [])
    let schema = SchemaModel(name: "Untyped", entities: [model])
    return _Entity(model, in: schema, linked: _LinkedSchema(schema), type: DynamicObject.self)
  }()
}
