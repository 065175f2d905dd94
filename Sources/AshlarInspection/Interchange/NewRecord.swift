internal import Ashlar
internal import AshlarSchema

/// An object that is created from the members of a record. Scalars are stored in their columns as they are read.
struct NewRecord {
  private let type: ImportedType
  private let reader: ValueReader
  private var object: _NewObject
  // The properties that the record names.
  private var named = ColumnSet()
  // The properties that have been set.
  private var valued = ColumnSet()
  // The values of the primary key's properties, in the order of the key; nil for those that have not been set.
  private var keys: [_StoredContents?]
  // All values by column, if an existing object may receive them; otherwise nil.
  private var values: [(column: Int, value: Any)]?

  /// - Parameters:
  ///   - reader: Reads the values that do not refer to other objects.
  ///   - updates: Whether `update` may be called.
  init(_ type: ImportedType, _ reader: ValueReader, updates: Bool) {
    self.type = type
    self.reader = reader
    object = _NewObject(type.named)
    keys = [_StoredContents?](repeating: nil, count: type.keys.count)
    values = updates ? [] : nil
  }

  /// The value of the primary key in the form that `Realm.dynamicObject(ofType:forPrimaryKey:)` accepts; nil if the type has no primary key
  /// or a property of the key has not been set.
  var keyValue: Any? {
    if keys.isEmpty { return nil }
    var values: [Any] = []
    for key in keys {
      guard let key else { return nil }
      values.append(key.scalar ?? Any?.none as Any)
    }
    return values.count == 1 ? values[0] : values
  }

  /// Returns the value of the primary key in the same form; properties of the key that have not been set have the values of `known`.
  /// Returns nil if none has been set.
  func keyValue(completedBy known: DynamicObject) -> Any? {
    if keys.allSatisfy({ $0 == nil }) { return nil }
    let values = zip(keys, type.keys).map { key, column in
      key.map { $0.scalar ?? Any?.none as Any } ?? known[type.columns[column].name] as Any
    }
    return values.count == 1 ? values[0] : values
  }

  /// The index of the first property of the primary key that has not been set; nil if there is none.
  var missingKey: Int? { keys.firstIndex { $0 == nil }.map { type.keys[$0] } }

  /// Returns whether a property has been set.
  func has(_ column: Int) -> Bool { valued.contains(column) }

  /// Marks a property as named by the record; its value will be set later.
  mutating func skip(_ column: Int) { named.insert(column) }

  /// Sets a property to a value in JSON form.
  /// - Parameter links: Reads values that refer to other objects; nil if the value does not refer to any.
  mutating func set(_ json: JSONValue, _ column: Int, links: ValueReader? = nil) throws(ValueFailure) {
    let described = type.columns[column]
    if described.isScalar { return try store(try scalar(json, described), column) }
    let value = try (links ?? reader).value(json, described.property)
    object.set(value: value, column)
    values?.append((column, value))
    named.insert(column)
    valued.insert(column)
  }

  /// Sets a property to a value of its type. Throws if the value is nil and the property cannot be nil, or if the value is too long.
  mutating func set(contents: _StoredContents, _ column: Int) throws(ValueFailure) {
    if case .null = contents, !type.columns[column].isOptional { throw ValueFailure("null is not permitted") }
    try ScalarReader.checkSize(of: contents)
    try store(contents, column)
  }

  private mutating func store(_ contents: _StoredContents, _ column: Int) throws(ValueFailure) {
    guard object.set(contents, column) else { throw ValueFailure("expected a value") }
    if let part = type.keys.firstIndex(of: column) { keys[part] = contents }
    values?.append((column, contents.scalar ?? Any?.none as Any))
    named.insert(column)
    valued.insert(column)
  }

  private func scalar(_ json: JSONValue, _ column: ImportedType.Column) throws(ValueFailure) -> _StoredContents {
    if case .null = json {
      if column.isOptional { return .null }
      throw ValueFailure("null is not permitted")
    }
    let contents = try ScalarReader.contents(json, column.type)
    if column.hasEnum { try reader.imported.checkCase(json, column.property) }
    return contents
  }

  /// Sets the properties that the record does not name to their defaults. Throws if a required property has neither a value nor a default.
  mutating func complete() throws(ValueFailure) {
    guard type.columns.indices.contains(where: { !named.contains($0) }) else { return }
    if type.hasDefaults {
      let names = type.columns.indices.filter { named.contains($0) }.map { type.columns[$0].name }
      for member in DefaultForm.members(of: type.model, without: names) {
        try set(member.value, try type.column(named: member.name, guess: 0))
      }
    }
    for (column, described) in type.columns.enumerated() where described.isRequired && !named.contains(column) {
      throw ValueFailure("'\(type.model.name).\(described.name)' is missing")
    }
  }

  /// Returns the stored object with the same values in the properties of a unique rule; nil if there is none.
  func stored(_ match: _MatchedType) -> DynamicObject? { object.stored(match) }

  /// Inserts the object, which must be complete. No stored object may have its primary key.
  func insert() -> DynamicObject { object.insert() }

  /// Copies to an existing object the values that have been set, except the primary key.
  func update(_ known: DynamicObject) {
    for (column, value) in values ?? [] where !type.keys.contains(column) { known[type.columns[column].name] = value }
  }
}
