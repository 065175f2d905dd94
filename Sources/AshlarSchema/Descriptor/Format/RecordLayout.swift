/// One field of a record, for the annotated dump.
package struct RecordField {
  /// The interpretation of the field's bytes.
  package enum Meaning {
    case number
    /// Little-endian hexadecimal, for fingerprints, checksums and bit sets.
    case hexadecimal
    /// An index into STRS; `noReference` if there is no string.
    case string
    case zero
  }

  package let name: String
  package let offset: Int
  package let size: Int
  package var meaning: Meaning = .number
}

/// The null reference.
package let noReference: UInt32 = 0xffff_ffff

/// The first 8 bytes of every descriptor. They include line ends, so that damage by copying in text mode is detected.
let descriptorMagic: [UInt8] = [0x89, 0x41, 0x53, 0x4c, 0x0d, 0x0a, 0x1a, 0x0a]

/// The offsets of the fields in a descriptor's header.
package enum HeaderRecord {
  static let magic = 0
  static let formatMajor = 8
  static let formatMinor = 10
  package static let headerSize = 12
  static let fileSize = 16
  package static let sectionCount = 24
  static let flags = 28
  static let requiredFeatures = 32
  static let optionalFeatures = 40
  static let storageFingerprint = 48
  static let sourceFingerprint = 56
  static let checksum = 64
  static let schemaVersion = 72
  static let name = 80
  static let reserved = 84
  package static let size = 96

  package static let fields: [RecordField] = [
    .init(name: "magic", offset: magic, size: 8, meaning: .hexadecimal),
    .init(name: "format major", offset: formatMajor, size: 2),
    .init(name: "format minor", offset: formatMinor, size: 2),
    .init(name: "header size", offset: headerSize, size: 4),
    .init(name: "file size", offset: fileSize, size: 8),
    .init(name: "sections", offset: sectionCount, size: 4),
    .init(name: "flags", offset: flags, size: 4),
    .init(name: "required features", offset: requiredFeatures, size: 8, meaning: .hexadecimal),
    .init(name: "optional features", offset: optionalFeatures, size: 8, meaning: .hexadecimal),
    .init(name: "storage fingerprint", offset: storageFingerprint, size: 8, meaning: .hexadecimal),
    .init(name: "source fingerprint", offset: sourceFingerprint, size: 8, meaning: .hexadecimal),
    .init(name: "checksum", offset: checksum, size: 8, meaning: .hexadecimal),
    .init(name: "schema version", offset: schemaVersion, size: 8),
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "reserved", offset: reserved, size: 12, meaning: .zero),
  ]
}

/// One entry of the section directory.
package enum SectionRecord {
  package static let kind = 0
  package static let flags = 4
  package static let offset = 8
  static let byteLength = 12
  package static let recordSize = 16
  package static let count = 20
  package static let size = 24

  /// The bit of `flags` that requires readers to reject the file if they do not support the section.
  package static let criticalFlag: UInt32 = 1
}

/// STRS: the offset and length of a string.
package enum StringRecord {
  static let offset = 0
  static let length = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "offset", offset: offset, size: 4), .init(name: "length", offset: length, size: 4),
  ]
}

/// ENTY: an entity.
package enum EntityRecord {
  static let name = 0
  static let storedName = 4
  static let firstProperty = 8
  static let propertyCount = 12
  static let kind = 16
  static let size = 20

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "stored name", offset: storedName, size: 4, meaning: .string),
    .init(name: "first property", offset: firstProperty, size: 4),
    .init(name: "property count", offset: propertyCount, size: 4),
    .init(name: "kind", offset: kind, size: 1),
    .init(name: "reserved", offset: 17, size: 3, meaning: .zero),
  ]
}

