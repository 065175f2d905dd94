import AshlarSchema

/// The condition of a rule about values, prepared for the cells of its columns. Each condition is true for nil, except those of `required`.
enum ValueTest: Sendable {
  /// An integer is at least `low` and at most `high`. False for all integers if `low` is greater than `high`.
  case integers(low: Int64, high: Int64)
  case numbers(BoundedRange<Double>)
  case dates(BoundedRange<Moment>)
  case decimals(ValueBounds)
  /// The number of Unicode scalars of a text is within bounds.
  case textLength(CountBounds)
  /// The number of bytes of data is within bounds.
  case dataLength(CountBounds)
  /// The number of elements of a collection is within bounds.
  case elementCount(CountBounds)
  case pattern(GlobPattern)
  case integerCases(Set<Int64>)
  /// The UTF-8 of a text is one of these.
  case textCases(Set<[UInt8]>)
  /// A link is not nil.
  case requiredLink
  /// An `AnyRealmValue` is not `.none`.
  case requiredValue
  /// A relation holds between the values of two columns, which have the same type.
  case order(OrderRelation)

  /// Prepares the condition of a rule; nil if the rule does not concern the values of one object, or if the column cannot have such a rule,
  /// which `RuleVerifier` rules out.
  init?(_ rule: EntityRule, _ layout: ColumnLayout) {
    switch rule {
    case .range(_, let bounds):
      guard let test = ValueTest(bounds, layout.type.form) else { return nil }
      self = test
    case .length(_, let bounds): self = layout.kind == .string ? .textLength(bounds) : .dataLength(bounds)
    case .count(_, let bounds): self = .elementCount(bounds)
    case .pattern(_, let text):
      guard let pattern = try? GlobPattern(text) else { return nil }
      self = .pattern(pattern)
    case .oneOf(_, let values):
      if layout.type.form == .integer {
        self = .integerCases(Set(values.compactMap { if case .int(let value) = $0 { value } else { nil } }))
      } else {
        self = .textCases(Set(values.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } }))
      }
    case .required: self = layout.kind == .any ? .requiredValue : .requiredLink
    case .order(_, let relation, _): self = .order(relation)
    case .primaryKey, .unique, .index, .holderDeleted, .targetDeleted: return nil
    }
  }

  private init?(_ bounds: ValueBounds, _ form: ScalarForm) {
    switch form {
    case .integer:
      var (low, high) = (Int64.min, Int64.max)
      if case .int(let bound)? = bounds.low { low = bound }
      if case .int(let bound)? = bounds.high { high = bound }
      // If the greatest integer is an excluded lower bound, or the least one an excluded upper bound, the range is empty.
      if bounds.excludesLow { if low == .max { high = .min } else { low += 1 } }
      if bounds.excludesHigh { if high == .min { low = .max } else { high -= 1 } }
      self = .integers(low: low, high: high)
    case .float, .double: self = .numbers(BoundedRange(bounds) { $0.number })
    case .date: self = .dates(BoundedRange(bounds) { $0.moment })
    case .decimal: self = .decimals(bounds)
    case .bool, .string, .data, .objectId, .uuid, .object, .any: return nil
    }
  }
}

/// A time: the seconds since 1970, and nanoseconds of the same sign.
struct Moment: Comparable, Sendable {
  let seconds: Int64
  let nanoseconds: Int32

  static func < (a: Moment, b: Moment) -> Bool { a.seconds == b.seconds ? a.nanoseconds < b.nanoseconds : a.seconds < b.seconds }
}

/// The values between two bounds.
struct BoundedRange<Value: Comparable & Sendable>: Sendable {
  private let low, high: Value?
  private let excludesLow, excludesHigh: Bool

  /// - Parameter value: Converts a bound.
  init(_ bounds: ValueBounds, _ value: (DefaultValue) -> Value?) {
    low = bounds.low.flatMap(value)
    high = bounds.high.flatMap(value)
    (excludesLow, excludesHigh) = (bounds.excludesLow, bounds.excludesHigh)
  }

  /// Whether a value is between the bounds. NaN is not, because every comparison with it is false.
  @inline(__always)
  func contains(_ value: Value) -> Bool {
    (low.map { excludesLow ? value > $0 : value >= $0 } ?? true) && (high.map { excludesHigh ? value < $0 : value <= $0 } ?? true)
  }
}

extension DefaultValue {
  fileprivate var number: Double? {
    if case .double(let value) = self { return value }
    if case .int(let value) = self { return Double(value) }
    return nil
  }

  fileprivate var moment: Moment? {
    if case .date(let seconds, let nanoseconds) = self { return Moment(seconds: seconds, nanoseconds: nanoseconds) }
    return nil
  }
}
