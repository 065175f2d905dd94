import Ashlar
import Foundation
import Kinds
import People
import Shelves
import Testing

@Suite("Values by key and by path")
struct KeyValueAccessTests {
  @Test("a key reads and sets a property, managed and not")
  func keys() throws {
    let dog = Dog()
    dog.setValue("Rex", forKey: "name")
    #expect(dog.value(forKey: "name") as? String == "Rex" && dog.value(forKey: "owner") == nil)
    dog.setValue(["firstName": "Ada"], forKey: "owner")
    let realm = try memoryRealm()
    try realm.write {
      realm.add(dog)
      dog.setValue(7, forKey: "age")
    }
    #expect(dog.age == 7 && dog.owner?.firstName == "Ada")
    let person = try #require(dog.owner)
    try realm.write { person.setValue([["firstName": "x"], ["firstName": "y"]], forKey: "friends") }
    #expect(person.friends.map(\.firstName) == ["x", "y"])
  }

  @Test("a path leads through links, and ends in nil where a link does")
  func paths() throws {
    let node = Node(value: ["label": "a", "next": ["label": "b", "next": ["label": "c", "part": ["piece": ["label": "p"]]]]])
    #expect(node.value(forKeyPath: "next.next.label") as? String == "c")
    #expect(node.value(forKeyPath: "next.next.next.label") == nil)
    #expect(node.value(forKeyPath: "label") as? String == "a")
    node.setValue("z", forKeyPath: "next.next.label")
    #expect(node.next?.next?.label == "z")
    node.setValue("z", forKeyPath: "next.next.next.label")
    #expect(node.next?.next?.next == nil)
  }

  private func tree(_ isManaged: Bool) throws -> (realm: Realm?, root: Node) {
    let root = Node(value: ["label": "root", "children": [["label": "a", "weight": 1], ["label": "b", "weight": 2]]])
    root.children[0].children.append(objectsIn: [Node(value: ["label": "c", "weight": 3]), Node(value: ["label": "d", "weight": 4])])
    root.children[1].next = Node(value: ["label": "e"])
    root.parts.append(Part(value: ["label": "p", "pieces": [["count": 5], ["count": 6]]]))
    guard isManaged else { return (nil, root) }
    let realm = try memoryRealm(KindsSchema.objectTypes)
    realm.beginWrite()
    realm.add(root)
    return (realm, root)
  }

