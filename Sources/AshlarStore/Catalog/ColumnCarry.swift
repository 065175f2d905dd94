import AshlarSchema

/// The kind of migration of a column's values when the column's type changes.
enum ColumnCarry {
  /// The stored cells remain. Integers of a different width are converted when they are read.
  case inPlace
  /// Each collection is rewritten, because the width of its elements changes.
  case rewritten
  /// Only migration code can migrate the values.
  case byCode

  init(from old: PropertyModel, in before: SchemaModel, to new: PropertyModel, in wanted: SchemaModel) {
    let (from, to) = (StoredType(old, in: before), StoredType(new, in: wanted))
    self.init(from: from, to: to, isSameOptionality: old.isOptional == new.isOptional)
  }

  init(from: StoredType, to: StoredType, isSameOptionality: Bool) {
    if from == to {
      self = from.collection == .none || isSameOptionality ? .inPlace : .rewritten
    } else if from.collection == to.collection, from.type.kind.isInteger, to.type.kind.isInteger {
      self = from.collection == .none ? .inPlace : .rewritten
    } else {
      self = .byCode
    }
  }
}
