/// The bounds of a length or of a number of elements.
public struct CountBounds: Hashable, Sendable {
  /// The least number; 0 if there is no lower bound.
  public var low: Int64
  /// The greatest number; nil if there is no upper bound.
  public var high: Int64?

  /// Creates bounds.
  public init(low: Int64 = 0, high: Int64? = nil) {
    (self.low, self.high) = (low, high)
  }

  /// Returns whether a number is within the bounds.
  package func contains(_ number: Int) -> Bool { Int64(number) >= low && high.map { Int64(number) <= $0 } ?? true }

  /// Whether the bounds exclude some numbers, but not all.
  package var isMeaningful: Bool { low >= 0 && (low > 0 || high != nil) && high.map { $0 >= low } ?? true }

  /// Returns whether every number within these bounds is also within `other`.
  func implies(_ other: CountBounds) -> Bool {
    low >= other.low && (other.high.map { limit in high.map { $0 <= limit } ?? false } ?? true)
  }

  /// The bounds in the schema language: `24`, `1...40`, `1...` or `...40`.
  package var text: String {
    guard let high else { return "\(low)..." }
    return low == high ? "\(low)" : low == 0 ? "...\(high)" : "\(low)...\(high)"
  }
}
