import AshlarSchema

/// The stored properties of a class, for setting them from untyped values. Created once for each class, so that setting a value does not
/// inspect the model.
struct ReadableColumns {
  struct Column {
    let type: ValueType
    let collection: CollectionKind
    let isOptional: Bool
    /// Whether the property has a custom type.
    let isCustom: Bool
    /// For an enum, the raw values that may be stored; nil if every raw value may be stored.
    fileprivate(set) var cases: ColumnCases?
  }

  let names: [String]
  private(set) var columns: [Column]
  /// Whether any column has an enum that does not accept every raw value.
  private(set) var hasCases: Bool

  init(_ model: EntityModel, in schema: SchemaModel) {
    names = model.columns.map(\.name)
    columns = model.columns.map {
      Column(
        type: $0.type, collection: $0.collection, isOptional: $0.isOptional, isCustom: $0.customName != nil,
        cases: ColumnCases($0, in: schema))
    }
    hasCases = columns.contains { $0.cases != nil }
  }

  /// Adds the cases of an enum that the schema does not describe.
  mutating func learnCases(of column: Int, from swiftType: Any.Type) {
    guard column < columns.count, columns[column].cases == nil, let cases = ColumnCases(swiftType: swiftType) else { return }
    columns[column].cases = cases
    hasCases = true
  }
}
