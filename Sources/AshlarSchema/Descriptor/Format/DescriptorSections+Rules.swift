extension DescriptorSections {
  /// Adds a rule of the type that has the index `index` in ENTY. A name that no stored property of the type has is written as a null
  /// reference.
  mutating func add(_ rule: RuleForm, of entity: EntityModel, _ index: Int) {
    let isList = rule.kind == .oneOf
    rules.append(UInt32(truncatingIfNeeded: index))
    rules.append(rule.kind.rawValue)
    rules.append(rule.flags)
    rules.append(UInt16(truncatingIfNeeded: rule.members.count))
    rules.append(UInt32(truncatingIfNeeded: ruleMembers.bytes.count / RuleReferenceRecord.size))
    let firstValue = UInt32(truncatingIfNeeded: ruleValues.bytes.count / RuleReferenceRecord.size)
    rules.append(isList ? firstValue : rule.low.map { reference(to: $0) } ?? noReference)
    rules.append(isList ? UInt32(truncatingIfNeeded: rule.values.count) : rule.high.map { reference(to: $0) } ?? noReference)
    rules.append(0 as UInt32)
    for name in rule.members {
      let ordinal = entity.columns.firstIndex { $0.storedName.utf8.elementsEqual(name.utf8) }
      ruleMembers.append(ordinal.map { UInt32(truncatingIfNeeded: $0) } ?? noReference)
    }
    for value in rule.values { ruleValues.append(reference(to: value)) }
  }
}
