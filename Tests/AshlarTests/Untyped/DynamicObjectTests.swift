import Ashlar
import Foundation
import Kinds
import People
import Shelves
import Testing

@Suite("Objects by the names of their types")
struct DynamicObjectTests {
  @Test("every scalar comes as the reference says: integers as Int, enums as raw values, null as nil")
  func scalars() throws {
    let realm = try memoryRealm([Scalars.self])
    let id = UUID()
    try realm.write {
      realm.create(
        Scalars.self,
        value: [
          "bool": true, "int": 1, "int8": 2, "int16": 3, "int32": 4, "int64": 5, "float": 1.5, "double": 2.5, "string": "s",
          "data": Data([1]), "date": Date(timeIntervalSince1970: 9), "decimal": Decimal128(value: 7), "uuid": id, "shade": Shade.light,
          "level": Level.top, "anyInt8": 6,
        ])
    }
    let object = try #require(realm.dynamicObjects("Scalars").first)
    #expect(object["bool"] as? Bool == true)
    #expect(["int", "int8", "int16", "int32", "int64"].map { object[$0] as? Int } == [1, 2, 3, 4, 5])
    #expect(object.anyInt8 as? Int == 6)
    #expect(object.float as? Float == 1.5 && object.double as? Double == 2.5)
    #expect(object.string as? String == "s" && object.data as? Data == Data([1]))
    #expect(object.date as? Date == Date(timeIntervalSince1970: 9))
    #expect(object.decimal as? Decimal128 == 7 && object.uuid as? UUID == id)
    #expect(object.shade as? String == "light" && object.level as? Int == 7)
    #expect(object.anyString == nil && object.anyLevel == nil)
  }

