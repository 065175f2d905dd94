internal import AshlarSchema

/// Parses the bounds of a length or a count: `24`, `1...40`, `1...` or `...40`.
enum CountText {
  enum Outcome {
    case bounds(CountBounds)
    case malformed
    /// A bound that no length or count can reach.
    case outOfRange
  }

  static func read(_ text: String) -> Outcome {
    let bytes = Array(text.utf8)
    let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    guard let first = dots.first else { return number(trimmed(bytes[...])).map { outcome($0, $0) } ?? .malformed }
    guard dots.count == 3, dots[2] == first + 2 else { return .malformed }
    let (low, high) = (trimmed(bytes[..<first]), trimmed(bytes[(first + 3)...]))
    guard !low.isEmpty || !high.isEmpty else { return .malformed }
    switch (low.isEmpty ? 0 : number(low), high.isEmpty ? nil : number(high)) {
    case (let least?, let greatest): return greatest == nil && !high.isEmpty ? .malformed : outcome(least, greatest)
    case (nil, _): return .malformed
    }
  }

  // The greatest valid bound: more than the number of scalars or bytes in any value, and of elements in any collection.
  private static let limit: Int64 = 1 << 40

  private static func outcome(_ low: Int64, _ high: Int64?) -> Outcome {
    low > limit || high ?? 0 > limit ? .outOfRange : .bounds(CountBounds(low: low, high: high))
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop { $0 == UInt8(ascii: " ") }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }

  /// Returns the number that decimal digits represent, but at most `limit + 1`; nil if the bytes are not digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return digits.reduce(0) { min($0 * 10 + Int64($1 - 0x30), limit + 1) }
  }
}
