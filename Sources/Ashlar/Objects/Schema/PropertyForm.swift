import AshlarSchema

/// The form of a property's values. It contains no references, so code that reads it for every access by name retains nothing, whereas a
/// `PropertyModel` contains a dozen references.
struct PropertyForm {
  let type: ValueType
  let collection: CollectionKind
  let isOptional: Bool
  /// Whether the property is the primary key or a part of it.
  let isPrimaryKey: Bool

  init(_ property: PropertyModel, isPrimaryKey: Bool) {
    type = property.type
    collection = property.collection
    isOptional = property.isOptional
    self.isPrimaryKey = isPrimaryKey
  }
}
