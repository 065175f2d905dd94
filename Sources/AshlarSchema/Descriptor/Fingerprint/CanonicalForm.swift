/// The bytes from which a fingerprint is computed. Integers are little-endian. A string is encoded as its length in UTF-8 bytes (32 bits),
/// followed by the bytes. An absent string is encoded as the empty string, which is not a valid name. `docs/descriptor-format.md` describes
/// the same form in prose.
struct CanonicalForm {
  private var writer = ByteWriter()

  var bytes: [UInt8] { writer.bytes }

  private mutating func text(_ string: String?) {
    guard let string else { return writer.append(0 as UInt32) }
    writer.append(UInt32(truncatingIfNeeded: string.utf8.count))
    writer.bytes.append(contentsOf: string.utf8)
  }

  private mutating func count(_ value: Int) {
    writer.append(UInt32(truncatingIfNeeded: value))
  }

  // MARK: - Storage

  /// Appends `S`, the number of entities, and each of them in the order of stored names.
  mutating func storage(of schema: SchemaModel) {
    writer.append(UInt8(ascii: "S"))
    count(schema.entities.count)
    let sorted = schema.entities.ordered(byBytes: \.storedName)
    for entity in sorted { storage(of: entity, in: schema) }
  }

  /// Appends `E`, stored name, kind, the number of columns, and each of them in the order of stored names: stored name, type (`int64` as
  /// `int`), collection, flags (1 optional, 4 primary key), the target's stored name. Then appends the rules that are part of the storage
  /// fingerprint.
  mutating func storage(of entity: EntityModel, in schema: SchemaModel) {
    writer.append(UInt8(ascii: "E"))
    text(entity.storedName)
    writer.append(entity.kind.rawValue)
    // Indices are sorted instead of properties, because copies of properties are expensive.
    let columns = entity.columns
    let sorted = positionsInByteOrder(columns.map(\.storedName))
    count(sorted.count)
    for index in sorted {
      text(columns[index].storedName)
      writer.append(columns[index].type.stored.rawValue)
      writer.append(columns[index].collection.rawValue)
      writer.append(
        (columns[index].storesNil ? PropertyRecord.optionalFlag : 0) | (columns[index].recordFlags & PropertyRecord.primaryKeyFlag))
      text(columns[index].target.map { schema.entity(named: $0)?.storedName ?? $0 })
    }
    storage(of: entity.rules.filter(\.kind.isFingerprinted), of: entity.kind)
  }

  /// If there are rules, appends `Q`, their number, and the bytes of each of them, sorted; the values of checked enums are omitted. Files
  /// store no rules of asymmetric types.
  private mutating func storage(of rules: [EntityRule], of kind: EntityKind) {
    if rules.isEmpty || kind == .asymmetric { return }
    writer.append(UInt8(ascii: "Q"))
    count(rules.count)
    let forms = rules.map { rule in
      var (form, fields) = (CanonicalForm(), rule.form)
      if !rule.kind.areValuesFingerprinted { fields.values = [] }
      form.source(of: fields)
      return form.bytes
    }
    for form in forms.ordered(by: { $0.lexicographicallyPrecedes($1) }) { writer.bytes += form }
  }

  // MARK: - Source

  /// Appends `G`, name, version (64 bits), the number of entities and each entity, the number of enums and each enum, in the order of the
  /// model; then the optional parts.
  mutating func source(of schema: SchemaModel) {
    writer.append(UInt8(ascii: "G"))
    text(schema.name)
    writer.append(schema.version)
    count(schema.entities.count)
    for entity in schema.entities { source(of: entity) }
    count(schema.enums.count)
    for model in schema.enums { source(of: model) }
    optionalSource(of: schema)
  }

  /// Appends the parts that most schemas lack; each part is present only if it is not empty.
  /// - `R`, the number of renames, and for each: node and index as in RNAM, name.
  /// - `U`, the number of enums with a case for unknown values, and for each: index, case.
  /// - `X`, the number of handwritten enums, and for each: index, Swift name.
  /// - `C`, the number of custom types, and for each: name, target, persisted type, flags (1 failable).
  /// - `F`, the number of properties whose types belong to other modules, and for each: index as in PROP, Swift type.
  /// - `D`, the number of dropped properties, and for each: index of the entity, name.
  /// - `Q`, the number of rules, and for each: index of the entity, rule.
  /// - `P`, the number of projections, and for each: name, root, the number of properties, and for each property: name, path, Swift type.
  private mutating func optionalSource(of schema: SchemaModel) {
    var renames: [(node: DocumentedNode, index: Int, name: String)] = []
    for (index, entity) in schema.entities.enumerated() { renames += entity.was.map { (.entity, index, $0) } }
    var foreign: [(index: Int, type: String)] = []
    var property = 0
    for entity in schema.entities {
      for index in entity.properties.indices {
        if !entity.properties[index].was.isEmpty {
          renames += entity.properties[index].was.map { (.property, property + index, $0) }
        }
        if let type = entity.properties[index].foreignType { foreign.append((property + index, type)) }
      }
      property += entity.properties.count
    }
    part("R", renames) { form, rename in
      form.writer.append(rename.node.rawValue)
      form.count(rename.index)
      form.text(rename.name)
    }
    part("U", schema.enums.enumerated().compactMap { index, model in model.unknownCase.map { (index, $0) } }) { form, unknown in
      form.count(unknown.0)
      form.count(unknown.1)
    }
    part("X", schema.enums.enumerated().compactMap { index, model in model.externalName.map { (index, $0) } }) { form, external in
      form.count(external.0)
      form.text(external.1)
    }
    part("C", schema.customTypes) { form, model in
      form.text(model.name)
      form.text(model.target)
      form.writer.append(model.persistedType.rawValue)
      form.writer.append(model.isFailable ? CustomTypeRecord.failableFlag : 0)
    }
    part("F", foreign) { form, one in
      form.count(one.index)
      form.text(one.type)
    }
    let dropped = schema.entities.enumerated().flatMap { index, entity in entity.dropped.map { (index, $0) } }
    part("D", dropped) { form, drop in
      form.count(drop.0)
      form.text(drop.1)
    }
    let rules = schema.entities.enumerated().flatMap { index, entity in entity.rules.map { (index, $0) } }
    part("Q", rules) { form, rule in
      form.count(rule.0)
      form.source(of: rule.1.form)
    }
    part("P", schema.projections) { form, model in
      form.text(model.name)
      form.text(model.root)
      form.count(model.properties.count)
      for property in model.properties {
        form.text(property.name)
        form.text(property.path)
        form.text(property.swiftType)
      }
    }
  }

