internal import AshlarSchema
internal import AshlarSchemaTools

/// The rules of one property that the conditions of a table state, as keys of the property.
struct ColumnRules {
  private(set) var keys: [String] = []
  /// The conditions that no key of the property can state.
  private(set) var rest: [ColumnCondition] = []
  private var bounds: ValueBounds?
  private var length: CountBounds?
  private var pattern: String?

  /// - Parameters:
  ///   - conditions: The conditions of the column.
  ///   - type: The type of the property, whose values are not those of an enum.
  init(_ conditions: [ColumnCondition], _ type: ValueType) {
    for condition in conditions where !add(condition, type) { rest.append(condition) }
    if let bounds {
      if let low = bounds.low { keys.append("\(bounds.excludesLow ? "above" : "min"): \(low.boundText)") }
      if let high = bounds.high { keys.append("\(bounds.excludesHigh ? "below" : "max"): \(high.boundText)") }
    }
    if let length { keys.append("length: \(length.text)") }
    if let pattern { keys.append("pattern: \(YAMLText.quoted(pattern))") }
  }

  /// Returns whether the rules permit a default value.
  func permits(_ value: DefaultValue) -> Bool {
    (bounds.map { EntityRule.range("", $0).permits(value) } ?? true) && (length.map { EntityRule.length("", $0).permits(value) } ?? true)
      && (pattern.map { EntityRule.pattern("", $0).permits(value) } ?? true)
  }

  private mutating func add(_ condition: ColumnCondition, _ type: ValueType) -> Bool {
    switch condition {
    case .range(_, let low, let high): return addRange(low, high, type)
    case .length(_, let low, let high):
      let added = CountBounds(low: low, high: high)
      guard length == nil, type == .string || type == .data, added.isMeaningful else { return false }
      length = added
      return true
    case .pattern(_, let text):
      guard pattern == nil, type == .string, !text.isEmpty, (try? GlobPattern(text)) != nil else { return false }
      pattern = text
      return true
    // An enum states lists of values, and a rule of the object type states an order.
    case .texts, .numbers, .order: return false
    }
  }

  private mutating func addRange(_ low: ColumnCondition.Bound?, _ high: ColumnCondition.Bound?, _ type: ValueType) -> Bool {
    var added = bounds ?? ValueBounds()
    for (bound, isLow) in [(low, true), (high, false)] {
      guard let bound else { continue }
      guard let value = Self.value(bound.text, type) else { return false }
      if isLow {
        guard added.low == nil else { return false }
        (added.low, added.excludesLow) = (value, bound.isExcluded)
      } else {
        guard added.high == nil else { return false }
        (added.high, added.excludesHigh) = (value, bound.isExcluded)
      }
    }
    if added.isEmpty { return false }
    bounds = added
    return true
  }

  private static func value(_ text: String, _ type: ValueType) -> DefaultValue? {
    if type == .int { return Int64(text).map { .int($0) } }
    if type == .double { return Double(text).map { .double($0) } }
    // SQLite compares decimals as Doubles, so only integers that a Double represents exactly are the same bound for decimals.
    guard type == .decimal128, let number = Int64(text), number.magnitude < 1 << 53 else { return nil }
    return decimal(number)
  }

  // Returns an integer as a decimal with the exponent 0.
  private static func decimal(_ number: Int64) -> DefaultValue {
    .decimal128(low: number.magnitude, high: 0x3040_0000_0000_0000 | (number < 0 ? 1 << 63 : 0))
  }
}
