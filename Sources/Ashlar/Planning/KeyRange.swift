import AshlarSchema
import AshlarStore

/// A range of values of an integer primary key. The index of other primary keys is not in the order of their values.
struct KeyRange {
  /// The smallest and the largest value; nil if the range is empty.
  private(set) var values: ClosedRange<Int64>?

  /// Returns nil if the condition is not a range of the type's primary key.
  init?(_ condition: Condition, _ entity: _Entity) {
    guard case .test(let path, let test) = condition, case .relates(.order(let comparison), let constant, let options) = test.kind,
      options.isEmpty, path.count == 1, case .name(let name) = path[0], entity.keyColumn >= 0
    else { return nil }
    let property = entity.model.properties[entity.keyColumn]
    guard property.name == name, KeyRange.isInteger(property.type),
      case .int(let value) = constant.converted(to: property.type)
    else { return nil }
    switch comparison {
    case .less: values = value == .min ? nil : .min...value - 1
    case .lessOrEqual: values = .min...value
    case .greater: values = value == .max ? nil : value + 1 ... .max
    case .greaterOrEqual: values = value ... .max
    case .equal, .notEqual: return nil
    }
  }

  private static func isInteger(_ type: ValueType) -> Bool {
    switch type {
    case .int, .int8, .int16, .int32, .int64: true
    case .bool, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid, .object, .any: false
    }
  }

  /// Returns the intersection with another range.
  func intersection(_ other: KeyRange) -> KeyRange {
    var result = self
    if let a = values, let b = other.values, a.overlaps(b) { result.values = a.clamped(to: b) } else { result.values = nil }
    return result
  }

  /// Returns an upper bound of the number of rows in the range of a table with `rows` rows; exact if the table contains every key of the
  /// range.
  func estimate(_ rows: Int) -> Int {
    guard let values else { return 0 }
    let last = UInt64(bitPattern: values.upperBound) &- UInt64(bitPattern: values.lowerBound)
    return last < UInt64(rows) ? Int(last) + 1 : rows
  }

  /// Returns the rows, some of which may have keys outside the range; nil if more than `mostRows` rows or `mostEntries` entries must be
  /// read.
  func rows(_ entity: _Entity, _ core: _RealmCore, mostEntries: Int, mostRows: Int) -> (rows: [Int64], entries: Int)? {
    guard let values else { return ([], 0) }
    return core.reading { () throws(StoreError) in
      try core.session.keyRange(entity.ordinal, values, mostEntries: mostEntries, mostRows: mostRows)
    }
  }
}
