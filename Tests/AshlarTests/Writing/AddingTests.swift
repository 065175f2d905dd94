import Ashlar
import Foundation
import Kinds
import Library
import People
import Testing

@Suite("Adding objects")
struct AddingTests {
  @Test("the instance itself becomes managed, and adding it again changes nothing")
  func add() throws {
    let realm = try memoryRealm()
    let dog = Dog(value: ["Rex", 4])
    try realm.write {
      realm.add(dog)
      realm.add(dog)
      #expect(dog.realm == realm && realm.objects(Dog.self).count == 1)
    }
    #expect(dog.name == "Rex" && dog.age == 4 && !dog.isInvalidated)
    #expect(realm.objects(Dog.self).first?.isSameObject(as: dog) == true)
  }

  @Test("all that an object reaches is added once, cycles and repeats included")
  func graph() throws {
    let realm = try memoryRealm()
    let nodes = (0..<50).map { Node(value: ["weight": $0]) }
    for (index, node) in nodes.enumerated() {
      node.next = nodes[(index + 1) % nodes.count]
      node.children.append(objectsIn: [nodes[(index * 7) % nodes.count], nodes[index], nodes[(index * 7) % nodes.count]])
    }
    try realm.write { realm.add(nodes[0]) }
    #expect(realm.objects(Node.self).count == 50 && nodes.allSatisfy { $0.realm == realm })
    for (index, node) in nodes.enumerated() {
      #expect(node.weight == index && node.next?.weight == (index + 1) % 50)
      #expect(node.children.map(\.weight) == [(index * 7) % 50, index, (index * 7) % 50])
      #expect(node.previous.map(\.weight) == [(index + 49) % 50])
    }
  }

  @Test("a long chain of objects is added without a deep stack")
  func chain() throws {
    let realm = try memoryRealm()
    var all: [Node] = []
    for index in 0..<20_000 {
      let node = Node()
      node.weight = index
      all.last?.next = node
      all.append(node)
    }
    try realm.write { realm.add(all[0]) }
    #expect(realm.objects(Node.self).count == all.count && all.last?.previous.count == 1)
  }

  @Test("lists taken before adding are the lists of the managed object")
  func lists() throws {
    let realm = try memoryRealm()
    let node = Node()
    let (children, parts) = (node.children, node.parts)
    children.append(Node(value: ["label": "c"]))
    parts.append(Part(value: ["label": "p"]))
    try realm.write { realm.add(node) }
    #expect(node.children === children && node.parts === parts && children.realm == realm)
    try realm.write { children.append(Node(value: ["label": "d"])) }
    #expect(realm.objects(Node.self).first?.children.map(\.label) == ["c", "d"])
    #expect(node.children === children)
  }

  @Test("setting a link adds the unmanaged target")
  func link() throws {
    let realm = try memoryRealm()
    let dog = try realm.write { realm.create(Dog.self, value: ["Rex"]) }
    let person = Person(value: ["firstName": "Ann"])
    try realm.write { dog.owner = person }
    #expect(person.realm == realm && person.dogs.map(\.name) == ["Rex"])
    try realm.write { dog.owner = nil }
    #expect(person.dogs.isEmpty && dog.owner == nil && realm.objects(Person.self).count == 1)
  }

  @Test("create takes arrays, dictionaries and objects, and leaves an object given to it alone")
  func create() throws {
    let realm = try memoryRealm()
    let owner = Person(value: ["firstName": "Ann"])
    let dog = Dog(value: ["name": "Rex", "owner": owner])
    try realm.write {
      let copy = realm.create(Dog.self, value: dog)
      #expect(copy.name == "Rex" && copy.owner?.firstName == "Ann" && copy.owner !== owner)
      #expect(realm.create(Dog.self, value: ["Bo", 3]).age == 3)
      #expect(realm.create(Dog.self, value: ["name": "Cy", "owner": ["firstName": "Bob"], "unknown": 1]).owner?.firstName == "Bob")
      #expect(realm.create(Dog.self).name == "")
      #expect(realm.create(Dog.self, value: ["name": "Di", "owner": NSNull()]).owner == nil)
      #expect(realm.create(Dog.self, value: ["name": "Ed", "owner": copy.owner as Any]).owner?.isSameObject(as: copy.owner) == true)
    }
    #expect(owner.realm == nil && dog.realm == nil)
    #expect(realm.objects(Dog.self).count == 6 && realm.objects(Person.self).count == 2)
  }

