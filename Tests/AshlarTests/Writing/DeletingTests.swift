import Ashlar
import Kinds
import People
import Testing
import TestSupport

@Suite("Deleting, and links to what is deleted")
struct DeletingTests {
  @Test("a link to a deleted object becomes nil at once, and its accessors are invalid for ever")
  func toOne() throws {
    let realm = try memoryRealm()
    let (dog, other) = (Dog(value: ["Rex"]), Dog(value: ["Bo"]))
    let person = Person()
    dog.owner = person
    other.owner = person
    try realm.write { realm.add([dog, other]) }
    let sibling = realm.objects(Person.self).first
    try realm.write {
      #expect(person.dogs.count == 2)
      realm.delete(person)
      #expect(dog.owner == nil && other.owner == nil)
      #expect(person.isInvalidated && sibling?.isInvalidated == true && person.realm == nil && sibling?.realm == realm)
    }
    #expect(dog.owner == nil && realm.objects(Person.self).isEmpty)
    try realm.write { realm.add(Person()) }
    #expect(person.isInvalidated && sibling?.isInvalidated == true)
    #expect(person.description == "[invalid object]")
  }

  @Test("a deletion that is cancelled leaves links unchanged, but this accessor invalid")
  func cancelled() throws {
    let realm = try memoryRealm()
    let dog = Dog(value: ["Rex"])
    let person = Person(value: ["firstName": "Ann"])
    dog.owner = person
    try realm.write { realm.add(dog) }
    realm.beginWrite()
    realm.delete(person)
    realm.cancelWrite()
    #expect(person.isInvalidated)
    #expect(dog.owner?.firstName == "Ann" && dog.owner?.dogs.map(\.name) == ["Rex"])
  }

  @Test("an object that links to itself can be deleted")
  func selfLink() throws {
    let realm = try memoryRealm()
    let node = Node()
    node.next = node
    node.children.append(objectsIn: [node, node])
    try realm.write { realm.add(node) }
    #expect(node.previous.count == 1 && node.parents.count == 2)
    try realm.write { realm.delete(node) }
    #expect(realm.isEmpty)
  }

  @Test("results may be deleted as a whole, and while they are looped over")
  func results() throws {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<600 { realm.create(Dog.self, value: ["d", age]) } }
    let old = realm.objects(Dog.self).where { $0.age >= 300 }
    try realm.write {
      realm.delete(old)
      #expect(old.isEmpty && realm.objects(Dog.self).count == 300)
    }
    var seen = 0
    try realm.write {
      for dog in realm.objects(Dog.self).where({ $0.age < 100 }) {
        seen += 1
        realm.delete(dog)
      }
      for dog in realm.objects(Dog.self) {
        seen += 1
        realm.delete(dog)
      }
    }
    #expect(seen == 300 && realm.objects(Dog.self).isEmpty)
  }

  @Test("an object that another accessor deleted is accepted")
  func twice() throws {
    let realm = try memoryRealm()
    let dog = Dog()
    try realm.write {
      realm.add(dog)
      let sibling = realm.objects(Dog.self)[0]
      realm.delete(dog)
      realm.delete(sibling)
    }
    #expect(realm.isEmpty)
  }

  @Test("deleteAll empties every type and what was there is invalid")
  func all() throws {
    let realm = try memoryRealm()
    let node = Node(value: ["part": ["label": "p"]])
    node.children.append(Node())
    try realm.write {
      realm.add(node)
      realm.add(TextKey(value: ["id": "k"]))
    }
    let part = node.part
    try realm.write {
      realm.deleteAll()
      #expect(realm.isEmpty)
      realm.add(TextKey(value: ["id": "k"]))
    }
    #expect(node.isInvalidated && part?.isInvalidated == true && realm.objects(Node.self).isEmpty)
    #expect(realm.objects(TextKey.self).count == 1 && !realm.isEmpty)
  }

  @Test("types that this Realm does not list keep their rows")
  func subset() throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration())
      try realm.write {
        realm.create(Dog.self, value: ["Rex"])
        realm.create(TextKey.self, value: ["id": "k"])
      }
    }()
    try {
      var configuration = folder.configuration("data.realm", [TextKey.self])
      configuration.schemaVersion = 3
      let realm = try Realm(configuration: configuration)
      #expect(realm.schema.objectSchema.map(\.className) == ["TextKey"])
      try realm.write { realm.deleteAll() }
    }()
    let realm = try Realm(configuration: folder.configuration())
    #expect(realm.objects(Dog.self).count == 1 && realm.objects(TextKey.self).isEmpty)
  }
}

@Suite("Linking objects")
struct LinkingObjectsTests {
  @Test("they follow links inside and outside a write, once for each link")
  func live() throws {
    let realm = try memoryRealm()
    let (target, a, b) = (Node(value: ["label": "t"]), Node(value: ["label": "a"]), Node(value: ["label": "b"]))
    try realm.write { realm.add([target, a, b]) }
    let (parents, previous) = (target.parents, target.previous)
    #expect(parents.isEmpty && previous.isEmpty)
    try realm.write {
      a.children.append(objectsIn: [target, target])
      #expect(parents.map(\.label) == ["a", "a"])
      b.children.append(target)
      b.next = target
      #expect(parents.count == 3 && previous.map(\.label) == ["b"])
      a.children.remove(at: 0)
      #expect(parents.map(\.label) == ["a", "b"])
    }
    #expect(parents.map(\.label) == ["a", "b"] && target.parents.count == 2)
    try realm.write {
      b.next = a
      realm.delete(a)
      #expect(previous.isEmpty && parents.map(\.label) == ["b"])
    }
    #expect(parents.map(\.label) == ["b"] && b.next == nil)
    realm.beginWrite()
    b.children.removeAll()
    #expect(parents.isEmpty)
    realm.cancelWrite()
    #expect(parents.map(\.label) == ["b"])
  }

  @Test("they are invalidated with their owner")
  func invalidated() throws {
    let realm = try memoryRealm()
    let target = Node()
    try realm.write { realm.add(target) }
    let parents = target.parents
    #expect(!parents.isInvalidated && parents.realm == realm)
    try realm.write { realm.delete(target) }
    #expect(parents.isInvalidated)
  }

  @Test("they filter, sort and sum, duplicates included")
  func collection() throws {
    let realm = try memoryRealm()
    let target = Node()
    try realm.write {
      realm.add(target)
      for weight in [5, 1, 3] {
        let node = realm.create(Node.self, value: ["weight": weight])
        for _ in 0..<weight { node.children.append(target) }
      }
    }
    #expect(target.parents.count == 9 && target.parents.sum(of: \.weight) == 35)
    #expect(target.parents.where { $0.weight < 5 }.count == 4)
    #expect(target.parents.sorted(byKeyPath: "weight").map(\.weight) == [1, 3, 3, 3, 5, 5, 5, 5, 5])
    #expect(target.parents.max(of: \.weight) == 5 && target.parents.first?.weight == 5)
    let light = try #require(realm.objects(Node.self).where { $0.weight == 1 }.first)
    #expect(target.parents.index(of: light) == 5)
    #expect(realm.objects(Node.self).where { $0.parents.count == 9 }.count == 1)
    #expect(realm.objects(Node.self).where { $0.parents.weight == 3 }.count == 1)
  }
}
