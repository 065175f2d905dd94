import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Misuse of objects and transactions")
struct MisuseTests {
  @Test("a live object on another thread stops the program")
  func aLiveObjectOnAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }
      nonisolated(unsafe) let passed = dog
      _ = try onThread { passed.age == 0 }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread. This object belongs to a Realm opened on"))
  }

  @Test("a Realm on another thread stops the program")
  func aRealmOnAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) let realm = try memoryRealm()
      _ = try onThread { realm.objects(Dog.self).count }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread. This Realm belongs to a Realm opened on"))
  }

  @Test("results on another thread stops the program")
  func resultsOnAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) let dogs = try memoryRealm().objects(Dog.self)
      _ = try onThread { dogs.count }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread. This collection"))
  }

  @Test("a list on another thread stops the program")
  func aListOnAnotherThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      nonisolated(unsafe) let list = try realm.write { realm.create(Node.self) }.children
      _ = try onThread { list.count }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread. This List"))
  }

  @Test("reading a deleted object stops the program")
  func readingADeletedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }
      try realm.write { realm.delete(dog) }
      _ = dog.age
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated. An accessor of 'Dog' was used"))
  }

  @Test("reading a deleted object through another accessor in the same write stops the program")
  func readingADeletedObjectThroughAnotherAccessorInTheSameWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let (a, b) = (realm.create(Dog.self), realm.objects(Dog.self)[0])
        realm.delete(a)
        _ = b.age
      }
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }

  @Test("adding a deleted object stops the program")
  func addingADeletedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let dog = realm.create(Dog.self)
        realm.delete(dog)
        realm.add(dog)
      }
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }

  @Test("creating from a deleted object stops the program")
  func creatingFromADeletedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let dog = realm.create(Dog.self)
        realm.delete(dog)
        realm.create(Dog.self, value: dog)
      }
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }

  @Test("setting a property outside a write stops the program")
  func settingAPropertyOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.create(Dog.self) }
      dog.age = 1
    }
    #expect(errorText(result).contains("Attempting to modify object outside of a write transaction: 'Dog.age'."))
  }

  @Test("setting a property of an object that was fetched, not made, stops the program outside a write")
  func settingAPropertyOfAFetchedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Dog.self) }
      realm.objects(Dog.self).first?.age = 1
    }
    #expect(errorText(result).contains("Attempting to modify object outside of a write transaction: 'Dog.age'."))
  }

  @Test("setting a text of an object met in a loop stops the program outside a write")
  func settingATextInALoop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Dog.self) }
      for dog in realm.objects(Dog.self) { dog.name = "Rex" }
    }
    #expect(errorText(result).contains("Attempting to modify object outside of a write transaction: 'Dog.name'."))
  }

  @Test("setting a primary key of a managed object stops the program")
  func settingAPrimaryKeyOfAManagedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(TextKey.self).id = "b" }
    }
    #expect(errorText(result).contains("Primary key can't be changed after an object is inserted: 'TextKey.id'."))
  }

  @Test("setting a primary key by name stops the program")
  func settingAPrimaryKeyByName() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(TextKey.self)["id"] = "b" }
    }
    #expect(errorText(result).contains("Primary key can't be changed after an object is inserted: 'TextKey.id'."))
  }

  @Test("adding outside a write stops the program")
  func addingOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try memoryRealm().add(Dog())
    }
    #expect(errorText(result).contains("Cannot add an object outside of a write transaction; call beginWrite first"))
  }

  @Test("creating outside a write stops the program")
  func creatingOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().create(Dog.self)
    }
    #expect(errorText(result).contains("Cannot create an object outside of a write transaction; call beginWrite first"))
  }

  @Test("deleting outside a write stops the program")
  func deletingOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      realm.delete(try realm.write { realm.create(Dog.self) })
    }
    #expect(errorText(result).contains("Cannot delete an object outside of a write transaction; call beginWrite first"))
  }

  @Test("a write in a write stops the program")
  func aWriteInAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.beginWrite() }
    }
    #expect(errorText(result).contains("The Realm is already in a write transaction."))
  }

  @Test("committing nothing stops the program")
  func committingNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try memoryRealm().commitWrite()
    }
    #expect(errorText(result).contains("Cannot commit a non-existing write transaction."))
  }

  @Test("cancelling nothing stops the program")
  func cancellingNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try memoryRealm().cancelWrite()
    }
    #expect(errorText(result).contains("Cannot cancel a non-existing write transaction."))
  }

  @Test("a type that is not listed stops the program")
  func aTypeThatIsNotListed() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm([TextKey.self]).objects(SmallKey.self).count
    }
    #expect(errorText(result).contains("Object type 'SmallKey' is not managed by the Realm. If you use a custom 'objectTypes'"))
  }

  @Test("adding another Realm's object stops the program")
  func addingAnotherRealmSObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (a, b) = (try memoryRealm(), try memoryRealm())
      let dog = try a.write { a.create(Dog.self) }
      try b.write { b.add(dog) }
    }
    #expect(errorText(result).contains("Object is already managed by another Realm ('Dog'). Use create instead"))
  }

  @Test("linking to another Realm's object stops the program")
  func linkingToAnotherRealmSObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (a, b) = (try memoryRealm(), try memoryRealm())
      let person = try a.write { a.create(Person.self) }
      try b.write { b.create(Dog.self).owner = person }
    }
    #expect(errorText(result).contains("Object is already managed by another Realm ('Person')."))
  }

  @Test("a key that exists stops the program")
  func aKeyThatExists() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.add([TextKey(value: ["id": "k"]), TextKey(value: ["id": "k"])]) }
    }
    #expect(errorText(result).contains("Attempting to create an object of type 'TextKey' with an existing primary key value 'k'."))
  }

  @Test("an update policy without a primary key stops the program")
  func anUpdatePolicyWithoutAPrimaryKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.add(Dog(), update: .modified) }
    }
    #expect(errorText(result).contains("'Dog' does not have a primary key and can not be updated."))
  }

  @Test("a look-up without a primary key stops the program")
  func aLookUpWithoutAPrimaryKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().object(ofType: Dog.self, forPrimaryKey: 1)
    }
    #expect(errorText(result).contains("'Dog' does not have a primary key and can not be looked up by one."))
  }

  @Test("a key of the wrong type stops the program")
  func aKeyOfTheWrongType() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().object(ofType: TextKey.self, forPrimaryKey: 1)
    }
    #expect(errorText(result).contains("Invalid value '1' for the primary key of 'TextKey'."))
  }

  @Test("nil for a required key stops the program")
  func nilForARequiredKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().object(ofType: SmallKey.self, forPrimaryKey: nil as Int?)
    }
    #expect(errorText(result).contains("for the primary key of 'SmallKey'."))
  }

  @Test("deleting an unmanaged object stops the program")
  func deletingAnUnmanagedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.delete(Dog()) }
    }
    #expect(errorText(result).contains("Can only delete an object from the Realm it belongs to ('Dog')."))
  }

  @Test("a managed embedded object as a property's value stops the program")
  func aManagedEmbeddedObjectAsAPropertySValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let node = realm.create(Node.self, value: ["part": ["label": "p"]])
        realm.create(Node.self).part = node.part
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a property ('Part')."))
  }

  @Test("a managed embedded object as an element stops the program")
  func aManagedEmbeddedObjectAsAnElement() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let node = realm.create(Node.self, value: ["part": ["label": "p"]])
        if let part = node.part { node.parts.append(part) }
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a List ('Part')."))
  }

  @Test("adding an object that holds another's embedded object stops the program")
  func addingAnObjectThatHoldsAnotherSEmbeddedObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let node = realm.create(Node.self, value: ["part": ["label": "p"]])
        let other = Node()
        other.part = node.part
        realm.add(other)
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a property or List ('Part')."))
  }
}
