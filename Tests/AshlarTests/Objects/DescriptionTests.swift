import Ashlar
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import Testing
import Traits

@Suite("Descriptions of objects")
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

@Suite("Descriptions of collections, values and decimals")
struct PrintTests {
  private func printed(_ value: Any) -> String {
    var text = ""
    print(value, terminator: "", to: &text)
    return text
  }

  private func filled(_ count: Int) throws -> Realm {
    let realm = try memoryRealm()
    try realm.write {
      let owner = realm.create(Person.self, value: ["firstName": "Ada"])
      for index in 0..<count {
        realm.create(Dog.self, value: ["name": "Dog \(index)", "age": index / 60, "owner": owner] as [String: Any])
      }
    }
    return realm
  }

  @Test("results show at most a hundred objects, with their properties, and count the others")
  func results() throws {
    let realm = try filled(120)
    let dogs = realm.objects(Dog.self)
    let text = printed(dogs)
    #expect(text.hasPrefix("Results<Dog> <0x0> (\n\t[0] Dog {\n\t\tname = Dog 0;\n\t\tage = 0;\n\t\towner = Person {\n"))
    #expect(text.components(separatedBy: "] Dog {").count == 101 && text.hasSuffix("\n\t... 20 objects skipped.\n)"))
    #expect(printed(AnyRealmCollection(dogs)) == text && printed(FrozenResults(dogs)) == text)
    let sorted = printed(dogs.where { $0.age == 1 }.sorted(by: \.name, ascending: false))
    #expect(sorted.hasPrefix("Results<Dog> <0x0> (\n\t[0] Dog {\n\t\tname = Dog 99;\n"))
    #expect(printed(realm.objects(Dog.self).where { $0.age == 9 }) == "Results<Dog> <0x0> (\n\n)")
    #expect(printed(Frozen(dogs[0])) == printed(dogs[0]))
  }

  @Test("the elements of a collection share a thousand objects equally")
  func wide() throws {
    let realm = try memoryRealm()
    let people = (0..<60).map { Person(value: ["firstName": "\($0)"]) }
    for person in people { person.friends.append(objectsIn: people) }
    try realm.write { realm.add(people) }
    for text in [printed(realm.objects(Person.self)), printed(people[0].friends)] {
      #expect(text.contains("<Maximum size exceeded>"))
      #expect(text.components(separatedBy: "firstName = ").count == 60 * 16 + 1)
      #expect(text.contains("\n\t[59] Person {\n"))
    }
  }

  @Test("sections show their keys and their elements")
  func sections() throws {
    let realm = try filled(70)
    let sections = realm.objects(Dog.self).sectioned(by: \.age)
    let text = printed(sections)
    #expect(text.hasPrefix("SectionedResults<int, Dog> <0x0> (\n\t[0] ResultsSection<int, Dog> 0 <0x0> (\n\t\t[0] Dog {\n\t\t\tname = "))
    #expect(text.contains("\n\t[1] ResultsSection<int, Dog> 1 <0x0> (\n") && text.components(separatedBy: "] Dog {").count == 71)
    #expect(printed(sections[1]).hasPrefix("ResultsSection<int, Dog> 1 <0x0> (\n\t[0] Dog {\n"))
    let last = sections[1]
    try realm.write { realm.delete(realm.objects(Dog.self).where { $0.age == 1 }) }
    #expect(printed(last) == "[invalid collection]")
    #expect(Mirror(reflecting: sections).children.count == 1)
  }

  @Test("descriptions of collections that can no longer be read state this")
  func invalid() throws {
    let realm = try filled(1)
    let person = try #require(realm.objects(Person.self).first)
    let (friends, tags) = (person.friends, person.tags)
    try realm.write { realm.delete(person) }
    #expect(printed(friends) == "[invalid collection]" && printed(tags) == "[invalid collection]")
    let dogs = realm.objects(Dog.self)
    realm.invalidate()
    #expect(printed(dogs) == "[invalid collection]")
  }

  @Test("decimals, identifiers and values of any type show their content, also inside of other values")
  func scalars() throws {
    let id = try ObjectId(string: "00010203040506070809000a")
    let price: Decimal128 = "-19.95"
    #expect(printed(price) == "-19.95" && printed([price]) == "[-19.95]" && printed(Decimal128?(price) as Any).contains("-19.95"))
    #expect(printed(id) == "00010203040506070809000a" && printed([id]) == "[00010203040506070809000a]")
    for value in [price, id] as [Any] {
      var text = ""
      dump(value, to: &text)
      #expect(text == "- \(value)\n")
    }
    #expect(printed(AnyRealmValue.decimal128(price)) == "-19.95" && printed(AnyRealmValue.none) == "(null)")
    #expect(printed(AnyRealmValue.data(Data([1, 255]))) == "<01ff — 2 total bytes>")
    #expect(printed(AnyRealmValue.fromArray([.int(1), .string("a")])) == "List<mixed> <0x0> (\n\t[0] 1,\n\t[1] a\n)")
  }

  @Test("a struct of values shows its fields")
  func values() throws {
    let text = printed(Saddle.Value(size: 3, weight: 1.5))
    #expect(text == "Value(size: 3, weight: Optional(1.5))")
    let horse = printed(Horse.Value(name: "Bolt", riders: [.key(4)]))
    #expect(horse.contains("name: \"Bolt\"") && horse.contains("key(4)"))
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
