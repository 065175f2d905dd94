import AshlarSchemaTools
import Testing

@testable import AshlarSchema

@Suite struct DescriptorErrorTests {
  let bytes = DescriptorWriter.bytes(for: people)

  private func message(seal: Bool = true, _ change: (inout [UInt8]) -> Void) -> String? {
    fault(changed(bytes, seal: seal, change))?.description
  }

  @Test("data that is not a descriptor is reported as such")
  func magic() {
    #expect(fault([])?.fault == .notADescriptor)
    #expect(message { $0[0] = 0 } == "The schema descriptor cannot be read: header, offset 0: these bytes are no schema descriptor.")
    let copied = changed(bytes, seal: false) { $0.remove(at: 4) }
    #expect(fault(copied)?.fault == .lineEndsChanged)
    #expect(fault(Array(bytes.prefix(6)))?.fault == .truncated(needed: 96, found: 6))
  }

  @Test("damage is found by the checksum")
  func checksum() throws {
    let error = try #require(fault(changed(bytes, seal: false) { $0[bytes.count - 1] ^= 1 }))
    #expect(error.section == "header" && error.offset == 64)
    #expect(error.description.hasSuffix("as stated; the bytes are damaged."))
  }

  @Test("a newer format is refused")
  func format() {
    #expect(
      message { $0.put(2 as UInt16, at: HeaderRecord.formatMajor) }
        == "The schema descriptor cannot be read: header, offset 8: format version 2 is newer than 1, which this build reads.")
  }

  @Test("an unknown required feature is refused by its bit, an optional one is not")
  func features() {
    #expect(
      message { $0.put(1 << 5 as UInt64, at: HeaderRecord.requiredFeatures) }
        == "The schema descriptor cannot be read: header, offset 32: feature bit 5 is required and not known to this build.")
    #expect(message { $0.put(1 << 5 as UInt64, at: HeaderRecord.optionalFeatures) } == nil)
  }

  @Test("an unknown section is refused only if critical")
  func unknownSection() {
    let line = bytes.directoryLine(.documentationText)
    let unknown = changed(bytes) {
      $0.put(0x3132_3358 as UInt32, at: line)
      $0.put(0 as UInt32, at: HeaderRecord.flags)
    }
    #expect(fault(unknown) == nil)
    let critical = changed(unknown) { $0.put(1 as UInt32, at: line + SectionRecord.flags) }
    #expect(
      fault(critical)?.description
        == "The schema descriptor cannot be read: directory record 9, offset \(line): section 'X321' is critical and not known to this build."
    )
  }

  @Test("a missing section is named")
  func missingSection() {
    let line = bytes.directoryLine(.enums)
    let message = message {
      $0.put(0x3132_3358 as UInt32, at: line)
      $0.put(0 as UInt32, at: line + SectionRecord.flags)
    }
    #expect(message == "The schema descriptor cannot be read: directory, offset 24: section 'ENUM' is missing.")
  }

  @Test("longer records of a newer writer are read by their known part")
  func longerRecords() throws {
    let plain = DescriptorWriter.bytes(for: people, documentation: false)
    let line = plain.directoryLine(.properties)
    let start = plain.section(.properties)
    let count = plain.u32(at: line + SectionRecord.count)
    let longer = changed(plain) { bytes in
      var records: [UInt8] = []
      for record in 0..<count {
        let known = start + record * 32
        records += bytes[known..<known + 32]
        records += [1, 2, 3, 4, 5, 6, 7, 8] as [UInt8]
      }
      bytes.replaceSubrange(start..<(start + count * 32), with: records)
      bytes.put(UInt32(records.count), at: line + SectionRecord.byteLength)
      bytes.put(40 as UInt32, at: line + SectionRecord.recordSize)
      for kind in [SectionKind.enums, .enumCases, .defaults, .blobs] {
        let offset = bytes.directoryLine(kind) + SectionRecord.offset
        bytes.put(UInt32(bytes.u32(at: offset) + count * 8), at: offset)
      }
      bytes.put(UInt64(bytes.count), at: HeaderRecord.fileSize)
    }
    #expect(try DescriptorReader.read(longer) == DescriptorReader.read(plain))
    #expect(try DescriptorDump.hex(longer).contains("unknown to this version"))
  }

  @Test("sections must be aligned, in bounds, in order and of whole records")
  func directory() {
    let line = bytes.directoryLine(.properties)
    let offset = bytes.section(.properties)
    let length = bytes.u32(at: line + SectionRecord.byteLength)
    let last = bytes.directoryLine(.documentationText)
    #expect(fault(changed(bytes) { $0.put(UInt32(offset + 4), at: line + SectionRecord.offset) })?.fault == .misaligned(multiple: 8))
    guard case .overlap = fault(changed(bytes) { $0.put(UInt32(offset - 8), at: line + SectionRecord.offset) })?.fault else {
      Issue.record("an overlap was overlooked")
      return
    }
    guard case .outOfBounds = fault(changed(bytes) { $0.put(0xffff as UInt32, at: last + SectionRecord.byteLength) })?.fault else {
      Issue.record("a section beyond the end was overlooked")
      return
    }
    #expect(
      fault(changed(bytes) { $0.put(UInt32(length - 4), at: line + SectionRecord.byteLength) })?.fault
        == .lengthMismatch(byteLength: length - 4, recordSize: 32, count: length / 32))
    #expect(
      fault(changed(bytes) { $0.put(16 as UInt32, at: line + SectionRecord.recordSize) })?.fault
        == .lengthMismatch(byteLength: length, recordSize: 16, count: length / 32))
  }

  @Test("former names of one declaration must be consecutive")
  func formerNames() throws {
    var property = PropertyModel(name: "age", type: .int)
    property.was = ["years"]
    var entity = EntityModel(name: "Dog", properties: [property])
    entity.was = ["Cur", "Cat"]
    let bytes = DescriptorWriter.bytes(for: SchemaModel(name: "Kennel", entities: [entity]))
    let start = bytes.section(.renames)
    #expect(try DescriptorReader.read(bytes).entities.first?.was == ["Cur", "Cat"])
    // The name of the property is moved between those of the type.
    let mixed = changed(bytes) { bytes in
      let records = Array(bytes[start..<start + 3 * RenameRecord.size])
      let (second, third) = (records[RenameRecord.size..<2 * RenameRecord.size], records[(2 * RenameRecord.size)...])
      bytes.replaceSubrange(start + RenameRecord.size..<start + 3 * RenameRecord.size, with: third + second)
    }
    let error = try #require(fault(mixed))
    #expect(error.fault == .unsorted(field: "name", name: "Cat"))
    #expect((error.section, error.offset) == ("RNAM", start + 2 * RenameRecord.size + RenameRecord.index))
    // The declarations themselves may have any order.
    let reversed = changed(bytes) { bytes in
      let records = Array(bytes[start..<start + 3 * RenameRecord.size])
      bytes.replaceSubrange(
        start..<start + 3 * RenameRecord.size, with: records[(2 * RenameRecord.size)...] + records[..<(2 * RenameRecord.size)])
    }
    #expect(try DescriptorReader.read(reversed) == DescriptorReader.read(bytes))
  }

  @Test("a bad field names section, record and offset")
  func fields() {
    let start = bytes.section(.properties)
    let second = start + PropertyRecord.size
    #expect(
      message { $0.put(99 as UInt8, at: second + PropertyRecord.type) }
        == "The schema descriptor cannot be read: PROP record 1, offset \(second + 28): type cannot be 99.")
    #expect(
      message { $0.put(5 as UInt32, at: second + PropertyRecord.ordinal) }
        == "The schema descriptor cannot be read: PROP record 1, offset \(second + 24): ordinal cannot be 5.")
    let strings = bytes.u32(at: bytes.directoryLine(.strings) + SectionRecord.count)
    #expect(
      message { $0.put(4000 as UInt32, at: second) }
        == "The schema descriptor cannot be read: PROP record 1, offset \(second): name refers to 4000, there are \(strings).")
  }

  @Test("text must be UTF-8")
  func utf8() {
    let pool = bytes.section(.stringBytes)
    #expect(
      message { $0[pool] = 0xff }
        == "The schema descriptor cannot be read: STRS record 0, offset \(bytes.section(.strings)): the text is not UTF-8.")
  }

  @Test("the schema version that means 'never versioned' is refused")
  func version() {
    #expect(
      fault(changed(bytes) { $0.put(UInt64.max, at: HeaderRecord.schemaVersion) })?.fault
        == .invalidValue(field: "schema version", value: .max))
  }
}
