internal import AshlarSchema

/// A schema in the schema language.
struct YAMLDump {
  private let schema: SchemaModel
  private var lines: [String] = []
  private let enums: [String: EnumModel]
  private let checkedEnums: Set<String>

  init(_ schema: SchemaModel) {
    self.schema = schema.statingDeleteRules()
    enums = Dictionary(schema.enums.map { ($0.name, $0) }) { first, _ in first }
    checkedEnums = RuleDump.checkedEnums(in: schema)
  }

  mutating func text() -> String {
    lines = ["ashlar: 1", "", "schema:", "  name: \(YAMLScalar.text(schema.name))"]
    if schema.version > 0 { lines.append("  version: \(schema.version)") }
    if !schema.enums.isEmpty {
      lines += ["", "enums:"]
      for model in schema.enums { add(model) }
    }
    if !schema.customTypes.isEmpty {
      lines += ["", "types:"]
      for model in schema.customTypes { add(model) }
    }
    for (kind, key) in [(EntityKind.object, "objects"), (.embedded, "embedded"), (.asymmetric, "asymmetric")] {
      let entities = schema.entities.filter { $0.kind == kind }
      guard !entities.isEmpty else { continue }
      lines += ["", "\(key):"]
      for entity in entities { add(entity) }
    }
    if !schema.projections.isEmpty {
      lines += ["", "projections:"]
      for model in schema.projections { add(model) }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Types

  private mutating func add(_ model: EnumModel) {
    lines.append("  \(YAMLScalar.text(model.name)):")
    document(model.documentation, indentation: 4)
    lines.append("    raw: \(model.rawType.schemaName)")
    if let unknown = model.unknownCase { lines.append("    unknown: \(YAMLScalar.text(model.cases[unknown].name))") }
    if checkedEnums.contains(model.name) { lines.append("    checked: true") }
    if let name = model.externalName {
      lines.append("    external: true")
      if !name.utf8.elementsEqual(model.name.utf8) { lines.append("    swift: \(YAMLScalar.text(name))") }
    }
    lines.append("    cases:")
    for one in model.cases {
      let value = scalar(one.rawValue, nil)
      if let documentation = one.documentation {
        lines.append("      \(YAMLScalar.text(one.name)):")
        document(documentation, indentation: 8)
        lines.append("        value: \(value)")
      } else {
        lines.append("      \(YAMLScalar.text(one.name)): \(value)")
      }
    }
  }

  private mutating func add(_ model: CustomTypeModel) {
    lines.append("  \(YAMLScalar.text(model.name)):")
    document(model.documentation, indentation: 4)
    lines.append("    persisted: \(model.target.map(YAMLScalar.text) ?? model.persistedType.schemaName)")
    if model.isFailable { lines.append("    failable: true") }
  }

  private mutating func add(_ model: ProjectionModel) {
    lines.append("  \(YAMLScalar.text(model.name)):")
    document(model.documentation, indentation: 4)
    lines.append("    of: \(YAMLScalar.text(model.root))")
    guard !model.properties.isEmpty else { return lines.append("    properties: {}") }
    lines.append("    properties:")
    for property in model.properties {
      let name = YAMLScalar.text(property.name)
      guard property.swiftType != nil || property.documentation != nil else {
        lines.append("      \(name): \(YAMLScalar.text(property.path))")
        continue
      }
      lines.append("      \(name):")
      document(property.documentation, indentation: 8)
      lines.append("        \(property.swiftType == nil ? "path" : "keyPath"): \(YAMLScalar.text(property.path))")
      if let type = property.swiftType { lines.append("        type: \(YAMLScalar.text(type))") }
    }
  }

  private mutating func add(_ entity: EntityModel) {
    lines.append("  \(YAMLScalar.text(entity.name)):")
    document(entity.documentation, indentation: 4)
    if !entity.name.utf8.elementsEqual(entity.storedName.utf8) { lines.append("    table: \(YAMLScalar.text(entity.storedName))") }
    if !entity.was.isEmpty { lines.append("    was: [\(entity.was.map(YAMLScalar.quoted).joined(separator: ", "))]") }
    if !entity.dropped.isEmpty { lines.append("    dropped: [\(entity.dropped.map(YAMLScalar.quoted).joined(separator: ", "))]") }
    let rules = RuleDump(entity, in: schema)
    lines += rules.keys.map { "    " + $0 }
    guard !entity.properties.isEmpty else { return lines.append("    properties: {}") }
    lines.append("    properties:")
    for property in entity.properties { add(property, rules) }
  }

  private mutating func add(_ property: PropertyModel, _ rules: RuleDump) {
    let name = YAMLScalar.text(property.name)
    var keys: [String] = []
    if let origin = property.origin { keys.append("origin: \(YAMLScalar.text(origin))") }
    if property.isPrimaryKey {
      keys.append("primaryKey: true")
    } else if property.isIndexed, !rules.isUnique(property) {
      keys.append("indexed: true")
    }
    if property.collection != .linkingObjects, !property.name.utf8.elementsEqual(property.storedName.utf8) {
      keys.append("column: \(YAMLScalar.text(property.storedName))")
    }
    if !property.was.isEmpty { keys.append("was: [\(property.was.map(YAMLScalar.quoted).joined(separator: ", "))]") }
    if let value = property.defaultValue { keys.append("default: \(scalar(value, property.enumName))") }
    if property.isBackfilled { keys.append("backfill: true") }
    keys += rules.keys(of: property)
    guard let documentation = property.documentation else {
      let type = YAMLScalar.type(property.schemaType, inBraces: !keys.isEmpty)
      let mapping = (["type: \(type)"] + keys).joined(separator: ", ")
      lines.append("      \(name): \(keys.isEmpty ? type : "{ \(mapping) }")")
      return
    }
    lines.append("      \(name):")
    document(documentation, indentation: 8)
    lines += (["type: \(YAMLScalar.type(property.schemaType, inBraces: false))"] + keys).map { "        " + $0 }
  }

  // MARK: Scalars

  /// Formats a default or a raw value; the default of an enum's property is the name of the case.
  private func scalar(_ value: DefaultValue, _ enumName: String?) -> String {
    if let enumName, let one = enums[enumName]?.cases.first(where: { $0.rawValue == value }) { return YAMLScalar.text(one.name) }
    switch value {
    case .bool(let bool): return bool ? "true" : "false"
    case .int(let int): return String(int)
    case .double(let double): return double.description
    case .string(let string): return YAMLScalar.quoted(string)
    case .data(let bytes): return YAMLScalar.quoted(Base64.encode(bytes))
    case .date(let seconds, let nanoseconds): return "\"\(CivilDate(seconds: seconds, nanoseconds: nanoseconds).text)\""
    case .now: return "now"
    case .decimal128(let low, let high): return "\"\(DecimalText.text(low: low, high: high))\""
    case .objectId(let bytes): return "\"\(hexDigits(bytes))\""
    case .uuid(let bytes): return "\"\(uuidText(bytes))\""
    case .newUUID: return "{ new: UUID }"
    case .newUUIDv7: return "{ new: UUIDv7 }"
    case .newObjectId: return "{ new: ObjectId }"
    // The descriptor does not contain the expression, and all expressions have the same fingerprint.
    case .code: return "{ swift: suppliedByCode }"
    }
  }

  /// Appends the key `doc`. Text of several lines becomes a literal block if that retains every byte; any other text is quoted.
  private mutating func document(_ text: String?, indentation: Int) {
    guard let text else { return }
    let margin = String(repeating: " ", count: indentation)
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    let isBlock =
      parts.count > 1 && parts.first?.first != " " && parts.first?.isEmpty == false && parts.last?.isEmpty == false
      && parts.allSatisfy { part in part.unicodeScalars.allSatisfy(YAMLScalar.isPrintable) && part.last != " " }
    guard isBlock else { return lines.append("\(margin)doc: \(YAMLScalar.quoted(text))") }
    lines.append("\(margin)doc: |-")
    for part in parts { lines.append(part.isEmpty ? "" : margin + "  " + part) }
  }
}

/// Returns two lowercase hexadecimal digits for each byte.
func hexDigits(_ bytes: some Sequence<UInt8>) -> String {
  var text = ""
  for byte in bytes {
    if byte < 16 { text += "0" }
    text += String(byte, radix: 16)
  }
  return text
}

/// Returns 16 bytes as a UUID with dashes; returns any other number of bytes as plain digits.
func uuidText(_ bytes: [UInt8]) -> String {
  let digits = hexDigits(bytes)
  guard bytes.count == 16 else { return digits }
  var parts: [String] = []
  var rest = digits[...]
  for length in [8, 4, 4, 4, 12] {
    parts.append(String(rest.prefix(length)))
    rest = rest.dropFirst(length)
  }
  return parts.joined(separator: "-").uppercased()
}
