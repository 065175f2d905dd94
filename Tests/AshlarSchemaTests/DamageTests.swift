import AshlarSchemaTools
import Testing
import TestSupport

@testable import AshlarSchema

@Suite struct DamageTests {
  let bytes = DescriptorWriter.bytes(for: people)

  @Test("every truncation is an error")
  func truncations() {
    for length in 0..<bytes.count {
      #expect(fault(Array(bytes.prefix(length))) != nil)
      let resealed = changed(Array(bytes.prefix(length))) { if $0.count >= 24 { $0.put(UInt64($0.count), at: HeaderRecord.fileSize) } }
      #expect(fault(resealed) != nil)
    }
  }

  @Test("a flipped byte is an error")
  func flips() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests.flips seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let damaged = changed(bytes, seal: false) { flip(&$0, &random) }
      #expect(fault(damaged) != nil)
    }
  }

  @Test("flipped bytes under a right checksum give a model or an error, and the model can be written and shown")
  func sealedFlips() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests.sealedFlips seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var models = 0
    for step in 0..<6000 {
      let damaged = changed(bytes) { bytes in
        for _ in 0...(step % 3) { flip(&bytes, &random) }
      }
      guard let schema = try? DescriptorReader.read(damaged) else { continue }
      models += 1
      _ = try DescriptorDump.hex(damaged)
      _ = DescriptorDump.yaml(schema)
      let again = DescriptorWriter.bytes(for: schema)
      #expect(DescriptorWriter.bytes(for: try DescriptorReader.read(again)) == again, "seed \(seed), step \(step)")
    }
    #expect(models > 0)
  }

  @Test("random words in tables under a right checksum never crash")
  func sealedWords() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("DamageTests.sealedWords seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let words: [UInt32] = [0, 1, 2, 7, 8, 24, 96, 255, 0x7fff_ffff, 0x8000_0000, 0xffff_fff8, 0xffff_ffff]
    for _ in 0..<4000 {
      let damaged = changed(bytes) { bytes in
        bytes.put(words.randomElement(using: &random)!, at: Int.random(in: 2..<(bytes.count / 4), using: &random) * 4)
      }
      _ = fault(damaged)
    }
  }

  private func flip(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
  }
}
