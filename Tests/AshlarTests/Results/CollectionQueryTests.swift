import Ashlar
import Foundation
import Shelves
import Testing

@Suite("Conditions on collections")
struct CollectionQueryTests {
  private func shelves() throws -> Results<Shelf> {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let values: [[String: Any]] = [
      [
        "id": 1, "texts": ["x", "y"], "ints": [1, 2], "scores": ["a": 3, "b": 4], "maybeInts": [nil, 2] as [Int?],
        "maybeScores": ["n": nil] as [String: Int?], "things": [["name": "ball"]], "thingMap": ["k": ["name": "cup", "weight": 5]],
        "names": ["first": "ann"], "flags": ["on": true],
      ],
      ["id": 2, "texts": ["y"], "ints": [2, 3, 4], "scores": ["a": 5], "maybeInts": [1], "names": ["first": "bob"]],
      ["id": 3, "thingMap": ["k": NSNull()] as [String: Any]],
    ]
    try realm.write { for value in values { realm.create(Shelf.self, value: value) } }
    return realm.objects(Shelf.self)
  }

  private func ids(_ results: Results<Shelf>) -> [Int] { results.map(\.id) }

  @Test("index(matching:) is the position of the first that fulfils a condition, in the order of the collection")
  func positions() throws {
    let all = try shelves()
    #expect(all.index(matching: { $0.id > 1 }) == 1)
    #expect(all.sorted(by: \.id, ascending: false).index(matching: { $0.id < 3 }) == 1)
    #expect(all.index(matching: { $0.id == 9 }) == nil)
    #expect(AnyRealmCollection(all).index(matching: { $0.id == 3 }) == 2)
    let first = try #require(all.first)
    try first.realm?.write {
      let things = ["cup", "box", "cup", "pin"].map { Thing(value: ["name": $0]) }
      first.thingList.append(objectsIn: things + [things[0]])
    }
    #expect(first.thingList.index(matching: { $0.name == "cup" }) == 0)
    #expect(first.thingList.index(matching: { $0.name == "pin" }) == 3)
    #expect(first.thingList.index(matching: { $0.name == "jar" }) == nil)
  }

  @Test("index(matching:) evaluates conditions on unmanaged lists, through links, lists and embedded objects, and with equal keys")
  func unmanagedPositions() throws {
    let shelf = Shelf(value: ["thingList": [["name": "cup", "weight": 3], ["name": "box", "weight": 5], ["name": "pin", "weight": 5]]])
    let things = shelf.thingList
    #expect(things.index(matching: { $0.name == "box" }) == 1 && things.index(matching: { $0.weight > 4 && $0.name != "box" }) == 2)
    #expect(things.index(matching: { $0.name == "jar" }) == nil && List<Thing>().index(matching: { $0.name == "cup" }) == nil)
    #expect(things.index(matching: "name BEGINSWITH %@", "p") == 2 && things.index(matching: RealmPredicate(value: true)) == 0)
    #expect(AnyRealmCollection(things).index(matching: { $0.name == "pin" }) == 2)
    let shelves = List<Shelf>()
    shelves.append(objectsIn: [Shelf(value: ["id": 1]), shelf, Shelf(value: ["id": 1, "ints": [4], "scores": ["a": 1]])])
    shelves[2].labels["k"] = Label(value: ["text": "l"])
    #expect(shelves.index(matching: { $0.thingList.name == "pin" }) == 1 && shelves.index(matching: { $0.ints.contains(4) }) == 2)
    #expect(shelves.index(matching: "ANY labels.text == 'l' AND scores.@count == 1") == 2)
    #expect(shelf.labelList.index(matching: { $0.text == "l" }) == nil)
    shelf.labelList.append(Label(value: ["text": "l"]))
    #expect(shelf.labelList.index(matching: { $0.text == "l" }) == 0)
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    try realm.write { things.append(realm.create(Thing.self, value: ["name": "stored"])) }
    #expect(things.index(matching: { $0.name == "stored" }) == 3 && realm.objects(Thing.self).count == 1 && things[0].realm == nil)
  }

