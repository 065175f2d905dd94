import Ashlar
import Collections
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("What objects look like")
struct DescriptionTests {
  @Test("an object shows its stored properties, five levels deep")
  func depth() {
    let node = Node(value: [
      "label": "1",
      "next": ["label": "2", "next": ["label": "3", "next": ["label": "4", "next": ["label": "5", "next": ["label": "6"]]]]],
    ])
    let text = node.description
    #expect(text.hasPrefix("Node {\n\tlabel = 1;\n") && text.contains("label = 5;") && !text.contains("label = 6;"))
    #expect(text.contains("\t\t\t\t\tnext = <Maximum depth exceeded>;\n"))
  }

  @Test("objects that link widely are cut off, in one collection after the next")
  func wide() throws {
    let realm = try memoryRealm()
    let people = (0..<60).map { Person(value: ["firstName": "\($0)"]) }
    for person in people { person.friends.append(objectsIn: people) }
    try realm.write { realm.add(people) }
    let text = people[0].description
    #expect(text.contains("<Maximum size exceeded>"))
    #expect(text.components(separatedBy: "firstName = ").count == 1001)
  }

  @Test("objects in values of any type count as levels, also where they lead in a circle")
  func anyValues() throws {
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      object.list.append(.object(object))
      object.any = .fromDictionary(["self": .object(object)])
    }
    let text = realm.objects(Anything.self)[0].description
    #expect(text.contains("<Maximum depth exceeded>") && text.components(separatedBy: "Anything {").count < 20)
  }

  @Test("an ObjectId in a message has all its digits, and a UUID its usual form")
  func keys() async {
    let id = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write { for _ in 0..<2 { realm.create(Person.self, value: ["_id": try ObjectId(string: "00010203040506070809000a")]) } }
    }
    #expect(errorText(id).contains("with an existing primary key value '00010203040506070809000a'."))
  }
}

@Suite("Objects in dump and in debuggers")
struct ObjectDumpTests {
  private func text(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test("a mirror has the properties by name")
  func properties() throws {
    let realm = try memoryRealm()
    let dog = try realm.write {
      realm.create(Dog.self, value: ["name": "Rex", "age": 3, "owner": ["firstName": "Ada", "tags": ["x", "y"]]])
    }
    let mirror = Mirror(reflecting: dog)
    #expect(mirror.children.compactMap(\.label) == ["name", "age", "owner", "chip"])
    #expect(mirror.descendant("name") as? String == "Rex" && mirror.descendant("owner", "firstName") as? String == "Ada")
    #expect(mirror.descendant("owner", "tags", 1) as? String == "y")
    #expect(Mirror(reflecting: Dog(value: ["age": 2])).descendant("age") as? Int == 2)
  }

  @Test("a circle of links ends, and deleted objects and those of other threads can be looked at")
  func circles() throws {
    let realm = try memoryRealm()
    let node = try realm.write {
      let node = realm.create(Node.self, value: ["label": "a"])
      node.next = node
      node.children.append(node)
      return node
    }
    #expect(text(node).components(separatedBy: "\n").count < 400)
    let address = UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
    let seen = try onThread { () -> [String] in
      guard let pointer = UnsafeRawPointer(bitPattern: address) else { return [] }
      return Mirror(reflecting: Unmanaged<Node>.fromOpaque(pointer).takeUnretainedValue()).children.compactMap(\.label)
    }
    #expect(seen == ["realm"])
    try realm.write { realm.delete(node) }
    #expect(Mirror(reflecting: node).children.compactMap(\.label) == ["isInvalidated"])
  }

  @Test("collections show their elements, at most a hundred")
  func collections() throws {
    let realm = try memoryRealm()
    let shelf = try realm.write {
      realm.create(Shelf.self, value: ["id": 1, "ints": Array(0..<150), "scores": ["a": 1], "thingList": [["name": "t"]]])
    }
    #expect(Mirror(reflecting: shelf.ints).children.count == 101)
    #expect(Mirror(reflecting: shelf.ints).descendant("more") as? Int == 50)
    #expect(Mirror(reflecting: shelf.scores).descendant("a") as? Int == 1)
    #expect(Mirror(reflecting: shelf.thingList).descendant(0, "name") as? String == "t")
    #expect(Mirror(reflecting: realm.objects(Thing.self)).descendant(0, "name") as? String == "t")
  }
}
