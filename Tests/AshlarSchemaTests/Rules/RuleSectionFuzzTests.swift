import AshlarSchemaTools
import Testing
import TestSupport

@testable import AshlarSchema

/// Records of rules that are exchanged, repeated, removed and changed field by field, under a right checksum.
@Suite("Descriptors whose rules are changed")
struct RuleSectionFuzzTests {
  private static let kinds: [SectionKind] = [.rules, .ruleMembers, .ruleValues]
  private let bytes = DescriptorWriter.bytes(for: RuledModel.schema)

  // The place of a section: its line in the directory, its first byte and its length.
  private func place(_ kind: SectionKind) -> (line: Int, start: Int, length: Int) {
    let line = bytes.directoryLine(kind)
    return (line, bytes.u32(at: line + SectionRecord.offset), bytes.u32(at: line + SectionRecord.byteLength))
  }

  // Numbers at the limits of fields, and small ones, which are kinds, flags and references.
  private func number(_ random: inout SeededGenerator) -> UInt32 {
    random.once(in: 2)
      ? UInt32(random.below(24)) : random.pick([0x7F, 0x80, 0xFF, 0x100, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFE, 0xFFFF_FFFF])
  }

  private func change(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let (line, start, length) = place(random.pick(Self.kinds))
    // Records have a multiple of four bytes.
    let words = length / 4
    guard words > 0 else { return }
    switch random.below(6) {
    case 0: bytes[start + random.below(length)] = UInt8(random.below(256))
    case 1: bytes.put(number(&random), at: start + 4 * random.below(words))
    case 2:
      // A part of the section is another part of it.
      let (from, to) = (4 * random.below(words), 4 * random.below(words))
      let count = min(length - max(from, to), 4 * (1 + random.below(8)))
      bytes.replaceSubrange(start + to..<start + to + count, with: Array(bytes[start + from..<start + from + count]))
    case 3:
      // The section is shorter, or longer and contains parts of others.
      bytes.put(UInt32(max(0, length + 4 * (random.below(9) - 4))), at: line + SectionRecord.byteLength)
    case 4: bytes.put(UInt32(max(0, start + 4 * (random.below(9) - 4))), at: line + SectionRecord.offset)
    default:
      // Two parts are exchanged.
      let count = 4 * (1 + random.below(4))
      guard length >= 2 * count else { return }
      let first = 4 * random.below((length - 2 * count) / 4 + 1)
      let a = Array(bytes[start + first..<start + first + count])
      bytes.replaceSubrange(start + first..<start + first + count, with: Array(bytes[start + length - count..<start + length]))
      bytes.replaceSubrange(start + length - count..<start + length, with: a)
    }
  }

  @Test("each is a schema that can be written, or an error")
  func random() throws {
    let seed = seed()
    print("changed descriptors with rules: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (schemas, errors) = (0, 0)
    for step in 0..<rounds(.ruleDescriptors) {
      let damaged = changed(bytes) { bytes in for _ in 0...random.below(3) { change(&bytes, &random) } }
      guard let schema = try? DescriptorReader.read(damaged) else {
        errors += 1
        continue
      }
      schemas += 1
      let again = DescriptorWriter.bytes(for: schema)
      let read = try DescriptorReader.read(again)
      #expect(read == schema, "seed \(seed), step \(step)")
      #expect(DescriptorWriter.bytes(for: read) == again, "seed \(seed), step \(step)")
      #expect(Fingerprint.source(of: read) == Fingerprint.source(of: schema), "seed \(seed), step \(step)")
      // The schema can be shown.
      _ = DescriptorDump.yaml(schema) + DescriptorDump.json(schema)
    }
    print("changed descriptors with rules: \(schemas) schemas, \(errors) errors")
    #expect(errors > 0)
    #expect(schemas > 0)
  }
}
