extension DescriptorParser {
  /// Reads ENUM and ECAS: enums sorted by name; within an enum, the names and raw values of cases are unique.
  func readEnums() throws(DescriptorError) -> [EnumModel] {
    let table = try directory.table(.enums)
    let cases = try directory.table(.enumCases)
    var enums: [EnumModel] = []
    enums.reserveCapacity(table.count)
    var expected = 0
    for record in 0..<table.count {
      let name = try name(table, record, EnumRecord.name, "name")
      if let last = enums.last, !last.name.isBefore(name) {
        throw table.error(record, EnumRecord.name, .unsorted(field: "name", name: name))
      }
      let type = try value(ValueType.self, table, record, EnumRecord.rawType, "raw type")
      guard type.kind.canBeRaw else {
        throw table.error(record, EnumRecord.rawType, .broken(.rawTypeNotAllowed))
      }
      let range = try range(
        table, record, first: EnumRecord.firstCase, count: EnumRecord.caseCount, of: cases, from: expected, "case")
      guard !range.isEmpty else { throw table.error(record, EnumRecord.caseCount, .missing(field: "case")) }
      expected = range.upperBound
      enums.append(
        EnumModel(
          name: name, rawType: type, cases: try readCases(range, of: type, in: cases), documentation: documentation[.enumeration]?[record]))
    }
    guard expected == cases.count else { throw cases.error(expected, 0, .superfluous(field: "case")) }
    try readUnknownCases(&enums)
    try readExternalEnums(&enums)
    return enums
  }

  private func readCases(_ range: Range<Int>, of type: ValueType, in table: RecordTable) throws(DescriptorError) -> [EnumCaseModel] {
    var cases: [EnumCaseModel] = []
    cases.reserveCapacity(range.count)
    var names: Set<String> = []
    var values: Set<DefaultValue> = []
    for record in range {
      let name = try name(table, record, EnumCaseRecord.name, "name")
      guard names.insert(name).inserted else { throw table.error(record, EnumCaseRecord.name, .duplicate(field: "case", name: name)) }
      guard let value = try defaultValue(table, record, EnumCaseRecord.rawValue, "raw value") else {
        throw table.error(record, EnumCaseRecord.rawValue, .missing(field: "raw value"))
      }
      guard value.isLiteral else { throw table.error(record, EnumCaseRecord.rawValue, .broken(.defaultOfOtherType)) }
      if let rule = type.breach(by: value) { throw table.error(record, EnumCaseRecord.rawValue, .broken(rule)) }
      guard values.insert(value.comparedAsRaw).inserted else {
        throw table.error(record, EnumCaseRecord.rawValue, .duplicate(field: "raw value of", name: name))
      }
      cases.append(EnumCaseModel(name: name, rawValue: value, documentation: documentation[.enumCase]?[record]))
    }
    return cases
  }

  /// Returns the value of a DFLT record; nil for a null reference.
  func defaultValue(_ table: RecordTable, _ record: Int, _ field: Int, _ label: String) throws(DescriptorError) -> DefaultValue? {
    let reference = source.u32(table.at(record, field))
    if reference == noReference { return nil }
    guard reference < defaults.count else {
      throw table.error(record, field, .invalidReference(field: label, index: UInt64(reference), count: defaults.count))
    }
    return defaults[Int(reference)]
  }
}
