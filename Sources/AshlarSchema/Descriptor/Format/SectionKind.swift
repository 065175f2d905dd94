/// The sections of a descriptor. Raw values are four letters, read as a little-endian integer.
package enum SectionKind: UInt32, CaseIterable {
  /// The bytes of strings, each followed by NUL.
  case stringBytes = 0x4252_5453  // STRB
  /// The offset and length of each string.
  case strings = 0x5352_5453  // STRS
  case entities = 0x5954_4e45  // ENTY
  case properties = 0x504f_5250  // PROP
  case enums = 0x4d55_4e45  // ENUM
  case enumCases = 0x5341_4345  // ECAS
  /// Default values and raw values.
  case defaults = 0x544c_4644  // DFLT
  /// The bytes of Data, ObjectId and UUID defaults.
  case blobs = 0x424f_4c42  // BLOB
  /// The assignment of documentation to declarations.
  case documentation = 0x5343_4f44  // DOCS
  /// The text of documentation, separate from `stringBytes` so that it can be stripped.
  case documentationText = 0x5458_5444  // DTXT
  /// Former stored names of types and properties.
  case renames = 0x4d41_4e52  // RNAM
  /// Stored names of former properties, whose data a migration may delete.
  case dropped = 0x504f_5244  // DROP
  /// The preceding release.
  case predecessor = 0x5645_5250  // PREV
  /// Custom types.
  case customTypes = 0x5059_5443  // CTYP
  /// The cases that represent unknown raw values.
  case unknownCases = 0x434b_4e55  // UNKC
  /// The enums that are handwritten.
  case externalEnums = 0x4d4e_4558  // XENM
  case projections = 0x4a4f_5250  // PROJ
  /// Properties of projections.
  case projectedProperties = 0x5052_5050  // PPRP
  /// The properties whose types belong to other modules.
  case foreignTypes = 0x5059_5446  // FTYP
  /// The rules of types, and indexes of several properties.
  case rules = 0x454c_5552  // RULE
  /// The properties of rules.
  case ruleMembers = 0x4d45_4d52  // RMEM
  /// The values that rules list.
  case ruleValues = 0x4c41_5652  // RVAL
  /// The source locations of declarations.
  case sourceMap = 0x5041_4d53  // SMAP

  /// The four letters that identify the section.
  package var letters: String { Self.letters(rawValue) }

  /// Whether a reader that does not support the section must reject the descriptor.
  var isCritical: Bool {
    ![.documentation, .documentationText, .externalEnums, .projections, .projectedProperties, .sourceMap, .dropped, .predecessor].contains(
      self)
  }

  /// The sections of features that a reader of a database file need not support.
  static let ofFeatures: Set<SectionKind> = [.rules, .ruleMembers, .ruleValues]

  /// Returns whether a reader of a descriptor with this use must reject the descriptor if it does not support the section.
  /// - Parameter features: The sections whose presence the list of a file's features states.
  func isCritical(in use: DescriptorUse, features: Set<SectionKind> = ofFeatures) -> Bool {
    switch use {
    case .program: isCritical
    case .file: isCritical && !features.contains(self)
    }
  }

  /// Whether a missing section is read as an empty one. Such a section is omitted if it is empty; builds of format minor 0 do not support
  /// it.
  var isOptional: Bool {
    switch self {
    case .renames, .customTypes, .unknownCases, .externalEnums, .projections, .projectedProperties, .sourceMap, .dropped, .predecessor,
      .foreignTypes, .rules, .ruleMembers, .ruleValues:
      true
    default: false
    }
  }

  /// The size in bytes of one record, as this version writes it.
  package var recordSize: Int {
    switch self {
    case .stringBytes, .blobs, .documentationText: 1
    case .strings: StringRecord.size
    case .entities: EntityRecord.size
    case .properties: PropertyRecord.size
    case .enums: EnumRecord.size
    case .enumCases: EnumCaseRecord.size
    case .defaults: DefaultRecord.size
    case .documentation: DocumentationRecord.size
    case .renames: RenameRecord.size
    case .dropped: DroppedRecord.size
    case .predecessor: PredecessorRecord.size
    case .foreignTypes: ForeignTypeRecord.size
    case .customTypes: CustomTypeRecord.size
    case .unknownCases: UnknownCaseRecord.size
    case .externalEnums: ExternalEnumRecord.size
    case .projections: ProjectionRecord.size
    case .projectedProperties: ProjectedPropertyRecord.size
    case .sourceMap: SourceMapRecord.size
    case .rules: RuleRecord.size
    case .ruleMembers, .ruleValues: RuleReferenceRecord.size
    }
  }

  /// Returns the letters of a raw value, even of an unknown section. Spaces and bytes that are not printable ASCII are replaced by `?`.
  package static func letters(_ kind: UInt32) -> String {
    var text = ""
    for shift in [0, 8, 16, 24] as [UInt32] {
      let byte = UInt8(truncatingIfNeeded: kind >> shift)
      text.unicodeScalars.append(byte > 0x20 && byte < 0x7f ? Unicode.Scalar(byte) : "?")
    }
    return text
  }
}
