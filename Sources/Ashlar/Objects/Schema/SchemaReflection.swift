import AshlarSchema

/// The types of a Realm.
///
/// ```swift
/// let names = realm.schema["Person"]?.properties.map(\.name)
/// ```
@frozen public nonisolated struct Schema: Equatable, Sendable {
  /// The types, ordered by class name.
  public let objectSchema: [ObjectSchema]

  init(_ types: [ObjectSchema]) { objectSchema = types.ordered { $0.className < $1.className } }

  /// Returns the type with the given class name; nil if there is none. Complexity: O(types).
  ///
  /// ```swift
  /// let type = realm.schema["Person"]
  /// ```
  public subscript(className: String) -> ObjectSchema? { objectSchema.first { $0.className == className } }
}

/// One type of a schema.
///
/// ```swift
/// for property in person.objectSchema.properties { print(property.name, property.typeName) }
/// ```
public nonisolated struct ObjectSchema: Sendable {
  /// The class name, `"Person"`.
  public let className: String
  /// The model class, `Person.self`; `DynamicObject.self` for a type without a class.
  public let objectClass: AnyClass
  /// The stored properties, in declaration order.
  public let properties: [Property]
  /// Whether the type is embedded.
  public let isEmbedded: Bool
  /// Whether the type is asymmetric.
  public let isAsymmetric: Bool
  /// The properties of the primary key, in the order of the key: one or several; empty if there is no primary key.
  ///
  /// ```swift
  /// let key = realm.schema["Seat"]?.primaryKeyProperties.map(\.name)  // ["hall", "row", "number"]
  /// ```
  public let primaryKeyProperties: [Property]
  // The linking objects properties, in declaration order.
  private let computed: [Property]

  /// - Parameter hasPrimaryKey: Whether the properties of the primary key are marked as such.
  init(_ entity: _Entity, hasPrimaryKey: Bool = true) {
    className = entity.model.name
    objectClass = entity.type
    let unique = entity.model.uniqueNames
    let keys = hasPrimaryKey ? entity.keyColumns : []
    let made = entity.model.columns.enumerated().map { column, property in
      let isPrimary = keys.contains(column)
      return Property(
        property, entity.schema, isPrimary: isPrimary, isUnique: isPrimary && keys.count == 1 || unique.contains(property.storedName))
    }
    properties = made
    primaryKeyProperties = keys.map { made[$0] }
    computed = entity.model.properties.filter { $0.collection == .linkingObjects }.map { Property($0, entity.schema, isPrimary: false) }
    isEmbedded = entity.model.kind == .embedded
    isAsymmetric = entity.model.kind == .asymmetric
  }

  /// The property that is the primary key; nil if there is none, or if the key has several properties. See `primaryKeyProperties`.
  ///
  /// ```swift
  /// let key = realm.schema["Person"]?.primaryKeyProperty?.name
  /// ```
  public var primaryKeyProperty: Property? { primaryKeyProperties.count == 1 ? primaryKeyProperties[0] : nil }

  /// Returns the stored property or the linking objects property with the given Swift name; nil if there is none. Complexity:
  /// O(properties).
  ///
  /// ```swift
  /// let property = person.objectSchema["age"]
  /// ```
  public subscript(propertyName: String) -> Property? {
    properties.first { $0.name == propertyName } ?? computed.first { $0.name == propertyName }
  }

  /// The stored properties, followed by the linking objects properties.
  var allProperties: [Property] { properties + computed }
}

extension ObjectSchema: Equatable {
  /// Returns whether `a` and `b` have the same name and kind, equal properties in the same order, and the same primary key.
  public static func == (a: Self, b: Self) -> Bool {
    a.className == b.className && a.isEmbedded == b.isEmbedded && a.isAsymmetric == b.isAsymmetric && a.allProperties == b.allProperties
      && a.primaryKeyProperties == b.primaryKeyProperties
  }
}

/// A property of a type.
///
/// ```swift
/// let property = person.objectSchema["age"]
/// ```
public nonisolated struct Property: Sendable {
  /// The name in Swift.
  public let name: String
  /// The name in the file.
  public let columnName: String
  /// The type of the value, or of the elements of a collection.
  public let type: PropertyType
  /// The type in the form used in messages, such as `string`, `<Dog>` or `array<Dog>`.
  public let typeName: String
  /// Whether the property is a list, or linking objects.
  ///
  /// ```swift
  /// let isArray = person.objectSchema["dogs"]?.isArray  // true
  /// ```
  public let isArray: Bool
  /// Whether the property is a set.
  public let isSet: Bool
  /// Whether the property is a map.
  public let isMap: Bool
  /// Whether the value, or an element of the collection, may be nil.
  public let isOptional: Bool
  /// Whether the property is indexed; true for a primary key of one property.
  public let isIndexed: Bool
  /// Whether no two objects have the same value of the property; true for a primary key of one property. Any number of objects may have
  /// nil, except in a primary key or if the rule states `nilCounts`.
  ///
  /// ```swift
  /// let unique = realm.schema["Account"]?.properties.filter(\.isUnique).map(\.name)
  /// ```
  public let isUnique: Bool
  /// The target class of a link, or the source class of linking objects; nil for other properties:
  /// `person.objectSchema["dogs"]?.objectClassName` is `"Dog"`.
  public let objectClassName: String?
  /// Whether the property is the primary key or a part of it.
  let isPrimary: Bool
  // For linking objects: the property that links to the object.
  let origin: String?

  init(_ property: PropertyModel, _ schema: SchemaModel, isPrimary: Bool, isUnique: Bool = false) {
    name = property.name
    columnName = property.storedName
    type = PropertyType(property)
    typeName = StoredType(property, in: schema).description
    isArray = property.collection == .list || property.collection == .linkingObjects
    isSet = property.collection == .set
    isMap = property.collection == .map
    // A required property of a custom type that is persisted as an embedded object can still have a null link.
    isOptional = property.storesNil
    isIndexed = property.isIndexed
    self.isUnique = isUnique
    objectClassName = property.target
    self.isPrimary = isPrimary
    origin = property.origin
  }
}

extension Property: Equatable {
  /// Returns whether two properties have equal attributes, except their names in the file.
  public static func == (a: Self, b: Self) -> Bool {
    a.name == b.name && a.type == b.type && a.isOptional == b.isOptional && a.isIndexed == b.isIndexed && a.isPrimary == b.isPrimary
      && a.isUnique == b.isUnique && a.isArray == b.isArray && a.isSet == b.isSet && a.isMap == b.isMap
      && a.objectClassName == b.objectClassName
      && a.origin == b.origin
  }
}

extension EntityModel {
  // The stored names of the properties that have a unique rule over this property only, without a condition.
  fileprivate var uniqueNames: Set<String> {
    var names: Set<String> = []
    for case .unique(let rule) in rules where rule.properties.count == 1 && rule.condition == nil { names.insert(rule.properties[0]) }
    return names
  }
}
