import Ashlar
import Foundation
import Kinds
import People
import Testing

@Suite("Misuse of values and collections")
struct ValueMisuseTests {
  @Test("text beyond the limit stops the program")
  func textBeyondTheLimit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dog = Dog()
      dog.name = String(repeating: "x", count: 16_777_200)
    }
    #expect(errorText(result).contains("String too big for 'Dog.name': 16777200 bytes exceed the limit of 16777199."))
  }

  @Test("data beyond the limit stops the program")
  func dataBeyondTheLimit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let object = Scalars()
      object.data = Data(count: 16_777_201)
    }
    #expect(errorText(result).contains("Binary too big for 'Scalars.data': 16777201 bytes exceed the limit of 16777200."))
  }

  @Test("an index past the end stops the program")
  func anIndexPastTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      _ = realm.objects(Dog.self)[0]
    }
    #expect(errorText(result).contains("Index 0 is out of bounds (must be less than 0)."))
  }

  @Test("a list's index past the end stops the program")
  func aListSIndexPastTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Lists(value: ["ints": [1, 2]]).ints[2]
    }
    #expect(errorText(result).contains("Index 2 is out of bounds (must be less than 2)."))
  }

  @Test("inserting past the end stops the program")
  func insertingPastTheEnd() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Lists().ints.insert(1, at: 1)
    }
    #expect(errorText(result).contains("Index 1 is out of bounds (must be less than 1)."))
  }

  @Test("a negative index stops the program")
  func aNegativeIndex() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Lists().ints.remove(at: -1)
    }
    #expect(errorText(result).contains("Cannot pass a negative value for 'index'."))
  }

  @Test("removing more than there are stops the program")
  func removingMoreThanThereAre() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Lists(value: ["ints": [1, 2]]).ints.removeLast(3)
    }
    #expect(errorText(result).contains("It is not possible to remove more objects (3) from a list than it already contains (2)."))
  }

  @Test("changing a list outside a write stops the program")
  func changingAListOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(Lists.self) }.ints.append(1)
    }
    #expect(errorText(result).contains("Cannot modify List outside of a write transaction."))
  }

  @Test("an index out of bounds outside a write stops the program")
  func anIndexOutOfBoundsOutsideAWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(Lists.self) }.ints.remove(at: 5)
    }
    #expect(errorText(result).contains("Cannot modify List outside of a write transaction."))
  }

  @Test("filtering an unmanaged list stops the program")
  func filteringAnUnmanagedList() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Node().children.where { $0.weight > 1 }
    }
    #expect(errorText(result).contains("This method may only be called on List instances retrieved from a Realm"))
  }

  @Test("an unknown property by name stops the program")
  func anUnknownPropertyByName() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog()["nmae"]
    }
    #expect(errorText(result).contains("Property 'nmae' not found in object of type 'Dog'"))
  }

  @Test("sorting by an unknown property stops the program")
  func sortingByAnUnknownProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Dog.self).sorted(byKeyPath: "nmae").count
    }
    #expect(errorText(result).contains("Cannot sort on key path 'nmae': Property 'nmae' not found in object of type 'Dog'"))
  }

  @Test("sorting by a link stops the program")
  func sortingByALink() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Dog.self).sorted(byKeyPath: "owner").count
    }
    #expect(
      errorText(result).contains(
        "Cannot sort on key path 'owner': property 'Dog.owner' of type 'object' cannot be the final property in the key path."))
  }

  @Test("sorting by data stops the program")
  func sortingByData() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Scalars.self).sorted(byKeyPath: "data").count
    }
    #expect(errorText(result).contains("property 'Scalars.data' is of unsupported type 'data'."))
  }

  @Test("a sum of text stops the program")
  func aSumOfText() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let sum: Int = try memoryRealm().objects(Dog.self).sum(ofProperty: "name")
      print(sum)
    }
    #expect(errorText(result).contains("Operation 'sum' not supported for string property 'Dog.name'"))
  }

  @Test("the average of dates stops the program")
  func theAverageOfDates() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let mean: Double? = try memoryRealm().objects(Scalars.self).average(ofProperty: "date")
      print(mean as Any)
    }
    #expect(errorText(result).contains("Operation 'average' not supported for date property 'Scalars.date'"))
  }

  @Test("comparing with another Realm's object stops the program")
  func comparingWithAnotherRealmSObject() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let (a, b) = (try memoryRealm(), try memoryRealm())
      let person = try a.write { a.create(Person.self) }
      _ = b.objects(Dog.self).where { $0.owner == person }
    }
    #expect(errorText(result).contains("Object is already managed by another Realm ('Person')."))
  }

  @Test("nil as a value stops the program")
  func nilAsAValue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.create(Dog.self, value: NSNull()) }
    }
    #expect(errorText(result).contains("Must provide a non-nil value for 'Dog'."))
  }

  @Test("more values than properties stops the program")
  func moreValuesThanProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["Rex", 1, NSNull(), NSNull(), 5])
    }
    #expect(errorText(result).contains("Invalid array input: 'Dog' was given more values (5) than properties (4)."))
  }

  @Test("a value of the wrong type stops the program")
  func aValueOfTheWrongType() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["age": 1.5])
    }
    #expect(errorText(result).contains("Invalid value '1.5' of type 'Double' for 'int' property 'Dog.age'."))
  }

  @Test("nil for a required property stops the program")
  func nilForARequiredProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["age": NSNull()])
    }
    #expect(errorText(result).contains("Invalid value 'nil' of type 'nil' for 'int' property 'Dog.age'."))
  }

  @Test("an integer that does not fit stops the program")
  func anIntegerThatDoesNotFit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Scalars(value: ["int8": 300])
    }
    #expect(errorText(result).contains("Invalid value '300' of type 'Int' for 'int8' property 'Scalars.int8'."))
  }

  @Test("an object without a property stops the program")
  func anObjectWithoutAProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: TextKey())
    }
    #expect(errorText(result).contains("Invalid value for 'Dog': missing key 'name'."))
  }

  @Test("an element of the wrong type stops the program")
  func anElementOfTheWrongType() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Lists(value: ["ints": [1, "two"]])
    }
    #expect(errorText(result).contains("property 'Lists.ints'."))
  }

  @Test("linking objects as a target stops the program")
  func linkingObjectsAsATarget() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Person()["dogs"] = [] as [Dog]
    }
    #expect(errorText(result).contains("LinkingObjects are read-only: change the property of the linking object."))
  }

  @Test("a configuration without a place stops the program")
  func aConfigurationWithoutAPlace() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var configuration = Realm.Configuration()
      configuration.fileURL = nil
      _ = try Realm(configuration: configuration)
    }
    #expect(errorText(result).contains("A Realm configuration must specify a path or an in-memory identifier."))
  }

  @Test("results of an invalidated Realm stops the program")
  func resultsOfAnInvalidatedRealm() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dogs = realm.objects(Dog.self)
      realm.invalidate()
      _ = dogs.count
    }
    #expect(errorText(result).contains("Access to invalidated Results objects"))
  }

  @Test("a list of a deleted owner stops the program")
  func aListOfADeletedOwner() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let list = try realm.write {
        let node = realm.create(Node.self)
        let list = node.children
        realm.delete(node)
        return list
      }
      _ = list.count
    }
    #expect(errorText(result).contains("Object has been deleted or invalidated."))
  }

  @Test("a key path without a stored property stops the program")
  func aKeyPathWithoutAStoredProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().objects(Dog.self).where { $0.isInvalidated }.count
    }
    #expect(errorText(result).contains("refers to no stored property."))
  }
}
