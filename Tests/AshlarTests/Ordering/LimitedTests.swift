import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@Suite("Limits and pages", .blocking)
struct LimitedTests {
  private func nodes(_ weights: [Int]) throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write { for weight in weights { realm.create(Node.self, value: ["label": "\(weight % 3)", "weight": weight]) } }
    return realm.objects(Node.self)
  }

  @Test("a limit keeps the first objects, from an offset on")
  func limits() throws {
    let all = try nodes(Array(0..<100))
    #expect(all.limited(to: 3).map(\.weight) == [0, 1, 2])
    #expect(all.limited(to: 3, offset: 98).map(\.weight) == [98, 99])
    #expect(all.limited(to: 0).isEmpty && all.limited(to: 5, offset: 200).isEmpty && all.limited(to: .max, offset: 99).count == 1)
    #expect(all.sorted(by: \.weight, ascending: false).limited(to: 2, offset: 1).map(\.weight) == [98, 97])
    #expect(all.where { $0.weight > 40 }.limited(to: 2).map(\.weight) == [41, 42])
    #expect(all.limited(to: 3).sorted(by: \.weight, ascending: false).map(\.weight) == [2, 1, 0])
    #expect(all.limited(to: 50).limited(to: 60, offset: 48).count == 2)
  }

  @Test("aggregates, positions and sections are those of what is left")
  func questions() throws {
    let left = try nodes(Array(0..<100)).sorted(by: \.weight, ascending: false).limited(to: 4)
    #expect(left.sum(of: \.weight) == 99 + 98 + 97 + 96 && left.min(of: \.weight) == 96 && left.last?.weight == 96)
    #expect(left.index(of: left[2]) == 2 && left.distinct(by: ["label"]).count == 3)
    #expect(left.sectioned(by: \.label).allKeys == ["0", "1", "2"])
  }

  @Test("the first of many rows by text: equal ones come in their own order", arguments: [true, false])
  func texts(_ ascending: Bool) throws {
    let realm = try memoryRealm()
    var generator = SeededGenerator(seed: 41)
    try realm.write {
      for number in 0..<6000 {
        realm.create(Node.self, value: ["label": "label \(Int.random(in: 0..<300, using: &generator))", "weight": number])
      }
    }
    let all = realm.objects(Node.self)
    let rows: [(label: String, weight: Int)] = all.map { ($0.label, $0.weight) }
    let expected = rows.sorted { $0.label == $1.label ? $0.weight < $1.weight : ($0.label < $1.label) == ascending }.map(\.weight)
    let sorted = all.sorted(by: \.label, ascending: ascending)
    #expect(sorted.first?.weight == expected[0])
    #expect(sorted.limited(to: 80).map(\.weight) == Array(expected.prefix(80)))
    #expect(sorted.limited(to: 5, offset: 70).map(\.weight) == Array(expected[70..<75]))
  }

  @Test("the first of many rows whose values ascend with time, in both directions: equal ones come in their own order", arguments: 0..<6)
  func ascending(_ round: Int) throws {
    let seed = seed() &+ UInt64(round)
    print("first rows of ascending values: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    let step = random.pick([1, 7, 300])
    let late = random.pick([0, 1, 40])
    try realm.write {
      for number in 0..<6_000 {
        let weight = number / step + Int.random(in: 0...late, using: &random)
        realm.create(Node.self, value: ["label": "label \(100_000 + weight)", "weight": weight])
      }
      // The last clusters contain few rows, or none.
      let last = realm.objects(Node.self).suffix(random.pick([0, 1_000, 2_000]))
      realm.delete(Array(last.filter { _ in !random.once(in: 40) }))
    }
    let all = realm.objects(Node.self)
    for lowest in [0, 1_500 / step] {
      let matching = all.where { $0.weight >= lowest }
      let rows = all.enumerated().map { (position: $0.offset, weight: $0.element.weight) }.filter { $0.weight >= lowest }
      for isAscending in [true, false] {
        let expected = rows.sorted {
          $0.weight == $1.weight ? $0.position < $1.position : ($0.weight < $1.weight) == isAscending
        }.map { all[$0.position] }
        for sorted in [matching.sorted(by: \.weight, ascending: isAscending), matching.sorted(by: \.label, ascending: isAscending)] {
          for (count, found) in [(1, [sorted[0]])] + [1, 64, 500].map({ ($0, Array(sorted.limited(to: $0))) }) {
            let areSame = zip(found, expected).allSatisfy { $0.isSameObject(as: $1) }
            #expect(areSame && found.count == min(count, expected.count), "seed \(seed), \(count)")
          }
        }
      }
    }
  }

  @Test("a limit is live: an object that is inserted before it removes another")
  func live() throws {
    let all = try nodes([5, 6, 7])
    let smallest = all.sorted(by: \.weight).limited(to: 2)
    #expect(smallest.map(\.weight) == [5, 6])
    let realm = try #require(all.realm)
    try realm.write { _ = realm.create(Node.self, value: ["weight": 1]) }
    #expect(smallest.map(\.weight) == [1, 5] && smallest.count == 2)
    #expect(smallest.freeze().map(\.weight) == [1, 5])
  }

  @Test("values of a collection are limited, too")
  func values() throws {
    let realm = try memoryRealm()
    let lists = try realm.write { realm.create(Lists.self, value: ["ints": [3, 1, 4, 1, 5]]) }
    #expect(Array(lists.ints.sorted().limited(to: 2, offset: 1)) == [1, 3])
    #expect(lists.ints.sorted().limited(to: 2).sum() == 2)
  }

  @Test("pages go through all objects, in their own order", arguments: [nil, true, false] as [Bool?])
  func pages(_ ascending: Bool?) throws {
    let all = try nodes((0..<1000).map { $0 * 7919 % 40 })
    let ordered = ascending.map { all.sorted(by: \.weight, ascending: $0) } ?? all
    var seen: [Node] = []
    var page = ordered.page(after: nil, size: 64)
    while let last = page.last {
      #expect(page.count <= 64)
      seen += page
      page = ordered.page(after: last, size: 64)
    }
    #expect(seen.count == 1000 && zip(seen, ordered).allSatisfy { $0.isSameObject(as: $1) })
  }

  @Test("a page keeps its place when the object that it follows is changed or deleted")
  func anchors() throws {
    let all = try nodes([1, 2, 3, 4, 5])
    let realm = try #require(all.realm)
    let ordered = all.sorted(by: \.weight)
    let page = ordered.page(after: ordered[1], size: 2)
    let own = all.page(after: all[1], size: 2)
    try realm.write { ordered[1].weight = 9 }
    #expect(page.map(\.weight) == [3, 4] && own.map(\.weight) == [3, 4])
    try realm.write { realm.delete(ordered.where { $0.weight == 9 }) }
    #expect(page.map(\.weight) == [3, 4] && own.map(\.weight) == [3, 4])
  }

  @Test("a frozen page is that of its version, and a thawed one that of the version that its Realm reads")
  func frozen() throws {
    let all = try nodes([1, 2, 3, 4, 5])
    let realm = try #require(all.realm)
    let ordered = all.sorted(by: \.weight)
    let frozen = ordered.page(after: ordered[1], size: 2).freeze()
    try realm.write {
      all[2].weight = 9
      realm.delete(all[4])
    }
    #expect(frozen.map(\.weight) == [3, 4])
    #expect(frozen.thaw()?.map(\.weight) == [4, 9])
  }

  @Test("a page deep in many objects, and one of those for which a condition holds")
  func deep() throws {
    let all = try nodes(Array(0..<5000))
    let page = all.page(after: all[4000], size: 20)
    #expect(page.map(\.weight) == Array(4001...4020))
    let zeros = all.where { $0.label == "0" }
    #expect(zeros.page(after: all[4000], size: 3).map(\.weight) == [4002, 4005, 4008])
    #expect(zeros.page(after: all[4998], size: 3).isEmpty && zeros.page(after: nil, size: 2).map(\.weight) == [0, 3])
  }

  @Test("conditions behind a limit, negative numbers and foreign objects stop the program")
  func misuse() async {
    let filtered = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).limited(to: 3).where { $0.weight > 3 }
    }
    #expect(errorText(filtered).contains("Results that are limited cannot be filtered: call 'where' or 'filter' before"))
    let negative = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).limited(to: -1)
    }
    #expect(errorText(negative).contains("limit"))
    let foreign = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).page(after: Node(), size: 3)
    }
    #expect(
      errorText(foreign).contains(
        "The object that a page follows must have the same type and Realm as the results, and must not be deleted."))
  }
}
