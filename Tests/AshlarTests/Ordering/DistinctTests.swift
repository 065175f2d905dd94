import Ashlar
import Foundation
import Kinds
import Matrix
import Testing
import TestSupport
import TestTraits

@Suite("Distinct results", .blocking)
struct DistinctTests {
  private func nodes(_ rows: [(String, Int)]) throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write { for (label, weight) in rows { realm.create(Node.self, value: ["label": label, "weight": weight]) } }
    return realm.objects(Node.self)
  }

  private func pairs(_ nodes: Results<Node>) -> [String] { nodes.map { "\($0.label)\($0.weight)" } }

  @Test("keep the first of each value in the order of the collection")
  func first() throws {
    let all = try nodes([("b", 1), ("a", 2), ("b", 3), ("a", 1)])
    #expect(pairs(all.distinct(by: ["label"])) == ["b1", "a2"])
    #expect(pairs(all.distinct(by: [\.label])) == ["b1", "a2"])
    #expect(pairs(all.sorted(by: \.weight, ascending: false).distinct(by: ["label"])) == ["b3", "a2"])
    #expect(pairs(all.distinct(by: ["label"]).sorted(by: \.label)) == ["a2", "b1"])
    #expect(pairs(all.distinct(by: ["label", "weight"])) == ["b1", "a2", "b3", "a1"])
    #expect(pairs(all.distinct(by: ["weight"]).distinct(by: ["label"])) == ["b1", "a2"])
    #expect(pairs(all.distinct(by: [String]())) == pairs(all))
  }

  @Test("a condition that is added later chooses among all objects, not among those kept")
  func filteredLater() throws {
    let all = try nodes([("b", 1), ("a", 2), ("b", 3), ("a", 1)])
    #expect(pairs(all.distinct(by: ["label"]).where { $0.weight > 1 }) == ["a2", "b3"])
  }

  @Test("aggregates and counts are those of the objects kept")
  func aggregates() throws {
    let all = try nodes([("b", 1), ("a", 2), ("b", 30), ("a", 10)])
    let kept = all.distinct(by: ["label"])
    #expect(kept.count == 2 && kept.sum(of: \.weight) == 3 && kept.max(of: \.weight) == 2 && kept.average(of: \.weight) == 1.5)
    #expect(kept.first?.weight == 1 && kept.last?.weight == 2 && kept.index(of: all[1]) == 1 && kept.index(of: all[2]) == nil)
  }

  @Test("nils are equal, and objects with a nil link along a path are left out")
  func nils() throws {
    let realm = try memoryRealm()
    try realm.write {
      let target = realm.create(Node.self, value: ["label": "t"])
      for weight in 0..<2 { realm.create(Node.self, value: ["label": "n", "weight": weight, "next": target]) }
      realm.create(Node.self, value: ["label": "x"])
      for _ in 0..<3 { realm.create(Scalars.self) }
      realm.create(Scalars.self, value: ["anyInt": 1])
    }
    #expect(realm.objects(Node.self).distinct(by: ["next.label"]).map(\.weight) == [0])
    #expect(realm.objects(Scalars.self).distinct(by: [\.anyInt]).map(\.anyInt) == [nil, 1])
  }

  @Test("values of any type are equal across kinds of numbers")
  func anyValues() throws {
    let realm = try memoryRealm()
    try realm.write {
      for value in [AnyRealmValue.int(1), .double(1), .decimal128(1), .bool(true), .string("1"), .none, .double(1.5), .none] {
        realm.create(MatrixAny.self, value: ["plain": value])
      }
    }
    let kept = realm.objects(MatrixAny.self).distinct(by: ["plain"]).map(\.plain)
    #expect(Array(kept) == [.int(1), .bool(true), .string("1"), .none, .double(1.5)])
  }

  @Test("an object that was hidden appears when the one kept is deleted")
  func live() throws {
    let all = try nodes([("b", 1), ("b", 3)])
    let kept = all.distinct(by: ["label"])
    #expect(pairs(kept) == ["b1"])
    let realm = try #require(all.realm)
    try realm.write { realm.delete(all[0]) }
    #expect(pairs(kept) == ["b3"])
  }

  @Test("values of a collection, sorted or as they are")
  func values() throws {
    let realm = try memoryRealm()
    let lists = try realm.write {
      realm.create(
        Lists.self, value: ["ints": [3, 1, 3, 2, 1], "strings": ["b", "a", "b"], "doubles": [Double.nan, 0, -0.0, Double.nan]])
    }
    #expect(Array(lists.ints.distinct()) == [3, 1, 2])
    #expect(Array(lists.ints.sorted().distinct()) == [1, 2, 3])
    #expect(Array(lists.ints.distinct().sorted(ascending: false)) == [3, 2, 1])
    #expect(Array(lists.strings.distinct()) == ["b", "a"] && lists.doubles.distinct().count == 2)
    #expect(lists.ints.distinct().sum() == 6 && lists.ints.distinct().count == 3 && lists.ints.distinct().last == 2)
    #expect(lists.ints.distinct().freeze().count == 3)
  }

  @Test("distinct numbers and dates keep the first row of each value, among few values and many", arguments: [4, 40, 100_000])
  func numbers(values: Int) throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    let rare: [Double?] = [nil, .nan, 0, -0.0, .infinity]
    try realm.write {
      for _ in 0..<3_000 {
        let object = Scalars()
        let number = Int.random(in: -values / 2..<(values + 1) / 2, using: &random)
        object.int = random.below(500) == 0 ? .min : number
        object.anyInt = random.below(4) == 0 ? nil : number
        object.anyInt8 = random.below(4) == 0 ? nil : Int8(truncatingIfNeeded: number)
        object.anyDouble = random.below(4) == 0 ? rare[random.below(rare.count)] : Double(number) / 8
        object.anyBool = random.below(3) == 0 ? nil : number % 2 == 0
        object.date = Date(timeIntervalSince1970: Double(number))
        object.anyLevel = random.below(3) == 0 ? nil : .top
        realm.add(object)
      }
      realm.delete(realm.objects(Scalars.self).where { $0.anyBool == true && $0.int > values / 4 })
    }
    let all = realm.objects(Scalars.self)
    for path in ["int", "anyInt", "anyInt8", "anyDouble", "anyBool", "date", "anyLevel"] {
      for rows in [all, all.where { $0.int > 0 }] {
        var known: Set<String> = []
        let expected = Array(rows).filter { object in
          let value = object[path]
          // The two zeros are equal, and so are all NaNs.
          return known.insert((value as? Double).map { "\($0 == 0 ? 0 : $0)" } ?? "\(value as Any)").inserted
        }
        #expect(rows.distinct(by: [path]).elementsEqual(expected) { $0.isSameObject(as: $1) }, "\(path), seed \(seed)")
        #expect(rows.distinct(by: [path]).count == expected.count, "\(path), seed \(seed)")
      }
    }
  }

  @Test("paths that distinguish no objects stop the program with their names")
  func misuse() async {
    let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).distinct(by: ["lable"])
    }
    #expect(errorText(unknown).contains("Cannot remove duplicates by key path 'lable': Property 'lable' not found"))
    let list = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).distinct(by: ["children.label"])
    }
    #expect(errorText(list).contains("'children.label': a collection along the path is not supported."))
    let link = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Node.self).distinct(by: [\.next])
    }
    #expect(errorText(link).contains("property 'Node.next' of type 'object' cannot be the final property in the key path."))
  }
}
