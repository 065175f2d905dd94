import Ashlar
import Foundation
import Kinds
import Testing

@Suite("Update policies")
struct UpdatePolicyTests {
  private func keyed(_ id: Int?, _ text: String, _ number: Int? = nil) -> OptionalIntKey {
    OptionalIntKey(value: ["id": id as Any, "text": text, "number": number as Any])
  }

  @Test(
    "adding an object whose key exists updates that row, and the instance becomes its accessor",
    arguments: [Realm.UpdatePolicy.modified, .all])
  func add(_ policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let old = keyed(1, "old", 5)
    try realm.write { realm.add(old) }
    let new = keyed(1, "new")
    try realm.write { realm.add(new, update: policy) }
    #expect(old.text == "new" && old.number == nil && new.isSameObject(as: old) && realm.objects(OptionalIntKey.self).count == 1)
    try realm.write { realm.add(keyed(2, "two"), update: policy) }
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }

  @Test(
    "create changes only what is named in an existing row, and takes defaults in a new one", arguments: [Realm.UpdatePolicy.modified, .all])
  func create(_ policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let row = realm.create(
        OptionalIntKey.self, value: ["id": 1, "text": "a", "number": 5, "tags": ["x"]] as [String: Any], update: policy)
      #expect(row.text == "a" && row.number == 5)
      realm.create(OptionalIntKey.self, value: ["id": 1, "number": 6], update: policy)
      #expect(row.text == "a" && row.number == 6 && Array(row.tags) == ["x"])
      realm.create(OptionalIntKey.self, value: [1, "b"], update: policy)
      #expect(row.text == "b" && row.number == 6)
      realm.create(OptionalIntKey.self, value: ["id": 1, "number": NSNull(), "tags": NSNull()] as [String: Any], update: policy)
      #expect(row.number == nil && row.tags.isEmpty)
      #expect(realm.create(OptionalIntKey.self, value: ["id": 2], update: policy).text == "none")
      #expect(realm.create(OptionalIntKey.self, value: row, update: policy) === row)
    }
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }

  @Test("links are followed with the same policy", arguments: [Realm.UpdatePolicy.modified, .all])
  func nested(_ policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(OptionalIntKey.self, value: ["id": 1, "text": "one", "nested": ["id": 2, "text": "two", "number": 2]] as [String: Any])
      let row = realm.create(
        OptionalIntKey.self, value: ["id": 1, "nested": ["id": 2, "text": "zwei"]] as [String: Any], update: policy)
      #expect(row.text == "one" && row.nested?.text == "zwei" && row.nested?.number == 2)
      let other = keyed(3, "three")
      other.nested = keyed(2, "deux")
      realm.add(other, update: policy)
      #expect(row.nested?.text == "deux" && row.nested?.number == nil && other.nested?.isSameObject(as: row.nested) == true)
      #expect(row.nested?["id"] as? Int == 2)
    }
    #expect(realm.objects(OptionalIntKey.self).count == 3)
  }

  @Test("`all` replaces embedded objects, `modified` changes them in place")
  func embedded() throws {
    let realm = try memoryRealm()
    let value: [String: Any] = ["id": 1, "part": ["label": "a", "size": 2.0], "parts": [["label": "p"], ["label": "q"]]]
    try realm.write {
      let row = realm.create(OptionalIntKey.self, value: value)
      let (part, first, second) = (row.part, row.parts[0], row.parts[1])
      realm.create(
        OptionalIntKey.self, value: ["id": 1, "part": ["label": "b"], "parts": [["label": "r"]]] as [String: Any], update: .modified)
      #expect(part?.isInvalidated == false && part?.label == "b")
      #expect(!first.isInvalidated && first.label == "r" && second.isInvalidated && row.parts.count == 1)
      realm.create(OptionalIntKey.self, value: value, update: .all)
      #expect(part?.isInvalidated == true && first.isInvalidated)
      #expect(row.part?.label == "a" && row.part?.size == 2 && row.parts.map(\.label) == ["p", "q"])
      realm.create(OptionalIntKey.self, value: ["id": 1, "part": NSNull()] as [String: Any], update: .modified)
      #expect(row.part == nil)
    }
  }

  @Test("embedded objects of an added object follow the policy", arguments: [Realm.UpdatePolicy.modified, .all])
  func addEmbedded(_ policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let old = OptionalIntKey(value: ["id": 1, "part": ["label": "a"], "parts": [["label": "p"], ["label": "q"]]] as [String: Any])
    try realm.write { realm.add(old) }
    let (part, first) = (old.part, old.parts[0])
    let new = OptionalIntKey(
      value: ["id": 1, "part": ["label": "b"], "parts": [["label": "r"], ["label": "s"], ["label": "t"]]] as [String: Any])
    try realm.write { realm.add(new, update: policy) }
    #expect(old.part?.label == "b" && old.parts.map(\.label) == ["r", "s", "t"])
    #expect(part?.isInvalidated == (policy == .all) && first.isInvalidated == (policy == .all))
    #expect(new.parts.realm == realm && new.part?.isSameObject(as: old.part) == true)
  }

  @Test("nil is a key like any other")
  func nilKey() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.add(keyed(nil, "nothing"))
      realm.add(keyed(0, "zero"))
    }
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: nil as Int?)?.text == "nothing")
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: NSNull())?.text == "nothing")
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 0)?.text == "zero")
    try realm.write { realm.add(keyed(nil, "again", 3), update: .modified) }
    #expect(realm.objects(OptionalIntKey.self).count == 2)
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: nil as Int?)?.text == "again")
  }
}
