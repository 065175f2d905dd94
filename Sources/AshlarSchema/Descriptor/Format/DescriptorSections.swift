/// The sections of a descriptor that is being written.
struct DescriptorSections {
  var strings = StringPool()
  var entities = ByteWriter()
  var properties = ByteWriter()
  var enums = ByteWriter()
  var enumCases = ByteWriter()
  var defaults = ByteWriter()
  var blobs: [UInt8] = []
  var documentation = ByteWriter()
  var documentationText: [UInt8] = []
  var renames = ByteWriter()
  var dropped = ByteWriter()
  var predecessor = ByteWriter()
  var foreignTypes = ByteWriter()
  var customTypes = ByteWriter()
  var unknownCases = ByteWriter()
  var externalEnums = ByteWriter()
  var projections = ByteWriter()
  var projectedProperties = ByteWriter()
  var sourceMap = ByteWriter()
  var rules = ByteWriter()
  var ruleMembers = ByteWriter()
  var ruleValues = ByteWriter()

  /// Adds the whole schema in the order of the model. Returns the reference to the schema's name.
  mutating func add(_ schema: SchemaModel) -> UInt32 {
    let name = strings.reference(to: schema.name)
    for (index, entity) in schema.entities.enumerated() {
      add(entity)
      document(.entity, index, entity.documentation)
    }
    var property = 0
    for entity in schema.entities {
      for index in entity.properties.indices {
        document(.property, property, entity.properties[index].documentation)
        property += 1
      }
    }
    for (index, model) in schema.enums.enumerated() {
      add(model)
      document(.enumeration, index, model.documentation)
    }
    var enumCase = 0
    for model in schema.enums {
      for one in model.cases {
        document(.enumCase, enumCase, one.documentation)
        enumCase += 1
      }
    }
    addOptional(schema)
    return name
  }

  /// Adds the parts that most schemas lack.
  private mutating func addOptional(_ schema: SchemaModel) {
    var property = 0
    for (index, entity) in schema.entities.enumerated() {
      for name in entity.was { rename(.entity, index, name) }
    }
    for entity in schema.entities {
      for index in entity.properties.indices {
        for name in entity.properties[index].was { rename(.property, property, name) }
        if let type = entity.properties[index].foreignType {
          foreignTypes.append(UInt32(truncatingIfNeeded: property))
          foreignTypes.append(strings.reference(to: type))
        }
        property += 1
      }
    }
    for (index, entity) in schema.entities.enumerated() {
      for name in entity.dropped {
        dropped.append(UInt32(truncatingIfNeeded: index))
        dropped.append(strings.reference(to: name))
      }
    }
    for (index, model) in schema.enums.enumerated() {
      guard let unknown = model.unknownCase else { continue }
      unknownCases.append(UInt32(truncatingIfNeeded: index))
      unknownCases.append(UInt32(truncatingIfNeeded: unknown))
    }
    for (index, model) in schema.enums.enumerated() {
      guard let name = model.externalName else { continue }
      externalEnums.append(UInt32(truncatingIfNeeded: index))
      externalEnums.append(strings.reference(to: name))
    }
    for (index, model) in schema.customTypes.enumerated() {
      customTypes.append(strings.reference(to: model.name))
      customTypes.append(strings.reference(to: model.target))
      customTypes.append(model.persistedType.rawValue)
      customTypes.append(model.isFailable ? CustomTypeRecord.failableFlag : 0)
      customTypes.zeros(2)
      document(.customType, index, model.documentation)
    }
    for (index, model) in schema.projections.enumerated() {
      projections.append(strings.reference(to: model.name))
      projections.append(strings.reference(to: model.root))
      projections.append(UInt32(truncatingIfNeeded: projectedProperties.bytes.count / ProjectedPropertyRecord.size))
      projections.append(UInt32(truncatingIfNeeded: model.properties.count))
      for one in model.properties {
        projectedProperties.append(strings.reference(to: one.name))
        projectedProperties.append(strings.reference(to: one.path))
        projectedProperties.append(strings.reference(to: one.swiftType))
      }
      document(.projection, index, model.documentation)
    }
    var projected = 0
    for one in schema.projections.lazy.flatMap(\.properties) {
      document(.projectedProperty, projected, one.documentation)
      projected += 1
    }
    for (index, entity) in schema.entities.enumerated() {
      for rule in entity.rules { add(rule.form, of: entity, index) }
    }
  }

