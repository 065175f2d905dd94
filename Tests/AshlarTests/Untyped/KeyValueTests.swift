import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

@Suite("Keys and key paths of collections")
struct KeyValueTests {
  private func nodes(_ isManaged: Bool) throws -> (Realm?, Node) {
    let root = Node(value: ["label": "root"])
    for (index, label) in ["a", "b", "c", "b"].enumerated() {
      let child = Node(value: ["label": label, "weight": index + 1, "part": ["label": "part \(label)"]])
      if index == 2 { child.part = nil }
      child.children.append(Node(value: ["label": "\(label)\(index)"]))
      root.children.append(child)
    }
    guard isManaged else { return (nil, root) }
    let realm = try memoryRealm(KindsSchema.objectTypes)
    realm.beginWrite()
    realm.add(root)
    return (realm, root)
  }

  @Test("a key gives a property of each object, nil for nil", arguments: [false, true])
  func values(isManaged: Bool) throws {
    let (realm, root) = try nodes(isManaged)
    let children = root.children
    #expect(children.value(forKey: "label") as? [String] == ["a", "b", "c", "b"])
    #expect((children.value(forKey: "part") as? [Part?])?.map { $0?.label } == ["part a", "part b", nil, "part b"])
    #expect((children.value(forKey: "self") as? [Node])?.map(\.label) == ["a", "b", "c", "b"])
    realm?.cancelWrite()
  }

  @Test("a set gives a set, also on the way of a path", arguments: [false, true])
  func sets(isManaged: Bool) throws {
    let shelf = Shelf(value: [
      "ints": [1, 2], "maybeTextSet": ["a", nil] as [String?], "things": [["name": "x"], ["name": "y"], ["name": "x"]],
    ])
    let realm = isManaged ? try memoryRealm(CollectionsSchema.objectTypes) : nil
    realm?.beginWrite()
    realm?.add(shelf)
    #expect(shelf.ints.value(forKey: "self") as? Set<Int> == [1, 2])
    #expect((shelf.ints.value(forKey: "self") as? NSSet)?.contains(NSNumber(value: 2)) == true)
    #expect((shelf.maybeTextSet.value(forKey: "self") as? NSSet)?.allObjects.contains { $0 is NSNull } == true)
    #expect(shelf.things.value(forKey: "name") as? Set<String> == ["x", "y"])
    #expect(shelf.value(forKeyPath: "things.name") as? Set<String> == ["x", "y"])
    #expect(shelf.value(forKeyPath: "things.@count") as? Int == 3)
    #expect((shelf.things.value(forKeyPath: "@unionOfObjects.name") as? [String])?.count == 3)
    realm?.cancelWrite()
  }

  @Test("a path follows links, and operators apply to collections", arguments: [false, true])
  func paths(isManaged: Bool) throws {
    let (realm, root) = try nodes(isManaged)
    let children = root.children
    #expect(children.value(forKeyPath: "part.label") as? [String?] == ["part a", "part b", nil, "part b"])
    #expect(children.value(forKeyPath: "@count") as? Int == 4)
    #expect(children.value(forKeyPath: "@min.weight") as? Int == 1)
    #expect(children.value(forKeyPath: "@max.weight") as? Int == 4)
    #expect(children.value(forKeyPath: "@sum.weight") as? Int == 10)
    #expect(children.value(forKeyPath: "@avg.weight") as? Double == 2.5)
    #expect(children.value(forKeyPath: "@unionOfObjects.label") as? [String] == ["a", "b", "c", "b"])
    #expect((children.value(forKeyPath: "@unionOfObjects.part") as? [Part])?.count == 3)
    #expect(children.value(forKeyPath: "@distinctUnionOfObjects.label") as? [String] == ["a", "b", "c"])
    #expect((children.value(forKeyPath: "@unionOfArrays.children") as? [Node])?.map(\.label) == ["a0", "b1", "c2", "b3"])
    #expect((children.value(forKeyPath: "@distinctUnionOfArrays.children") as? [Node])?.count == 4)
    realm?.cancelWrite()
  }

