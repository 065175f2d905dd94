import AshlarSchema

/// The types of a Realm.
@frozen public nonisolated struct Schema: Equatable, Sendable {
  /// The types.
  public let objectSchema: [ObjectSchema]

  init(_ types: [ObjectSchema]) { objectSchema = types.sorted { $0.className < $1.className } }

  /// The type with this class name.
  public subscript(className: String) -> ObjectSchema? { objectSchema.first { $0.className == className } }
}

/// One type of a schema.
public nonisolated struct ObjectSchema: Equatable, Sendable {
  /// The class name.
  public let className: String
  /// The stored properties in declaration order.
  public let properties: [Property]
  /// Whether objects of the type are owned by others.
  public let isEmbedded: Bool
  /// Whether objects of the type are only ever written.
  public let isAsymmetric: Bool

  init(_ entity: Entity) {
    className = entity.model.name
    properties = entity.model.columns.map { Property($0, entity.schema) }
    isEmbedded = entity.model.kind == .embedded
    isAsymmetric = entity.model.kind == .asymmetric
  }

  /// The primary key.
  public var primaryKeyProperty: Property? { properties.first { $0.isPrimary } }

  /// The property with this name.
  public subscript(propertyName: String) -> Property? { properties.first { $0.name == propertyName } }
}

/// One stored property.
public nonisolated struct Property: Equatable, Sendable {
  /// The Swift name.
  public let name: String
  /// The name in the file.
  public let columnName: String
  /// The type of the value, or of the elements.
  public let type: PropertyType
  /// The type as messages name it, such as `string`, `<Dog>` or `array<Dog>`.
  public let typeName: String
  /// Whether it is a list.
  public let isArray: Bool
  /// Whether it is a set.
  public let isSet: Bool
  /// Whether it is a map.
  public let isMap: Bool
  /// Whether nil may be stored, or an element.
  public let isOptional: Bool
  /// Whether an index is kept.
  public let isIndexed: Bool
  /// The class linked to.
  public let objectClassName: String?
  let isPrimary: Bool

  init(_ property: PropertyModel, _ schema: SchemaModel) {
    name = property.name
    columnName = property.storedName
    type = PropertyType(property)
    typeName = StoredType(property, in: schema).description
    isArray = property.collection == .list
    isSet = property.collection == .set
    isMap = property.collection == .map
    // A custom type that is stored as an embedded object may be required: the link may be null all the same.
    isOptional = property.storesNil
    isIndexed = property.isIndexed
    objectClassName = property.target
    isPrimary = property.isPrimaryKey
  }
}
