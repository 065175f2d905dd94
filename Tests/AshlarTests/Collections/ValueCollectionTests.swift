import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

@Suite("Aggregates and order of values")
struct ValueCollectionTests {
  private func shelf() throws -> Shelf {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    return try realm.write {
      realm.create(
        Shelf.self,
        value: [
          "id": 1, "ints": [3, -1, 7], "maybeInts": [4, nil, 6, 4] as [Int?], "doubles": [0.5, .nan, 2] as [Double],
          "decimals": ["1.5", "2.5"],
          "scores": ["a": 5, "b": 1], "maybeScores": ["x": nil, "y": 8] as [String: Int?], "texts": ["b", "a"],
          "dates": [Date(timeIntervalSince1970: 5), Date(timeIntervalSince1970: 2)], "int16s": [300, 200],
        ] as [String: Any])
    }
  }

  @Test("managed and unmanaged collections have the same aggregates")
  func aggregates() throws {
    let stored = try shelf()
    for shelf in [stored, Shelf(value: stored)] {
      #expect(shelf.ints.min() == -1)
      #expect(shelf.ints.max() == 7)
      #expect(shelf.ints.sum() == 9)
      #expect(shelf.ints.average() == 3.0)
      #expect(shelf.maybeInts.sum() == 14)
      #expect(shelf.maybeInts.min() == .some(4))
      #expect(abs((shelf.maybeInts.average() as Double? ?? 0) - 14.0 / 3) < 1e-12)
      #expect(shelf.doubles.sum() == 2.5)
      #expect(shelf.doubles.average() == 1.25)
      #expect(shelf.decimals.sum() == "4")
      #expect(shelf.scores.max() == 5)
      #expect(shelf.scores.sum() == 6)
      #expect(shelf.maybeScores.average() == 8.0)
      #expect(shelf.dates.max() == Date(timeIntervalSince1970: 5))
      #expect(shelf.int16s.sum() == 500)
      #expect(shelf.flags.count == 0)
      #expect(shelf.floats.sum() == 0)
      #expect(shelf.floats.min() == nil)
      #expect(shelf.floats.average() as Double? == nil)
    }
  }

  @Test("sorted values are live")
  func sorted() throws {
    let shelf = try shelf()
    let realm = try #require(shelf.realm)
    let down = shelf.maybeInts.sorted(ascending: false)
    #expect(Array(down) == [6, 4, 4, nil])
    #expect(Array(shelf.scores.sorted(ascending: true)) == [1, 5])
    #expect(Array(shelf.texts.sorted(ascending: false)) == ["b", "a"])
    #expect(down.description == "Results<int?> <0x0> (\n\t[0] 6,\n\t[1] 4,\n\t[2] 4,\n\t[3] (null)\n)")
    try realm.write { shelf.maybeInts.append(9) }
    #expect(Array(down) == [9, 6, 4, 4, nil])
    #expect(down.first == 9)
    #expect(down.sum() == 23)
    #expect(Array(down.sorted(ascending: true)) == [nil, 4, 4, 6, 9])
  }

  @Test("the objects of a map are deleted together")
  func deleting() throws {
    let shelf = try shelf()
    let realm = try #require(shelf.realm)
    try realm.write {
      shelf.thingMap["a"] = Thing()
      shelf.thingMap["b"] = Thing()
      shelf.labels["l"] = Label()
      realm.delete(shelf.thingMap)
      realm.delete(shelf.labels)
    }
    #expect(realm.objects(Thing.self).isEmpty)
    #expect(shelf.thingMap.values.map { $0 == nil } == [true, true])
    #expect(shelf.labels.values.map { $0 == nil } == [true])
  }
}
