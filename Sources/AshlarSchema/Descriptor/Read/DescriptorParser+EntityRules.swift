extension DescriptorParser {
  /// Reads RULE, RMEM and RVAL: the rules of each type, in the order that `EntityRule.isBefore(_:)` states. Every part of a rule is
  /// verified: its properties, its values, and whether the properties and their type allow it.
  func readRules(into entities: inout [EntityModel]) throws(DescriptorError) {
    let table = try directory.table(.rules)
    let (members, values) = (try directory.table(.ruleMembers), try directory.table(.ruleValues))
    guard table.count > 0 || members.count > 0 || values.count > 0 else { return }
    let kinds = Dictionary(entities.map { ($0.name, $0.kind) }) { first, _ in first }
    var rules: [EntityRule] = []
    var (member, value, last) = (0, 0, 0)
    // The columns of the type by stored name; without this dictionary, each rule would require a search for its properties.
    var places: [String: Int] = [:]
    for record in 0..<table.count {
      let index = source.u32(table.at(record, RuleRecord.entity))
      guard index < entities.count else {
        throw table.error(
          record, RuleRecord.entity, .invalidReference(field: "entity", index: UInt64(index), count: entities.count))
      }
      if index != last {
        guard index > last else {
          throw table.error(record, RuleRecord.entity, .unsorted(field: "rule of", name: entities[Int(index)].name))
        }
        if !rules.isEmpty { entities[last].rules = rules }
        (rules, last) = ([], Int(index))
        places = [:]
      }
      let entity = entities[Int(index)]
      if places.isEmpty { places = Dictionary(zip(entity.columns.map(\.storedName), 0...)) { first, _ in first } }
      let form = try readRule(table, record, of: entity, members, &member, values, &value)
      guard let rule = EntityRule(form) else {
        throw table.error(record, RuleRecord.flags, .broken(.ruleValueNotAllowed))
      }
      guard rules.last?.isBefore(rule) ?? true else {
        throw table.error(record, RuleRecord.kind, .unsorted(field: "rule of", name: entity.name))
      }
      try RuleVerifier(entity: entity, places: places, kinds: kinds, table: table, record: record).verify(rule, after: rules)
      rules.append(rule)
    }
    if !rules.isEmpty { entities[last].rules = rules }
    guard member == members.count else { throw members.error(member, 0, .superfluous(field: "member")) }
    guard value == values.count else { throw values.error(value, 0, .superfluous(field: "value")) }
  }

  /// Reads the fields of a rule, and advances `member` and `value` past its records in RMEM and RVAL.
  private func readRule(
    _ table: RecordTable, _ record: Int, of entity: EntityModel, _ members: RecordTable, _ member: inout Int, _ values: RecordTable,
    _ value: inout Int
  ) throws(DescriptorError) -> RuleForm {
    let kind = try self.value(RuleKind.self, table, record, RuleRecord.kind, "kind")
    let count = Int(source.u16(table.at(record, RuleRecord.memberCount)))
    guard kind.parts.contains(count) else {
      throw table.error(record, RuleRecord.memberCount, .invalidValue(field: "member count", value: UInt64(count)))
    }
    let first = source.u32(table.at(record, RuleRecord.firstMember))
    guard first == member else {
      throw table.error(record, RuleRecord.firstMember, .gap(field: "first member", expected: UInt64(member), found: UInt64(first)))
    }
    guard count <= members.count - member else {
      throw table.error(
        record, RuleRecord.memberCount, .invalidReference(field: "member count", index: UInt64(member + count), count: members.count))
    }
    var form = RuleForm(kind: kind, flags: source.u8(table.at(record, RuleRecord.flags)), members: [])
    let columns = entity.columns
    for position in member..<(member + count) {
      let ordinal = source.u32(members.at(position, RuleReferenceRecord.index))
      guard ordinal < columns.count else {
        throw members.error(position, 0, .invalidReference(field: "property", index: UInt64(ordinal), count: columns.count))
      }
      form.members.append(columns[Int(ordinal)].storedName)
    }
    member += count
    guard kind == .oneOf else {
      form.low = try defaultValue(table, record, RuleRecord.low, "low")
      form.high = try defaultValue(table, record, RuleRecord.high, "high")
      return form
    }
    let range = try range(table, record, first: RuleRecord.low, count: RuleRecord.high, of: values, from: value, "value")
    value = range.upperBound
    for position in range {
      guard let one = try defaultValue(values, position, RuleReferenceRecord.index, "value") else {
        throw values.error(position, 0, .missing(field: "value"))
      }
      form.values.append(one)
    }
    return form
  }
}
