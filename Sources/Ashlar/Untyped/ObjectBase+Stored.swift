import AshlarSchema
import AshlarStore

extension ObjectBase {
  /// Stops the program because a stored value does not convert to the property's type.
  @usableFromInline final func _stopAtStored<T: RealmCollectionValue>(_ column: Int, _ type: T.Type) -> Never {
    func enumeration<E: PersistableEnum>(_ type: E.Type) -> Never {
      misuse(.unknownCase(type: "\(type)", value: "\(_value(at: column) ?? "nil")", place: _place(of: column)))
    }
    if let type = type as? any PersistableEnum.Type { enumeration(type) }
    // For types other than enums, loading the value stops the program with a more specific message.
    _ = T._load(_cell(column, T._width), _rowAccess.home)
    misuse(.storage("'\(_entity.label(column))' cannot be read as '\(type)'."))
  }

  /// Returns the name of a property of this object for messages, with the object's primary key if there is one.
  private final func _place(of column: Int) -> String {
    let entity = _entity
    if let key = entity.compoundKey {
      return "'\(entity.label(column))' of the object whose primary key is \(key.text(of: _settledRow()))"
    }
    guard let key = entity.layout.primaryKey else { return "'\(entity.label(column))'" }
    let property = entity.model.properties[key]
    return "'\(entity.label(column))' of the object whose '\(property.name)' is '\(KeyValue(self, key).text(property.type))'"
  }
}
