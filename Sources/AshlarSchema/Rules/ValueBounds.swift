/// The bounds of a number or a date. Bounds have the type of the stored values.
public struct ValueBounds: Hashable, Sendable {
  /// The lower bound; nil if there is none.
  public var low: DefaultValue?
  /// The upper bound; nil if there is none.
  public var high: DefaultValue?
  /// Whether values must be greater than the lower bound; otherwise, they may equal it.
  public var excludesLow: Bool
  /// Whether values must be less than the upper bound; otherwise, they may equal it.
  public var excludesHigh: Bool

  /// Creates bounds.
  public init(low: DefaultValue? = nil, high: DefaultValue? = nil, excludesLow: Bool = false, excludesHigh: Bool = false) {
    (self.low, self.high) = (low, high)
    self.excludesLow = low != nil && excludesLow
    self.excludesHigh = high != nil && excludesHigh
  }

  /// Returns whether a value is within the bounds. NaN, and a value of a form other than that of the bounds, is not.
  package func contains(_ value: DefaultValue) -> Bool {
    if let low {
      guard let order = value.order(to: low), order > 0 || order == 0 && !excludesLow else { return false }
    }
    if let high {
      guard let order = value.order(to: high), order < 0 || order == 0 && !excludesHigh else { return false }
    }
    return true
  }

  /// Whether the bounds exclude every value: the lower bound is greater than the upper one, both are equal and one is excluded, or both are
  /// consecutive integers and excluded.
  package var isEmpty: Bool {
    guard let low, let high, let order = low.order(to: high) else { return false }
    if order == 0 { return excludesLow || excludesHigh }
    guard order < 0, case .int(let first) = low, case .int(let last) = high else { return order > 0 }
    // The addition cannot overflow, because the lower bound is less than the upper one.
    return excludesLow && excludesHigh && first + 1 == last
  }

  /// Returns whether every value within these bounds is also within `other`.
  func implies(_ other: ValueBounds) -> Bool {
    func isWithin(_ bound: DefaultValue?, _ excludes: Bool, _ limit: DefaultValue?, _ excludesLimit: Bool, _ sign: Int) -> Bool {
      guard let limit else { return true }
      guard let bound, let order = bound.order(to: limit) else { return false }
      return order * sign > 0 || order == 0 && (excludes || !excludesLimit)
    }
    return isWithin(low, excludesLow, other.low, other.excludesLow, 1) && isWithin(high, excludesHigh, other.high, other.excludesHigh, -1)
  }
}