  @Test("create from a managed object of a type without key makes a second row that shares links")
  func duplicate() throws {
    let realm = try memoryRealm()
    let node = Node(value: ["label": "n", "part": ["label": "p"], "parts": [["label": "q"]]])
    node.children.append(Node())
    try realm.write {
      realm.add(node)
      let copy = realm.create(Node.self, value: node)
      #expect(!copy.isSameObject(as: node) && copy.children.first?.isSameObject(as: node.children.first) == true)
      #expect(copy.part?.label == "p" && copy.part?.isSameObject(as: node.part) == false)
      #expect(copy.parts.map(\.label) == ["q"] && node.parts.map(\.label) == ["q"])
    }
    #expect(realm.objects(Node.self).count == 3)
  }

  @Test("create copies an object of another Realm deeply, each row once, cycles included")
  func deepCopy() throws {
    let (source, target) = (try memoryRealm(), try memoryRealm())
    let nodes = (0..<30).map { Node(value: ["weight": $0, "part": ["label": "part \($0)"]]) }
    for (index, node) in nodes.enumerated() {
      node.next = nodes[(index + 1) % 30]
      node.children.append(objectsIn: [nodes[0], nodes[index], nodes[29 - index]])
    }
    try source.write { source.add(nodes[0]) }
    let copy = try target.write { target.create(Node.self, value: nodes[0]) }
    #expect(target.objects(Node.self).count == 30)
    var node = copy
    for index in 0..<30 {
      #expect(node.weight == index && node.part?.label == "part \(index)")
      #expect(node.children.map(\.weight) == [0, index, 29 - index])
      node = try #require(node.next)
    }
    #expect(node.isSameObject(as: copy))
  }

  @Test("values are converted as the type asks for")
  func conversions() throws {
    let object = Scalars(value: [
      "bool": 1, "int": 3 as Int8, "int8": true, "float": 2, "double": 1.5 as Float, "decimal": "1.25",
      "uuid":
        "00112233-4455-6677-8899-AABBCCDDEEFF", "shade": "light", "level": 7, "anyInt": NSNull(), "anyShade": Shade.light,
    ])
    #expect(object.bool && object.int == 3 && object.int8 == 1 && object.float == 2 && object.double == 1.5)
    #expect("\(object.decimal)" == "1.25" && object.uuid == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    #expect(object.shade == .light && object.level == .top && object.anyInt == nil && object.anyShade == .light)
    let lists = Lists(value: [
      "ints": [1, 2 as Int8, true], "shades": ["dark", Shade.light], "nodes": [["label": "a"], ["b", 5]], "strings": NSNull(),
    ])
    #expect(Array(lists.ints) == [1, 2, 1] && Array(lists.shades) == [.dark, .light])
    #expect(lists.nodes.map(\.label) == ["a", "b"] && lists.nodes[1].weight == 5 && lists.strings.isEmpty)
  }

  @Test("properties are read and written by name")
  func subscripts() throws {
    let realm = try memoryRealm()
    let person = Person()
    func check() throws {
      person["firstName"] = "Ann"
      person["priority"] = 9
      person["mood"] = Mood.busy
      person["tags"] = ["a", "b"]
      person["home"] = ["street": "x"]
      #expect(person["firstName"] as? String == "Ann" && person["priority"] as? Int == 9 && person["mood"] as? String == "busy")
      #expect((person["tags"] as? List<String>).map(Array.init) == ["a", "b"] && person.home?.street == "x")
      #expect((person["home"] as? Address)?.street == "x")
      person["priority"] = nil
      person["tags"] = person["tags"]
      #expect(person["priority"] == nil && person.tags.count == 2)
      person["tags"] = nil
      person["home"] = nil
      #expect(person.tags.isEmpty && person.home == nil)
    }
    try check()
    try realm.write { realm.add(person) }
    try realm.write { try check() }
    #expect((person["dogs"] as? LinkingObjects<Dog>)?.isEmpty == true)
  }
}
