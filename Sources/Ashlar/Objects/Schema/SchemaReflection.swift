import AshlarSchema

/// The types of a Realm.
@frozen public nonisolated struct Schema: Equatable, Sendable {
  /// The types.
  public let objectSchema: [ObjectSchema]

  init(_ types: [ObjectSchema]) { objectSchema = types.ordered { $0.className < $1.className } }

  /// The type with this class name.
  public subscript(className: String) -> ObjectSchema? { objectSchema.first { $0.className == className } }
}

/// One type of a schema.
public nonisolated struct ObjectSchema: Sendable {
  /// The class name.
  public let className: String
  /// The model class.
  public let objectClass: AnyClass
  /// The stored properties in declaration order.
  public let properties: [Property]
  /// Whether the type is embedded.
  public let isEmbedded: Bool
  /// Whether the type is asymmetric.
  public let isAsymmetric: Bool
  // Linking objects, in declaration order.
  private let computed: [Property]

  /// - Parameter hasPrimaryKey: whether the key's property is marked as such.
  init(_ entity: _Entity, hasPrimaryKey: Bool = true) {
    className = entity.model.name
    objectClass = entity.type
    properties = entity.model.columns.map { Property($0, entity.schema, isPrimary: hasPrimaryKey && $0.isPrimaryKey) }
    computed = entity.model.properties.filter { $0.collection == .linkingObjects }.map { Property($0, entity.schema, isPrimary: false) }
    isEmbedded = entity.model.kind == .embedded
    isAsymmetric = entity.model.kind == .asymmetric
  }

  /// The primary key.
  public var primaryKeyProperty: Property? { properties.first { $0.isPrimary } }

  /// The property with this Swift name, stored or linking objects.
  public subscript(propertyName: String) -> Property? {
    properties.first { $0.name == propertyName } ?? computed.first { $0.name == propertyName }
  }

  /// Stored properties, then linking objects.
  var allProperties: [Property] { properties + computed }
}

extension ObjectSchema: Equatable {
  /// Whether both have the same name and kind, and equal properties in the same order.
  public static func == (a: Self, b: Self) -> Bool {
    a.className == b.className && a.isEmbedded == b.isEmbedded && a.isAsymmetric == b.isAsymmetric && a.allProperties == b.allProperties
  }
}

/// A property of a type.
public nonisolated struct Property: Sendable {
  /// The Swift name.
  public let name: String
  /// The name in the file.
  public let columnName: String
  /// The type of the value, or of the elements.
  public let type: PropertyType
  /// The type as messages name it, such as `string`, `<Dog>` or `array<Dog>`.
  public let typeName: String
  /// Whether it is a list, or linking objects.
  public let isArray: Bool
  /// Whether it is a set.
  public let isSet: Bool
  /// Whether it is a map.
  public let isMap: Bool
  /// Whether the value or the elements may be nil.
  public let isOptional: Bool
  /// Whether an index is kept; true for primary keys.
  public let isIndexed: Bool
  /// The class linked to, or that links here.
  public let objectClassName: String?
  let isPrimary: Bool
  // Of linking objects: the property that links here.
  let origin: String?

  init(_ property: PropertyModel, _ schema: SchemaModel, isPrimary: Bool) {
    name = property.name
    columnName = property.storedName
    type = PropertyType(property)
    typeName = StoredType(property, in: schema).description
    isArray = property.collection == .list || property.collection == .linkingObjects
    isSet = property.collection == .set
    isMap = property.collection == .map
    // A custom type that is stored as an embedded object may be required: the link may be null all the same.
    isOptional = property.storesNil
    isIndexed = property.isIndexed
    objectClassName = property.target
    self.isPrimary = isPrimary
    origin = property.origin
  }
}

extension Property: Equatable {
  /// Compares everything but the name in the file.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.type == b.type && a.isOptional == b.isOptional && a.isIndexed == b.isIndexed && a.isPrimary == b.isPrimary
      && a.isArray == b.isArray && a.isSet == b.isSet && a.isMap == b.isMap && a.objectClassName == b.objectClassName
      && a.origin == b.origin
  }
}
