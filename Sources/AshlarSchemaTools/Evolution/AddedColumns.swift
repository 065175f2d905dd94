internal import AshlarSchema

/// The columns that a schema adds to types of an older schema. All existing rows have the same value in such a column: its default if it is
/// backfilled, otherwise nil or the zero value.
struct AddedColumns {
  private var columns: [String: [String: PropertyModel]] = [:]

  init(_ differences: [SchemaDifference], in schema: SchemaModel) {
    for case .propertyAdded(let type, let property) in differences {
      let entity = schema.entities.first { $0.storedName == type }
      columns[type, default: [:]][property] = entity?.column(storedAs: property)
    }
  }

  /// Returns whether all these columns of a type were added. If so, a rule over them concerns no value that a file contains.
  func areAll(_ properties: [String], of type: String) -> Bool { properties.allSatisfy { columns[type]?[$0] != nil } }

  /// Returns nil if existing rows satisfy a rule over added columns; otherwise whether one of the columns is backfilled.
  func breach(of rule: EntityRule, type: String) -> Bool? {
    let parts = rule.properties.compactMap { columns[type]?[$0] }
    let isBackfilled = parts.contains { $0.isBackfilled }
    return isSatisfied(rule, parts) ? nil : isBackfilled
  }

  private func isSatisfied(_ rule: EntityRule, _ parts: [PropertyModel]) -> Bool {
    switch rule {
    case .unique(let unique):
      // All existing rows have equal values, so two rows violate the rule unless nil or the condition excludes them.
      let values = parts.map(\.addedValue)
      if !unique.nilCounts, values.prefix(unique.properties.count).contains(nil) { return true }
      guard let condition = unique.condition, let value = values.last else { return false }
      return value != condition.value.map { DefaultValue.bool($0) }
    case .primaryKey: return false
    case .count(_, let bounds): return bounds.contains(0)
    case .order(_, let relation, _):
      guard let left = parts[0].addedValue, let right = parts[1].addedValue else { return true }
      guard let order = left.order(to: right) else { return (left == right) == (relation != .notEqual) }
      switch relation {
      case .less: return order < 0
      case .lessOrEqual: return order <= 0
      case .equal: return order == 0
      case .notEqual: return order != 0
      }
    // If an enum has no case for the zero value, a separate warning reports this.
    case .oneOf: return true
    case .range, .length, .pattern, .required, .index, .holderDeleted, .targetDeleted: return rule.permits(parts[0].addedValue)
    }
  }
}

extension PropertyModel {
  /// The value of this added column, possibly nil, in rows that existed before.
  fileprivate var addedValue: DefaultValue? {
    if isBackfilled, let defaultValue { return defaultValue }
    return storesNil || type == .any ? nil : type.zero
  }
}

extension ValueType {
  /// The zero value; nil for links and `AnyRealmValue`s.
  fileprivate var zero: DefaultValue? {
    switch form {
    case .bool: .bool(false)
    case .integer: .int(0)
    case .float, .double: .double(0)
    case .string: .string("")
    case .data: .data([])
    case .date: .date(seconds: 0, nanoseconds: 0)
    case .decimal: .decimal128(low: 0, high: 0x3040_0000_0000_0000)
    case .objectId: .objectId([UInt8](repeating: 0, count: 12))
    case .uuid: .uuid([UInt8](repeating: 0, count: 16))
    case .object, .any: nil
    }
  }
}
