extension DescriptorParser {
  /// The maximum length of a type's stored name in bytes. With the prefix `class_`, a name of this length is still a valid table name in
  /// Realm's engine.
  private static let storedTypeNameLimit = 57
  private static let storedPropertyNameLimit = 63
  private static let columnLimit = 65_535

  /// Reads ENTY and PROP: entities sorted by name, properties in the order of their ordinals.
  func readEntities() throws(DescriptorError) -> [EntityModel] {
    let table = try directory.table(.entities)
    let properties = try directory.table(.properties)
    var entities: [EntityModel] = []
    entities.reserveCapacity(table.count)
    var storedNames: Set<[UInt8]> = []
    var expected = 0
    for record in 0..<table.count {
      let name = try name(table, record, EntityRecord.name, "name")
      if let last = entities.last, !last.name.isBefore(name) {
        throw table.error(record, EntityRecord.name, .unsorted(field: "name", name: name))
      }
      let storedName = try self.name(table, record, EntityRecord.storedName, "stored name", limit: Self.storedTypeNameLimit)
      guard storedNames.insert(Array(storedName.utf8)).inserted else {
        throw table.error(record, EntityRecord.storedName, .duplicate(field: "stored name", name: storedName))
      }
      let kind = try value(EntityKind.self, table, record, EntityRecord.kind, "kind")
      let range = try range(
        table, record, first: EntityRecord.firstProperty, count: EntityRecord.propertyCount, of: properties, from: expected, "property")
      guard range.count <= Self.columnLimit else {
        throw table.error(record, EntityRecord.propertyCount, .invalidValue(field: "property count", value: UInt64(range.count)))
      }
      expected = range.upperBound
      var entity = EntityModel(
        name: name, storedName: storedName, kind: kind, properties: try readProperties(range, of: kind, in: properties),
        documentation: documentation[.entity]?[record])
      entity.was = renames[.entity]?[record] ?? []
      entity.dropped = dropped[record] ?? []
      entities.append(entity)
    }
    guard expected == properties.count else { throw properties.error(expected, 0, .superfluous(field: "property")) }
    return entities
  }

  private func readProperties(
    _ range: Range<Int>, of kind: EntityKind, in table: RecordTable
  ) throws(DescriptorError) -> [PropertyModel] {
    var properties: [PropertyModel] = []
    properties.reserveCapacity(range.count)
    var names: Set<[UInt8]> = []
    var storedNames: Set<[UInt8]> = []
    var hasKey = false
    for record in range {
      let property = try readProperty(record, in: table)
      guard names.insert(Array(property.name.utf8)).inserted else {
        throw table.error(record, PropertyRecord.name, .duplicate(field: "name", name: property.name))
      }
      let ordinal = source.u32(table.at(record, PropertyRecord.ordinal))
      guard ordinal == properties.count else {
        throw table.error(record, PropertyRecord.ordinal, .invalidValue(field: "ordinal", value: UInt64(ordinal)))
      }
      if property.collection != .linkingObjects {
        if properties.last?.collection == .linkingObjects {
          throw table.error(record, PropertyRecord.collection, .broken(.storedAfterLinkingObjects))
        }
        guard storedNames.insert(Array(property.storedName.utf8)).inserted else {
          throw table.error(record, PropertyRecord.storedName, .duplicate(field: "stored name", name: property.storedName))
        }
      }
      if property.isPrimaryKey {
        guard kind != .embedded else { throw table.error(record, PropertyRecord.flags, .broken(.keyNotAllowed)) }
        guard !hasKey else { throw table.error(record, PropertyRecord.flags, .broken(.secondKey)) }
        hasKey = true
      }
      properties.append(property)
    }
    return properties
  }

  private func readProperty(_ record: Int, in table: RecordTable) throws(DescriptorError) -> PropertyModel {
    let flags = source.u8(table.at(record, PropertyRecord.flags))
    let known =
      PropertyRecord.optionalFlag | PropertyRecord.indexedFlag | PropertyRecord.primaryKeyFlag | PropertyRecord.implicitlyUnwrappedFlag
      | PropertyRecord.backfilledFlag
    guard flags & ~known == 0 else { throw table.error(record, PropertyRecord.flags, .invalidValue(field: "flags", value: UInt64(flags))) }
    var property = PropertyModel(
      name: try name(table, record, PropertyRecord.name, "name"),
      storedName: try name(table, record, PropertyRecord.storedName, "stored name", limit: Self.storedPropertyNameLimit),
      type: try value(ValueType.self, table, record, PropertyRecord.type, "type"),
      collection: try value(CollectionKind.self, table, record, PropertyRecord.collection, "collection"),
      isOptional: flags & PropertyRecord.optionalFlag != 0, isIndexed: flags & PropertyRecord.indexedFlag != 0,
      isPrimaryKey: flags & PropertyRecord.primaryKeyFlag != 0, target: try text(table, record, PropertyRecord.target, "target"),
      enumName: try text(table, record, PropertyRecord.enumName, "enum or custom type"),
      origin: try text(table, record, PropertyRecord.origin, "origin"),
      defaultValue: try defaultValue(table, record, PropertyRecord.defaultValue, "default"),
      documentation: documentation[.property]?[record])
    if property.isPrimaryKey, flags & PropertyRecord.indexedFlag == 0 {
      throw table.error(record, PropertyRecord.flags, .invalidValue(field: "flags", value: UInt64(flags)))
    }
    // Enums and custom types share one namespace.
    if let name = property.enumName, customTypes[name] != nil { (property.enumName, property.customName) = (nil, name) }
    property.isImplicitlyUnwrapped = flags & PropertyRecord.implicitlyUnwrappedFlag != 0
    property.isBackfilled = flags & PropertyRecord.backfilledFlag != 0
    property.was = renames[.property]?[record] ?? []
    property.foreignType = foreignTypes[record]
    try verify(property, record, table)
    return property
  }
}
