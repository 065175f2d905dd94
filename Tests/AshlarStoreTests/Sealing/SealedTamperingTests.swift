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

  // MARK: - Moved values

  @Test("Values exchanged within a space or between spaces are errors, also while the process has opened both")
  func exchanged() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let sample = try SealedSample(path, seed: seed, people: 80)
    let intact = try sample.forger.bytes
    let contents = try sample.forger.contents(sample.key)
    // The engine stays open and has all values in its cache.
    let engine = try sample.open()
    let held = try engine.snapshot()
    #expect(try Forger.contents(held) == contents)
    let values = try sample.forger.values()
    var pairs: [(Forger.Value, Forger.Value)] = []
    for (index, first) in values.enumerated() {
      for second in values[(index + 1)...] where first.range.count == second.range.count { pairs.append((first, second)) }
    }
    #expect(pairs.contains { $0.space == $1.space } && pairs.contains { $0.space != $1.space })
    let between = pairs.filter { $0.space != $1.space }.shuffled(using: &random).prefix(12)
    for (first, second) in pairs.shuffled(using: &random).prefix(30) + between {
      let what = "seed \(seed), \(first.name) and \(second.name)"
      try sample.forger.changing(intact[second.range], at: first.range.lowerBound) {
        try sample.forger.changing(intact[first.range], at: second.range.lowerBound) {
          // The sum is the same, so only reading the values shows the exchange.
          #expect(throws: StoreError.self, "\(what)") { try sample.inspect() }
          #expect(throws: StoreError.self, "\(what)") { try sample.forger.mapped(sample.key) }
          #expect(throws: StoreError.self, "\(what), in the process that has both") { try Forger.contents(engine.snapshot()) }
        }
      }
    }
    #expect(try Forger.contents(engine.snapshot()) == contents)
  }

  @Test("A value of an older version in its place is found by the sum, and is never taken for another value")
  func older() throws {
    let seed = seed()
    let sample = try SealedSample(path, seed: seed, people: 60)
    let before = try sample.forger.bytes
    let stored = try sample.forger.values()
    let contents = try sample.forger.contents(sample.key)
    try sample.write(seed + 1, people: 3)
    let intact = try sample.forger.bytes
    let newer = try sample.forger.contents(sample.key)
    let places = Dictionary(uniqueKeysWithValues: try sample.forger.values().map { ([UInt8($0.space.index)] + $0.key, $0) })
    var tried: Set<KeySpace> = []
    for value in stored {
      guard let place = places[[UInt8(value.space.index)] + value.key], place.range.count == value.range.count,
        !before[value.range].elementsEqual(intact[place.range])
      else { continue }
      tried.insert(value.space)
      try sample.forger.changing(before[value.range], at: place.range.lowerBound) {
        let what = "seed \(seed), \(value.name)"
        sample.expectDamage(what)
        sample.expectNoOtherData(what, [contents, newer])
      }
    }
    #expect(tried.isSuperset(of: [.meta, .sealed]), "\(tried)")
  }

  @Test("A value of another file is an error, whether or not the files have the same key", arguments: [0 as UInt8, 9])
  func otherFile(first: UInt8) throws {
    let sample = try SealedSample(path, seed: 8, people: 40)
    let other = try SealedSample(folder.file("other"), seed: 8, people: 40, key: Sealing.encryptionKey(first))
    let (intact, foreign) = (try sample.forger.bytes, try other.forger.bytes)
    let places = Dictionary(uniqueKeysWithValues: try other.forger.values().map { ([UInt8($0.space.index)] + $0.key, $0) })
    var tried: Set<KeySpace> = []
    for value in try sample.forger.values() {
      guard let place = places[[UInt8(value.space.index)] + value.key], place.range.count == value.range.count else { continue }
      tried.insert(value.space)
      #expect(!intact[value.range].elementsEqual(foreign[place.range]))
      try sample.forger.changing(foreign[place.range], at: value.range.lowerBound) {
        sample.expectDamage(value.name)
        #expect(throws: StoreError.self, "\(value.name)") { try sample.forger.mapped(sample.key) }
      }
    }
    #expect(tried.isSuperset(of: [.clusters, .meta, .main]), "\(tried)")
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
