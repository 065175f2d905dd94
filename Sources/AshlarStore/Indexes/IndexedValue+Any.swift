extension IndexedValue {
  /// Returns the encoding of an `AnyRealmValue`: 0 for `.none`; otherwise 1, a byte for the kind, and bytes that distinguish values of the
  /// kind. Values that compare equal have the same encoding. Different values may also have the same encoding: a number is encoded as the
  /// nearest Double, text and data are one kind, all lists are encoded alike, and all dictionaries are encoded alike.
  public static func any(_ value: AnyStored) -> [UInt8] {
    switch value {
    case .none: [0]
    case .bool(let value): [1, 1, value ? 1 : 0]
    case .int(let value): number(Double(value))
    case .float(let value): number(Double(value))
    case .double(let value): number(value)
    case .decimal128(let low, let high): number(double(low, high))
    case .string(let text): [1, 3] + Array(text.utf8).withUnsafeBytes { IndexedValue.text($0).dropFirst() }
    case .data(let data): [1, 3] + data.withUnsafeBytes { IndexedValue.text($0).dropFirst() }
    case .date(let seconds, let nanoseconds): [1, 4] + date(seconds, nanoseconds).dropFirst()
    case .objectId(let bytes): [1, 5] + bytes
    case .uuid(let bytes): [1, 6] + bytes
    case .link(let link): [1, 7] + integer(link.packed).dropFirst()
    case .list: [1, 8]
    case .dictionary: [1, 9]
    }
  }

  /// Returns the encoding of a slot's bytes. All unreadable values share an encoding that no readable value has.
  static func any(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { (try? AnyStored(bytes)).map(any) ?? [1, 0] }

  private static func number(_ value: Double) -> [UInt8] {
    let value = value.isNaN ? .nan : value == 0 ? 0 : value
    return [1, 2] + withUnsafeBytes(of: value.bitPattern.bigEndian) { Array($0) }
  }

  // Returns the Double nearest to a decimal number in BID encoding.
  private static func double(_ low: UInt64, _ high: UInt64) -> Double {
    let sign = high >> 63 == 1 ? -1.0 : 1.0
    if high >> 58 & 0x1F == 0x1F { return .nan }
    if high >> 58 & 0x1F == 0x1E { return sign * .infinity }
    // Coefficients in the second form of BID exceed the maximum, so they represent 0.
    if high >> 61 & 3 == 3 { return 0 }
    let coefficient = UInt128(high & (1 << 49 - 1)) << 64 | UInt128(low)
    let exponent = Int(high >> 49 & 0x3FFF) - 6176
    // Parsing the digits rounds correctly.
    return sign * (Double("\(coefficient)e\(exponent)") ?? 0)
  }
}
