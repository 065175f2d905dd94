internal import AshlarSchema

/// Resolves the rules of one type that concern several of its properties.
struct TypeRuleResolver {
  let type: TypeDeclaration
  let entity: EntityModel
  let table: TypeTable
  let sink: DiagnosticSink

  func resolve() -> [EntityRule] {
    if type.rules.isEmpty { return [] }
    return primaryKey() + unique() + indexes() + checks()
  }

  // MARK: Parts

  /// Returns the stored property with a Swift name. If there is none, returns nil and reports the error, unless it has been reported
  /// before.
  private func property(_ name: Name) -> PropertyModel? {
    guard let declaration = type.properties.first(where: { $0.name.text == name.text }) else {
      if type.refusedProperties.contains(name.text) { return nil }
      let nearest = sink.isFull ? nil : Spelling.nearest(to: name.text, in: entity.columns.map(\.name))
      let place = type.properties.first { $0.name.text == nearest }?.name.span
      sink.report(
        .rule(.unknownProperty(name.text, type: type.name.text)), at: name.span,
        notes: [(nearest.map { .didYouMean($0) } ?? .declaredHere(type.name.text), place ?? type.name.span)])
      return nil
    }
    guard declaration.keys.ignored == nil, declaration.type.collection != .linkingObjects else {
      sink.report(.rule(.propertyNotStored(name.text)), at: name.span, notes: [(.declaredHere(name.text), declaration.name.span)])
      return nil
    }
    return entity.columns.first { $0.name == name.text }
  }

  /// Returns the properties of a rule, at least two unless one suffices. If the list or one of the properties is invalid, returns nil and
  /// reports the error, unless it has been reported before.
  private func parts(_ list: NameList, key: String, and other: Name? = nil, isOneEnough: Bool = false) -> [PropertyModel]? {
    let names = list.names + (other.map { [$0] } ?? [])
    guard names.count > (isOneEnough ? 0 : 1) else {
      sink.report(.rule(.listOfOne(key: key, property: names.first?.text)), at: list.span)
      return nil
    }
    guard names.count <= RuleKind.partLimit else {
      sink.report(.rule(.tooManyParts(names.count)), at: list.span)
      return nil
    }
    var seen: [String: SourceSpan] = [:]
    for name in names {
      guard let first = seen.updateValue(name.span, forKey: name.text) else { continue }
      sink.report(.rule(.repeatedProperty(name.text)), at: name.span, notes: [(.firstHere, first)])
      return nil
    }
    let properties = names.map(property)
    return properties.contains(nil) ? nil : properties.compactMap(\.self)
  }

  /// Returns whether a rule of this kind may include all these properties; if not, reports the first property that the rule may not
  /// include.
  private func check(_ parts: ArraySlice<PropertyModel>, of names: [Name], _ kind: RuleKind, _ problem: (String) -> RuleProblem) -> Bool {
    for (part, name) in zip(parts, names) where !part.allows(kind, target: target(of: part)) {
      sink.report(.rule(problem(part.schemaType)), at: name.span, notes: notes(on: name))
      return false
    }
    return true
  }

  private func target(of property: PropertyModel) -> EntityKind? { property.target.flatMap { table.type(named: $0)?.kind } }

  private func notes(on name: Name) -> [(hint: Hint, span: SourceSpan)] {
    type.properties.first { $0.name.text == name.text }.map { [(.declaredHere(name.text), $0.name.span)] } ?? []
  }

  // MARK: Rules

  private func primaryKey() -> [EntityRule] {
    guard let list = type.rules.primaryKey else { return [] }
    if let flagged = type.properties.lazy.compactMap(\.keys.primaryKey).first {
      sink.report(.secondPrimaryKey, at: list.span, notes: [(.firstHere, flagged)])
      return []
    }
    guard let parts = parts(list, key: "primaryKey") else { return [] }
    for (part, name) in zip(parts, list.names) where part.isOptional && part.type != .object && part.collection == .none {
      var required = part
      (required.isOptional, required.isImplicitlyUnwrapped) = (false, false)
      sink.report(.rule(.keyPartOptional(required.schemaType)), at: name.span, notes: notes(on: name))
      return []
    }
    guard check(parts[...], of: list.names, .primaryKey, RuleProblem.keyPartType) else { return [] }
    for name in ["PrimaryKey", "CompoundKeyed"] {
      guard let place = table.place(of: name) else { continue }
      sink.report(.rule(.keyNameTaken(name)), at: list.span, notes: [(.declaredHere(name), place.span)])
      return []
    }
    return [.primaryKey(parts.map(\.storedName))]
  }

