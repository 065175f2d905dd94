import Ashlar
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import Testing

@testable import Fleet

// Frozen, and so for any thread.
private struct Handed: @unchecked Sendable {
  let value: Dog
  init(_ value: Dog) { self.value = value }
}

@Suite("Objects outside and inside of a Realm")
struct ObjectAcceptanceTests {
  @Test("cyclic unmanaged graphs are added as a whole and leave no cycle of references")
  func cycles() throws {
    let realm = try memoryRealm()
    weak var first: Node?
    weak var second: Node?
    try autoreleased {
      let (a, b) = (Node(value: ["label": "a"]), Node(value: ["label": "b"]))
      (a.next, b.next) = (b, a)
      a.children.append(objectsIn: [a, b])
      (first, second) = (a, b)
      try realm.write { realm.add(a) }
      #expect(a.next === b || a.next?.isSameObject(as: b) == true)
      #expect(realm.objects(Node.self).count == 2 && b.next?.next?.label == "b")
    }
    #expect(first == nil && second == nil)
  }

  private func autoreleased(_ body: () throws -> Void) rethrows { try body() }

  @Test("collections read before add are the same instances afterwards")
  func sameCollections() throws {
    let realm = try memoryRealm()
    let shelf = Shelf(value: ["id": 1, "maybeInts": [1], "ints": [2], "scores": ["a": 3], "thingList": [["name": "t"]]])
    let (list, set, map, objects) = (shelf.maybeInts, shelf.ints, shelf.scores, shelf.thingList)
    try realm.write { realm.add(shelf) }
    #expect(shelf.maybeInts === list && shelf.ints === set && shelf.scores === map && shelf.thingList === objects)
    #expect(list.realm == realm && Array(list) == [1] && Array(set) == [2] && map["a"] == 3 && objects[0].name == "t")
  }

  @Test("a collection set to nil or NSNull by name is empty", arguments: [true, false])
  func emptied(isManaged: Bool) throws {
    let realm = try memoryRealm()
    for nothing in [nil, NSNull()] as [Any?] {
      let shelf = Shelf(value: ["id": 1, "maybeInts": [1], "ints": [2], "scores": ["a": 3], "thingList": [["name": "t"]]])
      try realm.write {
        if isManaged { realm.add(shelf, update: .all) }
        for name in ["maybeInts", "ints", "scores", "thingList"] { shelf[name] = nothing }
      }
      #expect(shelf.maybeInts.isEmpty && shelf.ints.isEmpty && shelf.scores.count == 0 && shelf.thingList.isEmpty)
    }
  }

  @Test("generated defaults differ for each object, managed and unmanaged")
  func dynamicDefaults() throws {
    let realm = try memoryRealm()
    let made = (Defaulted(), Defaulted())
    #expect(made.0.freshId != made.1.freshId && made.0.freshUUID != made.1.freshUUID)
    let stored = try realm.write { (realm.create(Defaulted.self), realm.create(Defaulted.self), realm.dynamicCreate("Defaulted")) }
    #expect(stored.0.freshId != stored.1.freshId && stored.0.freshUUID != stored.1.freshUUID)
    #expect(stored.2.freshId as? ObjectId != stored.0.freshId && stored.2.freshId as? ObjectId != stored.1.freshId)
    try realm.write { realm.add(made.0) }
    #expect(made.0.freshId != made.1.freshId)
  }

  @Test("type(of:) of an object finds and creates objects, managed and unmanaged, even if its static type is Object")
  func typeOf() throws {
    let realm = try memoryRealm()
    for isManaged in [true, false] {
      let known = OptionalIntKey(value: ["id": isManaged ? 1 : 2, "text": "a"])
      if isManaged { try realm.write { realm.add(known) } }
      let object: Object = known
      try realm.write {
        let typed = realm.create(type(of: known), value: ["id": 10, "text": "typed"], update: .all)
        #expect(typed.text == "typed")
        let made = realm.create(type(of: object), value: ["id": 11, "text": "b"], update: .all)
        #expect((made as? OptionalIntKey)?.text == "b" && made.objectSchema.className == "OptionalIntKey")
      }
      let found: Object? = realm.object(ofType: type(of: object), forPrimaryKey: 11)
      #expect((found as? OptionalIntKey)?.text == "b")
      #expect(realm.object(ofType: type(of: known), forPrimaryKey: 10)?.text == "typed")
    }
    try realm.write {
      let dog: Object = realm.create(Dog.self, value: ["name": "Rex"])
      let key: Object = OptionalIntKey()
      // An object of another class is a value to be copied from, not the one asked for.
      #expect(realm.create(type(of: dog), value: ["name": "b"]) is Dog && realm.create(type(of: key), value: ["id": 20]) is OptionalIntKey)
    }
  }

  @Test("frozen objects of one version are equal, freezing in a write shows the state before it, and thawing finds the live object")
  func freezing() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("data.realm", [Dog.self, Person.self, Address.self])
    let realm = try Realm(configuration: configuration)
    let dog = try realm.write { realm.create(Dog.self, value: ["name": "a"]) }
    #expect(dog.freeze() == dog.freeze() && dog.freeze().hashValue == dog.freeze().hashValue)
    try realm.write {
      dog.name = "b"
      #expect(dog.freeze().name == "a")
    }
    let frozen = dog.freeze()
    #expect(frozen.name == "b" && frozen.thaw()?.isSameObject(as: dog) == true)
    let handed = Handed(frozen)
    #expect(try onThread { handed.value.thaw()?.name } == "b")
    try realm.write { realm.delete(dog) }
    #expect(frozen.thaw() == nil && frozen.name == "b")
  }

  @Test("thawing in an older Realm returns nil until it is refreshed")
  func thawingInAnOlderRealm() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration("data.realm", [Dog.self, Person.self, Address.self])
    let realm = try Realm(configuration: configuration)
    #expect(realm.isEmpty)
    let frozen = try onThread {
      let other = try Realm(configuration: configuration)
      return Handed(try other.write { other.create(Dog.self, value: ["name": "new"]) }.freeze())
    }.value
    #expect(frozen.thaw() == nil)
    realm.refresh()
    #expect(frozen.thaw()?.name == "new")
  }

  @Test("an object of a type that is not listed is read through dynamicObject")
  func unlisted() throws {
    let name = UUID().uuidString
    let whole = try Realm(configuration: memory(name, ValueSchema.types + FleetSchema.objectTypes))
    try whole.write {
      let driver = whole.create(Driver.self, value: ["licence": "x", "mentor": ["licence": "y"]])
      whole.create(Anything.self, value: ["id": 1, "any": driver, "list": [driver]])
    }
    var configuration = memory(name, ValueSchema.types)
    configuration.schemaVersion = 1
    let realm = try Realm(configuration: configuration)
    let object = try #require(realm.object(ofType: Anything.self, forPrimaryKey: 1))
    let driver = try #require(object.any.dynamicObject)
    #expect(driver.licence as? String == "x" && (driver.mentor as? Object)?["licence"] as? String == "y")
    #expect(object.list[0].dynamicObject == driver || object.list[0].dynamicObject?.isSameObject(as: driver) == true)
    #expect(driver.objectSchema.className == "Driver" && realm.schema["Driver"] == nil)
    #expect((realm.dynamicObjects("Anything")[0].any as? DynamicObject)?.isSameObject(as: driver) == true)
    #expect(object.any.object(Object.self)?.isSameObject(as: driver) == true)
  }
}
