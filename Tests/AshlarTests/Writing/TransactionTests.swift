import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Write transactions")
struct TransactionTests {
  private struct Stop: Error {}

  @Test("an error thrown in a write undoes values, new and deleted objects, links and lists")
  func rollback() throws {
    let realm = try memoryRealm()
    let node = Node(value: ["label": "a label of some length", "weight": 3, "part": ["label": "p"], "parts": [["label": "q"]]])
    node.children.append(objectsIn: [Node(value: ["label": "c"]), Node(value: ["label": "d"])])
    node.next = node.children[0]
    try realm.write { realm.add(node) }
    let before = node.description
    let counts = realm.objects(Node.self).count
    var added: Node?
    #expect(throws: Stop.self) {
      try realm.write {
        node.label = "another label of some length"
        node.weight = 4
        node.part?.label = "changed"
        node.part = Part(value: ["label": "new"])
        node.parts.append(Part())
        node.children.removeFirst()
        node.children.append(Node(value: ["label": "e"]))
        added = node.children.last
        if let next = node.next { realm.delete(next) }
        node.next = added
        #expect(node.children.map(\.label) == ["d", "e"])
        throw Stop()
      }
    }
    #expect(!realm.isInWriteTransaction && node.description == before && realm.objects(Node.self).count == counts)
    #expect(added?.isInvalidated == true && node.children.first?.parents.count == 1 && node.next?.previous.count == 1)
  }

  @Test("a write gives back what its block does, and ends where the block ends it")
  func ends() throws {
    let realm = try memoryRealm()
    let dog = try realm.write { realm.create(Dog.self, value: ["Rex"]) }
    #expect(dog.name == "Rex" && !realm.isInWriteTransaction)
    try realm.write {
      dog.age = 5
      realm.cancelWrite()
      #expect(!realm.isInWriteTransaction && dog.age == 0)
    }
    try realm.write {
      dog.age = 6
      try realm.commitWrite()
    }
    #expect(dog.age == 6)
    try realm.write {
      realm.cancelWrite()
      realm.beginWrite()
      dog.age = 7
    }
    #expect(dog.age == 7)
    #expect(throws: Stop.self) {
      try realm.write {
        try realm.commitWrite()
        throw Stop()
      }
    }
  }

  @Test("accessors of one row see each other's writes at once")
  func siblings() throws {
    let realm = try memoryRealm()
    let dog = try realm.write { realm.create(Dog.self, value: ["Rex", 1]) }
    let (a, b) = (realm.objects(Dog.self)[0], try #require(realm.objects(Dog.self).first))
    try realm.write {
      a.age = 2
      #expect(b.age == 2 && dog.age == 2)
      b.age = 3
      b.name = "a name that does not fit into a cell"
      #expect(a.age == 3 && dog.name == "a name that does not fit into a cell")
      a.owner = Person(value: ["firstName": "Ann"])
      #expect(b.owner?.firstName == "Ann" && b.owner?.dogs.count == 1)
    }
    #expect(dog.age == 3 && dog.owner?.firstName == "Ann")
  }

  @Test("an object of a cancelled write never becomes valid again, though the next has its key")
  func cancelled() throws {
    let realm = try memoryRealm()
    var gone: [Dog] = []
    for round in 0..<10 {
      realm.beginWrite()
      let dog = Dog(value: ["cancelled", round])
      realm.add(dog)
      let sibling = realm.objects(Dog.self).last
      let owner = Person()
      dog.owner = owner
      gone += [dog, try #require(sibling)]
      realm.cancelWrite()
      #expect(dog.isInvalidated && owner.isInvalidated && owner.realm == realm && realm.objects(Dog.self).count == round)
      try realm.write { realm.add(Dog(value: ["kept", round])) }
      #expect(gone.allSatisfy { $0.isInvalidated })
    }
    try realm.write { realm.objects(Dog.self).forEach { $0.age += 1 } }
    #expect(gone.allSatisfy { $0.isInvalidated } && realm.objects(Dog.self).map(\.age) == Array(1...10))
  }

  @Test("lists and linking objects of a cancelled object are invalid")
  func cancelledCollections() throws {
    let realm = try memoryRealm()
    realm.beginWrite()
    let node = Node()
    node.children.append(Node())
    realm.add(node)
    let (children, parents) = (node.children, node.children[0].parents)
    realm.cancelWrite()
    #expect(children.isInvalidated && parents.isInvalidated && node.isInvalidated)
    try realm.write { realm.add([Node(), Node()]) }
    #expect(children.isInvalidated && parents.isInvalidated && node.isInvalidated)
  }

  @Test("a condition with a cancelled or foreign object never matches another's row")
  func foreignConstants() throws {
    let realm = try memoryRealm()
    realm.beginWrite()
    let person = Person()
    realm.add(person)
    realm.cancelWrite()
    try realm.write { realm.create(Dog.self, value: ["name": "Rex", "owner": ["firstName": "Ann"]]) }
    #expect(realm.objects(Dog.self).where { $0.owner == person }.count == 0)
    #expect(realm.objects(Dog.self).where { $0.owner == Person() }.count == 0)
    #expect(realm.objects(Dog.self).where { $0.owner != Person() }.count == 1)
  }

  @Test("the changes of many writes are stored after reopening", arguments: [31 as UInt64])
  func reopen(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var ages: [Int] = []
    for _ in 0..<10 {
      let realm = try Realm(configuration: folder.configuration())
      #expect(realm.objects(Dog.self).map(\.age) == ages, "seed \(seed)")
      for _ in 0..<5 {
        let before = ages
        realm.beginWrite()
        for _ in 0..<generator.below(80) {
          let age = generator.below(1000)
          realm.create(Dog.self, value: ["d", age])
          ages.append(age)
        }
        for (index, dog) in realm.objects(Dog.self).enumerated() where generator.chance(5) {
          dog.age += 1
          ages[index] += 1
        }
        if generator.chance(25) {
          realm.cancelWrite()
          ages = before
        } else {
          try realm.commitWrite()
        }
      }
    }
  }

  @Test("invalidate ends a write and makes everything of the Realm invalid; the Realm stays usable")
  func invalidate() throws {
    let realm = try memoryRealm()
    let node = Node(value: ["label": "kept"])
    node.children.append(Node())
    try realm.write { realm.add(node) }
    let (children, results, parents) = (node.children, realm.objects(Node.self), node.children[0].parents)
    realm.beginWrite()
    node.label = "lost"
    realm.invalidate()
    #expect(!realm.isInWriteTransaction && node.isInvalidated)
    #expect(children.isInvalidated && results.isInvalidated && parents.isInvalidated)
    realm.invalidate()
    #expect(realm.objects(Node.self).first?.label == "kept" && realm.objects(Node.self).count == 2)
    try realm.write { realm.objects(Node.self).first?.label = "again" }
    #expect(realm.objects(Node.self).first?.label == "again" && node.isInvalidated)
  }
}
