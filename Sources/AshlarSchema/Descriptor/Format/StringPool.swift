/// STRB and STRS: each string once, in the order of first use. Equality is of bytes, not of characters.
struct StringPool {
  private(set) var bytes: [UInt8] = []
  private(set) var records = ByteWriter()
  private var indices: [[UInt8]: UInt32] = [:]

  /// The reference to `string`, which is added when new.
  mutating func reference(to string: String) -> UInt32 {
    let utf8 = Array(string.utf8)
    if let known = indices[utf8] { return known }
    let index = UInt32(truncatingIfNeeded: indices.count)
    indices[utf8] = index
    records.append(UInt32(truncatingIfNeeded: bytes.count))
    records.append(UInt32(truncatingIfNeeded: utf8.count))
    bytes.append(contentsOf: utf8)
    bytes.append(0)
    return index
  }

  /// The reference to `string`, or `noReference`.
  mutating func reference(to string: String?) -> UInt32 {
    guard let string else { return noReference }
    return reference(to: string)
  }
}
