@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Encrypted files that were changed without their key", .blocking)
struct SealedTamperingTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("sealed")
  }

  // The smallest value of each space.
  private static func smallest(_ values: [Forger.Value]) -> [Forger.Value] {
    Dictionary(grouping: values, by: \.space).values.compactMap { $0.min { $0.range.count < $1.range.count } }
      .sorted { $0.space.index < $1.space.index }
  }

  // MARK: - Changed bytes

  @Test("Each changed bit of a small value is found, in every space")
  func bits() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let sample = try SealedSample(path, seed: seed, people: 24)
    let values = SealedTamperingTests.smallest(try sample.forger.values())
    #expect(Set(values.map(\.space)).isSuperset(of: [.clusters, .patches, .values, .meta, .main, .sealed]))
    let intact = try sample.forger.bytes
    let contents = try sample.forger.contents(sample.key)
    for value in values {
      // The tag, the header and the nonce, and some of the encrypted bytes.
      var places = Array(value.range.prefix(SealedValue.overhead))
      for _ in 0..<24 { places.append(value.range.lowerBound + random.below(value.range.count)) }
      for place in places {
        let bit = UInt8(random.below(8))
        try sample.forger.changing([intact[place] ^ 1 << bit], at: place) {
          let what = "seed \(seed), \(value.name), byte \(place - value.range.lowerBound), bit \(bit)"
          #expect(throws: StoreError.self, "\(what)") { try sample.inspect() }
          if place % 4 == 0 { sample.expectNoOtherData(what, [contents]) }
        }
      }
    }
    #expect(try sample.forger.bytes == intact)
    _ = try sample.inspect()
  }

  @Test("Each changed bit of the record, of the format and of the counters is found before anything is read")
  func records() throws {
    let sample = try SealedSample(path, seed: 3, people: 5)
    let intact = try sample.forger.bytes
    let key = sample.key
    let plain = try sample.forger.values(isPlain: true)
    #expect(plain.map { String(decoding: $0.key, as: UTF8.self) } == [StoredFormat.key, SealRecord.key])
    for value in plain + (try sample.forger.values().filter(\.isCounters)) {
      for place in value.range {
        for bit in 0..<8 as Range<UInt8> where !value.isCounters || Int(bit) == place % 8 {
          try sample.forger.changing([intact[place] ^ 1 << bit], at: place) {
            let what = "\(value.name), byte \(place - value.range.lowerBound), bit \(bit)"
            #expect(throws: StoreError.self, "\(what)") { try StructureWalk.check(path, key: key) }
            #expect(throws: StoreError.self, "\(what)") { try FileInspection.read(path, key: key) }
          }
        }
      }
    }
    // The checksum distinguishes damage from a wrong key.
    let start = plain[1].range.lowerBound
    let damage = StoreError.damaged(path: path, detail: "the record of its encryption is not valid")
    try sample.forger.changing([intact[start + 40] ^ 1], at: start + 40) {
      #expect(throws: damage) { try StructureWalk.check(path, key: key) }
    }
  }

  @Test("Sizes that were forged are errors, or the same data is read")
  func sizes() throws {
    let seed = seed()
    let sample = try SealedSample(path, seed: seed, people: 30)
    let contents = try sample.forger.contents(sample.key)
    for value in SealedTamperingTests.smallest(try sample.forger.values()) {
      for size in [0, 1, 39, 40, 41, value.range.count - 64, value.range.count - 1, value.range.count + 1, 4096, 70_000, 1 << 20, 1 << 31] {
        let bytes = withUnsafeBytes(of: UInt32(clamping: size).littleEndian) { Array($0) }
        try sample.forger.changing(bytes, at: value.sizeOffset) {
          let what = "seed \(seed), \(value.name), \(size) bytes instead of \(value.range.count)"
          #expect(throws: StoreError.self, "\(what)") { try sample.inspect() }
          #expect(throws: StoreError.self, "\(what)") { try sample.forger.contents(sample.key) }
        }
      }
    }
    #expect(try sample.forger.contents(sample.key) == contents)
  }

  // MARK: - Other entries

  @Test("A value that was removed is found, in every space, and so is one that was stored twice")
  func removedAndDoubled() throws {
    let sample = try SealedSample(path, seed: 6, people: 60)
    let intact = try sample.forger.bytes
    let contents = try sample.forger.contents(sample.key)
    for value in SealedTamperingTests.smallest(try sample.forger.values()) {
      let bytes = Array(intact[value.range])
      try sample.forger.commit { writer in try value.key.withUnsafeBytes { try writer.remove(value.space, $0) } }
      sample.expectDamage("\(value.name) removed")
      sample.expectNoOtherData("\(value.name) removed", [contents])
      try sample.forger.write(intact, at: 0)
      // Behind all other entries.
      let key = value.space.hasIntegerKeys ? [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F] : value.key + [1]
      try sample.forger.commit { writer in
        try key.withUnsafeBytes { key in try bytes.withUnsafeBytes { try writer.put(value.space, key, $0) } }
      }
      sample.expectDamage("\(value.name) doubled")
      sample.expectNoOtherData("\(value.name) doubled", [contents])
      try sample.forger.write(intact, at: 0)
    }
    #expect(try sample.forger.contents(sample.key) == contents)
  }

  @Test("Older counters are refused, with the version of the header and with their own")
  func olderCounters() throws {
    let sample = try SealedSample(path, seed: 4, people: 20)
    let before = try sample.forger.bytes
    let older = try #require(try sample.forger.values().first(where: \.isCounters))
    let version = try FileHeader.read(try PageFile(path)).newest.transaction
    try sample.write(5, people: 4)
    let intact = try sample.forger.bytes
    for number in [nil, version] {
      try sample.forger.commit(as: number) { writer in try writer.putNamed(.main, Counters.name, Array(before[older.range])) }
      sample.expectDamage("version \(number.map { "\($0)" } ?? "of the header")")
      // With their own version, they open; the sum shows that they are older.
      if number == nil { #expect(throws: SealedCounters.damage(path)) { try sample.forger.mapped(sample.key) } }
      try sample.forger.write(intact, at: 0)
    }
    try StructureWalk.check(path, key: sample.key)
  }

  @Test("An entry in a tree whose entries are in nodes is refused, with and without the key")
  func entryBesideNodes() throws {
    let sample = try SealedSample(path, seed: 2, people: 5)
    try sample.forger.commit { writer in try writer.putNamed(.postings, "entry", [UInt8](repeating: 1, count: 104)) }
    let error = StoreError.damaged(path: path, detail: "the tree 'postings' has entries, but the indexes of the file are in nodes")
    #expect(throws: error) { try StructureWalk.check(path, key: sample.key) }
    for key in [sample.key, nil] where key != nil || Sealing.isOptional {
      #expect(throws: error) { try FileInspection.read(path, key: key) }
    }
  }
}
