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
    var ordered: [Row] = []
    for key in rows.keys.sorted() { if let row = rows[key] { ordered.append(row) } }
    var (counts, sums): ([String: Int], [String: Int]) = ([:], [:])
    var (greatest, least): ([String: Double?], [String: Int?]) = ([:], [:])
    var values: [String: [Double]] = [:]
    for row in ordered {
      counts[row.text, default: 0] += 1
      sums[row.text, default: 0] += row.int
      values[row.text, default: []].append(row.double)
      let most: Double = (greatest[row.text] ?? nil) ?? row.double
      greatest[row.text] = .some(max(most, row.double))
      let fewest: Int? = least[row.text] ?? nil
      if let number = row.optional { least[row.text] = .some(min(fewest ?? number, number)) } else { least[row.text] = .some(fewest) }
    }
    let texts: [String] = counts.keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let groups = all.grouped(by: \.string)
    #expect(groups.keys == texts, "seed \(seed)")
    #expect(groups.count.dictionary == counts, "seed \(seed)")
    #expect(groups.sum(of: \.int).dictionary == sums, "seed \(seed)")
    #expect(groups.max(of: \.double).dictionary == greatest, "seed \(seed)")
    #expect(groups.min(of: \.anyInt).dictionary == least, "seed \(seed)")
    for (text, objects) in groups.top(3, by: \.double) {
      let largest: [Double] = objects.map(\.double)
      let expected: [Double] = Array((values[text] ?? []).sorted(by: >).prefix(3))
      #expect(largest == expected, "seed \(seed)")
    }

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