  @Test("a path leads through lists, and applies operators to them", arguments: [false, true])
  func lists(isManaged: Bool) throws {
    let (realm, root) = try tree(isManaged)
    #expect(root.value(forKeyPath: "children.label") as? [String] == ["a", "b"])
    #expect(root.value(forKeyPath: "children.next.label") as? [String?] == [nil, "e"])
    #expect(root.value(forKeyPath: "children.children.label") as? [[String]] == [["c", "d"], []])
    #expect(root.value(forKeyPath: "children.@count") as? Int == 2 && root.value(forKeyPath: "children.@sum.weight") as? Int == 3)
    #expect(
      root.value(forKeyPath: "children.@avg.weight") as? Double == 1.5 && root.value(forKeyPath: "children.@max.weight") as? Int8 == 2)
    #expect(root.value(forKeyPath: "children.@unionOfObjects.label") as? [String] == ["a", "b"])
    #expect((root.value(forKeyPath: "children.@unionOfArrays.children") as? [Node])?.map(\.label) == ["c", "d"])
    #expect(root.value(forKeyPath: "parts.pieces.count") as? [[Int]] == [[5, 6]])
    #expect(root.value(forKeyPath: "next.children.label") == nil)
    if let realm {
      let child = try #require(realm.objects(Node.self).where { $0.label == "c" }.first)
      #expect(child.value(forKeyPath: "parents.label") as? [String] == ["a"])
      #expect(child.value(forKeyPath: "parents.parents.label") as? [[String]] == [["root"]])
      #expect(child.value(forKeyPath: "parents.@count") as? Int == 1)
      let untyped = realm.dynamicObjects("Node")[0]
      #expect(untyped.value(forKeyPath: "children.label") as? [String] == ["a", "b"])
      #expect(untyped.value(forKeyPath: "children.@max.weight") as? Int == 2)
    }
    realm?.cancelWrite()
  }

  @Test("setting through a list sets each object, and behind linking objects too", arguments: [false, true])
  func settingThroughLists(isManaged: Bool) throws {
    let (realm, root) = try tree(isManaged)
    root.setValue(9, forKeyPath: "children.weight")
    #expect(root.children.map(\.weight) == [9, 9])
    root.setValue("all", forKeyPath: "children.children.label")
    #expect(root.children[0].children.map(\.label) == ["all", "all"])
    root.setValue("one", forKeyPath: "children.next.label")
    #expect(root.children[1].next?.label == "one" && root.children[0].next == nil)
    if realm != nil {
      root.children[0].setValue("above", forKeyPath: "parents.label")
      #expect(root.label == "above")
    }
    realm?.cancelWrite()
  }

  @Test("a path leads through sets and through maps by their keys, and sets what is there", arguments: [false, true])
  func setsAndMaps(isManaged: Bool) throws {
    let shelf = Shelf(value: ["id": 1, "scores": ["a": 1, "b": 2], "thingMap": ["k": ["name": "t"], "n": NSNull()] as [String: Any]])
    shelf.things.insert(Thing(value: ["name": "s", "weight": 3]))
    shelf.labels["l"] = Label(value: ["text": "x", "inner": ["i": ["text": "deep"]]])
    shelf.ints.insert(objectsIn: [1, 2])
    let realm = isManaged ? try memoryRealm(CollectionsSchema.objectTypes) : nil
    realm?.beginWrite()
    realm?.add(shelf)
    #expect(shelf.value(forKeyPath: "things.name") as? Set<String> == ["s"] && shelf.value(forKeyPath: "ints.@sum") as? Int == 3)
    #expect(shelf.value(forKeyPath: "scores.a") as? Int == 1 && shelf.value(forKeyPath: "scores.z") == nil)
    #expect(shelf.value(forKeyPath: "scores.@sum") as? Int == 3 && shelf.value(forKeyPath: "scores.@count") as? Int == 2)
    #expect((shelf.value(forKeyPath: "scores.@allKeys") as? [String])?.sorted() == ["a", "b"])
    #expect(shelf.value(forKeyPath: "thingMap.k.name") as? String == "t" && shelf.value(forKeyPath: "thingMap.n.name") == nil)
    #expect(shelf.value(forKeyPath: "labels.l.inner.i.text") as? String == "deep")
    shelf.setValue(5, forKeyPath: "scores.c")
    shelf.setValue(nil, forKeyPath: "scores.a")
    shelf.setValue("new", forKeyPath: "thingMap.k.name")
    shelf.setValue("new", forKeyPath: "thingMap.n.name")
    shelf.setValue("set", forKeyPath: "things.name")
    shelf.setValue("deeper", forKeyPath: "labels.l.inner.i.text")
    #expect(shelf.scores["c"] == 5 && shelf.scores["a"] == nil && shelf.thingMap["k"]??.name == "new" && shelf.things.first?.name == "set")
    #expect(shelf.labels["l"]??.inner["i"]??.text == "deeper")
    realm?.cancelWrite()
  }

  @Test("a path leads into values of any type", arguments: [false, true])
  func anyValues(isManaged: Bool) throws {
    let object = Anything(value: ["id": 1, "any": ["target": Target(value: ["t"]), "list": [1, 2]]] as [String: Any])
    let realm = isManaged ? try memoryRealm(ValueSchema.types) : nil
    realm?.beginWrite()
    realm?.add(object)
    #expect(object.value(forKeyPath: "any.target.name") as? String == "t" && object.value(forKeyPath: "any.list.@count") as? Int == 2)
    object.setValue("later", forKeyPath: "any.target.name")
    object.setValue(3, forKeyPath: "any.number")
    #expect(object.any.dictionaryValue?["target"]?.object(Target.self)?.name == "later" && object.any.dictionaryValue?["number"] == .int(3))
    object.any = .object(Target(value: ["direct"]))
    #expect(object.value(forKeyPath: "any.name") as? String == "direct" && object.value(forKeyPath: "any.any.name") == nil)
    realm?.cancelWrite()
  }

  @Test("a dictionary has a value for each name, nil too, and makes the same object")
  func dictionary() throws {
    let dog = Dog(value: ["name": "Rex", "age": 3])
    let values = dog.dictionaryWithValues(forKeys: ["name", "age", "chip", "owner"])
    #expect(Set(values.keys) == ["name", "age", "chip", "owner"])
    let copy = Dog(value: values)
    #expect(copy.name == "Rex" && copy.age == 3 && copy.chip == nil)
  }

  @Test("an unknown name stops the program, and so does a path through a value")
  func misuse() async {
    let name = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog().value(forKey: "nmae")
    }
    #expect(errorText(name).contains("Property 'nmae' not found in object of type 'Dog'"))
    let path = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["name": "a"]).value(forKeyPath: "name.length")
    }
    #expect(errorText(path).contains("Invalid key path 'name.length': 'Dog.name' is not a link or a collection"))
    let deep = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Dog(value: ["owner": ["firstName": "a"]]).value(forKeyPath: "owner.firstName.first.length")
    }
    #expect(errorText(deep).contains("Invalid key path 'owner.firstName.first.length': 'Person.firstName' is not a link or a collection"))
  }

  @Test("setting an operator, and a property behind a value, stops the program", arguments: ["tags.@count", "firstName.length"])
  func misuseOfSetting(path: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [path = path as String] in
      Person().setValue(1, forKeyPath: path)
    }
    #expect(
      errorText(result).contains(
        path == "firstName.length"
          ? "Invalid key path 'firstName.length': 'firstName' is not a link or a collection" : "Property '@count' not found"))
  }
}