  @Test("links and elements of collections are untyped objects of their own types")
  func links() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(
        Shelf.self,
        value: [
          "id": 1, "thingList": [["name": "a"], ["name": "b"]], "things": [["name": "c"]], "thingMap": ["k": ["name": "d"]],
          "labels": ["l": ["text": "t", "thing": ["name": "e"]]], "ints": [3, 1],
        ])
    }
    let shelf = try #require(realm.dynamicObject(ofType: "Shelf", forPrimaryKey: 1))
    let list = try #require(shelf.thingList as? List<DynamicObject>)
    #expect(list.map { $0.name as? String } == ["a", "b"] && list[1].objectSchema.className == "Thing")
    #expect((shelf.things as? MutableSet<DynamicObject>)?.first?.name as? String == "c")
    #expect((shelf.thingMap as? Map<String, DynamicObject?>)?["k"]??.name as? String == "d")
    let label = try #require((shelf.labels as? Map<String, DynamicObject?>)?["l"] ?? nil)
    #expect(label.text as? String == "t" && (label.thing as? Thing)?.name == "e")
    #expect((shelf.ints as? MutableSet<Int>).map { Array($0) } == [1, 3])
    #expect((list[0].listed as? LinkingObjects<DynamicObject>)?.first?.id as? Int == 1)
    #expect(list === shelf.thingList as? List<DynamicObject>)
    #expect(shelf == realm.dynamicObjects("Shelf")[0] && shelf.isSameObject(as: realm.objects(Shelf.self)[0]))
  }

  @Test("typed objects have untyped views of their collections, and keep their own")
  func views() throws {
    let realm = try memoryRealm()
    let shelf = try realm.write {
      realm.create(Shelf.self, value: ["id": 1, "thingList": [["name": "a"]], "things": [["name": "b"]], "thingMap": ["k": ["name": "c"]]])
    }
    let typed = shelf.thingList
    #expect(shelf.dynamicList("thingList").first?.name as? String == "a")
    #expect(shelf.dynamicMutableSet("things").first?.name as? String == "b")
    let map: Map<String, DynamicObject?> = shelf.dynamicMap("thingMap")
    #expect(map["k"]??.name as? String == "c")
    #expect(shelf.thingList === typed)
    try realm.write { shelf.dynamicList("thingList").append(try #require(map["k"] ?? nil)) }
    #expect(typed.map(\.name) == ["a", "c"])
  }

  @Test("setting takes scalars, nil, objects typed and untyped, dictionaries and arrays of all these")
  func setting() throws {
    let realm = try memoryRealm()
    try realm.write {
      let dog = realm.dynamicCreate("Dog", value: ["name": "Rex", "age": 3])
      #expect(dog.age as? Int == 3)
      dog.age = 4
      dog["chip"] = UUID().uuidString
      dog.owner = ["firstName": "Ada"]
      #expect((dog.owner as? Person)?.firstName == "Ada")
      let owner = try #require((dog.owner as? Person).flatMap { AnyRealmValue.object($0).dynamicObject })
      #expect((owner.dogs as? LinkingObjects<DynamicObject>)?.count == 1)
      dog.owner = realm.create(Person.self, value: ["firstName": "Bo"])
      #expect((dog.owner as? Object)?["firstName"] as? String == "Bo")
      owner.friends = [["firstName": "new"], dog.owner as Any, Person(value: ["firstName": "own"]), owner]
      #expect((owner.friends as? List<DynamicObject>)?.map { $0.firstName as? String } == ["new", "Bo", "own", "Ada"])
      owner.friends = owner.friends
      #expect((owner.friends as? List<DynamicObject>)?.count == 4)
      owner.friends = nil
      #expect((owner.friends as? List<DynamicObject>)?.isEmpty == true)
      owner.home = ["street": "s", "city": "c"]
      #expect((owner.home as? EmbeddedObject)?["city"] as? String == "c")
      owner.tags = ["x", "y"]
      #expect((owner.tags as? List<String>).map { Array($0) } == ["x", "y"])
      dog.owner = nil
      dog.chip = nil
      #expect(dog.owner == nil && dog.chip == nil)
      realm.delete(dog)
      #expect(dog.isInvalidated && realm.objects(Dog.self).isEmpty)
    }
    #expect(realm.objects(Person.self).count == 4)
  }

  @Test("an untyped object is what a typed property or list takes")
  func intoTyped() throws {
    let realm = try memoryRealm()
    try realm.write {
      let dog = realm.create(Dog.self, value: ["name": "Rex"])
      dog["owner"] = realm.dynamicCreate("Person", value: ["firstName": "Ada"])
      #expect(dog.owner?.firstName == "Ada")
      let person = try #require(dog.owner)
      person["friends"] = [realm.dynamicObjects("Person")[0]]
      #expect(person.friends.first?.isSameObject(as: person) == true)
      let copy = realm.create(Dog.self, value: realm.dynamicObjects("Dog")[0])
      #expect(copy.name == "Rex" && copy.owner?.isSameObject(as: person) == true && !copy.isSameObject(as: dog))
    }
  }

  @Test("creating by name uses the class's defaults, update policies and keys")
  func creating() throws {
    let realm = try memoryRealm()
    try realm.write {
      #expect(realm.dynamicCreate("Defaulted").string as? String == realm.create(Defaulted.self).string)
      let first = realm.dynamicCreate("OptionalIntKey", value: ["id": 1, "text": "a", "number": 5])
      let second = realm.dynamicCreate("OptionalIntKey", value: ["id": 1, "text": "b"], update: .modified)
      #expect(first == second && first.text as? String == "b" && first.number as? Int == 5)
      #expect(realm.dynamicCreate("OptionalIntKey", value: first, update: .modified) == first)
      _ = realm.dynamicCreate("OptionalIntKey", value: [nil, "c"] as [Any?])
    }
    #expect(realm.dynamicObject(ofType: "OptionalIntKey", forPrimaryKey: Int?.none as Any)?.text as? String == "c")
    #expect(realm.dynamicObject(ofType: "OptionalIntKey", forPrimaryKey: 7) == nil)
  }

  @Test("results by name sort, aggregate, freeze, and are deleted")
  func results() throws {
    let realm = try memoryRealm()
    try realm.write {
      for age in [3, 1, 2] { realm.create(Dog.self, value: ["name": "\(age)", "age": age, "owner": ["firstName": "\(9 - age)"]]) }
    }
    let dogs = realm.dynamicObjects("Dog")
    #expect(dogs.sorted(byKeyPath: "age").map { $0.age as? Int } == [1, 2, 3])
    #expect(dogs.sorted(byKeyPath: "owner.firstName").map { $0.age as? Int } == [3, 2, 1])
    #expect(dogs.max(ofProperty: "age") == 3 && dogs.sum(ofProperty: "age") == 6)
    let frozen = dogs.freeze()
    let one = dogs[0].freeze()
    #expect(one.isFrozen && one.name as? String == "3" && (one.owner as? Person)?.isFrozen == true)
    #expect(one.thaw()?.isSameObject(as: dogs[0]) == true)
    var names: [String] = []
    for dog in dogs { names.append(dog.name as? String ?? "") }
    #expect(names == ["3", "1", "2"] && dogs.index(of: dogs[1]) == 1)
    try realm.write { realm.delete(dogs) }
    #expect(dogs.isEmpty && frozen.count == 3 && frozen[2].age as? Int == 2)
  }

  @Test("embedded objects are found by name, and only their owners make them")
  func embedded() async throws {
    let realm = try memoryRealm()
    try realm.write { realm.create(Person.self, value: ["home": ["city": "Bern"]]) }
    let home = try #require(realm.dynamicObjects("Address").first)
    #expect(home.city as? String == "Bern" && (home.residents as? LinkingObjects<DynamicObject>)?.count == 1)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.dynamicCreate("Address") }
    }
    #expect(errorText(result).contains("Embedded objects cannot be created directly: 'Address'."))
  }

  @Test("a type that is not there stops the program")
  func unknownType() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm().dynamicObjects("Nowhere")
    }
    #expect(errorText(result).contains("Object type 'Nowhere' is not managed by the Realm."))
  }

  @Test("results of a base class are refused: they would be of no type")
  func untypedResults() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let object: Object = Dog()
      _ = realm.objects(type(of: object))
    }
    #expect(errorText(result).contains("Results of 'Object' cannot hold 'Dog'."))
  }

  @Test("a property that is not there stops the program, read or set")
  func unknownProperty() async {
    let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.dynamicCreate("Dog") }
      _ = realm.dynamicObjects("Dog")[0].nmae
    }
    #expect(errorText(reading).contains("Property 'nmae' not found in object of type 'Dog'"))
    let setting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.dynamicCreate("Dog").nmae = 1 }
    }
    #expect(errorText(setting).contains("Property 'nmae' not found in object of type 'Dog'"))
  }

  @Test("a primary key cannot be set, nor anything outside a write, nor an object of another type")
  func refused() async {
    let key = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.dynamicCreate("OptionalIntKey", value: ["id": 1]).id = 2 }
    }
    #expect(errorText(key).contains("Primary key can't be changed after an object is inserted: 'OptionalIntKey.id'."))
    let outside = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let dog = try realm.write { realm.dynamicCreate("Dog") }
      dog.age = 1
    }
    #expect(errorText(outside).contains("Attempting to modify object outside of a write transaction: 'Dog.age'."))
    let type = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { realm.dynamicCreate("Dog").owner = realm.dynamicCreate("Dog") }
    }
    #expect(errorText(type).contains("for '<Person>' property 'Dog.owner'"))
    let element = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let person = realm.create(Person.self)
        person.dynamicList("friends").append(realm.dynamicCreate("Dog"))
      }
    }
    #expect(errorText(element).contains("Object of type 'Dog' does not match List type 'Person'."))
  }

  @Test("lists, sets and maps of values are counted and described by name, and give their values for 'self'")
  func valuesByName() throws {
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let shelf = try realm.write { realm.create(Shelf.self, value: ["ints": [3, 1], "scores": ["a": 1]]) }
    for object in [shelf, try #require(realm.dynamicObjects("Shelf").first)] {
      let (ints, scores) = (object.dynamicMutableSet("ints"), object.dynamicMap("scores") as Map<String, DynamicObject?>)
      #expect(ints.count == 2 && scores.count == 1 && object.dynamicMutableSet("texts").first == nil)
      #expect(ints.description == shelf.ints.description && scores.description == shelf.scores.description)
      #expect(ints.value(forKey: "self") as? Set<Int> == [1, 3])
    }
  }

  @Test("values are not read as objects, and a collection by name is of the kind that is named, of an object of a Realm")
  func wrongCollection() async {
    let values = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let person = try realm.write { realm.create(Person.self, value: ["tags": ["x"]]) }
      _ = person.dynamicList("tags")[0]
    }
    #expect(errorText(values).contains("are values and cannot be read as objects"))
    let loop = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let person = try realm.write { realm.create(Person.self, value: ["tags": ["x"]]) }
      for tag in person.dynamicList("tags") { _ = tag }
    }
    #expect(errorText(loop).contains("The elements of 'Person.tags' are values and cannot be read as objects."))
    let kind = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      let person = try realm.write { realm.create(Person.self) }
      _ = person.dynamicMutableSet("tags")
    }
    #expect(errorText(kind).contains("'Person.tags' is not a MutableSet."))
    let unmanaged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Person().dynamicList("friends")
    }
    #expect(errorText(unmanaged).contains("An unmanaged 'Person' has no collections of untyped objects."))
  }

  @Test("what no type says is nothing: an object made by init has no properties and belongs to no Realm")
  func made() {
    let object = DynamicObject()
    #expect(object.realm == nil && object.objectSchema.properties.isEmpty && DynamicObject.primaryKey() == nil)
    #expect(Object.primaryKey() == nil && EmbeddedObject.sharedSchema() == nil && ObjectBase.className() == "ObjectBase")
  }
}
