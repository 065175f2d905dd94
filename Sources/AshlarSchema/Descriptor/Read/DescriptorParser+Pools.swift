extension DescriptorParser {
  /// Reads STRS and STRB. The strings follow each other in STRB without gaps, in the order of their records, each followed by NUL.
  func readStrings() throws(DescriptorError) -> [String] {
    let pool = try directory.table(.stringBytes)
    let table = try directory.table(.strings)
    var strings: [String] = []
    strings.reserveCapacity(table.count)
    var expected = 0
    for record in 0..<table.count {
      let range = try poolRange(table, record, offset: StringRecord.offset, length: StringRecord.length, expected, pool)
      expected = range.upperBound + 1
      strings.append(try string(range, in: pool, table, record))
      guard range.upperBound < pool.count, source.u8(pool.offset + range.upperBound) == 0 else {
        throw table.error(record, StringRecord.length, .missing(field: "NUL after the text"))
      }
    }
    return strings
  }

  /// Reads DOCS and DTXT. The strings follow each other in DTXT without gaps, in the order of their records; a declaration has at most one
  /// record.
  func readDocumentation() throws(DescriptorError) -> [DocumentedNode: [Int: String]] {
    let pool = try directory.table(.documentationText)
    let table = try directory.table(.documentation)
    let counts: [DocumentedNode: Int] = [
      .entity: try directory.table(.entities).count, .property: try directory.table(.properties).count,
      .enumeration: try directory.table(.enums).count, .enumCase: try directory.table(.enumCases).count,
      .customType: try directory.table(.customTypes).count, .projection: try directory.table(.projections).count,
      .projectedProperty: try directory.table(.projectedProperties).count,
    ]
    var documentation: [DocumentedNode: [Int: String]] = [:]
    var expected = 0
    for record in 0..<table.count {
      let raw = source.u32(table.at(record, DocumentationRecord.node))
      guard let node = DocumentedNode(rawValue: raw), let count = counts[node] else {
        throw table.error(record, DocumentationRecord.node, .invalidValue(field: "node", value: UInt64(raw)))
      }
      let index = source.u32(table.at(record, DocumentationRecord.index))
      guard index < count else {
        throw table.error(record, DocumentationRecord.index, .invalidReference(field: "index", index: UInt64(index), count: count))
      }
      let range = try poolRange(table, record, offset: DocumentationRecord.offset, length: DocumentationRecord.length, expected, pool)
      expected = range.upperBound
      let text = try string(range, in: pool, table, record)
      guard documentation[node, default: [:]].updateValue(text, forKey: Int(index)) == nil else {
        throw table.error(record, DocumentationRecord.index, .duplicate(field: "documentation of record", name: "\(index)"))
      }
    }
    return documentation
  }

  /// Reads DFLT and BLOB.
  func readDefaults() throws(DescriptorError) -> [DefaultValue] {
    let table = try directory.table(.defaults)
    let pool = try directory.table(.blobs)
    var defaults: [DefaultValue] = []
    defaults.reserveCapacity(table.count)
    var expected = 0
    for record in 0..<table.count {
      let kind = try value(DefaultKind.self, table, record, DefaultRecord.kind, "kind")
      let low = source.u64(table.at(record, DefaultRecord.low))
      let high = source.u64(table.at(record, DefaultRecord.high))
      switch kind {
      case .bool:
        guard low <= 1 else { throw table.error(record, DefaultRecord.low, .invalidValue(field: "Bool", value: low)) }
        defaults.append(.bool(low == 1))
      case .int: defaults.append(.int(Int64(bitPattern: low)))
      case .double: defaults.append(.double(Double(bitPattern: low)))
      case .string:
        guard let text = try text(table, record, DefaultRecord.extra, "text") else {
          throw table.error(record, DefaultRecord.extra, .missing(field: "text"))
        }
        defaults.append(.string(text))
      case .data, .objectId, .uuid:
        guard low == expected else {
          throw table.error(record, DefaultRecord.low, .gap(field: "offset", expected: UInt64(expected), found: low))
        }
        let size: UInt64? = kind == .objectId ? 12 : kind == .uuid ? 16 : nil
        guard high <= UInt64(pool.count - expected), size == nil || size == high else {
          throw table.error(record, DefaultRecord.high, .invalidValue(field: "length", value: high))
        }
        let start = pool.offset + expected
        let bytes = Array(source.bytes[start..<(start + Int(high))])
        expected += Int(high)
        defaults.append(kind == .data ? .data(bytes) : kind == .objectId ? .objectId(bytes) : .uuid(bytes))
      case .date:
        let nanoseconds = Int32(bitPattern: source.u32(table.at(record, DefaultRecord.extra)))
        defaults.append(.date(seconds: Int64(bitPattern: low), nanoseconds: nanoseconds))
      case .now: defaults.append(.now)
      case .newUUID: defaults.append(.newUUID)
      case .newUUIDv7: defaults.append(.newUUIDv7)
      case .newObjectId: defaults.append(.newObjectId)
      case .code: defaults.append(.code)
      case .decimal128: defaults.append(.canonicalDecimal(low: low, high: high))
      }
    }
    return defaults
  }

  /// Returns the range of a part of a pool; the part must begin at `expected`.
  private func poolRange(
    _ table: RecordTable, _ record: Int, offset: Int, length: Int, _ expected: Int, _ pool: RecordTable
  ) throws(DescriptorError) -> Range<Int> {
    let start = source.u32(table.at(record, offset))
    guard start == expected else {
      throw table.error(record, offset, .gap(field: "offset", expected: UInt64(expected), found: UInt64(start)))
    }
    let end = UInt64(start) + UInt64(source.u32(table.at(record, length)))
    guard end <= pool.count else { throw table.error(record, length, .outOfBounds(end: end, size: pool.count)) }
    return Int(start)..<Int(end)
  }

  private func string(
    _ range: Range<Int>, in pool: RecordTable, _ table: RecordTable, _ record: Int
  ) throws(DescriptorError) -> String {
    let utf8 = source.bytes[(pool.offset + range.lowerBound)..<(pool.offset + range.upperBound)]
    guard let text = String(validating: utf8, as: UTF8.self) else { throw table.error(record, 0, .invalidUTF8) }
    return text
  }
}
