/// A rule in the form that descriptors and fingerprints contain, with the same fields for all kinds.
struct RuleForm: Hashable {
  static let nilCountsFlag: UInt8 = 1
  static let conditionFlag: UInt8 = 2
  static let excludesLowFlag: UInt8 = 1
  static let excludesHighFlag: UInt8 = 2

  var kind: RuleKind
  var flags: UInt8 = 0
  var members: [String]
  var low: DefaultValue?
  var high: DefaultValue?
  var values: [DefaultValue] = []
}

extension EntityRule {
  var form: RuleForm {
    switch self {
    case .primaryKey(let names): RuleForm(kind: .primaryKey, members: names)
    case .unique(let rule):
      RuleForm(
        kind: .unique, flags: (rule.nilCounts ? RuleForm.nilCountsFlag : 0) | (rule.condition == nil ? 0 : RuleForm.conditionFlag),
        members: rule.properties + (rule.condition.map { [$0.property] } ?? []),
        low: rule.condition.flatMap(\.value).map { .bool($0) })
    case .index(let names): RuleForm(kind: .index, members: names)
    case .range(let name, let bounds):
      RuleForm(
        kind: .range,
        flags: (bounds.excludesLow ? RuleForm.excludesLowFlag : 0) | (bounds.excludesHigh ? RuleForm.excludesHighFlag : 0),
        members: [name], low: bounds.low, high: bounds.high)
    case .length(let name, let bounds): RuleForm(kind: .length, name, bounds)
    case .count(let name, let bounds): RuleForm(kind: .count, name, bounds)
    case .pattern(let name, let text): RuleForm(kind: .pattern, members: [name], low: .string(text))
    case .oneOf(let name, let values): RuleForm(kind: .oneOf, members: [name], values: values)
    case .required(let name): RuleForm(kind: .required, members: [name])
    case .order(let first, let relation, let second):
      RuleForm(kind: .order, flags: relation.rawValue, members: [first, second])
    case .holderDeleted(let name, let rule): RuleForm(kind: .holderDeleted, flags: rule.rawValue, members: [name])
    case .targetDeleted(let name, let rule): RuleForm(kind: .targetDeleted, flags: rule.rawValue, members: [name])
    }
  }

  /// Creates the rule with these fields; nil if the fields are not those of a rule of their kind. Whether the properties allow the rule is
  /// not checked.
  init?(_ form: RuleForm) {
    guard form.kind.parts.contains(form.members.count), form.kind == .oneOf || form.values.isEmpty else { return nil }
    let name = form.members[0]
    let hasBounds = form.low != nil || form.high != nil
    switch form.kind {
    case .primaryKey, .index, .required:
      guard form.flags == 0, !hasBounds else { return nil }
      self =
        form.kind == .primaryKey ? .primaryKey(form.members) : form.kind == .index ? .index(form.members) : .required(name)
    case .unique:
      guard let rule = UniqueRule(form) else { return nil }
      self = .unique(rule)
    case .range:
      let known = RuleForm.excludesLowFlag | RuleForm.excludesHighFlag
      guard form.flags & ~known == 0, hasBounds else { return nil }
      let (excludesLow, excludesHigh) = (form.flags & RuleForm.excludesLowFlag != 0, form.flags & RuleForm.excludesHighFlag != 0)
      guard !excludesLow || form.low != nil, !excludesHigh || form.high != nil else { return nil }
      self = .range(name, ValueBounds(low: form.low, high: form.high, excludesLow: excludesLow, excludesHigh: excludesHigh))
    case .length, .count:
      guard let bounds = CountBounds(form) else { return nil }
      self = form.kind == .length ? .length(name, bounds) : .count(name, bounds)
    case .pattern:
      guard form.flags == 0, form.high == nil, case .string(let text)? = form.low else { return nil }
      self = .pattern(name, text)
    case .oneOf:
      guard form.flags == 0, !hasBounds, !form.values.isEmpty else { return nil }
      self = .oneOf(name, form.values)
    case .order:
      guard !hasBounds, let relation = OrderRelation(rawValue: form.flags) else { return nil }
      self = .order(name, relation, form.members[1])
    case .holderDeleted, .targetDeleted:
      guard !hasBounds, let rule = DeleteRule(rawValue: form.flags) else { return nil }
      self = form.kind == .holderDeleted ? .holderDeleted(name, rule) : .targetDeleted(name, rule)
    }
  }
}

extension RuleForm {
  fileprivate init(kind: RuleKind, _ name: String, _ bounds: CountBounds) {
    self.init(kind: kind, members: [name], low: bounds.low == 0 ? nil : .int(bounds.low), high: bounds.high.map { .int($0) })
  }
}

extension UniqueRule {
  fileprivate init?(_ form: RuleForm) {
    guard form.flags & ~(RuleForm.nilCountsFlag | RuleForm.conditionFlag) == 0, form.high == nil else { return nil }
    var properties = form.members
    var condition: Condition?
    if form.flags & RuleForm.conditionFlag != 0 {
      var value: Bool?
      if let low = form.low {
        guard case .bool(let bool) = low else { return nil }
        value = bool
      }
      condition = Condition(property: properties.removeLast(), value: value)
    } else if form.low != nil {
      return nil
    }
    guard !properties.isEmpty else { return nil }
    self.init(properties, condition: condition, nilCounts: form.flags & RuleForm.nilCountsFlag != 0)
  }
}

extension CountBounds {
  fileprivate init?(_ form: RuleForm) {
    guard form.flags == 0 else { return nil }
    var bounds = CountBounds()
    if let low = form.low {
      // A bound of 0 is not written.
      guard case .int(let number) = low, number > 0 else { return nil }
      bounds.low = number
    }
    if let high = form.high {
      guard case .int(let number) = high else { return nil }
      bounds.high = number
    }
    guard bounds.isMeaningful else { return nil }
    self = bounds
  }
}
