/// Converts verified sections to a model. Each step verifies the records that it reads.
package struct DescriptorParser {
  package let source: ByteSource
  package let directory: SectionDirectory
  package var strings: [String] = []
  var defaults: [DefaultValue] = []
  var documentation: [DocumentedNode: [Int: String]] = [:]
  var enums: [EnumModel] = []
  /// The indexes in `enums`, by the enums' names.
  var enumIndices: [String: Int] = [:]
  /// The raw values of each enum in `enums`.
  var rawValues: [Set<DefaultValue>] = []
  /// The former stored names of types and properties, by the indexes of their records.
  var renames: [DocumentedNode: [Int: [String]]] = [:]
  var dropped: [Int: [String]] = [:]
  /// The Swift names of types that belong to other modules, by the indexes of the properties' records.
  var foreignTypes: [Int: String] = [:]
  var customTypes: [String: CustomTypeModel] = [:]

  /// Reads the pools: text, defaults and documentation.
  package init(_ bytes: [UInt8], documentation hasDocumentation: Bool) throws(DescriptorError) {
    source = ByteSource(bytes)
    directory = try SectionDirectory(source)
    strings = try readStrings()
    defaults = try readDefaults()
    if hasDocumentation { documentation = try readDocumentation() }
  }

  /// Reads the declarations, and verifies the references between them.
  mutating func model(version: UInt64) throws(DescriptorError) -> SchemaModel {
    let reference = source.u32(HeaderRecord.name)
    guard reference < strings.count else {
      let fault = DescriptorFault.invalidReference(field: "name", index: UInt64(reference), count: strings.count)
      throw DescriptorError(section: "header", record: nil, offset: HeaderRecord.name, fault: fault)
    }
    enums = try readEnums()
    for (index, model) in enums.enumerated() { enumIndices[model.name] = index }
    rawValues = enums.map { Set($0.cases.map(\.rawValue)) }
    renames = try readRenames()
    dropped = try readDropped()
    foreignTypes = try readForeignTypes()
    let customTypes = try readCustomTypes()
    for model in customTypes { self.customTypes[model.name] = model }
    var entities = try readEntities()
    try verifyLinks(of: entities)
    try readRules(into: &entities)
    try verify(customTypes, entities)
    let model = SchemaModel(
      name: strings[Int(reference)], version: version, entities: entities, enums: enums, customTypes: customTypes,
      projections: try readProjections(of: entities))
    _ = try sourceMap(of: model)
    _ = try predecessor()
    return model
  }

  // MARK: - Fields

  /// Returns required text that is not empty and contains no NUL.
  func name(_ table: RecordTable, _ record: Int, _ field: Int, _ label: String, limit: Int? = nil) throws(DescriptorError) -> String {
    guard let name = try text(table, record, field, label) else { throw table.error(record, field, .missing(field: label)) }
    guard !name.isEmpty else { throw table.error(record, field, .missing(field: label)) }
    guard !name.utf8.contains(0) else { throw table.error(record, field, .invalidValue(field: label, value: 0)) }
    if let limit, name.utf8.count > limit {
      throw table.error(record, field, .tooLong(field: label, limit: limit, length: name.utf8.count))
    }
    return name
  }

  /// Returns text; nil for a null reference.
  func text(_ table: RecordTable, _ record: Int, _ field: Int, _ label: String) throws(DescriptorError) -> String? {
    let reference = source.u32(table.at(record, field))
    if reference == noReference { return nil }
    guard reference < strings.count else {
      throw table.error(record, field, .invalidReference(field: label, index: UInt64(reference), count: strings.count))
    }
    return strings[Int(reference)]
  }

  /// Returns the case of `type` whose raw value is in a field.
  func value<V: RawRepresentable<UInt8>>(
    _ type: V.Type, _ table: RecordTable, _ record: Int, _ field: Int, _ label: String
  ) throws(DescriptorError) -> V {
    let raw = source.u8(table.at(record, field))
    guard let value = V(rawValue: raw) else { throw table.error(record, field, .invalidValue(field: label, value: UInt64(raw))) }
    return value
  }

  /// Returns a range of records in another section, which must begin where the previous range ended.
  func range(
    _ table: RecordTable, _ record: Int, first: Int, count: Int, of other: RecordTable, from expected: Int, _ label: String
  ) throws(DescriptorError) -> Range<Int> {
    let start = source.u32(table.at(record, first))
    let length = source.u32(table.at(record, count))
    guard start == expected else {
      throw table.error(record, first, .gap(field: "first \(label)", expected: UInt64(expected), found: UInt64(start)))
    }
    let end = UInt64(start) + UInt64(length)
    guard end <= other.count else {
      throw table.error(record, count, .invalidReference(field: "\(label) count", index: end, count: other.count))
    }
    return Int(start)..<Int(end)
  }
}
