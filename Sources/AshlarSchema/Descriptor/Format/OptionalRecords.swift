/// RNAM: a former stored name of a type or a property. The names of one declaration are consecutive, newest first.
package enum RenameRecord {
  static let node = 0
  static let index = 4
  static let name = 8
  static let size = 12

  package static let fields: [RecordField] = [
    .init(name: "node", offset: node, size: 4), .init(name: "index", offset: index, size: 4),
    .init(name: "name", offset: name, size: 4, meaning: .string),
  ]
}

/// DROP: the stored name of a former property, whose data a migration may delete.
package enum DroppedRecord {
  static let entity = 0
  static let name = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "entity", offset: entity, size: 4), .init(name: "name", offset: name, size: 4, meaning: .string),
  ]
}

/// FTYP: the Swift name of a property's type that belongs to another module.
package enum ForeignTypeRecord {
  static let property = 0
  static let name = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "property", offset: property, size: 4), .init(name: "Swift type", offset: name, size: 4, meaning: .string),
  ]
}

/// PREV: the preceding release; at most one record.
package enum PredecessorRecord {
  static let version = 0
  static let checksum = 8
  static let size = 16

  package static let fields: [RecordField] = [
    .init(name: "version", offset: version, size: 8), .init(name: "checksum", offset: checksum, size: 8),
  ]
}

/// CTYP: a custom type.
package enum CustomTypeRecord {
  static let name = 0
  static let target = 4
  static let type = 8
  static let flags = 9
  static let size = 12

  static let failableFlag: UInt8 = 1

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "target", offset: target, size: 4, meaning: .string),
    .init(name: "persisted type", offset: type, size: 1),
    .init(name: "flags", offset: flags, size: 1),
    .init(name: "reserved", offset: 10, size: 2, meaning: .zero),
  ]
}

/// UNKC: the case that represents unknown raw values, by its index among the cases of the enum.
package enum UnknownCaseRecord {
  static let enumeration = 0
  static let enumCase = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "enum", offset: enumeration, size: 4), .init(name: "case", offset: enumCase, size: 4),
  ]
}

/// XENM: the Swift name of a handwritten enum.
package enum ExternalEnumRecord {
  static let enumeration = 0
  static let name = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "enum", offset: enumeration, size: 4), .init(name: "Swift name", offset: name, size: 4, meaning: .string),
  ]
}

/// PROJ: a projection.
package enum ProjectionRecord {
  static let name = 0
  static let root = 4
  static let firstProperty = 8
  static let propertyCount = 12
  static let size = 16

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "root", offset: root, size: 4, meaning: .string),
    .init(name: "first property", offset: firstProperty, size: 4),
    .init(name: "property count", offset: propertyCount, size: 4),
  ]
}

/// PPRP: a property of a projection.
package enum ProjectedPropertyRecord {
  static let name = 0
  static let path = 4
  static let swiftType = 8
  static let size = 12

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "path", offset: path, size: 4, meaning: .string),
    .init(name: "Swift type", offset: swiftType, size: 4, meaning: .string),
  ]
}

/// SMAP: the source location of a record in another section.
package enum SourceMapRecord {
  static let node = 0
  static let index = 4
  static let file = 8
  static let line = 12
  static let column = 16
  static let size = 20

  package static let fields: [RecordField] = [
    .init(name: "node", offset: node, size: 4), .init(name: "index", offset: index, size: 4),
    .init(name: "file", offset: file, size: 4, meaning: .string),
    .init(name: "line", offset: line, size: 4), .init(name: "column", offset: column, size: 4),
  ]
}