  /// Adds the source locations.
  mutating func add(_ map: SourceMap, of schema: SchemaModel) {
    var counts: [DocumentedNode: UInt32] = [:]
    for (node, subject) in schema.subjects {
      let index = counts[node, default: 0]
      counts[node] = index + 1
      guard let place = map.places[subject] else { continue }
      sourceMap.append(node.rawValue)
      sourceMap.append(index)
      sourceMap.append(strings.reference(to: place.file))
      sourceMap.append(place.line)
      sourceMap.append(place.column)
    }
  }

  /// Adds the preceding release.
  mutating func add(_ release: Predecessor) {
    predecessor.append(release.version)
    predecessor.append(release.checksum)
  }

  private mutating func rename(_ node: DocumentedNode, _ index: Int, _ name: String) {
    renames.append(node.rawValue)
    renames.append(UInt32(truncatingIfNeeded: index))
    renames.append(strings.reference(to: name))
  }

  private mutating func add(_ entity: EntityModel) {
    entities.append(strings.reference(to: entity.name))
    entities.append(strings.reference(to: entity.storedName))
    entities.append(UInt32(truncatingIfNeeded: properties.bytes.count / PropertyRecord.size))
    entities.append(UInt32(truncatingIfNeeded: entity.properties.count))
    entities.append(entity.kind.rawValue)
    entities.zeros(3)
    for ordinal in entity.properties.indices { add(entity.properties[ordinal], ordinal) }
  }

  private mutating func add(_ property: PropertyModel, _ ordinal: Int) {
    // Arguments are evaluated in order, so strings are added to the pool in the order of the record's fields.
    properties.append(
      words: strings.reference(to: property.name), strings.reference(to: property.storedName), strings.reference(to: property.target),
      strings.reference(to: property.enumName ?? property.customName), strings.reference(to: property.origin),
      property.defaultValue.map { reference(to: $0) } ?? noReference, UInt32(truncatingIfNeeded: ordinal),
      UInt32(property.type.rawValue) | UInt32(property.collection.rawValue) << 8 | UInt32(property.recordFlags) << 16)
  }

  private mutating func add(_ model: EnumModel) {
    enums.append(strings.reference(to: model.name))
    enums.append(UInt32(truncatingIfNeeded: enumCases.bytes.count / EnumCaseRecord.size))
    enums.append(UInt32(truncatingIfNeeded: model.cases.count))
    enums.append(model.rawType.rawValue)
    enums.zeros(3)
    for one in model.cases {
      enumCases.append(strings.reference(to: one.name))
      enumCases.append(reference(to: one.rawValue))
    }
  }

  /// Appends a DFLT record and returns its index.
  mutating func reference(to value: DefaultValue) -> UInt32 {
    let index = UInt32(truncatingIfNeeded: defaults.bytes.count / DefaultRecord.size)
    var extra: UInt32 = 0
    var low: UInt64 = 0
    var high: UInt64 = 0
    switch value {
    case .bool(let bool): low = bool ? 1 : 0
    case .int(let int): low = UInt64(bitPattern: int)
    case .double(let double): low = double.canonicalBits
    case .string(let string): extra = strings.reference(to: string)
    case .data(let bytes), .objectId(let bytes), .uuid(let bytes):
      low = UInt64(blobs.count)
      high = UInt64(bytes.count)
      blobs.append(contentsOf: bytes)
    case .date(let seconds, let nanoseconds):
      low = UInt64(bitPattern: seconds)
      extra = UInt32(bitPattern: nanoseconds)
    case .now, .newUUID, .newUUIDv7, .newObjectId, .code: break
    case .decimal128(let lowHalf, let highHalf):
      low = lowHalf
      high = highHalf
    }
    defaults.append(value.kind.rawValue)
    defaults.zeros(3)
    defaults.append(extra)
    defaults.append(low)
    defaults.append(high)
    return index
  }

  private mutating func document(_ node: DocumentedNode, _ index: Int, _ text: String?) {
    guard let text else { return }
    let utf8 = Array(text.utf8)
    documentation.append(node.rawValue)
    documentation.append(UInt32(truncatingIfNeeded: index))
    documentation.append(UInt32(truncatingIfNeeded: documentationText.count))
    documentation.append(UInt32(truncatingIfNeeded: utf8.count))
    documentationText.append(contentsOf: utf8)
  }
}
