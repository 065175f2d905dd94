import Ashlar
import Foundation
import Shelves
import TestSupport
import Testing

@Suite("Sets")
struct SetTests {
  private func realm() throws -> Realm { try memoryRealm(CollectionsSchema.objectTypes) }

  private func shelf(_ realm: Realm, _ value: [String: Any] = [:]) throws -> Shelf {
    try realm.write { realm.create(Shelf.self, value: value.merging(["id": 1]) { old, _ in old }) }
  }

  @Test("an unmanaged set has each value once, in the order in which they came")
  func unmanaged() {
    let set = MutableSet<Int>()
    set.insert(objectsIn: [3, 1, 3, 2, 1])
    #expect(Array(set) == [3, 1, 2])
    set.remove(1)
    set.remove(7)
    #expect(Array(set) == [3, 2])
    #expect(set.contains(2))
    #expect(!set.contains(1))
    set.removeAll()
    #expect(set.isEmpty)
    #expect(set.realm == nil)
    #expect(!set.isInvalidated)
  }

  @Test("a managed set has each value once, in ascending order")
  func managed() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    try realm.write {
      shelf.ints.insert(objectsIn: [5, -1, 5, .max, .min, 0])
      shelf.ints.insert(0)
      shelf.texts.insert(objectsIn: ["b", "a", "", "é", "e\u{301}", "longer than fifteen bytes, z", "longer than fifteen bytes, a", "A"])
      shelf.doubles.insert(objectsIn: [0.5, -.infinity, .nan, 0.0, -0.0, .nan, .infinity])
      shelf.bools.insert(objectsIn: [true, false, true])
      shelf.tints.insert(objectsIn: [.red, .blue, .red])
      shelf.datas.insert(objectsIn: [Data([2]), Data([1, 2]), Data(), Data([2])])
      shelf.decimals.insert(objectsIn: ["1.0", "1.00", "-3", "NaN", "NaN"].map { Decimal128(stringLiteral: $0) })
    }
    #expect(Array(shelf.ints) == [.min, -1, 0, 5, .max])
    #expect(
      Array(shelf.texts).map { Array($0.utf8) }
        == ["", "A", "a", "b", "e\u{301}", "longer than fifteen bytes, a", "longer than fifteen bytes, z", "é"].map { Array($0.utf8) })
    #expect(shelf.doubles.map { "\($0)" } == ["nan", "-inf", "0.0", "0.5", "inf"])
    #expect(Array(shelf.bools) == [false, true])
    #expect(Array(shelf.tints) == [.blue, .red])
    #expect(Array(shelf.datas) == [Data(), Data([1, 2]), Data([2])])
    #expect(shelf.decimals.map { "\($0)" } == ["NaN", "-3", "1"])
    #expect(shelf.texts.contains("longer than fifteen bytes, a"))
    #expect(!shelf.texts.contains("longer than fifteen bytes, b"))
    #expect(shelf.doubles.contains(.nan))
    #expect(shelf.doubles.contains(-0.0))
    #expect(shelf.ints[1] == -1)
    #expect(shelf.ints.first == .min)
    #expect(shelf.ints.last == .max)
  }

  @Test("nil is an element of its own and comes first")
  func optionals() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    try realm.write {
      shelf.maybeIntSet.insert(objectsIn: [2, nil, -5, nil, 0])
      shelf.maybeTextSet.insert(objectsIn: ["", nil, "a text of more than fifteen bytes", nil])
    }
    #expect(Array(shelf.maybeIntSet) == [nil, -5, 0, 2])
    #expect(Array(shelf.maybeTextSet) == [nil, "", "a text of more than fifteen bytes"])
    #expect(shelf.maybeIntSet.contains(nil))
    try realm.write {
      shelf.maybeIntSet.remove(nil)
      shelf.maybeTextSet.remove(nil)
    }
    #expect(Array(shelf.maybeIntSet) == [-5, 0, 2])
    #expect(!shelf.maybeTextSet.contains(nil))
  }

  @Test("union, intersection and difference of managed sets")
  func algebra() throws {
    let realm = try realm()
    let a = try shelf(realm, ["ints": [1, 2, 3, 4], "texts": ["a text of more than fifteen bytes", "b"]])
    let b = try shelf(realm, ["id": 2, "ints": [3, 4, 5], "texts": ["c", "b"]])
    #expect(a.ints.intersects(b.ints))
    #expect(!a.ints.isSubset(of: b.ints))
    #expect(a.ints.isSubset(of: a.ints))
    try realm.write { a.ints.formUnion(b.ints) }
    #expect(Array(a.ints) == [1, 2, 3, 4, 5])
    #expect(b.ints.isSubset(of: a.ints))
    try realm.write { a.ints.formIntersection(b.ints) }
    #expect(Array(a.ints) == [3, 4, 5])
    try realm.write {
      b.ints.remove(4)
      a.ints.subtract(b.ints)
      a.texts.formUnion(b.texts)
    }
    #expect(Array(a.ints) == [4])
    #expect(Array(a.texts) == ["a text of more than fifteen bytes", "b", "c"])
    try realm.write {
      a.texts.formUnion(a.texts)
      a.texts.formIntersection(a.texts)
    }
    #expect(a.texts.count == 3)
    try realm.write { a.texts.subtract(a.texts) }
    #expect(a.texts.isEmpty)
    #expect(a.texts.isSubset(of: b.texts))
    #expect(!a.texts.intersects(a.texts))
  }

  @Test("an unmanaged set takes elements from a managed one")
  func mixed() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["ints": [1, 2, 3]])
    let loose = MutableSet<Int>()
    loose.insert(objectsIn: [9, 2])
    #expect(loose.intersects(shelf.ints))
    loose.formUnion(shelf.ints)
    #expect(Array(loose) == [9, 2, 1, 3])
    loose.formIntersection(shelf.ints)
    #expect(Array(loose) == [2, 1, 3])
    loose.subtract(shelf.ints)
    #expect(loose.isEmpty)
    #expect(loose.isSubset(of: shelf.ints))
  }

  @Test("assigning copies the elements; assigning a set to itself changes nothing")
  func assigning() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["ints": [1, 2]])
    let other = MutableSet<Int>()
    other.insert(objectsIn: [7, 6])
    try realm.write { shelf.ints = other }
    other.insert(5)
    #expect(Array(shelf.ints) == [6, 7])
    try realm.write { shelf.ints = shelf.ints }
    #expect(Array(shelf.ints) == [6, 7])
    let loose = Shelf()
    loose.ints = shelf.ints
    #expect(Array(loose.ints) == [6, 7])
    loose.ints = loose.ints
    #expect(loose.ints.count == 2)
  }

  @Test("objects: each row once, in the order of their making, found by row")
  func objects() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    let (a, b) = (Thing(value: ["name": "a"]), Thing(value: ["name": "b"]))
    try realm.write {
      realm.add(a)
      shelf.things.insert(b)
      shelf.things.insert(objectsIn: [a, b, a])
    }
    #expect(shelf.things.map(\.name) == ["a", "b"])
    #expect(try shelf.things.contains(#require(realm.objects(Thing.self).first)))
    #expect(!shelf.things.contains(Thing()))
    #expect(b.kept.map(\.id) == [1])
    #expect(shelf.things.where { $0.name == "b" }.count == 1)
    #expect(shelf.things.sorted(byKeyPath: "name", ascending: false).map(\.name) == ["b", "a"])
    try realm.write { shelf.things.remove(a) }
    #expect(a.kept.isEmpty)
    #expect(!a.isInvalidated)
    try realm.write { realm.delete(b) }
    #expect(shelf.things.isEmpty)
  }

  @Test("two equal instances are two rows when their owner is added")
  func adoption() throws {
    let realm = try realm()
    let shelf = Shelf(value: [
      "id": 3, "things": [["name": "x", "weight": 2], ["name": "x", "weight": 3]], "tints": ["blue", "red", "blue"],
    ])
    let set = shelf.things
    #expect(set.count == 2)
    try realm.write { realm.add(shelf) }
    #expect(shelf.things.count == 2)
    #expect(set.realm == realm)
    #expect(shelf.things == set)
    #expect(Array(shelf.tints) == [.blue, .red])
    #expect(set.sum(of: \.weight) == 5)
    #expect(set.max(ofProperty: "weight") == 3)
  }

  @Test("sets are compared, described and coded")
  func representations() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["ints": [2, 1], "maybeIntSet": [nil, 4] as [Int?]])
    #expect(shelf.ints == (try #require(realm.objects(Shelf.self).first)).ints)
    let (a, b) = (MutableSet<Int>(), MutableSet<Int>())
    a.insert(objectsIn: [1, 2])
    b.insert(objectsIn: [2, 1])
    #expect(a == b)
    #expect(a != shelf.ints)
    #expect(shelf.ints.description == "MutableSet<int> <0x0> (\n\t[0] 1,\n\t[1] 2\n)")
    #expect(shelf.maybeIntSet.description == "MutableSet<int?> <0x0> (\n\t[0] (null),\n\t[1] 4\n)")
    #expect(String(decoding: try JSONEncoder().encode(shelf.ints), as: UTF8.self) == "[1,2]")
    #expect(Array(try JSONDecoder().decode(MutableSet<Int>.self, from: Data("[3,1,3]".utf8))) == [3, 1])
  }

  @Test("access by name, and reflection")
  func dynamic() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    try realm.write { shelf["ints"] = [4, 3, 4] }
    #expect((shelf["ints"] as? MutableSet<Int>).map(Array.init) == [3, 4])
    try realm.write { shelf["tints"] = ["red"] }
    #expect(Array(shelf.tints) == [.red])
    try realm.write { shelf["ints"] = nil }
    #expect(shelf.ints.isEmpty)
    let property = try #require(Shelf().objectSchema["maybeIntSet"])
    #expect(property.isSet)
    #expect(!property.isArray)
    #expect(!property.isMap)
    #expect(property.isOptional)
  }

  @Test("an iteration covers the elements that were there when it began")
  func iteration() throws {
    let realm = try realm()
    let shelf = try shelf(realm, ["ints": [1, 2, 3], "things": [["name": "a"], ["name": "b"]]])
    try realm.write {
      var seen: [Int] = []
      for value in shelf.ints {
        seen.append(value)
        shelf.ints.remove(value)
        shelf.ints.insert(value + 10)
      }
      #expect(seen == [1, 2, 3])
      var invalidated = 0
      for thing in shelf.things {
        if thing.isInvalidated { invalidated += 1 } else { realm.delete(shelf.things) }
      }
      #expect(invalidated == 1)
    }
    #expect(Array(shelf.ints) == [11, 12, 13])
  }

  @Test("a set of many values is filled at once")
  func large() throws {
    let realm = try realm()
    let shelf = try shelf(realm)
    var generator = SeededGenerator(seed: 5)
    let values = (0..<20_000).map { _ in Int.random(in: .min ... .max, using: &generator) }
    try realm.write { shelf.ints.insert(objectsIn: values) }
    #expect(Array(shelf.ints) == Set(values).sorted())
    #expect(shelf.ints.contains(values[77]))
  }
}
