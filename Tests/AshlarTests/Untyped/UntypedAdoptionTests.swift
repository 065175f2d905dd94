import Ashlar
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import TestTraits
import Testing

/// An unmanaged object that is assigned by name becomes managed itself, as with the typed property.
@Suite("Objects assigned by name", .blocking)
struct UntypedAdoptionTests {
  // A change after the assignment must reach the stored object.
  private func isStored(_ node: Node, _ label: String, in realm: Realm) -> Bool {
    node.label = label
    return node.realm != nil && realm.objects(Node.self).contains { $0.label == label && $0.isSameObject(as: node) }
  }

  @Test("a link adopts the object", arguments: 0..<4)
  func links(way: Int) throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write {
      let (owner, child) = (realm.create(Node.self), Node())
      switch way {
      case 0: owner["next"] = child
      case 1: owner.setValue(child, forKey: "next")
      case 2: owner.setValue(child, forKeyPath: "next")
      default: realm.dynamicObjects("Node")[0]["next"] = child
      }
      #expect(owner.next?.isSameObject(as: child) == true && isStored(child, "later", in: realm))
      #expect(realm.objects(Node.self).count == 2)
    }
  }

  @Test("lists, sets and maps adopt their objects, also by untyped owners", arguments: [false, true])
  func collections(isUntyped: Bool) throws {
    let realm = try memoryRealm()
    try realm.write {
      let shelf = realm.create(Shelf.self, value: ["id": 1])
      let owner: Object = isUntyped ? realm.dynamicObjects("Shelf")[0] : shelf
      let things = (0..<4).map { Thing(value: ["name": "\($0)"]) }
      owner["thingList"] = [things[0], things[1], things[0]]
      owner["things"] = Set([things[2]])
      owner["thingMap"] = ["k": things[3], "same": things[0], "none": NSNull()] as [String: Any]
      #expect(things.allSatisfy { $0.realm != nil } && realm.objects(Thing.self).count == 4)
      #expect(shelf.thingList.map(\.name) == ["0", "1", "0"] && shelf.things.first?.isSameObject(as: things[2]) == true)
      things[3].name = "later"
      #expect(shelf.thingMap["k"]??.name == "later" && shelf.thingMap["same"]??.isSameObject(as: things[0]) == true)
      #expect(shelf.thingMap.keys.count == 3)
      realm.objects(Shelf.self).setValue([things[1]], forKey: "thingList")
      #expect(shelf.thingList.map(\.name) == ["1"])
    }
  }

  @Test("a value of any type adopts what is in it at any depth", arguments: [false, true])
  func anyValues(isUntyped: Bool) throws {
    let realm = try memoryRealm(ValueSchema.types)
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      let owner: Object = isUntyped ? realm.dynamicObjects("Anything")[0] : object
      let targets = (0..<6).map { Target(value: ["\($0)"]) }
      owner["any"] = targets[0]
      #expect(object.any.object(Target.self)?.isSameObject(as: targets[0]) == true)
      owner["any"] = ["list": [targets[1], ["deep": AnyRealmValue.object(targets[2])]] as [Any], "own": targets[0]] as [String: Any]
      owner["list"] = [targets[3], 1, [targets[3]]] as [Any]
      owner["set"] = [targets[4]]
      owner["map"] = ["k": targets[5]]
      #expect(targets.allSatisfy { $0.realm != nil } && realm.objects(Target.self).count == 6)
      targets[2].name = "later"
      let list = try #require(object.any.dictionaryValue?["list"]?.listValue)
      #expect(list[1].dictionaryValue?["deep"]?.object(Target.self)?.name == "later")
      #expect(object.list[2].listValue?[0].object(Target.self)?.isSameObject(as: targets[3]) == true)
      #expect(object.map["k"]?.object(Target.self)?.isSameObject(as: targets[5]) == true)
      list.setValue(targets[4], forKey: "self")
      #expect(list[0].object(Target.self)?.isSameObject(as: targets[4]) == true)
    }
  }

  @Test("embedded objects are adopted as a property, an element and a value; where they are already, they stay")
  func embedded() throws {
    let realm = try memoryRealm()
    try realm.write {
      let node = realm.create(Node.self)
      let (part, other) = (Part(value: ["label": "a"]), Part(value: ["label": "b"]))
      node["part"] = part
      node["parts"] = [other]
      part.label = "later"
      #expect(node.part?.label == "later" && node.parts.first?.isSameObject(as: other) == true)
      node["part"] = part
      node["parts"] = node.parts
      realm.dynamicObjects("Node")[0]["part"] = realm.dynamicObjects("Node")[0]["part"]
      #expect(!part.isInvalidated && !other.isInvalidated && realm.dynamicObjects("Part").count == 2)
      let shelf = realm.create(Shelf.self, value: ["id": 1])
      let label = Label(value: ["text": "l"])
      shelf["labels"] = ["k": label]
      label.text = "later"
      #expect(shelf.labels["k"]??.text == "later")
    }
  }

  @Test("an object in a dictionary is adopted with the object that the dictionary becomes")
  func inDictionaries() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write {
      let (owner, child) = (realm.create(Node.self), Node())
      owner["next"] = ["label": "made", "next": child, "children": [child, ["next": child]]] as [String: Any]
      #expect(owner.next?.label == "made" && isStored(child, "later", in: realm) && realm.objects(Node.self).count == 4)
      #expect(owner.next?.children[1].next?.isSameObject(as: child) == true)
    }
  }

  @Test("an object with a primary key may be assigned again and elsewhere")
  func keyed() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write {
      let (first, second) = (realm.create(Node.self), realm.create(Node.self))
      let key = OptionalIntKey(value: ["id": 1])
      first["keyed"] = key
      first["keyed"] = key
      second["keyed"] = key
      #expect(second.keyed?.isSameObject(as: key) == true && realm.objects(OptionalIntKey.self).count == 1)
    }
  }

  @Test("create copies objects as before, and assignment to an unmanaged object shares them")
  func others() throws {
    let realm = try memoryRealm(KindsSchema.objectTypes)
    let (child, owner) = (Node(), Node())
    owner["next"] = child
    owner["children"] = [child]
    #expect(owner.next === child && owner.children[0] === child)
    try realm.write { realm.create(Node.self, value: ["next": child]) }
    #expect(child.realm == nil && realm.objects(Node.self).count == 2)
  }

  @Test("a migration adopts objects of classes and links to those that it made")
  func migrations() throws {
    let folder = try TemporaryFolder()
    try folder.make(FirstRelease.types) { $0.dynamicCreate("Person", value: ["firstName": "a"]) }
    let realm = try Realm(
      configuration: folder.release(2, SecondRelease.types) { migration, _ in
        migration.enumerateObjects(ofType: "Person") { _, new in
          let pet = Era<SecondRelease.Pet>(value: ["title": "one"])
          new?["pet"] = pet
          pet["title"] = "later"
          new?["any"] = [migration.create("Pet", value: ["title": "two"]), pet]
          let home = EmbeddedEra<SecondRelease.Place>(value: ["city": "one"])
          new?["home"] = home
          home["city"] = "later"
        }
      })
    let person = try #require(realm.dynamicObjects("Person").first)
    #expect((person["pet"] as? Object)?["title"] as? String == "later")
    #expect((person["home"] as? EmbeddedObject)?["city"] as? String == "later")
    #expect(Set(realm.dynamicObjects("Pet").map { $0["title"] as? String }) == ["later", "two"])
  }

  @Test("what the typed property refuses is refused by name, with the same message", arguments: 0..<4)
  func refused(number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let (realm, other) = (try memoryRealm(KindsSchema.objectTypes), try memoryRealm(KindsSchema.objectTypes))
      let foreign = try other.write { other.create(Node.self) }
      try realm.write {
        let owner = realm.create(Node.self, value: ["part": ["label": "p"]])
        let second = realm.create(Node.self)
        switch number {
        case 0: owner["next"] = foreign
        case 1: owner["children"] = [foreign]
        case 2: second["part"] = owner.part
        default: second["parts"] = [owner.part]
        }
      }
    }
    let messages = [
      "Object is already managed by another Realm ('Node').", "Object is already managed by another Realm ('Node').",
      "Cannot add an existing managed embedded object to a property ('Part').",
      "Cannot add an existing managed embedded object to a List ('Part').",
    ]
    #expect(errorText(result).contains(messages[number]))
  }

  @Test("a migration that assigns an object of another Realm fails, and the file is unchanged")
  func foreignInMigration() throws {
    let folder = try TemporaryFolder()
    try folder.make(FirstRelease.types) { $0.dynamicCreate("Person", value: ["firstName": "a"]) }
    let name = UUID().uuidString
    let error = #expect(throws: Realm.Error.self) {
      _ = try Realm(
        configuration: folder.release(2, SecondRelease.types) { migration, _ in
          guard let other = try? Realm(configuration: memory(name, SecondRelease.types)),
            let pet = try? other.write({ other.dynamicCreate("Pet") })
          else { return }
          migration.enumerateObjects(ofType: "Person") { _, new in new?["pet"] = pet }
        })
    }
    #expect(error?.localizedDescription.contains("Object is already managed by another Realm ('Pet').") == true)
  }
}
