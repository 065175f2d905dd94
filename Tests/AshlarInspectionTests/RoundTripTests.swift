import Ashlar
import AshlarSchema
import Foundation
import Kinds
import Matrix
import Shelves
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Export and import")
struct RoundTripTests {
  enum Form: String, CaseIterable { case lines, csv }
  enum Sample: String, CaseIterable {
    case kinds, matrix, collections

    var types: [ObjectBase.Type] {
      switch self {
      case .kinds: KindsSchema.objectTypes
      case .matrix: MatrixSchema.objectTypes
      case .collections: CollectionsSchema.objectTypes
      }
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An empty file with the types of a schema.
  private func make(_ name: String, _ sample: Sample) throws -> Realm {
    let path = folder.file(name)
    _ = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: sample.types))
    return try Realm(storedTypesAt: path, readOnly: false)
  }

  private func export(_ realm: Realm, _ form: Form) throws -> [(name: String, bytes: [UInt8])] {
    let types = realm._types.filter { $0.kind == .object }
    let exporter = Exporter(realm: realm) { _ in }
    if form == .lines {
      let output = MemoryOutput()
      try exporter.writeLines(types, to: output)
      return [("all.jsonl", output.bytes)]
    }
    return try types.map { type in
      let output = MemoryOutput()
      try exporter.writeCSV(type, to: output)
      return (type.name, output.bytes)
    }
  }

  private func sources(_ inputs: [(name: String, bytes: [UInt8])], _ form: Form, _ realm: Realm) throws -> [ImportSource] {
    let types = Dictionary(uniqueKeysWithValues: realm._types.map { ($0.name, $0) })
    return try inputs.map { name, bytes in
      if form == .lines { return .lines(JSONLines(name, bytes)) }
      return .csv(try CSVRecords(name, bytes, #require(types[name]), types))
    }
  }

  @Test("every value of every type is the same after an export and an import", arguments: Sample.allCases, Form.allCases)
  func everything(sample: Sample, form: Form) throws {
    let seed = seed()
    for round in 0..<UInt64(rounds(.interchanges)) {
      let original = try make("a\(round).realm", sample)
      var random = RandomObjects(original, seed: seed + round, objects: 6)
      try random.fill()
      let copy = try make("b\(round).realm", sample)
      let inputs = try export(original, form)
      try copy.write {
        var importer = Importer(copy, try ImportedTypes(copy._types), updates: false)
        try importer.run(try sources(inputs, form, copy), type: nil) { _, _ in }
      }
      let (before, after) = (Dump(original).lines, Dump(copy).lines)
      #expect(before.count == after.count && !before.isEmpty, "seed \(seed + round)")
      if let (a, b) = zip(before, after).first(where: { $0 != $1 }) {
        Issue.record("seed \(seed + round): \(a.prefix(2000))\n\(b.prefix(2000))")
        return
      }
      // And the copy is written as the original was.
      #expect(try export(copy, form).map(\.bytes.count) == inputs.map(\.bytes.count))
    }
  }

  @Test("damaged input is refused or read, and never ends the program", arguments: Form.allCases)
  func damaged(form: Form) throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let original = try make("a.realm", .matrix)
    var objects = RandomObjects(original, seed: seed, objects: 2)
    try objects.fill()
    let other = try make("c.realm", .kinds)
    var nodes = RandomObjects(other, seed: seed, objects: 2)
    try nodes.fill()
    var refused = 0
    for (realm, sample) in [(original, Sample.matrix), (other, .kinds)] {
      let inputs = try export(realm, form)
      let copy = try make("copy-\(sample).realm", sample)
      for _ in 0..<rounds(.interchangedValues) {
        var damaged = inputs
        for _ in 0...random.below(3) {
          let index = random.below(damaged.count)
          damaged[index].bytes.damage(&random)
        }
        copy.beginWrite()
        defer { copy.cancelWrite() }
        do {
          var importer = Importer(copy, try ImportedTypes(copy._types), updates: random.chance(50))
          try importer.run(try sources(damaged, form, copy), type: random.chance(50) ? "Node" : nil) { _, _ in }
        } catch is ImportFailure {
          refused += 1
        }
      }
      #expect(copy.isEmpty)
    }
    #expect(refused > 100, "seed \(seed)")
  }
}

extension [UInt8] {
  fileprivate mutating func damage(_ random: inout SeededGenerator) {
    if isEmpty { return }
    let pieces = [
      "\"", "{", "}", "[", "]", ",", "\n", "\\", "\\u", "null", "$row", "$key", "$type", "1e999", "-", "99999999999999999999", "\u{FEFF}",
      ".", "true",
      "{\"$float\":", "[[[[[[[[[[[[", "NaN", "\0",
    ]
    let place = random.below(count)
    switch random.below(5) {
    case 0: self[place] = UInt8.random(in: 0...255, using: &random)
    case 1: removeSubrange(place..<Swift.min(count, place + 1 + random.below(20)))
    case 2: insert(contentsOf: Array(random.pick(pieces).utf8), at: place)
    case 3: removeLast(count - place)
    default:
      let other = random.below(count)
      insert(contentsOf: Array(self[other..<Swift.min(count, other + 1 + random.below(60))]), at: place)
    }
  }
}
