import Ashlar
import Foundation
import Kinds
import Shelves
import Testing

@Suite("Creation of objects")
struct CreationAcceptanceTests {
  @Test("adding the same object twice in one write leaves one row")
  func addingTwice() throws {
    let realm = try memoryRealm()
    let node = Node()
    try realm.write {
      realm.add(node)
      realm.add(node)
    }
    #expect(realm.objects(Node.self).count == 1)
  }

  @Test("creating with an unmanaged nested object copies it, and the argument stays unmanaged")
  func nestedCopy() throws {
    let realm = try memoryRealm()
    let nested = Node(value: ["label": "nested"])
    let created = try realm.write { realm.create(Node.self, value: ["label": "outer", "next": nested, "children": [nested]]) }
    #expect(nested.realm == nil)
    #expect(created.next?.label == "nested")
    #expect(created.next?.isSameObject(as: created.children[0]) == true)
    nested.label = "changed"
    #expect(created.next?.label == "nested")
  }

  @Test("creating from a managed object duplicates it without a key")
  func duplicate() throws {
    let realm = try memoryRealm()
    let (first, second) = try realm.write {
      let first = realm.create(Node.self, value: ["label": "a", "weight": 3])
      return (first, realm.create(Node.self, value: first))
    }
    #expect(!first.isSameObject(as: second))
    #expect(second.label == "a" && second.weight == 3)
    #expect(realm.objects(Node.self).count == 2)
  }

  @Test(
    "creating from a managed object with a key and a policy returns that very object", arguments: [Realm.UpdatePolicy.modified, .all])
  func sameInstance(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    try realm.write {
      let first = realm.create(OptionalIntKey.self, value: ["id": 1])
      #expect(realm.create(OptionalIntKey.self, value: first, update: policy) === first)
    }
  }

  @Test("adding with .all makes the old embedded objects invalid")
  func allReplacesEmbedded() throws {
    let realm = try memoryRealm()
    let old = try realm.write {
      realm.create(OptionalIntKey.self, value: ["id": 1, "part": ["label": "one"], "parts": [["label": "two"], ["label": "three"]]])
    }
    let accessors = [old.part] + old.parts.map { $0 }
    try realm.write {
      realm.add(
        OptionalIntKey(value: ["id": 1, "part": ["label": "1"], "parts": [["label": "2"], ["label": "3"]]] as [String: Any]), update: .all)
    }
    #expect(accessors.map { $0?.isInvalidated } == [true, true, true])
    #expect(old.part?.label == "1" && old.parts.map(\.label) == ["2", "3"])
    #expect(try countOfParts(realm) == 3)
  }

  @Test("adding with .modified keeps the embedded objects and changes their values")
  func modifiedKeepsEmbedded() throws {
    let realm = try memoryRealm()
    let old = try realm.write {
      realm.create(OptionalIntKey.self, value: ["id": 1, "part": ["label": "one"], "parts": [["label": "two"], ["label": "three"]]])
    }
    let part = try #require(old.part)
    let parts = Array(old.parts)
    try realm.write {
      realm.add(
        OptionalIntKey(value: ["id": 1, "part": ["label": "1"], "parts": [["label": "2"], ["label": "3"]]] as [String: Any]),
        update: .modified)
    }
    #expect(part.label == "1" && parts.map(\.label) == ["2", "3"])
    #expect(old.part?.isSameObject(as: part) == true)
    #expect(try countOfParts(realm) == 3)
  }

  private func countOfParts(_ realm: Realm) throws -> Int {
    realm.objects(OptionalIntKey.self).reduce(0) { $0 + ($1.part == nil ? 0 : 1) + $1.parts.count }
  }

  @Test("NSNull for a link, a list, a set and a map in create is nil, or empty")
  func nullInCreate() throws {
    let realm = try memoryRealm()
    let shelves = try memoryRealm(CollectionsSchema.objectTypes)
    let node = try realm.write {
      realm.create(Node.self, value: ["next": NSNull(), "children": NSNull(), "part": NSNull(), "parts": NSNull()])
    }
    #expect(node.next == nil && node.part == nil)
    #expect(node.children.isEmpty && node.parts.isEmpty)
    let shelf = try shelves.write {
      shelves.create(Shelf.self, value: ["id": 1, "ints": NSNull(), "things": NSNull(), "scores": NSNull(), "thingMap": NSNull()])
    }
    #expect(shelf.ints.count == 0 && shelf.things.count == 0 && shelf.scores.count == 0 && shelf.thingMap.count == 0)
  }

  @Test("an object whose optional key is nil is created, and fetched with nil and with NSNull")
  func nilKey() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(OptionalIntKey.self, value: ["id": NSNull(), "text": "none"])
      realm.create(OptionalIntKey.self, value: ["id": 7, "text": "seven"])
      realm.create(TextKey.self, value: [NSNull(), 4] as [Any])
    }
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: Int?.none)?.text == "none")
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: NSNull())?.text == "none")
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: NSNull())?.value == 4)
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 7)?.text == "seven")
  }

  @Test(
    "updating with nil for everything resets every optional, and the key stays nil", arguments: [Realm.UpdatePolicy.modified, .all])
  func allNil(policy: Realm.UpdatePolicy) throws {
    let realm = try memoryRealm()
    let object = try realm.write {
      realm.create(OptionalIntKey.self, value: ["id": NSNull(), "number": 5, "nested": ["id": 2], "part": ["label": "p"]])
    }
    let nulls: [String: Any] = ["id": NSNull(), "number": NSNull(), "nested": NSNull(), "part": NSNull()]
    try realm.write { realm.create(OptionalIntKey.self, value: nulls, update: policy) }
    #expect(object.id == nil && object.number == nil && object.nested == nil && object.part == nil)
    #expect(realm.objects(OptionalIntKey.self).count == 2)
  }
}
