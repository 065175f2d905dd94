import Ashlar
import Foundation
import Kinds
import People
import Testing

@Suite("Objects without a Realm")
struct UnmanagedTests {
  @Test("an unmanaged object has no Realm and is never invalidated")
  func state() {
    let dog = Dog()
    #expect(dog.realm == nil && !dog.isInvalidated)
    #expect(dog.owner == nil)
    let person = Person()
    #expect(person.dogs.count == 0 && person.dogs.realm == nil && person.dogs.isEmpty)
    dog.owner = person
    #expect(dog.owner === person && person.dogs.count == 0)
  }

  @Test("a list property is one instance, and assigning to it copies")
  func lists() {
    let person = Person()
    #expect(person.tags === person.tags && person.friends === person.friends)
    let tags = person.tags
    tags.append("a")
    #expect(Array(person.tags) == ["a"])
    let other = List<String>()
    other.append(objectsIn: ["x", "y"])
    person.tags = other
    #expect(person.tags === tags && Array(tags) == ["x", "y"])
    other.append("z")
    #expect(Array(person.tags) == ["x", "y"])
    person.tags = tags
    #expect(Array(person.tags) == ["x", "y"], "assigning a list to itself changes nothing")
  }

  @Test("objects are freed with everything they own")
  func freeing() {
    weak var lost: Person?
    weak var friend: Person?
    weak var list: List<Person>?
    weak var home: Address?
    do {
      let person = Person()
      person.lastName = String(repeating: "long", count: 20)
      person.photo = Data(repeating: 7, count: 100)
      person.home = Address(value: ["street": String(repeating: "s", count: 40)])
      let other = Person()
      person.friends.append(other)
      (lost, friend, list, home) = (person, other, person.friends, person.home)
      #expect(lost != nil && friend != nil && list != nil && home != nil)
    }
    #expect(lost == nil && friend == nil && list == nil && home == nil)
  }

  @Test("replacing what an object owns frees the old")
  func replacing() {
    weak var first: Node?
    let node = Node()
    do {
      let next = Node()
      first = next
      node.next = next
      node.next = next
    }
    #expect(first != nil)
    node.next = Node()
    #expect(first == nil)
    node.next = nil
    #expect(node.next == nil)
    for round in 0..<200 { node.label = String(repeating: "x", count: round) }
    #expect(node.label.count == 199)
  }

  @Test("many objects can be created, changed and released")
  func churn() {
    var kept: [Person] = []
    for round in 0..<5000 {
      let person = Person(value: ["firstName": "name number \(round) which is long", "tags": ["a", "b"]])
      person.nickname = round % 2 == 0 ? nil : "nick \(round)"
      person.friends.append(objectsIn: kept.suffix(2))
      if round % 10 == 0 { kept.append(person) }
      if kept.count > 20 { kept.removeFirst(10) }
    }
    #expect(kept.allSatisfy { $0.tags.count == 2 })
  }

  @Test("a cycle of objects is released once it was added")
  func cycle() throws {
    weak var lost: Node?
    let realm = try memoryRealm()
    try {
      let (a, b) = (Node(), Node())
      a.next = b
      b.next = a
      a.children.append(b)
      lost = a
      try realm.write { realm.add(a) }
      #expect(a.next?.next?.isSameObject(as: a) == true)
    }()
    #expect(lost == nil)
    #expect(realm.objects(Node.self).count == 2)
  }

  @Test("a description names each property, nests, and stops at five levels")
  func description() {
    let dog = Dog(value: ["Rex", 4])
    #expect(dog.description == "Dog {\n\tname = Rex;\n\tage = 4;\n\towner = (null);\n\tchip = (null);\n}")
    let node = Node()
    node.next = node
    #expect(node.description.contains("<Maximum depth exceeded>"))
    node.next = nil
    let defaulted = Defaulted()
    #expect(defaulted.description.contains("\tbool = 1;\n"))
    #expect(defaulted.description.contains("\tdate = 2024-02-29 00:00:00 +0000;\n"))
    #expect(defaulted.description.contains("\tdata = <00010203 — 4 total bytes>;\n"))
    let empty = Lists()
    #expect(empty.description.contains(#/ints = List<int> <0x[0-9a-f]+> \(\n\n\t\);/#))
  }

  @Test("equality is identity unless there is a primary key; the hash follows the key")
  func equality() throws {
    let (a, b) = (TextKey(value: ["id": "k"]), TextKey(value: ["id": "k"]))
    #expect(a == a && a != b && a.hashValue == b.hashValue)
    let (dog, other) = (Dog(), Dog())
    #expect(dog == dog && dog != other)
    let realm = try memoryRealm()
    try realm.write { realm.add([dog, other]) }
    try realm.write { realm.add(a) }
    let (c, d) = (realm.object(ofType: TextKey.self, forPrimaryKey: "k"), realm.objects(TextKey.self).first)
    #expect(c == d && c == a && c?.hashValue == a.hashValue && c != b)
    let sibling = realm.objects(Dog.self).first
    #expect(sibling != dog && sibling?.isSameObject(as: dog) == true && sibling?.isSameObject(as: other) == false)
    #expect(dog.isSameObject(as: nil) == false && Dog().isSameObject(as: dog) == false)
  }
}
