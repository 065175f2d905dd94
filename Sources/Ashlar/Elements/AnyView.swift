import AshlarStore

/// An `AnyRealmValue` whose bytes are read in place. It is never null, a link or a collection.
struct AnyView {
  // The rank of the type, as in `AnyOrder`, except that data has the rank of strings.
  let kind: Int
  let value: CellValue

  /// Decodes a stored value; nil for null, links and collections, or if the bytes cannot be decoded.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let tag = bytes.first.flatMap(AnyTag.init(rawValue:)), let start = bytes.baseAddress else { return nil }
    let payload = start + 1
    let size = bytes.count - 1
    switch tag {
    case .bool where size == 1 && bytes[1] < 2: (kind, value) = (1, .bool(bytes[1] == 1))
    case .int where size == 8: (kind, value) = (2, .int(payload.loadUnaligned(as: Int64.self)))
    case .float where size == 4: (kind, value) = (2, .double(Double(payload.loadUnaligned(as: Float.self))))
    case .double where size == 8: (kind, value) = (2, .double(payload.loadUnaligned(as: Double.self)))
    case .decimal128 where size == 16:
      let number = Decimal128(
        bidLow: payload.loadUnaligned(as: UInt64.self), high: payload.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      (kind, value) = (2, .decimal(number))
    // A string equals data with the same bytes.
    case .string, .data: (kind, value) = (3, .bytes(UnsafeRawBufferPointer(start: payload, count: size)))
    case .date where size == 12:
      (kind, value) = (5, .date(payload.loadUnaligned(as: Int64.self), payload.loadUnaligned(fromByteOffset: 8, as: Int32.self)))
    case .objectId where size == 12: (kind, value) = (6, .bytes(UnsafeRawBufferPointer(start: payload, count: size)))
    case .uuid where size == 16: (kind, value) = (7, .bytes(UnsafeRawBufferPointer(start: payload, count: size)))
    // A payload of any other size cannot be decoded.
    case .none, .bool, .int, .float, .double, .date, .decimal128, .objectId, .uuid, .link, .list, .dictionary: return nil
    }
  }

  private init(kind: Int, _ value: CellValue) { (self.kind, self.value) = (kind, value) }

  /// Converts a value; nil for null, links, collections, and values that cannot be decoded. Also nil for data, ObjectIds and UUIDs that are
  /// not in an `AnyRealmValue`.
  init?(_ value: CellValue) {
    switch value {
    case .any(let bytes): self.init(bytes)
    case .bool: self.init(kind: 1, value)
    case .int, .double, .decimal: self.init(kind: 2, value)
    case .text(let bytes): self.init(kind: 3, .bytes(bytes))
    case .date: self.init(kind: 5, value)
    case .null, .bytes, .link: return nil
    }
  }

  var isNaN: Bool { CellValue.isNaN(value) }

  /// Returns whether both values are numbers that are equal after rounding to 15 digits.
  func isNear(_ other: AnyView) -> Bool {
    guard let a = nearestDouble, let b = other.nearestDouble else { return false }
    // Numbers that are equal after rounding differ by at most one unit of the 15th digit, at most 1e-14 of their magnitude. A pair that
    // differs by more than twice as much is rejected without rounding, which is slower.
    if (a - b).magnitude > 2e-14 * max(a.magnitude, b.magnitude) { return false }
    guard let first = rounded, let second = other.rounded else { return false }
    return Decimal128.compare(first, second) == 0
  }

  private var nearestDouble: Double? {
    switch value {
    case .int(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): number.doubleValue
    case .null, .bool, .text, .bytes, .date, .link, .any: nil
    }
  }

  private var rounded: Decimal128? {
    switch value {
    case .int(let number): Decimal128(integerLiteral: number).rounded(15)
    case .double(let number): Decimal128(number, digits: 15)
    case .decimal(let number): number.rounded(15)
    case .null, .bool, .text, .bytes, .date, .link, .any: nil
    }
  }

  /// The value if it is a Bool, a number or a date; otherwise nil.
  var scalar: CellValue? {
    if case .bytes = value { nil } else { value }
  }
}

extension CellValue {
  static func isNaN(_ value: CellValue) -> Bool {
    switch value {
    case .double(let number): number.isNaN
    case .decimal(let number): number.isNaN
    case .null, .bool, .int, .text, .bytes, .date, .link, .any: false
    }
  }
}
