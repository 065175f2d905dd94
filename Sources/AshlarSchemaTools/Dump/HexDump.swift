internal import AshlarSchema

/// Formats a descriptor, which the caller has verified, as lines that contain an offset, bytes in hexadecimal, and their meaning.
struct HexDump {
  private let source: ByteSource
  private let directory: SectionDirectory
  private let strings: [String]
  private var lines: [String] = []

  init(_ bytes: [UInt8]) throws(DescriptorError) {
    let parser = try DescriptorParser(bytes, documentation: false)
    source = parser.source
    directory = parser.directory
    strings = parser.strings
  }

  mutating func text() -> String {
    lines.append("header")
    add(HeaderRecord.fields, at: 0)
    let start = Int(source.u32(HeaderRecord.headerSize))
    unknown(HeaderRecord.size, start)
    lines.append("directory")
    for record in 0..<Int(source.u32(HeaderRecord.sectionCount)) { addSection(start + record * SectionRecord.size) }
    for table in directory.inOrder { add(table) }
    return lines.joined(separator: "\n") + "\n"
  }

  private mutating func addSection(_ base: Int) {
    let kind = SectionKind.letters(source.u32(base + SectionRecord.kind))
    let offset = source.u32(base + SectionRecord.offset)
    let count = source.u32(base + SectionRecord.count)
    let size = source.u32(base + SectionRecord.recordSize)
    let flag = source.u32(base + SectionRecord.flags) & SectionRecord.criticalFlag != 0 ? ", critical" : ""
    line(base, 12, "\(kind)\(flag), at \(offset)")
    line(base + 12, 12, "\(count) records of \(size) bytes")
  }

  private mutating func add(_ table: RecordTable) {
    lines.append(table.kind.letters)
    switch table.kind {
    case .stringBytes, .blobs, .documentationText: raw(table.offset, table.count)
    case .strings:
      for record in 0..<table.count { line(table.at(record, 0), 8, "\(record): \(YAMLScalar.quoted(strings[record]))") }
    default:
      for record in 0..<table.count {
        lines.append("\(table.kind.letters) \(record)")
        add(table.kind.fields, at: table.at(record, 0))
        unknown(table.at(record, table.kind.recordSize), table.at(record + 1, 0))
      }
    }
  }

  private mutating func add(_ fields: [RecordField], at base: Int) {
    for field in fields { line(base + field.offset, field.size, "\(field.name)\(meaning(field, base + field.offset))") }
  }

  private func meaning(_ field: RecordField, _ offset: Int) -> String {
    // The number is little-endian. Only reserved fields have more than 8 bytes; their value is 0 and is not shown.
    var number: UInt64 = 0
    for byte in source.bytes[offset..<(offset + min(field.size, 8))].reversed() { number = number << 8 | UInt64(byte) }
    switch field.meaning {
    case .zero: return ""
    case .hexadecimal: return " 0x" + String(number, radix: 16)
    case .number: return field.size == 4 && number == noReference ? " none" : " \(number)"
    case .string: return number == noReference ? " none" : " " + YAMLScalar.quoted(strings[Int(number)])
    }
  }

  /// Adds a line for the bytes that a newer version of the writer added, if there are any.
  private mutating func unknown(_ start: Int, _ end: Int) {
    if start < end { line(start, end - start, "unknown to this version") }
  }

  private mutating func raw(_ offset: Int, _ count: Int) {
    var done = 0
    while done < count {
      let size = min(16, count - done)
      let bytes = source.bytes[(offset + done)..<(offset + done + size)]
      let text = String(String.UnicodeScalarView(bytes.map { $0 >= 0x20 && $0 < 0x7f ? Unicode.Scalar($0) : "." }))
      line(offset + done, size, text)
      done += size
    }
  }

  private mutating func line(_ offset: Int, _ size: Int, _ meaning: String) {
    let address = String(offset, radix: 16)
    let bytes = source.bytes[offset..<(offset + size)].map { hexDigits(CollectionOfOne($0)) }.joined(separator: " ")
    let gap = String(repeating: " ", count: max(1, 49 - bytes.utf8.count))
    lines.append(String(repeating: "0", count: max(0, 8 - address.utf8.count)) + address + "  " + bytes + gap + meaning)
  }
}

extension SectionKind {
  /// The fields of a record; empty for pools.
  fileprivate var fields: [RecordField] {
    switch self {
    case .stringBytes, .blobs, .documentationText: []
    case .strings: StringRecord.fields
    case .entities: EntityRecord.fields
    case .properties: PropertyRecord.fields
    case .enums: EnumRecord.fields
    case .enumCases: EnumCaseRecord.fields
    case .defaults: DefaultRecord.fields
    case .documentation: DocumentationRecord.fields
    case .renames: RenameRecord.fields
    case .dropped: DroppedRecord.fields
    case .predecessor: PredecessorRecord.fields
    case .foreignTypes: ForeignTypeRecord.fields
    case .customTypes: CustomTypeRecord.fields
    case .unknownCases: UnknownCaseRecord.fields
    case .externalEnums: ExternalEnumRecord.fields
    case .projections: ProjectionRecord.fields
    case .projectedProperties: ProjectedPropertyRecord.fields
    case .sourceMap: SourceMapRecord.fields
    case .rules: RuleRecord.fields
    case .ruleMembers, .ruleValues: RuleReferenceRecord.fields
    }
  }
}
