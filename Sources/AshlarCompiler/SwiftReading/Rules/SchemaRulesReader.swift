internal import AshlarSchema

/// Reads the rules that classes written by hand return from `schemaRules`, in the same form as the keys of a YAML type.
struct SchemaRulesReader {
  /// The Swift names of the class and its superclasses, with which key paths may begin.
  let roots: [String]
  let kind: EntityKind
  let sink: DiagnosticSink

  /// Adds the rules in a body to those of a class. An invalid rule is reported and omitted.
  func read(_ body: ScannedBody, into model: inout TypeDeclaration) {
    guard !body.isConditional else { return sink.report(.conditionalSetting("schemaRules"), at: body.span) }
    guard let calls = RuleCall.list(body) else { return sink.report(.rule(.computedRules), at: body.span) }
    for call in calls {
      switch call.name.text {
      case "primaryKey": addKey(call, &model)
      case "unique": addUnique(call, &model)
      case "index":
        if let list = names(call), isAllowed("indexes", call) { model.rules.indexes.append(list) }
      case "order": addOrder(call, &model)
      case "required": add(.required, "true", call, &model)
      case "pattern": add(.pattern, call.arguments.count == 2 ? call.arguments[1].string : nil, call, &model)
      case "length": add(.length, count(call), call, &model)
      case "count": add(.count, count(call), call, &model)
      case "range": addRange(call, &model)
      default: sink.report(.rule(.computedRules), at: call.span)
      }
    }
  }

  // MARK: Arguments

  /// Returns the property of a key path. If the argument is anything else, or a key path through a link, reports an error and returns nil.
  private func property(_ argument: RuleArgument) -> Name? {
    if let (root, name) = argument.keyPath, root.isEmpty || roots.contains(where: { $0 == root || $0.hasSuffix("." + root) }) {
      return name
    }
    report(argument)
    return nil
  }

  private func report(_ argument: RuleArgument) { sink.report(.rule(.argument(argument.value.text)), at: argument.span) }

  /// Returns the properties of a call whose arguments without labels are key paths; nil if one of them is reported.
  private func names(_ call: RuleCall) -> NameList? {
    let list = call.arguments.filter(\.label.isEmpty).map(property)
    return list.contains { $0 == nil } ? nil : NameList(names: list.compactMap(\.self), span: call.span)
  }

  /// Returns the bounds of a length or a count in the syntax of schemas; nil if they are not literals.
  private func count(_ call: RuleCall) -> String? {
    guard call.arguments.count == 2 else { return nil }
    if let (low, high) = call.arguments[1].range { return "\(low ?? "")...\(high ?? "")" }
    return call.arguments[1].number
  }

  private func isAllowed(_ key: String, _ call: RuleCall) -> Bool {
    guard let problem = TypeRulesReader.misplacement(of: key, in: kind) else { return true }
    sink.report(problem, at: call.span)
    return false
  }

  // MARK: Rules of a property

  /// Adds a rule of the property that the first argument names. If `value` is nil, the last argument is not a literal, and is reported.
  private func add(_ key: RuleKey, _ value: String?, _ call: RuleCall, _ model: inout TypeDeclaration) {
    guard let first = call.arguments.first, let last = call.arguments.last, let name = property(first) else { return }
    guard let value else { return report(last) }
    add(key, value, at: last.span, of: name, call, &model)
  }

  private func add(
    _ key: RuleKey, _ value: String, at span: SourceSpan, of name: Name, _ call: RuleCall, _ model: inout TypeDeclaration
  ) {
    guard let index = model.properties.firstIndex(where: { $0.name.text == name.text }) else {
      if model.refusedProperties.contains(name.text) { return }
      return sink.report(.rule(.unknownProperty(name.text, type: model.name.text)), at: name.span)
    }
    let property = model.properties[index]
    var keys = property.keys
    if let first = keys.rules[key] {
      return sink.report(.rule(.repeatedList(key: "schemaRules")), at: call.span, notes: [(.firstHere, first.key)])
    }
    keys.rules[key] = WrittenRule(key: call.name.span, value: ScalarNode(text: value, style: .quoted, span: span))
    model.properties[index] = PropertyDeclaration(name: property.name, type: property.type, keys: keys)
  }

  private func addRange(_ call: RuleCall, _ model: inout TypeDeclaration) {
    guard let first = call.arguments.first, let name = property(first) else { return }
    if call.arguments.count == 1 { return report(first) }
    for argument in call.arguments.dropFirst() {
      if argument.label.isEmpty, let (low, high) = argument.range {
        if let low { add(.min, low, at: argument.span, of: name, call, &model) }
        if let high { add(.max, high, at: argument.span, of: name, call, &model) }
      } else if let key = RuleKey(rawValue: argument.label), let value = argument.number ?? argument.string {
        add(key, value, at: argument.span, of: name, call, &model)
      } else {
        report(argument)
      }
    }
  }

  // MARK: Rules of several properties

  private func addKey(_ call: RuleCall, _ model: inout TypeDeclaration) {
    guard let list = names(call), isAllowed("primaryKey", call) else { return }
    if let first = model.rules.primaryKey { return sink.report(.secondPrimaryKey, at: call.span, notes: [(.firstHere, first.span)]) }
    model.rules.primaryKey = list
  }

  private func addUnique(_ call: RuleCall, _ model: inout TypeDeclaration) {
    guard let list = names(call), isAllowed("unique", call) else { return }
    var rule = UniqueDeclaration(list: list)
    for argument in call.arguments where !argument.label.isEmpty {
      if argument.label == "nilCounts" {
        guard let value = argument.boolean else { return report(argument) }
        rule.nilCounts = value
        continue
      }
      guard let name = property(argument) else { return }
      let value: Bool? = argument.label == "whenTrue" ? true : argument.label == "whenFalse" ? false : nil
      rule.condition = UniqueDeclaration.Condition(key: Name(text: argument.label, span: argument.span), property: name, value: value)
    }
    model.rules.unique.append(rule)
  }

  private func addOrder(_ call: RuleCall, _ model: inout TypeDeclaration) {
    guard call.arguments.count == 3, let left = property(call.arguments[0]), let right = property(call.arguments[2]) else { return }
    guard let word = call.arguments[1].member, let relation = OrderRelation.allCases.first(where: { "\($0)" == word }) else {
      return report(call.arguments[1])
    }
    model.rules.checks.append(
      CheckDeclaration(
        left: left, relation: relation, right: right,
        text: Name(text: "\(left.text) \(relation.symbol) \(right.text)", span: call.span)))
  }
}
