import AshlarSchema
import AshlarStore

/// A range of values of an indexed column, with its bounds encoded as bytes that sort like the values.
struct IndexRange {
  let column: Int
  // The range includes `low` and excludes `high`.
  private(set) var low: [UInt8]
  private(set) var high: [UInt8]
  /// Whether every row found in the range matches the condition. If a bound is longer than the prefix of text that the index stores, the
  /// rows must be tested.
  private(set) var isExact: Bool
  /// The cost of reading one entry of the index, in nanoseconds.
  let entryCost: Int

  // An encoded value followed by these bytes sorts after all index keys of the value, which have 8 more bytes than the value.
  private static let behind = [UInt8](repeating: 255, count: 9)
  private static let all: (low: [UInt8], high: [UInt8]) = ([1], [2])

  /// Returns nil if the condition is neither a comparison by order nor a text prefix, or if the column is not an indexed column of
  /// integers, dates or text.
  init?(_ condition: Condition, _ entity: _Entity) {
    guard case .test(let path, let test) = condition, case .relates(let relation, let constant, let options) = test.kind, options.isEmpty,
      let indexed = IndexRange.indexed(path, entity)
    else { return nil }
    switch relation {
    case .order(let comparison):
      guard let (value, isExact) = IndexRange.encode(constant.converted(to: indexed.type), indexed.type)
      else { return nil }
      column = indexed.column
      entryCost = indexed.type == .string ? SearchCost.textEntry : SearchCost.entry
      self.isExact = isExact
      (low, high) = IndexRange.all
      // Null sorts before all text, and is neither less nor greater than values of other types.
      let first: [UInt8] = indexed.type == .string ? [0] : [1]
      switch comparison {
      case .less: (low, high) = (first, isExact ? value : value + IndexRange.behind)
      case .lessOrEqual: (low, high) = (first, value + IndexRange.behind)
      case .greater: low = isExact ? value + IndexRange.behind : value
      case .greaterOrEqual: low = value
      case .equal, .notEqual: return nil
      }
    case .text(.begins):
      guard indexed.type == .string, case .string(let text) = constant, !text.isEmpty else { return nil }
      column = indexed.column
      entryCost = SearchCost.textEntry
      isExact = text.utf8.count <= IndexedValue.textLimit
      // The terminator of the text is removed.
      low = Array(text.utf8.prefix(IndexedValue.textLimit)).withUnsafeBytes { Array(IndexedValue.text($0).dropLast(2)) }
      high = IndexRange.successor(low)
    case .text(.ends), .text(.contains), .text(.like): return nil
    }
  }

  /// Returns the intersection with another range of the same column.
  func intersection(_ other: IndexRange) -> IndexRange {
    var result = self
    if low.lexicographicallyPrecedes(other.low) { result.low = other.low }
    if other.high.lexicographicallyPrecedes(high) { result.high = other.high }
    result.isExact = isExact && other.isExact
    return result
  }

  private static func indexed(_ path: Condition.Path, _ entity: _Entity) -> IndexedProperty? {
    guard path.count == 1, case .name(let name) = path[0] else { return nil }
    return entity.indexed.first { $0.name == name }
  }

  // Returns the value, encoded so that it sorts as in the index, and whether the encoding identifies the value; nil if the type is not
  // supported.
  private static func encode(_ constant: QueryConstant, _ type: ValueType) -> (value: [UInt8], isExact: Bool)? {
    switch (constant, type) {
    case (.int(let value), .int), (.int(let value), .int8), (.int(let value), .int16), (.int(let value), .int32), (.int(let value), .int64):
      return (IndexedValue.integer(value), true)
    case (.date(let seconds, let nanoseconds), .date): return (IndexedValue.date(seconds, nanoseconds), true)
    case (.string(let text), .string):
      let isShort = text.utf8.count <= IndexedValue.textLimit
      let value = Array(text.utf8.prefix(IndexedValue.textLimit)).withUnsafeBytes { IndexedValue.text($0) }
      // Only the prefix of longer text is encoded.
      return isShort ? (value, true) : (Array(value.dropLast(2)), false)
    default: return nil
    }
  }

  // Returns the first byte string that sorts after all strings with this prefix. At least one byte must not be 255.
  private static func successor(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    while bytes.last == 255 { bytes.removeLast() }
    bytes[bytes.count - 1] += 1
    return bytes
  }
}
