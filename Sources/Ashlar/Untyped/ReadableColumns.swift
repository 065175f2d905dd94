import AshlarSchema

/// The stored properties of a class as untyped values are set by them: made once, so that no value costs a look at the model.
struct ReadableColumns {
  struct Column {
    let type: ValueType
    let collection: CollectionKind
    let isOptional: Bool
    /// Stored through a custom type.
    let isCustom: Bool
  }

  let names: [String]
  let columns: [Column]

  init(_ model: EntityModel) {
    names = model.columns.map(\.name)
    columns = model.columns.map {
      Column(type: $0.type, collection: $0.collection, isOptional: $0.isOptional, isCustom: $0.customName != nil)
    }
  }
}
