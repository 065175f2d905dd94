import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

/// What becomes of values inside of what is added and created: the rows of the reference's table, each under each policy.
@Suite("Nested values")
struct NestedValueTests {
  private static let policies: [Realm.UpdatePolicy] = [.error, .modified, .all]

  @Test("add: an unmanaged object without a key becomes managed itself")
  func addWithoutKey() throws {
    let realm = try memoryRealm()
    let part = Node(value: ["label": "inner"])
    let outer = Node(value: ["next": part])
    try realm.write { realm.add(outer) }
    #expect(part.realm == realm && outer.next?.isSameObject(as: part) == true)
  }

  @Test("add: an unmanaged object with a new key becomes managed itself", arguments: policies)
  func addWithNewKey(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let inner = OptionalIntKey(value: ["id": 2, "text": "inner"])
    try realm.write { realm.add(OptionalIntKey(value: ["id": 1, "nested": inner] as [String: Any]), update: policy) }
    #expect(inner.realm == realm)
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 2)?.text == "inner")
  }

  @Test("add: an unmanaged object whose key exists updates the row and becomes its accessor", arguments: policies.dropFirst())
  func addWithKey(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let old = try realm.write { realm.create(OptionalIntKey.self, value: ["id": 2, "text": "old"]) }
    let inner = OptionalIntKey(value: ["id": 2, "text": "new"])
    try realm.write { realm.add(OptionalIntKey(value: ["id": 1, "nested": inner] as [String: Any]), update: policy) }
    #expect(old.text == "new" && inner.isSameObject(as: old))
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }

  @Test("add: an unmanaged object whose key exists stops the program under .error")
  func addWithKeyIsAnError() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        realm.create(OptionalIntKey.self, value: ["id": 2])
        realm.add(OptionalIntKey(value: ["id": 1, "nested": ["id": 2]]))
      }
    }
    #expect(errorText(result).contains("existing primary key value '2'"))
  }

  @Test("add: a managed object of the same Realm is linked as it is", arguments: policies)
  func addManaged(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let inner = realm.create(OptionalIntKey.self, value: ["id": 2, "text": "kept"])
      let outer = OptionalIntKey(value: ["id": 1])
      outer.nested = inner
      realm.add(outer, update: policy)
      #expect(outer.nested?.isSameObject(as: inner) == true && inner.text == "kept")
    }
  }

  @Test("create: unmanaged objects are copied, with a key and without, and stay unmanaged", arguments: policies)
  func createCopies(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let inner = OptionalIntKey(value: ["id": 2, "text": "inner"])
    inner.part = Part(value: ["label": "p"])
    try realm.write {
      let outer = realm.create(OptionalIntKey.self, value: ["id": 1, "nested": inner], update: policy)
      #expect(inner.realm == nil && inner.part?.realm == nil)
      #expect(outer.nested?.text == "inner" && outer.nested?.part?.label == "p" && outer.nested !== inner)
    }
  }

  @Test("create: a nested key that exists is updated under a policy", arguments: policies.dropFirst())
  func createUpdates(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let old = realm.create(OptionalIntKey.self, value: ["id": 2, "text": "old", "number": 5])
      realm.create(OptionalIntKey.self, value: ["id": 1, "nested": ["id": 2, "text": "new"]], update: policy)
      // What the dictionary does not name is left alone.
      #expect(old.text == "new" && old.number == 5)
      realm.create(OptionalIntKey.self, value: ["id": 1, "nested": OptionalIntKey(value: ["id": 2])] as [String: Any], update: policy)
      // An object has every property.
      #expect(old.text == "none" && old.number == nil)
    }
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }

  @Test("create: a managed object of the same Realm is linked and not copied", arguments: policies)
  func createLinks(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let inner = realm.create(OptionalIntKey.self, value: ["id": 2])
      let outer = realm.create(OptionalIntKey.self, value: ["id": 1, "nested": inner], update: policy)
      #expect(outer.nested?.isSameObject(as: inner) == true)
    }
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }

  @Test("create: a managed object of another Realm is copied deeply", arguments: policies)
  func createFromOtherRealm(policy: Realm.UpdatePolicy) throws {
    let (source, target) = (try memoryRealm(), try memoryRealm())
    let inner = try source.write { source.create(OptionalIntKey.self, value: ["id": 2, "nested": ["id": 3], "parts": [["label": "p"]]]) }
    try target.write {
      let outer = target.create(OptionalIntKey.self, value: ["id": 1, "nested": inner], update: policy)
      #expect(outer.nested?.realm == target && outer.nested?.nested?.id == 3 && outer.nested?.parts.first?.label == "p")
    }
  }

  @Test("create: a managed embedded object is copied to a new one")
  func createCopiesEmbedded() throws {
    let realm = try memoryRealm()
    try realm.write {
      let first = realm.create(Node.self, value: ["part": ["label": "p"]])
      let second = realm.create(Node.self, value: ["part": first.part as Any, "parts": [first.part as Any]])
      #expect(first.part?.label == "p" && second.part?.label == "p" && second.parts[0].label == "p")
      #expect(second.part?.isSameObject(as: first.part) == false && second.parts[0].isSameObject(as: second.part) == false)
    }
  }

  @Test("a managed embedded object set by name where it is already changes nothing, and stops the program elsewhere")
  func embeddedByName() async throws {
    let realm = try memoryRealm()
    try realm.write {
      let node = realm.create(Node.self, value: ["part": ["label": "p"]])
      let part = node.part
      node["part"] = part
      #expect(part?.isInvalidated == false && node.part?.isSameObject(as: part) == true)
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm()
      try realm.write {
        let node = realm.create(Node.self, value: ["part": ["label": "p"]])
        realm.create(Node.self)["part"] = node.part
      }
    }
    #expect(errorText(result).contains("Cannot add an existing managed embedded object to a property ('Part')."))
  }

  @Test("a dictionary met twice makes two rows, and one by key under a policy")
  func twice() throws {
    let realm = try memoryRealm()
    let (plain, keyed) = (["label": "same"], ["id": 5, "text": "same"] as [String: Any])
    try realm.write {
      realm.create(Node.self, value: ["label": "outer", "children": [plain, plain]])
      realm.create(OptionalIntKey.self, value: ["id": 1, "nested": keyed], update: .modified)
      realm.create(OptionalIntKey.self, value: ["id": 2, "nested": keyed], update: .modified)
    }
    #expect(realm.objects(Node.self).count == 3)
    #expect(realm.objects(OptionalIntKey.self).count == 3)
  }

  @Test("an object met twice is copied once")
  func objectTwice() throws {
    let realm = try memoryRealm()
    let inner = Node(value: ["label": "inner"])
    try realm.write { realm.create(Node.self, value: ["next": inner, "children": [inner, inner]] as [String: Any]) }
    #expect(realm.objects(Node.self).count == 2)
  }

  @Test("objects inside a value of any type are treated as those of links")
  func inAny() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let (unmanaged, other) = (Target(value: ["name": "a"]), try memoryRealm(ValueSchema.types))
    try realm.write {
      let managed = realm.create(Target.self, value: ["name": "b"])
      let foreign = try other.write { other.create(Target.self, value: ["name": "c"]) }
      let object = realm.create(Anything.self, value: ["id": 1, "any": [unmanaged, ["in": managed], foreign] as [Any]])
      let list = try #require(object.any.listValue)
      #expect(list[0].object(Target.self)?.name == "a" && unmanaged.realm == nil)
      #expect(list[1].dictionaryValue?["in"]?.object(Target.self)?.isSameObject(as: managed) == true)
      #expect(list[2].object(Target.self)?.name == "c" && list[2].object(Target.self)?.realm == realm)
    }
    #expect(realm.objects(Target.self).count == 3)
  }

  @Test(
    "missing keys take the default in a new row, also in nested ones, and are left alone in an old one", arguments: policies.dropFirst())
  func missing(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let object = realm.create(OptionalIntKey.self, value: ["id": 1, "nested": ["id": 2], "part": ["size": 4]], update: policy)
      #expect(object.text == "none" && object.nested?.text == "none" && object.part?.label == "part" && object.part?.size == 4)
      object.number = 9
      realm.create(OptionalIntKey.self, value: [1, "changed"] as [Any], update: policy)
      #expect(object.text == "changed" && object.number == 9 && object.nested?.id == 2)
    }
  }
}
