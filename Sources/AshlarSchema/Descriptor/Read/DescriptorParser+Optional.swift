extension DescriptorParser {
  /// Reads RNAM: the former names of each type and stored property, in the order of their records. The records of one declaration are
  /// consecutive.
  func readRenames() throws(DescriptorError) -> [DocumentedNode: [Int: [String]]] {
    let table = try directory.table(.renames)
    let counts: [DocumentedNode: Int] = [
      .entity: try directory.table(.entities).count, .property: try directory.table(.properties).count,
    ]
    var renames: [DocumentedNode: [Int: [String]]] = [:]
    var last: (node: DocumentedNode, index: UInt32)?
    for record in 0..<table.count {
      let raw = source.u32(table.at(record, RenameRecord.node))
      guard let node = DocumentedNode(rawValue: raw), let count = counts[node] else {
        throw table.error(record, RenameRecord.node, .invalidValue(field: "node", value: UInt64(raw)))
      }
      let index = source.u32(table.at(record, RenameRecord.index))
      guard index < count else {
        throw table.error(record, RenameRecord.index, .invalidReference(field: "index", index: UInt64(index), count: count))
      }
      let name = try name(table, record, RenameRecord.name, "name")
      let follows = last.map { $0.node == node && $0.index == index } ?? false
      guard follows || renames[node]?[Int(index)] == nil else {
        throw table.error(record, RenameRecord.index, .unsorted(field: "name", name: name))
      }
      last = (node, index)
      renames[node, default: [:]][Int(index), default: []].append(name)
    }
    return renames
  }

  /// Reads DROP: the dropped properties by entity, in the order of their records.
  func readDropped() throws(DescriptorError) -> [Int: [String]] {
    let table = try directory.table(.dropped)
    let count = try directory.table(.entities).count
    var dropped: [Int: [String]] = [:]
    for record in 0..<table.count {
      let index = source.u32(table.at(record, DroppedRecord.entity))
      guard index < count else {
        throw table.error(record, DroppedRecord.entity, .invalidReference(field: "entity", index: UInt64(index), count: count))
      }
      dropped[Int(index), default: []].append(try name(table, record, DroppedRecord.name, "name"))
    }
    return dropped
  }

  /// Reads FTYP: at most one record for each property.
  func readForeignTypes() throws(DescriptorError) -> [Int: String] {
    let table = try directory.table(.foreignTypes)
    let properties = try directory.table(.properties)
    var types: [Int: String] = [:]
    for record in 0..<table.count {
      let index = source.u32(table.at(record, ForeignTypeRecord.property))
      guard index < properties.count else {
        throw table.error(
          record, ForeignTypeRecord.property, .invalidReference(field: "property", index: UInt64(index), count: properties.count))
      }
      let type = try name(table, record, ForeignTypeRecord.name, "Swift type")
      guard types.updateValue(type, forKey: Int(index)) == nil else {
        throw table.error(record, ForeignTypeRecord.property, .duplicate(field: "type of property", name: "\(index)"))
      }
    }
    return types
  }

  /// Reads PREV: at most one record.
  func predecessor() throws(DescriptorError) -> Predecessor? {
    let table = try directory.table(.predecessor)
    if table.count > 1 { throw table.error(1, PredecessorRecord.version, .superfluous(field: "release")) }
    guard table.count == 1 else { return nil }
    return Predecessor(
      version: source.u64(table.at(0, PredecessorRecord.version)), checksum: source.u64(table.at(0, PredecessorRecord.checksum)))
  }

  /// Reads UNKC: at most one record for each enum.
  func readUnknownCases(_ enums: inout [EnumModel]) throws(DescriptorError) {
    let table = try directory.table(.unknownCases)
    for record in 0..<table.count {
      let index = source.u32(table.at(record, UnknownCaseRecord.enumeration))
      guard index < enums.count else {
        throw table.error(
          record, UnknownCaseRecord.enumeration, .invalidReference(field: "enum", index: UInt64(index), count: enums.count))
      }
      guard enums[Int(index)].unknownCase == nil else {
        throw table.error(record, UnknownCaseRecord.enumeration, .duplicate(field: "case of enum", name: enums[Int(index)].name))
      }
      let unknown = source.u32(table.at(record, UnknownCaseRecord.enumCase))
      let count = enums[Int(index)].cases.count
      guard unknown < count else {
        throw table.error(
          record, UnknownCaseRecord.enumCase, .invalidReference(field: "case", index: UInt64(unknown), count: count))
      }
      enums[Int(index)].unknownCase = Int(unknown)
    }
  }

  /// Reads XENM: at most one record for each enum. Swift names are validated by the Swift compiler, not here.
  func readExternalEnums(_ enums: inout [EnumModel]) throws(DescriptorError) {
    let table = try directory.table(.externalEnums)
    for record in 0..<table.count {
      let index = source.u32(table.at(record, ExternalEnumRecord.enumeration))
      guard index < enums.count else {
        throw table.error(
          record, ExternalEnumRecord.enumeration, .invalidReference(field: "enum", index: UInt64(index), count: enums.count))
      }
      guard enums[Int(index)].externalName == nil else {
        throw table.error(record, ExternalEnumRecord.enumeration, .duplicate(field: "name of enum", name: enums[Int(index)].name))
      }
      enums[Int(index)].externalName = try name(table, record, ExternalEnumRecord.name, "Swift name")
    }
  }

  /// Reads SMAP: at most one location for each declaration.
  func sourceMap(of model: SchemaModel) throws(DescriptorError) -> SourceMap {
    let table = try directory.table(.sourceMap)
    var subjects: [DocumentedNode: [SchemaDifference.Subject]] = [:]
    for (node, subject) in model.subjects { subjects[node, default: []].append(subject) }
    var map = SourceMap()
    for record in 0..<table.count {
      let raw = source.u32(table.at(record, SourceMapRecord.node))
      guard let node = DocumentedNode(rawValue: raw), let known = subjects[node] else {
        throw table.error(record, SourceMapRecord.node, .invalidValue(field: "node", value: UInt64(raw)))
      }
      let index = source.u32(table.at(record, SourceMapRecord.index))
      guard index < known.count else {
        throw table.error(record, SourceMapRecord.index, .invalidReference(field: "index", index: UInt64(index), count: known.count))
      }
      let place = SourceMap.Place(
        file: try name(table, record, SourceMapRecord.file, "file"), line: source.u32(table.at(record, SourceMapRecord.line)),
        column: source.u32(table.at(record, SourceMapRecord.column)))
      guard place.line > 0 else { throw table.error(record, SourceMapRecord.line, .invalidValue(field: "line", value: 0)) }
      guard place.column > 0 else { throw table.error(record, SourceMapRecord.column, .invalidValue(field: "column", value: 0)) }
      guard map.places.updateValue(place, forKey: known[Int(index)]) == nil else {
        throw table.error(record, SourceMapRecord.index, .duplicate(field: "place of record", name: "\(index)"))
      }
    }
    return map
  }

  /// Reads CTYP: custom types sorted by name, none of which has the name of an enum.
  func readCustomTypes() throws(DescriptorError) -> [CustomTypeModel] {
    let table = try directory.table(.customTypes)
    var models: [CustomTypeModel] = []
    for record in 0..<table.count {
      let name = try name(table, record, CustomTypeRecord.name, "name")
      if let last = models.last, !last.name.isBefore(name) {
        throw table.error(record, CustomTypeRecord.name, .unsorted(field: "name", name: name))
      }
      guard enumIndices[name] == nil else { throw table.error(record, CustomTypeRecord.name, .duplicate(field: "name", name: name)) }
      let type = try value(ValueType.self, table, record, CustomTypeRecord.type, "persisted type")
      guard type != .any else { throw table.error(record, CustomTypeRecord.type, .broken(.persistedTypeNotAllowed)) }
      let target = try text(table, record, CustomTypeRecord.target, "target")
      guard type == .object || target == nil else {
        throw table.error(record, CustomTypeRecord.target, .superfluous(field: "target"))
      }
      guard type != .object || target != nil else { throw table.error(record, CustomTypeRecord.target, .missing(field: "target")) }
      let flags = source.u8(table.at(record, CustomTypeRecord.flags))
      guard flags & ~CustomTypeRecord.failableFlag == 0 else {
        throw table.error(record, CustomTypeRecord.flags, .invalidValue(field: "flags", value: UInt64(flags)))
      }
      models.append(
        CustomTypeModel(
          name: name, persistedType: type, target: target, isFailable: flags != 0, documentation: documentation[.customType]?[record]))
    }
    return models
  }

  /// Verifies that the targets of custom types exist and are embedded.
  func verify(_ customTypes: [CustomTypeModel], _ entities: [EntityModel]) throws(DescriptorError) {
    let table = try directory.table(.customTypes)
    let kinds = Dictionary(entities.map { ($0.name, $0.kind) }) { first, _ in first }
    for (record, model) in customTypes.enumerated() {
      guard let target = model.target else { continue }
      guard let kind = kinds[target] else {
        throw table.error(record, CustomTypeRecord.target, .unknownName(field: "target", name: target))
      }
      guard kind == .embedded else { throw table.error(record, CustomTypeRecord.target, .broken(.persistedTypeNotAllowed)) }
    }
  }

  /// Reads PROJ and PPRP: projections sorted by name, each of a type that is not asymmetric. Paths are not validated: only emitted code
  /// uses them, and the Swift compiler has checked that code.
  func readProjections(of entities: [EntityModel]) throws(DescriptorError) -> [ProjectionModel] {
    let table = try directory.table(.projections)
    let properties = try directory.table(.projectedProperties)
    let kinds = Dictionary(entities.map { ($0.name, $0.kind) }) { first, _ in first }
    var models: [ProjectionModel] = []
    var expected = 0
    for record in 0..<table.count {
      let name = try name(table, record, ProjectionRecord.name, "name")
      if let last = models.last, !last.name.isBefore(name) {
        throw table.error(record, ProjectionRecord.name, .unsorted(field: "name", name: name))
      }
      let root = try self.name(table, record, ProjectionRecord.root, "root")
      guard let kind = kinds[root] else { throw table.error(record, ProjectionRecord.root, .unknownName(field: "root", name: root)) }
      guard kind != .asymmetric else { throw table.error(record, ProjectionRecord.root, .broken(.linkToAsymmetric)) }
      let range = try range(
        table, record, first: ProjectionRecord.firstProperty, count: ProjectionRecord.propertyCount, of: properties, from: expected,
        "property")
      expected = range.upperBound
      var names: Set<String> = []
      var projected: [ProjectedPropertyModel] = []
      for index in range {
        let name = try self.name(properties, index, ProjectedPropertyRecord.name, "name")
        guard names.insert(name).inserted else {
          throw properties.error(index, ProjectedPropertyRecord.name, .duplicate(field: "name", name: name))
        }
        projected.append(
          ProjectedPropertyModel(
            name: name, path: try self.name(properties, index, ProjectedPropertyRecord.path, "path"),
            swiftType: try text(properties, index, ProjectedPropertyRecord.swiftType, "Swift type"),
            documentation: documentation[.projectedProperty]?[index]))
      }
      models.append(ProjectionModel(name: name, root: root, properties: projected, documentation: documentation[.projection]?[record]))
    }
    guard expected == properties.count else { throw properties.error(expected, 0, .superfluous(field: "property")) }
    return models
  }
}
