import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Encrypted values that were moved without their key", .blocking)
struct SealedMovedValuesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("sealed")
  }

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
}
