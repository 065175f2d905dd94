import AshlarStore

/// The order of `AnyRealmValue`s in conditions and in sorting.
enum AnyOrder {
  // In conditions, a string equals data with the same bytes.
  private static let textMatchesData = true

  // Returns the position of a value's type in the order of types. All number types have the same position.
  private static func rank(_ value: AnyStored) -> Int {
    switch value {
    case .none: 0
    case .bool: 1
    case .int, .float, .double, .decimal128: 2
    case .string: 3
    case .data: 4
    case .date: 5
    case .objectId: 6
    case .uuid: 7
    case .link: 8
    case .list: 9
    case .dictionary: 10
    }
  }

  /// Returns the order of two values in sorting, which is total: by type, then by value. All lists are equal, as are all dictionaries.
  /// Numbers of different types are compared by value, and NaN is below all numbers.
  static func order(_ a: AnyStored, _ b: AnyStored) -> Int {
    let (x, y) = (rank(a), rank(b))
    return x != y ? x - y : orderOfSameRank(a, b)
  }

  private static func orderOfSameRank(_ a: AnyStored, _ b: AnyStored) -> Int {
    switch (a, b) {
    case (.string(let a), .string(let b)): compare(Array(a.utf8), Array(b.utf8))
    case (.data(let a), .data(let b)), (.objectId(let a), .objectId(let b)), (.uuid(let a), .uuid(let b)): compare(a, b)
    case (.link(let a), .link(let b)): a.table != b.table ? (a.table < b.table ? -1 : 1) : a.key < b.key ? -1 : a.key == b.key ? 0 : 1
    default:
      if let x = value(a), let y = value(b) { CellValue.order(x, y) ?? 0 } else { 0 }
    }
  }

  private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
    a.withUnsafeBytes { a in b.withUnsafeBytes { b in CellValue.order(a, b) } }
  }

  // Converts a value whose bytes need no separate memory; nil for any other value.
  static func value(_ stored: AnyStored) -> CellValue? {
    switch stored {
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .float(let value): .double(Double(value))
    case .double(let value): .double(value)
    case .decimal128(let low, let high): .decimal(Decimal128(bidLow: low, high: high))
    case .date(let seconds, let nanoseconds): .date(seconds, nanoseconds)
    case .none, .string, .data, .objectId, .uuid, .link, .list, .dictionary: nil
    }
  }

  static func isNaN(_ value: AnyStored) -> Bool {
    switch value {
    case .float(let value): value.isNaN
    case .double(let value): value.isNaN
    case .decimal128(let low, let high): Decimal128(bidLow: low, high: high).isNaN
    case .none, .bool, .int, .string, .data, .date, .objectId, .uuid, .link, .list, .dictionary: false
    }
  }

  /// Returns the order of two values; nil if conditions cannot compare them.
  static func comparable(_ a: AnyStored, _ b: AnyStored) -> Int? {
    if isNaN(a) || isNaN(b) { return nil }
    switch (a, b) {
    case (.string(let text), .data(let data)) where textMatchesData: return compare(Array(text.utf8), data)
    case (.data(let data), .string(let text)) where textMatchesData: return compare(data, Array(text.utf8))
    case (.list, _), (.dictionary, _), (.none, _): return nil
    default: return rank(a) == rank(b) ? orderOfSameRank(a, b) : nil
    }
  }
}

extension AnyOrder {
  /// Returns whether aggregates skip the value.
  static func isLeftOut(_ stored: AnyStored) -> Bool {
    if case .none = stored { return true }
    return isNaN(stored)
  }
}

extension QueryConstant {
  /// Returns the constant in the form that a column of type `AnyRealmValue` stores; nil for a constant that no stored value equals.
  func anyStored(_ core: _RealmCore) -> AnyStored? {
    switch self {
    case .null: .some(.none)
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .data(let bytes): .data(bytes)
    case .date(let seconds, let nanoseconds): .date(seconds: seconds, nanoseconds: nanoseconds)
    case .decimal(let value): .decimal128(low: value.bidLow, high: value.bidHigh)
    case .bytes(let bytes): bytes.count == 12 ? .objectId(bytes) : .uuid(bytes)
    case .object(let key, _, let ordinal, _): key < 0 ? nil : core.session.anyLink(ordinal, key).map { .link($0) }
    case .collection: nil
    }
  }
}