/// PROP: a property.
package enum PropertyRecord {
  static let name = 0
  static let storedName = 4
  static let target = 8
  static let enumName = 12
  static let origin = 16
  static let defaultValue = 20
  static let ordinal = 24
  static let type = 28
  static let collection = 29
  static let flags = 30
  static let size = 32

  static let optionalFlag: UInt8 = 1
  static let indexedFlag: UInt8 = 2
  static let primaryKeyFlag: UInt8 = 4
  static let implicitlyUnwrappedFlag: UInt8 = 8
  static let backfilledFlag: UInt8 = 16

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "stored name", offset: storedName, size: 4, meaning: .string),
    .init(name: "target", offset: target, size: 4, meaning: .string),
    .init(name: "enum or custom type", offset: enumName, size: 4, meaning: .string),
    .init(name: "origin", offset: origin, size: 4, meaning: .string),
    .init(name: "default", offset: defaultValue, size: 4),
    .init(name: "ordinal", offset: ordinal, size: 4),
    .init(name: "type", offset: type, size: 1),
    .init(name: "collection", offset: collection, size: 1),
    .init(name: "flags", offset: flags, size: 1),
    .init(name: "reserved", offset: 31, size: 1, meaning: .zero),
  ]
}

/// ENUM: an enum.
package enum EnumRecord {
  static let name = 0
  static let firstCase = 4
  static let caseCount = 8
  static let rawType = 12
  static let size = 16

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string),
    .init(name: "first case", offset: firstCase, size: 4),
    .init(name: "case count", offset: caseCount, size: 4),
    .init(name: "raw type", offset: rawType, size: 1),
    .init(name: "reserved", offset: 13, size: 3, meaning: .zero),
  ]
}

/// ECAS: a case of an enum.
package enum EnumCaseRecord {
  static let name = 0
  static let rawValue = 4
  static let size = 8

  package static let fields: [RecordField] = [
    .init(name: "name", offset: name, size: 4, meaning: .string), .init(name: "raw value", offset: rawValue, size: 4),
  ]
}

/// DFLT: a default value or a raw value. The content of `extra`, `low` and `high` depends on `kind`.
package enum DefaultRecord {
  static let kind = 0
  static let extra = 4
  static let low = 8
  static let high = 16
  static let size = 24

  package static let fields: [RecordField] = [
    .init(name: "kind", offset: kind, size: 1),
    .init(name: "reserved", offset: 1, size: 3, meaning: .zero),
    .init(name: "extra", offset: extra, size: 4, meaning: .hexadecimal),
    .init(name: "low", offset: low, size: 8, meaning: .hexadecimal),
    .init(name: "high", offset: high, size: 8, meaning: .hexadecimal),
  ]
}

/// The kinds of DFLT records, also used in the canonical form.
enum DefaultKind: UInt8 {
  /// `low` is 0 or 1.
  case bool = 1
  /// `low` is the two's complement.
  case int = 2
  /// `low` is the bit pattern.
  case double = 3
  /// `extra` is an index into STRS.
  case string = 4
  /// `low` is an offset in BLOB and `high` the length; likewise for `objectId` and `uuid`.
  case data = 5
  /// `low` is seconds and `extra` nanoseconds, both in two's complement.
  case date = 6
  case now = 7
  /// `low` and `high` are the words of the BID encoding.
  case decimal128 = 8
  case objectId = 9
  case uuid = 10
  case newUUID = 11
  case newObjectId = 12
  case code = 13
  case newUUIDv7 = 14
}

/// DOCS: the documentation of a record in another section.
package enum DocumentationRecord {
  static let node = 0
  static let index = 4
  static let offset = 8
  static let length = 12
  static let size = 16

  package static let fields: [RecordField] = [
    .init(name: "node", offset: node, size: 4), .init(name: "index", offset: index, size: 4),
    .init(name: "offset", offset: offset, size: 4), .init(name: "length", offset: length, size: 4),
  ]
}

/// The kind of declaration to which a DOCS, RNAM or SMAP record refers. The record's `index` is an index into the section of that kind.
enum DocumentedNode: UInt32 {
  case entity = 1
  case property = 2
  case enumeration = 3
  case enumCase = 4
  case customType = 5
  case projection = 6
  case projectedProperty = 7
}
