import AshlarSchema

/// The attributes of an indexed property that conditions need. Copying the property's model would retain a dozen objects.
struct IndexedProperty {
  let name: String
  let column: Int
  let type: ValueType
  let isOptional: Bool
}
