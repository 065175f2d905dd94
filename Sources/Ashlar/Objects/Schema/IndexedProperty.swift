import AshlarSchema

/// What conditions ask about a property that has an index: a copy of its model has a dozen references.
struct IndexedProperty {
  let name: String
  let column: Int
  let type: ValueType
  let isOptional: Bool
}
