import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Ranges of keys, and smallest and largest values of indexes", .blocking)
struct KeyRangeConditionTests {
  private struct Row {
    var number: Int
    var level: Int?
    var when: Date?
  }

  private func add(_ ids: some Sequence<Int>, to realm: Realm, _ rows: inout [Int: Row], _ random: inout SeededGenerator) {
    for id in ids where rows[id] == nil {
      let row = Row(
        number: Int.random(in: -50...50, using: &random), level: random.chance(50) ? Int.random(in: -9...9, using: &random) : nil,
        when: random.chance(50) ? Date(timeIntervalSince1970: Double(Int.random(in: -400...400, using: &random)) / 8) : nil)
      rows[id] = row
      let values: [String: Any] = [
        "id": id, "number": row.number, "level": row.level.map { $0 as Any } ?? NSNull(), "when": row.when.map { $0 as Any } ?? NSNull(),
      ]
      _ = realm.dynamicCreate("Sample", value: values)
    }
  }

  private func change(_ realm: Realm, _ rows: inout [Int: Row], _ random: inout SeededGenerator) {
    for _ in 0..<random.pick([1, 10]) {
      guard let id = rows.keys.sorted().randomElement(using: &random),
        let object = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id)
      else { continue }
      if random.once(in: 3) {
        realm.delete(object)
        rows[id] = nil
      } else {
        let number = Int.random(in: -70...70, using: &random)
        object["number"] = number
        object["level"] = nil
        rows[id]?.number = number
        rows[id]?.level = nil
      }
    }
  }

  private func expectExtremes(_ realm: Realm, _ rows: [Int: Row], _ comment: Comment) {
    let all = realm.dynamicObjects("Sample")
    #expect(all.min(ofProperty: "number") as Int? == rows.values.map(\.number).min(), comment)
    #expect(all.max(ofProperty: "number") as Int? == rows.values.map(\.number).max(), comment)
    #expect(all.min(ofProperty: "level") as Int? == rows.values.compactMap(\.level).min(), comment)
    #expect(all.max(ofProperty: "level") as Int? == rows.values.compactMap(\.level).max(), comment)
    #expect(all.min(ofProperty: "when") as Date? == rows.values.compactMap(\.when).min(), comment)
    #expect(all.max(ofProperty: "when") as Date? == rows.values.compactMap(\.when).max(), comment)
  }

  private func expectLargest(_ realm: Realm, _ rows: [Int: Row], _ comment: Comment) {
    let all = realm.dynamicObjects("Sample")
    let keys = rows.keys.sorted(by: >)
    #expect(all.max(ofProperty: "id") as Int? == keys.first, comment)
    #expect(all.min(ofProperty: "id") as Int? == keys.last, comment)
    let descending = all.sorted(byKeyPath: "id", ascending: false)
    #expect(descending.first?["id"] as? Int == keys.first, comment)
    #expect(descending[min(70, rows.count - 1)]["id"] as? Int == keys[min(70, rows.count - 1)], comment)
    for (count, offset) in [(1, 0), (20, 7), (5_000, 0)] {
      let found = descending.limited(to: count, offset: offset).map { $0["id"] as? Int ?? -1 }
      #expect(Array(found) == Array(keys.dropFirst(offset).prefix(count)), comment)
    }
    #expect(all.filter("number > 0").max(ofProperty: "id") as Int? == rows.filter { $0.value.number > 0 }.keys.max(), comment)
  }

  private func expectRanges(_ realm: Realm, _ rows: [Int: Row], _ random: inout SeededGenerator, _ comment: Comment) {
    let all = realm.dynamicObjects("Sample")
    for _ in 0..<6 {
      let (a, b) = (Int.random(in: -300...4_000, using: &random), Int.random(in: -300...4_000, using: &random))
      let (low, high) = (min(a, b), max(a, b))
      let found: [Int] = all.filter("id >= %d AND id < %d", low, high).map { $0["id"] as? Int ?? 0 }
      let expected: [Int] = rows.keys.filter { $0 >= low && $0 < high }
      #expect(found.sorted() == expected.sorted(), comment)
      let above = all.filter("id > %d", a).count
      #expect(above == rows.keys.filter { $0 > a }.count, comment)
      let below = all.filter("id <= %d AND number > 0", b).count
      #expect(below == rows.filter { $0.key <= b && $0.value.number > 0 }.count, comment)
      #expect(all.filter("id > %d AND id < %d", high, low).isEmpty, comment)
    }
  }

  // Largest keys are read from the index only if no key is negative, which is so in the rounds after the first two.
  @Test("agree with dictionaries in writes, after them, cancelled, frozen and reopened", arguments: 0..<4)
  func model(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("key ranges and extremes: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let configuration = folder.release(2, [Sample.self])
    var realm = try Realm(configuration: configuration)
    var rows: [Int: Row] = [:]
    expectExtremes(realm, rows, "empty")
    try realm.write {
      add(0..<1_200, to: realm, &rows, &random)
      add((0..<600).map { _ in Int.random(in: (round < 2 ? -5_000 : 0)...5_000, using: &random) }, to: realm, &rows, &random)
    }
    for write in 0..<8 {
      let before = rows
      let frozen = realm.freeze()
      realm.beginWrite()
      expectExtremes(realm, rows, "seed \(seed), write \(write), before changes")
      change(realm, &rows, &random)
      if random.once(in: 2) { add([Int.random(in: 5_001...6_000, using: &random)], to: realm, &rows, &random) }
      realm._core.rules.planChoice = random.pick([.cheapest, .search])
      expectExtremes(realm, rows, "seed \(seed), in write \(write)")
      expectRanges(realm, rows, &random, "seed \(seed), in write \(write)")
      expectLargest(realm, rows, "seed \(seed), in write \(write)")
      if random.once(in: 3) {
        realm.cancelWrite()
        rows = before
      } else {
        try realm.commitWrite()
      }
      if random.once(in: 4) { realm = try Realm(configuration: configuration) }
      expectExtremes(realm, rows, "seed \(seed), after write \(write)")
      expectRanges(realm, rows, &random, "seed \(seed), after write \(write)")
      expectLargest(realm, rows, "seed \(seed), after write \(write)")
      expectExtremes(frozen, before, "seed \(seed), frozen before write \(write)")
      expectRanges(frozen, before, &random, "seed \(seed), frozen before write \(write)")
      expectLargest(frozen, before, "seed \(seed), frozen before write \(write)")
    }
    try realm.write { realm.delete(realm.dynamicObjects("Sample")) }
    expectExtremes(realm, [:], "nothing is left")
  }

  @Test("contain no key whose hash is the same as that of a key in the range")
  func collisions() throws {
    let seed = seed()
    print("key ranges with equal hashes: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    // Hashes of integers omit the highest bit.
    let keys: [Int] = [-2, -1, 0, 1, 2, 100, 101, 102, 103, 1_000].flatMap { [$0, $0 ^ Int.min] } + [.min / 2, .max / 2, .max / 2 + 1]
    var rows: [Int: Row] = [:]
    try realm.write { add(keys, to: realm, &rows, &random) }
    realm._core.rules.planChoice = .search
    let all = realm.dynamicObjects("Sample")
    expectLargest(realm, rows, "seed \(seed)")
    for _ in 0..<200 {
      let (a, b) = (random.pick(keys), random.pick(keys))
      let (low, high) = (min(a, b), max(a, b))
      let results = all.filter("id >= %d AND id <= %d", low, high)
      let expected = keys.filter { $0 >= low && $0 <= high }
      #expect(results.count == expected.count, "\(low)...\(high), seed \(seed)")
      #expect(results.map { $0["id"] as? Int ?? 7 }.sorted() == expected.sorted(), "\(low)...\(high), seed \(seed)")
      #expect(all.filter("id > %d", a).count == keys.filter { $0 > a }.count, "above \(a), seed \(seed)")
      #expect(all.filter("id < %d AND id > %d", a, a).isEmpty, "seed \(seed)")
    }
  }

  @Test("further conditions and orders apply to ranges")
  func further() throws {
    var random = SeededGenerator(seed: 5)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    var rows: [Int: Row] = [:]
    try realm.write { add(0..<4_000, to: realm, &rows, &random) }
    for choice in [PlanChoice.search, .cheapest, .scan] {
      realm._core.rules.planChoice = choice
      let range = realm.dynamicObjects("Sample").filter("id >= 500 AND id < 600")
      let expected = rows.filter { (500..<600).contains($0.key) }
      #expect(range.count == 100)
      #expect(range.filter("number > 0").count == expected.values.filter { $0.number > 0 }.count)
      #expect(range.sorted(byKeyPath: "id", ascending: false).first?["id"] as? Int == 599)
      #expect(range.first?["id"] as? Int == 500)
      #expect(range.freeze().filter("number <= 0").count == expected.values.filter { $0.number <= 0 }.count)
      #expect(range.freeze().count == 100)
      #expect(range.max(ofProperty: "number") as Int? == expected.values.map(\.number).max())
    }
  }

  @Test("search an index once, and visit no cluster or the clusters of the range")
  func cost() throws {
    var random = SeededGenerator(seed: 4)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    var rows: [Int: Row] = [:]
    try realm.write { add(0..<4_000, to: realm, &rows, &random) }
    let session = realm._core.session
    func counted<Value>(_ body: () -> Value) -> (value: Value, clusters: Int, searches: Int) {
      let before = (session.visitedClusters, session.indexSearches)
      let value = body()
      return (value, session.visitedClusters - before.0, session.indexSearches - before.1)
    }
    let all = realm.dynamicObjects("Sample")
    let largest = counted { all.max(ofProperty: "number") as Int? }
    #expect(largest.value == rows.values.map(\.number).max())
    #expect((largest.clusters, largest.searches) == (0, 1))
    let earliest = counted { all.min(ofProperty: "when") as Date? }
    #expect(earliest.value == rows.values.compactMap(\.when).min())
    #expect((earliest.clusters, earliest.searches) == (0, 1))
    // A scan of so few rows is cheaper.
    realm._core.rules.planChoice = .search
    let range = counted { all.filter("id >= 2000 AND id < 2100").count }
    #expect(range.value == 100)
    #expect(range.clusters <= 2)
    #expect(range.searches == 1)
    let last = counted { all.max(ofProperty: "id") as Int? }
    #expect(last.value == 3_999)
    #expect((last.clusters, last.searches) == (0, 1))
    let start = counted { Array(all.sorted(byKeyPath: "id", ascending: false).limited(to: 3).map { $0["id"] as? Int ?? 0 }) }
    #expect(start.value == [3_999, 3_998, 3_997])
    #expect(start.searches == 1)
    #expect(
      all.sorted(byKeyPath: "id", ascending: false).limited(to: 3).explain().outline == """
        Sample: 3 rows
        ├─ primary keys of Sample: 3 rows
        └─ order id descending: as the index has it
        """)
  }

  @Test("the largest keys contain those of the open write, and a row whose place another key has taken is not found by its former key")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(2, [Sample.self]))
    var rows: [Int: Row] = [:]
    var random = SeededGenerator(seed: 6)
    try realm.write { add(0..<2_000, to: realm, &rows, &random) }
    realm._core.rules.planChoice = .search
    let all = realm.dynamicObjects("Sample")
    try realm.write {
      for id in (1_990..<2_000).reversed() {
        if let object = realm.dynamicObject(ofType: "Sample", forPrimaryKey: id) { realm.delete(object) }
        rows[id] = nil
        expectLargest(realm, rows, "without \(id)")
      }
      add([-5], to: realm, &rows, &random)
      expectLargest(realm, rows, "with a negative key")
      add([5_000, 4_000], to: realm, &rows, &random)
      expectLargest(realm, rows, "with larger keys")
    }
    #expect(all.max(ofProperty: "id") as Int? == 5_000)
  }
}
