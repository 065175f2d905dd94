import AshlarSchema

/// How the values of a column come into a schema that tells another type of it.
enum ColumnCarry {
  /// The cells are read where they lie.
  case inPlace
  /// Each collection is written again: its elements get another width.
  case rewritten
  /// Nothing but code tells what becomes of them.
  case byCode

  init(from old: PropertyModel, in before: SchemaModel, to new: PropertyModel, in wanted: SchemaModel) {
    let (from, to) = (StoredType(old, in: before), StoredType(new, in: wanted))
    self.init(from: from, to: to, isSameOptionality: old.isOptional == new.isOptional)
  }

  init(from: StoredType, to: StoredType, isSameOptionality: Bool) {
    if from == to {
      self = from.collection == .none || isSameOptionality ? .inPlace : .rewritten
    } else if from.collection == to.collection, from.type.isInteger, to.type.isInteger {
      self = from.collection == .none ? .inPlace : .rewritten
    } else {
      self = .byCode
    }
  }
}

extension ValueType {
  fileprivate var isInteger: Bool {
    switch self {
    case .int, .int8, .int16, .int32, .int64: true
    default: false
    }
  }
}
