import Ashlar
import Foundation
import Kinds
import Library
import People
import Testing
import TestSupport

@Suite("Primary keys")
struct PrimaryKeyTests {
  @Test("every kind of key is found, also inside the write that made it and after reopening")
  func kinds() throws {
    let folder = try TemporaryFolder()
    let uuid = UUID()
    let id = ObjectId.generate()
    func check(_ realm: Realm) {
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 5)?.text == "five")
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 5 as Int8)?.text == "five")
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "")?.value == 1)
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "a key of more than fifteen bytes")?.value == 2)
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: -3)?.value == 3)
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: -3 as Int8)?.value == 3)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: uuid)?.value == 4)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: uuid.uuidString)?.value == 4)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: nil as UUID?)?.value == 5)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: uuid as UUID?)?.value == 4)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: UUID()) == nil)
      #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: uuid as Any)?.value == 4)
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "a key of more than fifteen bytes" as String?)?.value == 2)
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 5 as Int?)?.text == "five")
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 5 as Int32?)?.text == "five")
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 5 as Int64)?.text == "five")
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: -3 as Int16?)?.value == 3)
      #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: 253) == nil)
      #expect(realm.object(ofType: EnumKey.self, forPrimaryKey: Level.top as Level?)?.value == 6)
      #expect(realm.object(ofType: Person.self, forPrimaryKey: id as ObjectId?)?.firstName == "Ann")
      #expect(realm.object(ofType: Person.self, forPrimaryKey: ObjectId.generate()) == nil)
      #expect(realm.object(ofType: EnumKey.self, forPrimaryKey: Level.top)?.value == 6)
      #expect(realm.object(ofType: EnumKey.self, forPrimaryKey: Level.top.rawValue)?.value == 6)
      #expect(realm.object(ofType: Person.self, forPrimaryKey: id)?.firstName == "Ann")
      #expect(realm.object(ofType: Copy.self, forPrimaryKey: 77)?.barcode == 77)
      #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: 6) == nil)
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "b") == nil)
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: nil as String?) == nil)
      #expect(realm.object(ofType: EnumKey.self, forPrimaryKey: Level.low) == nil)
    }
    try {
      let realm = try Realm(configuration: folder.configuration())
      try realm.write {
        realm.create(OptionalIntKey.self, value: ["id": 5, "text": "five"])
        realm.create(TextKey.self, value: ["id": "", "value": 1])
        realm.create(TextKey.self, value: ["id": "a key of more than fifteen bytes", "value": 2])
        realm.create(SmallKey.self, value: [-3, 3])
        realm.create(UUIDKey.self, value: ["id": uuid, "value": 4])
        realm.create(UUIDKey.self, value: ["value": 5])
        realm.create(EnumKey.self, value: ["id": Level.top, "value": 6])
        realm.create(Person.self, value: ["_id": id, "firstName": "Ann"])
        realm.create(Copy.self, value: ["barcode": 77])
        check(realm)
      }
      check(realm)
    }()
    check(try Realm(configuration: folder.configuration()))
  }

  @Test("a deleted key is free again, in the same write and in another")
  func recreate() throws {
    let realm = try memoryRealm()
    let first = try realm.write { realm.create(TextKey.self, value: ["id": "k", "value": 1]) }
    var second: TextKey?
    try realm.write {
      realm.delete(first)
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "k") == nil)
      second = realm.create(TextKey.self, value: ["id": "k", "value": 2])
      #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "k")?.value == 2)
    }
    #expect(first.isInvalidated && second?.value == 2)
    try realm.write { second.map { realm.delete($0) } }
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "k") == nil)
    try realm.write { realm.add(TextKey(value: ["id": "k", "value": 3])) }
    #expect(second?.isInvalidated == true && realm.object(ofType: TextKey.self, forPrimaryKey: "k")?.value == 3)
    #expect(realm.objects(TextKey.self).count == 1)
  }

  @Test("a deletion that is cancelled leaves the key where it was")
  func cancelled() throws {
    let realm = try memoryRealm()
    try realm.write { realm.add(TextKey(value: ["id": "k", "value": 1])) }
    realm.beginWrite()
    realm.object(ofType: TextKey.self, forPrimaryKey: "k").map { realm.delete($0) }
    realm.create(TextKey.self, value: ["id": "k", "value": 2])
    realm.create(TextKey.self, value: ["id": "l", "value": 2])
    realm.cancelWrite()
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "k")?.value == 1)
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: "l") == nil)
  }

  @Test("thousands of keys are found, and those that were deleted are not", arguments: [21 as UInt64])
  func many(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    var expected: [String: Int] = [:]
    for round in 0..<20 {
      try realm.write {
        for _ in 0..<100 {
          let key = "key \(generator.below(900))\(generator.chance(50) ? " of some length" : "")"
          if let found = realm.object(ofType: TextKey.self, forPrimaryKey: key) {
            #expect(expected[key] == found.value, "seed \(seed)")
            if generator.chance(40) {
              realm.delete(found)
              expected[key] = nil
            }
          } else {
            #expect(expected[key] == nil, "seed \(seed)")
            let value = generator.below(1000)
            realm.add(TextKey(value: ["id": key, "value": value]))
            expected[key] = value
          }
        }
      }
      for (key, value) in expected { #expect(realm.object(ofType: TextKey.self, forPrimaryKey: key)?.value == value, "round \(round)") }
    }
    #expect(realm.objects(TextKey.self).count == expected.count)
  }

  @Test("numbers are found, zero too, and not where a row was deleted, in clusters of every capacity", arguments: [3, 4] as [UInt64])
  func numbers(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.configuration())
    var present: Set<Int> = []
    func check(_ place: String) {
      for key in -5..<650 {
        let found = realm.object(ofType: Copy.self, forPrimaryKey: key)
        #expect((found?.barcode).map { Int($0) } == (present.contains(key) ? key : nil), "seed \(seed), \(place)")
        #expect(realm.object(ofType: Copy.self, forPrimaryKey: Int64(key))?.barcode == found?.barcode)
      }
    }
    // Capacities of 8, 64 and 256, then rows that go again, so that clusters shrink.
    for (round, most) in [5, 40, 600, 600, 600, 100, 30, 4].enumerated() {
      try realm.write {
        for key in -3..<most where !present.contains(key) && generator.chance(70) {
          realm.create(Copy.self, value: [key])
          present.insert(key)
        }
        check("round \(round), before deletions")
        for key in present.sorted() where key >= most || key == 0 || generator.chance(20) {
          if let found = realm.object(ofType: Copy.self, forPrimaryKey: key) { realm.delete(found) }
          present.remove(key)
        }
        check("round \(round), within the write")
      }
      check("round \(round)")
    }
  }

  @Test("an unmanaged object's key may be set freely")
  func unmanaged() {
    let object = TextKey()
    object.id = "a"
    object.id = "b"
    object["id"] = "c"
    #expect(object.id == "c")
  }

  @Test("keys that were missing are found once this or another Realm has stored them, in front of others, between and behind")
  func missing() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name))
    func find(_ key: Int8) -> Int? { realm.object(ofType: SmallKey.self, forPrimaryKey: key)?.value }
    #expect(find(50) == nil)
    try realm.write { for key in 10..<20 { realm.create(SmallKey.self, value: [key, key]) } }
    for key in [-5, 9, 20, 50, 127] as [Int8] {
      #expect(find(key) == nil)
      try onThread {
        let other = try Realm(configuration: memory(name))
        _ = try other.write { other.create(SmallKey.self, value: [Int(key), Int(key) * 2]) }
      }
      #expect(find(key) == nil, "the version that is read does not change")
      realm.refresh()
      #expect(find(key) == Int(key) * 2)
      try realm.write {
        #expect(find(key - 1) == (key == 20 ? 19 : nil))
        if key != 20 { realm.create(SmallKey.self, value: [Int(key) - 1, 7]) }
        #expect(find(key - 1) == (key == 20 ? 19 : 7))
      }
      #expect(find(key - 1) == (key == 20 ? 19 : 7) && find(15) == 15)
    }
    realm.beginWrite()
    realm.create(SmallKey.self, value: [100, 1])
    #expect(find(100) == 1)
    realm.cancelWrite()
    #expect(find(100) == nil)
  }
}