  private mutating func part<Element>(_ letter: Unicode.Scalar, _ elements: [Element], _ add: (inout CanonicalForm, Element) -> Void) {
    guard !elements.isEmpty else { return }
    writer.append(UInt8(ascii: letter))
    count(elements.count)
    for element in elements { add(&self, element) }
  }

  /// Appends name, stored name, kind, the number of properties, and each property, in the order of the model.
  private mutating func source(of entity: EntityModel) {
    text(entity.name)
    text(entity.storedName)
    writer.append(entity.kind.rawValue)
    count(entity.properties.count)
    for index in entity.properties.indices { source(of: entity.properties[index]) }
  }

  /// Appends name, stored name, type, collection, flags as in PROP, target, enum or custom type, origin, default.
  private mutating func source(of property: PropertyModel) {
    text(property.name)
    text(property.storedName)
    writer.append(property.type.rawValue)
    writer.append(property.collection.rawValue)
    writer.append(property.recordFlags)
    text(property.target)
    text(property.enumName ?? property.customName)
    text(property.origin)
    source(of: property.defaultValue)
  }

  /// Appends kind, flags, the number of properties, the stored name of each, low, high, the number of values, and each value.
  private mutating func source(of rule: RuleForm) {
    writer.append(rule.kind.rawValue)
    writer.append(rule.flags)
    count(rule.members.count)
    for name in rule.members { text(name) }
    source(of: rule.low)
    source(of: rule.high)
    count(rule.values.count)
    for value in rule.values { source(of: value) }
  }

  /// Appends name, raw type, the number of cases, and for each case in order: name, raw value.
  private mutating func source(of model: EnumModel) {
    text(model.name)
    writer.append(model.rawType.rawValue)
    count(model.cases.count)
    for one in model.cases {
      text(one.name)
      source(of: one.rawValue)
    }
  }

  /// Appends the kind as in DFLT (0 for nil), then the value: a byte for Bool, 64 bits for Int and Double, text for String, length and
  /// bytes for Data, ObjectId and UUID, seconds (64 bits) and nanoseconds (32 bits) for Date, low and high for Decimal128.
  private mutating func source(of value: DefaultValue?) {
    guard let value else { return writer.append(0 as UInt8) }
    writer.append(value.kind.rawValue)
    switch value {
    case .bool(let bool): writer.append(bool ? 1 : 0 as UInt8)
    case .int(let int): writer.append(UInt64(bitPattern: int))
    case .double(let double): writer.append(double.canonicalBits)
    case .string(let string): text(string)
    case .data(let bytes), .objectId(let bytes), .uuid(let bytes):
      count(bytes.count)
      writer.bytes.append(contentsOf: bytes)
    case .date(let seconds, let nanoseconds):
      writer.append(UInt64(bitPattern: seconds))
      writer.append(UInt32(bitPattern: nanoseconds))
    case .now, .newUUID, .newUUIDv7, .newObjectId, .code: break
    case .decimal128(let low, let high):
      writer.append(low)
      writer.append(high)
    }
  }
}

extension PropertyModel {
  /// The flags of the PROP record.
  var recordFlags: UInt8 {
    (isOptional ? PropertyRecord.optionalFlag : 0) | (isIndexed ? PropertyRecord.indexedFlag : 0)
      | (isPrimaryKey ? PropertyRecord.primaryKeyFlag : 0) | (isImplicitlyUnwrapped ? PropertyRecord.implicitlyUnwrappedFlag : 0)
      | (isBackfilled ? PropertyRecord.backfilledFlag : 0)
  }
}

extension DefaultValue {
  /// The kind of the DFLT record.
  var kind: DefaultKind {
    switch self {
    case .bool: .bool
    case .int: .int
    case .double: .double
    case .string: .string
    case .data: .data
    case .date: .date
    case .now: .now
    case .decimal128: .decimal128
    case .objectId: .objectId
    case .uuid: .uuid
    case .newUUID: .newUUID
    case .newUUIDv7: .newUUIDv7
    case .newObjectId: .newObjectId
    case .code: .code
    }
  }
}

extension Double {
  /// The bit pattern. All NaNs yield the same pattern, regardless of the platform on which they were computed.
  var canonicalBits: UInt64 { isNaN ? 0x7ff8_0000_0000_0000 : bitPattern }
}
