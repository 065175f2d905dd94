internal import Ashlar
internal import AshlarSchema

/// A type whose objects are imported: its properties in a form that each record uses without searching or copying the model.
final class ImportedType {
  /// A stored property. This is a class, so that a copy retains a single reference.
  final class Column {
    let property: PropertyModel
    let name: String
    let type: ValueType
    let isOptional: Bool
    /// Whether the values are neither objects, nor collections, nor `AnyRealmValue`s.
    let isScalar: Bool
    let hasEnum: Bool
    /// Whether a value may refer to other objects.
    let canRefer: Bool
    /// Whether the objects to which a value links precede those of the type. If so, links are set when an object is created.
    let isEarly: Bool
    /// Whether a new object requires a value, from the input or a default.
    let isRequired: Bool

    init(_ property: PropertyModel, isEarly: Bool) {
      self.property = property
      self.isEarly = isEarly
      name = property.name
      type = property.type
      isOptional = property.isOptional
      isScalar = property.collection == .none && property.type != .any && property.type != .object
      hasEnum = property.enumName != nil
      canRefer = property.type == .any || property.type == .object
      isRequired = isScalar && (!property.isOptional || property.isPrimaryKey)
    }
  }

  let model: EntityModel
  /// The type in the Realm.
  let named: _NamedType
  let columns: [Column]
  /// The indexes in `columns` of the primary key's properties, in the order of the key: one or several; empty if there is no primary key.
  let keys: [Int]
  /// Finds the object that a record updates, by the properties of a unique rule; nil if objects are found by primary key.
  let match: _MatchedType?
  /// Whether any property is a set, whose elements must be distinct.
  let hasSets: Bool
  /// Whether any property has a default.
  let hasDefaults: Bool
  private let ordinals: [String: Int]

  /// - Parameters:
  ///   - matching: The names of the properties by which objects are found if the type has a unique rule over exactly these; empty if
  ///     objects are found by primary key.
  ///   - order: The types in the order of their records; nil if records of different types alternate.
  init(_ model: EntityModel, _ realm: Realm, matching: [String], order: ImportOrder?) {
    self.model = model
    named = _NamedType(model.name, in: realm)
    match = matching.isEmpty ? nil : _MatchedType(named, matching)
    columns = model.columns.map { Column($0, isEarly: order?.isEarly($0, of: model.name) ?? false) }
    keys = model.keyColumns
    hasSets = model.columns.contains { $0.collection == .set }
    hasDefaults = model.columns.contains { $0.defaultValue != nil }
    ordinals = Dictionary(columns.enumerated().map { ($1.name, $0) }) { first, _ in first }
  }

  /// Returns the index in `columns` of the property with a name. Throws if the type has none.
  /// - Parameter guess: The index that the property probably has. Most inputs list the properties in the order of the type.
  func column(named name: String, guess: Int) throws(ValueFailure) -> Int {
    if guess < columns.count, columns[guess].name == name { return guess }
    if let found = ordinals[name] { return found }
    // Throws the failure for an unknown name.
    _ = try ValueReader.property(name, of: model)
    throw ValueFailure("type '\(model.name)' has no property '\(name)'")
  }
}