  private func unique() -> [EntityRule] {
    var seen: [(rule: UniqueRule, span: SourceSpan)] = []
    for declaration in type.rules.unique {
      guard let rule = unique(declaration) else { continue }
      let first = seen.first { Set($0.rule.properties) == Set(rule.properties) && $0.rule.condition == rule.condition }
      if let first {
        sink.report(.rule(.repeatedList(key: "unique")), at: declaration.list.span, notes: [(.firstHere, first.span)])
      } else {
        seen.append((rule, declaration.list.span))
      }
    }
    return seen.map { .unique($0.rule) }
  }

  private func unique(_ declaration: UniqueDeclaration) -> UniqueRule? {
    let condition = declaration.condition
    if condition != nil, declaration.list.names.isEmpty {
      sink.report(.rule(.listOfOne(key: "of", property: nil)), at: declaration.list.span)
      return nil
    }
    // Without a condition, a rule of one property differs from the property's key 'unique' only if nil counts.
    guard let parts = parts(declaration.list, key: "unique", and: condition?.property, isOneEnough: declaration.nilCounts) else {
      return nil
    }
    if parts.count == 1, let first = uniqueKey(declaration.list.names[0]) {
      sink.report(.rule(.repeatedList(key: "unique")), at: declaration.list.span, notes: [(.firstHere, first)])
      return nil
    }
    let own = parts.prefix(declaration.list.names.count)
    guard check(own, of: declaration.list.names, .unique, RuleProblem.uniqueType) else { return nil }
    var rule = UniqueRule(own.map(\.storedName), nilCounts: declaration.nilCounts)
    guard let condition, let last = parts.last else { return rule }
    guard last.allowsCondition(condition.value, target: target(of: last)) else {
      sink.report(
        .rule(.uniqueCondition(key: condition.key.text, type: last.schemaType)), at: condition.property.span,
        notes: notes(on: condition.property))
      return nil
    }
    rule.condition = UniqueRule.Condition(property: last.storedName, value: condition.value)
    return rule
  }

  /// Returns the span of the key `primaryKey` or `unique` of a property; nil if the property has neither.
  private func uniqueKey(_ name: Name) -> SourceSpan? {
    let keys = type.properties.first { $0.name.text == name.text }?.keys
    return keys?.primaryKey ?? keys?.rules[.unique]?.key
  }

  private func indexes() -> [EntityRule] {
    var seen: [(names: [String], span: SourceSpan)] = []
    for list in type.rules.indexes {
      guard let parts = parts(list, key: "indexes"), check(parts[...], of: list.names, .index, RuleProblem.indexPartType) else { continue }
      let names = parts.map(\.storedName)
      if let first = seen.first(where: { $0.names == names }) {
        sink.report(.rule(.repeatedList(key: "indexes")), at: list.span, notes: [(.firstHere, first.span)])
      } else {
        seen.append((names, list.span))
      }
    }
    return seen.map { .index($0.names) }
  }

  private func checks() -> [EntityRule] {
    var seen: [(rule: EntityRule, span: SourceSpan)] = []
    for check in type.rules.checks {
      if check.left.text == check.right.text {
        sink.report(.rule(.repeatedProperty(check.left.text)), at: check.text.span)
        continue
      }
      guard let left = property(check.left), let right = property(check.right) else { continue }
      guard left.isComparable(check.relation, to: right) else {
        sink.report(
          .rule(.checkTypes(left: check.left.text, relation: check.relation, right: check.right.text)), at: check.text.span,
          notes: notes(on: check.left) + notes(on: check.right))
        continue
      }
      let rule = EntityRule.order(left.storedName, check.relation, right.storedName)
      let reverse = check.relation.isSymmetric ? EntityRule.order(right.storedName, check.relation, left.storedName) : rule
      if let first = seen.first(where: { $0.rule == rule || $0.rule == reverse }) {
        sink.report(.rule(.repeatedList(key: "checks")), at: check.text.span, notes: [(.firstHere, first.span)])
      } else {
        seen.append((rule, check.text.span))
      }
    }
    return seen.map(\.rule)
  }
}
