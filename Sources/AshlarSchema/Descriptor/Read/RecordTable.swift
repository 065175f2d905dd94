/// The location of the records of one section, verified to be inside the file.
package struct RecordTable {
  package let kind: SectionKind
  package let offset: Int
  let recordSize: Int
  package let count: Int

  /// Returns the offset of a field of a record.
  package func at(_ record: Int, _ field: Int) -> Int { offset + record * recordSize + field }

  func error(_ record: Int?, _ field: Int, _ fault: DescriptorFault) -> DescriptorError {
    DescriptorError(section: kind.letters, record: record, offset: at(record ?? 0, field), fault: fault)
  }
}

/// The section directory, verified: sections are aligned, in bounds and in ascending order without overlap, and each kind occurs at most
/// once.
package struct SectionDirectory {
  private var tables: [SectionKind: RecordTable] = [:]

  /// Reads the directory. The header must have been verified.
  init(_ source: ByteSource) throws(DescriptorError) {
    let size = source.bytes.count
    let start = Int(source.u32(HeaderRecord.headerSize))
    func fail(_ record: Int?, _ offset: Int, _ fault: DescriptorFault) -> DescriptorError {
      DescriptorError(section: record == nil ? "header" : "directory", record: record, offset: offset, fault: fault)
    }
    guard start >= HeaderRecord.size else {
      throw fail(nil, HeaderRecord.headerSize, .recordTooShort(size: start, needed: HeaderRecord.size))
    }
    guard start % 8 == 0 else { throw fail(nil, HeaderRecord.headerSize, .misaligned(multiple: 8)) }
    guard start <= size else { throw fail(nil, HeaderRecord.headerSize, .outOfBounds(end: UInt64(start), size: size)) }
    let count = Int(source.u32(HeaderRecord.sectionCount))
    guard count <= Self.limit else { throw fail(nil, HeaderRecord.sectionCount, .tooManySections(count: count, limit: Self.limit)) }
    var end = start + count * SectionRecord.size
    guard end <= size else { throw fail(nil, HeaderRecord.sectionCount, .outOfBounds(end: UInt64(end), size: size)) }
    var seen: Set<UInt32> = []

    for record in 0..<count {
      let base = start + record * SectionRecord.size
      let kind = source.u32(base + SectionRecord.kind)
      let offset = Int(source.u32(base + SectionRecord.offset))
      let byteLength = Int(source.u32(base + SectionRecord.byteLength))
      let recordSize = Int(source.u32(base + SectionRecord.recordSize))
      let records = Int(source.u32(base + SectionRecord.count))
      guard seen.insert(kind).inserted else { throw fail(record, base, .duplicateSection(SectionKind.letters(kind))) }
      guard offset % 8 == 0 else { throw fail(record, base + SectionRecord.offset, .misaligned(multiple: 8)) }
      guard offset >= end else { throw fail(record, base + SectionRecord.offset, .overlap(start: offset, previousEnd: end)) }
      end = offset + byteLength
      guard end <= size else { throw fail(record, base + SectionRecord.byteLength, .outOfBounds(end: UInt64(end), size: size)) }
      let (product, overflow) = recordSize.multipliedReportingOverflow(by: records)
      guard !overflow, product == byteLength, recordSize > 0 else {
        let fault = DescriptorFault.lengthMismatch(byteLength: byteLength, recordSize: recordSize, count: records)
        throw fail(record, base + SectionRecord.byteLength, fault)
      }
      guard let known = SectionKind(rawValue: kind) else {
        if source.u32(base + SectionRecord.flags) & SectionRecord.criticalFlag != 0 {
          throw fail(record, base, .unknownCriticalSection(SectionKind.letters(kind)))
        }
        continue
      }
      guard recordSize >= known.recordSize else {
        throw fail(record, base + SectionRecord.recordSize, .recordTooShort(size: recordSize, needed: known.recordSize))
      }
      let isPool = known.recordSize == 1
      guard isPool ? recordSize == 1 : recordSize % 4 == 0 else {
        throw fail(record, base + SectionRecord.recordSize, .misaligned(multiple: isPool ? 1 : 4))
      }
      tables[known] = RecordTable(kind: known, offset: offset, recordSize: recordSize, count: records)
    }
  }

  /// Returns the records of a section. A missing optional section is returned as an empty one.
  func table(_ kind: SectionKind) throws(DescriptorError) -> RecordTable {
    guard let table = tables[kind] else {
      if kind.isOptional { return RecordTable(kind: kind, offset: 0, recordSize: kind.recordSize, count: 0) }
      throw DescriptorError(section: "directory", record: nil, offset: HeaderRecord.sectionCount, fault: .missingSection(kind.letters))
    }
    return table
  }

  /// The sections that this build supports, by offset.
  package var inOrder: [RecordTable] {
    tables.values.ordered { ($0.offset, $0.kind.rawValue) < ($1.offset, $1.kind.rawValue) }
  }

  /// The maximum number of sections, which is more than a writer could produce.
  private static let limit = 1024
}
