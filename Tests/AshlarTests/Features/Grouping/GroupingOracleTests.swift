import Ashlar
import Foundation
import Kinds
import TestSupport
import TestTraits
import Testing

@Suite("Groups compared with plain Swift", .blocking)
struct GroupingOracleTests {
  private struct Row {
    let int: Int
    let text: String
    let optional: Int?
    let double: Double
  }

  private func makeRow(_ random: inout SeededGenerator) -> Row {
    let texts = ["", "a", "eleven byte", "twelve bytes", "twelve bytez", "naïve text that is not stored inline"]
    let long = String(repeating: "long ", count: 200) + "\(random.below(3))"
    return Row(
      int: random.below(5) - 2, text: random.chance(10) ? long : random.pick(texts), optional: random.chance(30) ? nil : random.below(4),
      double: Double(random.below(100)) / 4)
  }

  @Test("counts, figures, pairs and the largest of each group are as Swift computes them")
  func oracle() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    var rows: [Int: Row] = [:]
    var next = 0
    for round in 0..<6 {
      realm.beginWrite()
      for _ in 0..<200 {
        let row = makeRow(&random)
        realm.create(
          Scalars.self, value: ["int64": next, "int": row.int, "string": row.text, "anyInt": row.optional as Any, "double": row.double])
        rows[next] = row
        next += 1
      }
      for key in rows.keys.sorted() where random.chance(10) {
        for object in realm.objects(Scalars.self).where({ $0.int64 == Int64(key) }) { realm.delete(object) }
        rows[key] = nil
      }
      // Uncommitted rows are in overlays, committed ones in clusters.
      if round % 2 == 0 { try compare(realm, rows, seed) }
      try realm.commitWrite()
      try compare(realm, rows, seed)
    }
  }

  private func compare(_ realm: Realm, _ rows: [Int: Row], _ seed: UInt64) throws {
    let all = realm.objects(Scalars.self)
    let ordered = rows.sorted { $0.key < $1.key }.map(\.value)
    let byText = Dictionary(grouping: ordered, by: \.text)
    let texts = byText.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let groups = all.grouped(by: \.string)
    #expect(groups.keys == texts, "seed \(seed)")
    #expect(groups.count.dictionary == byText.mapValues(\.count), "seed \(seed)")
    #expect(groups.sum(of: \.int).dictionary == byText.mapValues { $0.reduce(0) { $0 + $1.int } }, "seed \(seed)")
    #expect(groups.max(of: \.double).dictionary == byText.mapValues { $0.map(\.double).max() }, "seed \(seed)")
    #expect(groups.min(of: \.anyInt).dictionary == byText.mapValues { $0.compactMap(\.optional).min() }, "seed \(seed)")
    let largest = groups.top(3, by: \.double).dictionary.mapValues { $0.map(\.double) }
    #expect(largest == byText.mapValues { Array($0.map(\.double).sorted(by: >).prefix(3)) }, "seed \(seed)")

    let pairs = all.where { $0.double > 5 }.grouped(by: \.anyInt, \.int).sum(of: \.double)
    var expected: [[Int?]: Double] = [:]
    for row in ordered where row.double > 5 { expected[[row.optional, row.int], default: 0] += row.double }
    #expect(pairs.count == expected.count, "seed \(seed)")
    var previous: [Int]?
    for (key, sum) in pairs {
      #expect(sum == expected[[key.0, key.1]], "seed \(seed)")
      let place = [key.0 ?? -1, key.1]
      #expect(previous.map { $0.lexicographicallyPrecedes(place) } ?? true, "seed \(seed)")
      previous = place
    }
  }
}
