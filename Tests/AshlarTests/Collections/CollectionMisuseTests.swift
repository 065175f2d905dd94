import Ashlar
import Foundation
import People
import Shelves
import Testing

@Suite("Misuse of sets and maps")
struct CollectionMisuseTests {
  @Test("a set is changed in a write only")
  func setOutsideWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write { realm.add(shelf) }
      shelf.ints.insert(1)
    }
    #expect(errorText(result).contains("Cannot modify Set outside of a write transaction."))
  }

  @Test("a map is changed in a write only")
  func mapOutsideWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write { realm.add(shelf) }
      shelf.scores["a"] = nil
    }
    #expect(errorText(result).contains("Cannot modify Dictionary outside of a write transaction."))
  }

  @Test("a key with a dot stops the program when it is stored")
  func keyWithADot() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write {
        realm.add(shelf)
        shelf.scores["a.b"] = 1
      }
    }
    #expect(errorText(result).contains("Invalid key 'a.b': key must not contain '.'."))
  }

  @Test("a key that begins with a dollar sign stops the program when its owner is added")
  func keyWithADollarSign() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf(value: ["scores": ["$a": 1]])
      try realm.write { realm.add(shelf) }
    }
    #expect(errorText(result).contains("Invalid key '$a': key must not start with '$'."))
  }

  @Test("a set of a Realm is combined with sets of a Realm only")
  func unmanagedOperand() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write {
        realm.add(shelf)
        shelf.ints.formUnion(MutableSet<Int>())
      }
    }
    #expect(errorText(result).contains("Right hand side value must be a managed Set."))
  }

  @Test("sets of two Realms are not combined")
  func otherRealm() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (a, b) = (try memoryRealm(CollectionsSchema.objectTypes), try memoryRealm(CollectionsSchema.objectTypes))
      let (mine, theirs) = (Shelf(), Shelf())
      try b.write { b.add(theirs) }
      try a.write {
        a.add(mine)
        mine.ints.formIntersection(theirs.ints)
      }
    }
    #expect(errorText(result).contains("Cannot intersect sets managed by different Realms."))
  }

  @Test("the position of a set's element cannot be read")
  func position() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = MutableSet<Thing>().index(of: Thing())
    }
    #expect(errorText(result).contains("index(of:) is not available on MutableSet"))
  }

  @Test("a set's position past the end stops the program")
  func pastTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Shelf(value: ["ints": [1]]).ints[1]
    }
    #expect(errorText(result).contains("Index 1 is out of bounds (must be less than 1)."))
  }

  @Test("a collection of a deleted object cannot be read")
  func deletedOwner() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write { realm.add(shelf) }
      let map = shelf.scores
      try realm.write { realm.delete(shelf) }
      #expect(map.isInvalidated)
      _ = map.count
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }

  @Test("an embedded object that has an owner is not put into a map")
  func ownedEmbedded() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = Shelf()
      try realm.write {
        realm.add(shelf)
        shelf.labels["a"] = Label()
        shelf.labels["b"] = shelf.labels["a"]
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a Dictionary ('Label')."))
  }

  @Test("a value of the wrong type stops the program")
  func wrongValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Shelf(value: ["scores": ["a": "three"]])
    }
    #expect(errorText(result).contains("property 'Shelf.scores'"))
  }

  @Test("a map is not made of an array")
  func arrayForMap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Shelf(value: ["scores": [1, 2]])
    }
    #expect(errorText(result).contains("property 'Shelf.scores'"))
  }

  @Test("nil is no value of a required element")
  func nilElement() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Shelf(value: ["ints": [1, nil] as [Int?]])
    }
    #expect(errorText(result).contains("property 'Shelf.ints'"))
  }

  @Test("a map of values is sorted by 'self', and by no property")
  func sortedValues() async throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = try realm.write { realm.create(Shelf.self, value: ["scores": ["a": 2, "b": 3, "c": 1]]) }
    #expect(Array(shelf.scores.sorted(byKeyPath: "self")) == [1, 2, 3])
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(CollectionsSchema.objectTypes)
      let shelf = try realm.write { realm.create(Shelf.self, value: ["scores": ["a": 2]]) }
      _ = shelf.scores.sorted(byKeyPath: "name").count
    }
    #expect(errorText(result).contains("'name'"))
  }
}
