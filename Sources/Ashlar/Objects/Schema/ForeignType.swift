import AshlarSchema

/// The stored form of values whose type is declared in another module. The schema does not describe such types, so they are determined from
/// Swift's type metadata.
struct ForeignType {
  /// The stored type of a value, or of an element.
  let stored: ValueType
  let collection: CollectionKind
  let isOptional: Bool
  /// Whether the type is a custom type, whose values are converted.
  let isCustom: Bool
  let isFailable: Bool

  /// Describes the type of a property from Swift's type metadata; nil if its values are stored as objects.
  init?(_ type: any _Persistable.Type) {
    var type: Any.Type = type
    let collection = type as? any ForeignCollection.Type
    self.collection = collection?.collectionKind ?? .none
    if let collection { type = collection.elementType }
    let optional = type as? any ForeignOptional.Type
    isOptional = optional != nil
    if let optional { type = optional.wrappedType }
    guard let value = type as? any _Persistable.Type, let stored = Self.stored(of: value) else { return nil }
    self.stored = stored
    isCustom = value is any _CustomPersistable.Type
    isFailable = value is any FailableCustomPersistable.Type
  }

  private static func stored<Value: _Persistable>(of type: Value.Type) -> ValueType? { types[ObjectIdentifier(Value.PersistedType.self)] }

  private static let types: [ObjectIdentifier: ValueType] = Dictionary(
    uniqueKeysWithValues: ValueType.allCases.compactMap { type in type.accept(SwiftIdentity()).map { ($0, type) } })

  /// Determines the identity of the Swift type of a stored type; nil for objects, which have no common type.
  private struct SwiftIdentity: ScalarVisitor {
    func visit<Value: StoredScalar>(_ type: Value.Type) -> ObjectIdentifier? { ObjectIdentifier(type) }
    func visitAny() -> ObjectIdentifier? { ObjectIdentifier(AnyRealmValue.self) }
    func visitObject() -> ObjectIdentifier? { nil }
  }
}

extension SchemaModel {
  /// Returns the schema, completed with the types of other modules as its handwritten classes describe them. Throws `Realm.Error(.fail)` if
  /// `classes` lacks a property whose type is declared in another module, or if the property's type contradicts its declaration, is stored
  /// as an object, or requires an initial value that the declaration does not contain. Complexity: O(properties).
  func completed(by classes: [_HandwrittenClass]) throws(Realm.Error) -> SchemaModel {
    var schema = self
    for entity in entities.indices {
      for column in entities[entity].properties.indices where entities[entity].properties[column].foreignType != nil {
        let name = entities[entity].name
        guard let told = classes.first(where: { $0.name == name }), told.properties.indices.contains(column) else {
          throw Realm.Error(.fail, "'\(name)' does not have the properties of its schema. Build again.")
        }
        try schema.complete(entity, column, told.properties[column].type)
      }
    }
    schema.customTypes = schema.customTypes.ordered(byBytes: \.name)
    return schema
  }

  private mutating func complete(_ entity: Int, _ column: Int, _ type: any _Persistable.Type) throws(Realm.Error) {
    var property = entities[entity].properties[column]
    guard let spelling = property.foreignType else { return }
    let label = "'\(entities[entity].name).\(property.name)'"
    guard let foreign = ForeignType(type) else {
      throw Realm.Error(
        .fail, "\(label) has the type '\(spelling)', which is stored as an object. Declare how it is stored in a YAML file of the target.")
    }
    guard foreign.collection == property.collection, foreign.isOptional == property.isOptional else {
      throw Realm.Error(
        .fail, "\(label) is '\(type)', and '\(spelling)' hides that it is optional or a collection. Write the type in full.")
    }
    if foreign.isFailable, property.collection == .none, !property.isOptional, property.defaultValue == nil {
      throw Realm.Error(
        .fail, "\(label): the default stored value may not convert to '\(spelling)'. Write an initial value, or '\(spelling)?'.")
    }
    property.type = foreign.stored
    property.foreignType = nil
    if foreign.isCustom {
      property.customName = spelling
      if !customTypes.contains(where: { $0.name == spelling }) {
        customTypes.append(CustomTypeModel(name: spelling, persistedType: foreign.stored, isFailable: foreign.isFailable))
      }
    }
    entities[entity].properties[column] = property
  }
}

/// A collection type that provides its kind and the type of its elements.
private protocol ForeignCollection {
  static var collectionKind: CollectionKind { get }
  static var elementType: Any.Type { get }
}

extension List: ForeignCollection {
  fileprivate static var collectionKind: CollectionKind { .list }
  fileprivate static var elementType: Any.Type { Element.self }
}
extension MutableSet: ForeignCollection {
  fileprivate static var collectionKind: CollectionKind { .set }
  fileprivate static var elementType: Any.Type { Element.self }
}
extension Map: ForeignCollection {
  fileprivate static var collectionKind: CollectionKind { .map }
  fileprivate static var elementType: Any.Type { Value.self }
}

/// An optional type that provides its wrapped type.
private protocol ForeignOptional {
  static var wrappedType: Any.Type { get }
}

extension Optional: ForeignOptional {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}