  @Test("in an unmanaged list, comparing with an object and an order behind the condition stop the program", arguments: [false, true])
  func unmanagedMisuse(isText: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isText = isText as Bool] in
      let things = List<Thing>()
      things.append(Thing())
      if isText { print(things.index(matching: "weight > 0 SORT(name ASC)") as Any) }
      let shelves = List<Shelf>()
      shelves.append(Shelf())
      print(shelves.index(matching: { $0.thingList.contains(things[0]) }) as Any)
    }
    #expect(
      errorText(result).contains(isText ? "'SORT', 'DISTINCT' and 'LIMIT' are for collections of a Realm" : "cannot contain an object")
    )
  }

  @Test("sets: contained values, numbers of elements, properties of objects")
  func sets() throws {
    let all = try shelves()
    #expect(ids(all.where { $0.texts.contains("y") }) == [1, 2])
    #expect(ids(all.where { !$0.texts.contains("x") }) == [2, 3])
    #expect(ids(all.where { $0.ints.contains(4) }) == [2])
    #expect(ids(all.where { $0.ints.count > 2 }) == [2])
    #expect(ids(all.where { $0.ints.count == 0 }) == [3])
    #expect(ids(all.where { $0.things.name == "ball" }) == [1])
    #expect(ids(all.where { $0.maybeInts.contains(nil) }) == [1])
  }

  @Test("maps: the value of a key, keys, values")
  func maps() throws {
    let all = try shelves()
    #expect(ids(all.where { $0.scores["a"] == 3 }) == [1])
    #expect(ids(all.where { $0.scores["a"] > 3 }) == [2])
    #expect(ids(all.where { $0.scores["a"] != 3 }) == [2, 3])
    #expect(ids(all.where { $0.scores.contains(4) }) == [1])
    #expect(ids(all.where { $0.scores.values == 5 }) == [2])
    #expect(ids(all.where { $0.scores.keys == "b" }) == [1])
    #expect(ids(all.where { $0.scores.keys.starts(with: "a") }) == [1, 2])
    #expect(ids(all.where { $0.scores.count == 0 }) == [3])
    #expect(ids(all.where { $0.names["first"].starts(with: "b") }) == [2])
    #expect(ids(all.where { $0.flags["on"] }) == [1])
    #expect(ids(all.where { $0.maybeScores["n"] == nil }) == [1, 2, 3])
    #expect(ids(all.where { $0.maybeScores.contains(nil) }) == [1])
    #expect(ids(all.where { $0.scores["a"] == $0.id }) == [])
  }

  @Test("maps of objects: properties through a key and through all values")
  func objects() throws {
    let all = try shelves()
    #expect(ids(all.where { $0.thingMap["k"].weight == 5 }) == [1])
    #expect(ids(all.where { $0.thingMap.name == "cup" }) == [1])
    #expect(ids(all.where { $0.thingMap["k"] == nil }) == [2, 3])
    #expect(ids(all.where { $0.thingMap.contains(nil) }) == [3])
    #expect(ids(all.where { $0.thingMap.count == 1 }) == [1, 3])
    let cup = try #require(all.first?.thingMap["k"] ?? nil)
    #expect(ids(all.where { $0.thingMap.contains(cup) }) == [1])
    #expect(cup.mapped.where { $0.scores["a"] == 3 }.count == 1)
    #expect(all.realm?.objects(Thing.self).where { $0.mapped.scores["a"] == 3 }.map(\.name) == ["cup"])
  }

  @Test("two collections cannot be compared")
  func twoCollections() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      _ = realm.objects(Shelf.self).where { $0.scores.values == $0.scores.values }
    }
    #expect(errorText(result).contains("Comparing two collection columns is not permitted."))
  }
}
