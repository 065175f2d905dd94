import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

@Suite("Long text and data", .blocking)
struct LongValueTests {
  private static func text(_ count: Int, _ letter: String = "x") -> String { String(repeating: letter, count: count) }

  @Test(
    "what is read is what was written, on every side of every limit",
    arguments: [0, 1, 15, 16, 255, 256, 257, 511, 512, 513, 2030, 4095, 4096, 65_535, 65_536, 1 << 20, 5 << 20])
  func lengths(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let text = String(decoding: (0..<count).map { (at: Int) -> UInt8 in UInt8(97 + at % 26) }, as: UTF8.self)
    let data = Data((0..<count).map { (at: Int) -> UInt8 in UInt8(truncatingIfNeeded: at &* 7) })
    let id = ObjectId.generate()
    func check(_ realm: Realm, _ place: Comment) throws {
      let person = try #require(realm.object(ofType: Person.self, forPrimaryKey: id))
      #expect(person.firstName == text, place)
      #expect(person.nickname == text, place)
      #expect(person.photo == data, place)
      #expect(Array(person.tags) == [text, "short", text], place)
      #expect(realm.objects(Person.self).where { $0.firstName == text }.count == 1, place)
      #expect(realm.objects(Person.self).where { $0.lastName == text }.count == 1, place)
      #expect(realm.objects(Person.self).where { $0.photo == data }.count == 1, place)
    }
    try {
      let realm = try Realm(configuration: folder.configuration("a.realm", [Person.self, Dog.self, Address.self]))
      try realm.write {
        let person = Person(value: ["_id": id, "firstName": text, "lastName": text, "nickname": text, "photo": data])
        person.tags.append(objectsIn: [text, "short", text])
        realm.add(person)
        try check(realm, "in the write")
      }
      try check(realm, "after the write")
      realm.beginWrite()
      let person = try #require(realm.object(ofType: Person.self, forPrimaryKey: id))
      person.firstName = "other"
      person.photo = nil
      person.tags.removeFirst()
      realm.cancelWrite()
      try check(realm, "after a cancelled write")
    }()
    let realm = try Realm(configuration: folder.configuration("a.realm", [Person.self, Dog.self, Address.self]))
    try check(realm, "reopened")
    let person = try #require(realm.object(ofType: Person.self, forPrimaryKey: id))
    #expect(person.firstName == text)
    try realm.write { person.firstName = "short again" }
    #expect(person.firstName == "short again" && person.nickname == text)
    try realm.write { realm.delete(person) }
    #expect(realm.objects(Person.self).where { $0.lastName == text }.isEmpty)
  }

  @Test("long primary keys are found, refused when they are there, and free after deletion")
  func keys() throws {
    let folder = try TemporaryFolder()
    let keys = (0..<20).map { Self.text(700 + $0 % 3, $0 < 10 ? "k" : "l") + "\($0)" }
    let realm = try Realm(configuration: folder.configuration("a.realm", [TextKey.self]))
    try realm.write { for key in keys { realm.create(TextKey.self, value: ["id": key]) } }
    for key in keys { #expect(realm.object(ofType: TextKey.self, forPrimaryKey: key)?.id == key) }
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: keys[0] + "x") == nil)
    try realm.write {
      realm.create(TextKey.self, value: ["id": keys[3]], update: .modified)
      if let object = realm.object(ofType: TextKey.self, forPrimaryKey: keys[4]) { realm.delete(object) }
    }
    #expect(realm.objects(TextKey.self).count == 19)
    let again = try Realm(configuration: folder.configuration("a.realm", [TextKey.self]))
    #expect(again.object(ofType: TextKey.self, forPrimaryKey: keys[4]) == nil)
    try again.write { again.create(TextKey.self, value: ["id": keys[4]]) }
    #expect(again.object(ofType: TextKey.self, forPrimaryKey: keys[4])?.id == keys[4])
  }

  @Test("results are ordered by long text, and stay right while a write changes it")
  func order() throws {
    let realm = try memoryRealm([Person.self, Dog.self, Address.self])
    let names: [String] = (0..<60).map { (number: Int) -> String in
      let letter = UnicodeScalar(UInt8(97 + number * 7 % 26))
      return "\(Self.text(600))\(letter)\(number)"
    }
    try realm.write { for name in names { realm.create(Person.self, value: ["_id": ObjectId.generate(), "firstName": name]) } }
    let sorted = realm.objects(Person.self).sorted(by: \.firstName)
    #expect(sorted.map(\.firstName) == names.sorted())
    try realm.write {
      let first = try #require(sorted.first)
      first.firstName = Self.text(599) + "z"
      #expect(sorted.last?.firstName == Self.text(599) + "z")
    }
    #expect(realm.objects(Person.self).where { $0.firstName.starts(with: Self.text(600)) }.count == 59)
    #expect(realm.objects(Person.self).where { $0.firstName.contains("xxz") }.count == 1 + names.count { $0.contains("xxz") })
    #expect(realm.objects(Person.self).where { $0.firstName.ends(with: "59") }.count == 1)
    #expect(realm.objects(Person.self).where { $0.firstName != names[1] }.count == 59)
  }
}
