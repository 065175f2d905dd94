internal import AshlarSchema

/// Resolves the rules that concern a single property.
struct PropertyRuleResolver {
  let property: PropertyDeclaration
  let model: PropertyModel
  /// The type with the property; nil for a property of a mixin.
  let owner: TypeDeclaration?
  let table: TypeTable
  let sink: DiagnosticSink

  /// Returns the rules, without those of linking objects, which are rules of the type that contains the links.
  func resolve() -> [EntityRule] {
    var rules = checkedEnum()
    guard !property.keys.rules.isEmpty, model.collection != .linkingObjects else { return rules }
    rules += unique() + required() + range()
    rules += [count(.length, EntityRule.length), count(.count, EntityRule.count), pattern(), deleteRule()].compactMap(\.self)
    for rule in rules { checkDefault(rule) }
    return rules
  }

  private var name: String { model.storedName }
  private var target: EntityKind? { model.target.flatMap { table.type(named: $0)?.kind } }

  private func report(_ problem: __owned RuleProblem, at span: SourceSpan) {
    sink.report(.rule(problem), at: span, notes: owner?.notes(on: property) ?? [])
  }

  /// Returns the rule as written; nil if the property has no such key. If the type of the property does not allow rules of this kind,
  /// reports an error and returns nil.
  private func written(_ key: RuleKey, _ kind: RuleKind) -> WrittenRule? {
    guard let rule = property.keys.rules[key] else { return nil }
    if model.allows(kind, target: target) { return rule }
    let isCollection = model.collection != .none
    report(isCollection ? .elements(key: key, type: property.type.text) : .type(key: key, type: property.type.text), at: rule.key)
    return nil
  }

  // MARK: Rules of several objects

  private func unique() -> [EntityRule] {
    guard let rule = property.keys.rules[.unique] else { return [] }
    if owner?.kind == .embedded {
      report(.uniqueInEmbedded, at: rule.key)
    } else if !model.allows(.unique, target: target) {
      report(.uniqueType(property.type.text), at: rule.key)
    } else if property.keys.primaryKey != nil {
      report(.uniqueKey(property.name.text), at: rule.key)
    } else {
      if let place = property.keys.notIndexed { report(.uniqueNotIndexed, at: place) }
      return [.unique(UniqueRule([name]))]
    }
    return []
  }

  private func deleteRule() -> EntityRule? {
    guard let written = property.keys.rules[.deleteRule] else { return nil }
    guard model.type == .object, model.customName == nil else {
      report(.deleteRuleType(property.type.text), at: written.key)
      return nil
    }
    if target == .embedded {
      report(.deleteRuleOnEmbedded(property.type.element.text), at: written.key)
      return nil
    }
    if owner?.kind == .asymmetric {
      report(.deleteRuleInAsymmetric, at: written.key)
      return nil
    }
    guard let word = DeleteRuleWord(written.value, sink: sink), let rule = word.rule else { return nil }
    guard rule != .deny || owner?.kind != .embedded else {
      report(.denyInEmbedded, at: written.value.span)
      return nil
    }
    return .holderDeleted(name, rule)
  }

  // MARK: Rules of values

  private func checkedEnum() -> [EntityRule] {
    guard model.collection == .none, case .enumeration(let declaration) = table.binding(of: property.type.element.text),
      declaration.checked != nil
    else { return [] }
    return [.oneOf(name, declaration.cases.map(\.rawValue))]
  }

  private func required() -> [EntityRule] {
    guard let rule = property.keys.rules[.required] else { return [] }
    if model.allows(.required, target: target) { return [.required(name)] }
    if model.collection != .none {
      report(.elements(key: .required, type: property.type.text), at: rule.key)
    } else if !model.isOptional {
      report(.requiredAlready(property.type.text), at: rule.key)
    } else if target == .embedded {
      report(.type(key: .required, type: property.type.text), at: rule.key)
    } else {
      report(.requiredValue(property.type.element.text), at: rule.key)
    }
    return []
  }

  private func range() -> [EntityRule] {
    let (low, high) = (bound(.min, .above), bound(.max, .below))
    guard low != nil || high != nil else { return [] }
    let bounds = ValueBounds(low: low?.value, high: high?.value, excludesLow: low?.key == .above, excludesHigh: high?.key == .below)
    if bounds.isEmpty, let high {
      report(.emptyRange(bounds.text), at: high.span)
      return []
    }
    return [.range(name, bounds)]
  }

  /// Returns the bound that one of two keys states; nil if neither is written, or if an error is reported.
  private func bound(_ inclusive: RuleKey, _ exclusive: RuleKey) -> (value: DefaultValue, key: RuleKey, span: SourceSpan)? {
    let (first, second) = (written(inclusive, .range), written(exclusive, .range))
    if first != nil, let second {
      report(.twoBounds(inclusive.rawValue, exclusive.rawValue), at: second.key)
      return nil
    }
    guard let rule = first ?? second else { return nil }
    if case .value(let value) = LiteralReader(type: model.type, forRawValue: true).read(rule.value.text) {
      if value.isBound { return (value, first == nil ? exclusive : inclusive, rule.value.span) }
      if value == .now {
        report(.boundNow, at: rule.value.span)
        return nil
      }
    }
    report(.bound(rule.value.text, model.type), at: rule.value.span)
    return nil
  }

  private func count(_ key: RuleKey, _ make: (String, CountBounds) -> EntityRule) -> EntityRule? {
    guard let rule = written(key, key == .length ? .length : .count) else { return nil }
    let text = rule.value.text
    switch CountText.read(text) {
    case .bounds(let bounds) where bounds.isMeaningful: return make(name, bounds)
    case .bounds(let bounds): report(bounds.high == nil ? .endlessRange(text, key: key) : .emptyRange(text), at: rule.value.span)
    case .malformed: report(.malformedRange(text, key: key), at: rule.value.span)
    case .outOfRange: report(.bound(text, .int), at: rule.value.span)
    }
    return nil
  }

  private func pattern() -> EntityRule? {
    guard let rule = written(.pattern, .pattern) else { return nil }
    do throws(GlobPattern.Fault) {
      _ = try GlobPattern(rule.value.text)
      return .pattern(name, rule.value.text)
    } catch {
      report(.pattern(error, rule.value.text), at: rule.value.span)
      return nil
    }
  }

  // MARK: Defaults

  private func checkDefault(_ rule: EntityRule) {
    guard let value = model.defaultValue, !rule.permits(value), let (key, text) = rule.broken(by: value),
      let place = property.keys.defaultKey
    else { return }
    report(
      .defaultBreaksRule(property.keys.defaultValue?.text ?? value.boundText, key: key, value: text),
      at: property.keys.defaultValue?.span ?? place)
  }
}

extension EntityRule {
  /// Returns the key of a rule that `value` does not satisfy, and the text of the key's value. For a range, this is the lower bound if the
  /// value is below it, otherwise the upper one. Returns nil for kinds of rules that every default satisfies.
  fileprivate func broken(by value: DefaultValue) -> (key: RuleKey, text: String)? {
    switch self {
    case .range(_, let bounds):
      var lower = bounds
      lower.high = nil
      if let low = bounds.low, !lower.contains(value) { return (bounds.excludesLow ? .above : .min, low.boundText) }
      guard let high = bounds.high else { return nil }
      return (bounds.excludesHigh ? .below : .max, high.boundText)
    case .length(_, let bounds): return (.length, bounds.text)
    case .pattern(_, let pattern): return (.pattern, pattern)
    case .primaryKey, .unique, .index, .count, .oneOf, .required, .order, .holderDeleted, .targetDeleted: return nil
    }
  }
}