  @Test("operators on values use self", arguments: [false, true])
  func operatorsOnValues(isManaged: Bool) throws {
    let lists = Lists()
    lists.ints.append(objectsIn: [3, 1, 3])
    lists.doubles.append(objectsIn: [0.5, 1])
    let realm = isManaged ? try memoryRealm(KindsSchema.objectTypes) : nil
    realm?.beginWrite()
    realm?.add(lists)
    #expect(lists.ints.value(forKeyPath: "@sum.self") as? Int == 7)
    #expect(lists.ints.value(forKeyPath: "@sum") as? Int == 7)
    #expect(lists.ints.value(forKeyPath: "@max") as? Int == 3)
    #expect(lists.doubles.value(forKeyPath: "@avg.self") as? Double == 0.75)
    #expect(lists.ints.value(forKeyPath: "@distinctUnionOfObjects.self") as? [Int] == [3, 1])
    #expect(lists.strings.value(forKeyPath: "@count") as? Int == 0)
    realm?.cancelWrite()
  }

  @Test("setting a key sets the property of every object", arguments: [false, true])
  func setting(isManaged: Bool) throws {
    let (realm, root) = try nodes(isManaged)
    root.children.setValue(7, forKey: "weight")
    #expect(root.children.map(\.weight) == [7, 7, 7, 7])
    if let realm {
      // Those that leave the results by the change are set as well.
      realm.objects(Node.self).where { $0.weight == 7 }.setValue(8, forKey: "weight")
      #expect(root.children.map(\.weight) == [8, 8, 8, 8])
      realm.cancelWrite()
    }
  }

  @Test("setting self replaces each value of a list, and all of a set", arguments: [false, true])
  func settingSelf(isManaged: Bool) throws {
    let shelf = Shelf()
    shelf.maybeInts.append(objectsIn: [1, nil])
    shelf.ints.insert(objectsIn: [1, 2])
    let realm = isManaged ? try memoryRealm(CollectionsSchema.objectTypes) : nil
    realm?.beginWrite()
    realm?.add(shelf)
    shelf.maybeInts.setValue(5, forKey: "self")
    #expect(Array(shelf.maybeInts) == [5, 5])
    shelf.maybeInts.setValue(nil, forKey: "self")
    #expect(Array(shelf.maybeInts) == [nil, nil])
    shelf.ints.setValue(9, forKey: "self")
    #expect(Array(shelf.ints) == [9])
    realm?.cancelWrite()
  }

  @Test("a map's keys are keys, and operators begin with an at sign", arguments: [false, true])
  func maps(isManaged: Bool) throws {
    let shelf = Shelf()
    shelf.scores["a"] = 1
    shelf.scores["b"] = 3
    shelf.thingMap["x"] = Thing(value: ["name": "thing"])
    let realm = isManaged ? try memoryRealm(CollectionsSchema.objectTypes) : nil
    realm?.beginWrite()
    realm?.add(shelf)
    #expect(shelf.scores.value(forKey: "a") as? Int == 1)
    #expect(shelf.scores.value(forKey: "c") == nil)
    #expect(shelf.scores.value(forKey: "@count") as? Int == 2)
    #expect((shelf.scores.value(forKey: "@allKeys") as? [String])?.sorted() == ["a", "b"])
    #expect((shelf.scores.value(forKey: "@allValues") as? [Int])?.sorted() == [1, 3])
    #expect(shelf.scores.value(forKeyPath: "@max") as? Int == 3)
    #expect(shelf.scores.value(forKeyPath: "@sum.self") as? Int == 4)
    #expect(shelf.thingMap.value(forKeyPath: "x.name") as? String == "thing")
    shelf.scores.setValue(5, forKey: "b")
    #expect(shelf.scores["b"] == 5)
    shelf.scores.setValue(nil, forKey: "b")
    #expect(shelf.scores.keys == ["a"])
    realm?.cancelWrite()
  }

  @Test("an unknown key stops the program, as do a nested argument, nil and a value of another type", arguments: 0..<6)
  func misuse(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let lists = Lists()
      lists.ints.append(1)
      lists.nodes.append(Node())
      switch number {
      case 0: _ = lists.nodes.value(forKey: "x") as [Any]
      case 1: _ = lists.nodes.value(forKeyPath: "@max.part.size")
      case 2: lists.ints.setValue(nil, forKey: "self")
      case 3: lists.ints.setValue("a", forKey: "self")
      case 4: _ = lists.nodes.value(forKeyPath: "@median.weight")
      default: lists.ints.setValue(1, forKey: "weight")
      }
    }
    let messages = [
      "Property 'x' not found in object of type 'Node'", "Nested key paths are not supported", "Invalid nil value for array of 'int'.",
      "Invalid value 'a' of type 'String' for expected type 'int'.", "Unsupported collection operator '@median'.",
      "Property 'weight' not found in object of type 'int'",
    ]
    #expect(errorText(result).contains(messages[number]))
  }
}
