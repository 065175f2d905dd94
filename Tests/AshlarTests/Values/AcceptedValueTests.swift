import Ashlar
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import TestTraits
import Testing

/// Swift's and Foundation's other forms of values, which are taken wherever something untyped is.
@Suite("Forms of values", .blocking)
struct AcceptedValueTests {
  private static let text = "hello, world"
  private static let moment = Date(timeIntervalSince1970: 12)
  private static let id = UUID()

  private static var values: [String: Any] {
    [
      "string": text.prefix(5), "anyString": NSString(string: "boxed"), "date": NSDate(timeIntervalSince1970: 12),
      "data": NSData(data: Data([1, 2])), "uuid": NSUUID(uuidString: id.uuidString)!, "anyUUID": id.uuidString.dropFirst(0),
      "int": NSNumber(value: 5), "double": NSNumber(value: 1), "bool": NSNumber(value: true), "anyInt8": NSNull(),
      "decimal": NSDecimalNumber(string: "1.25"), "anyDecimal": "2.5 kg".prefix(3), "shade": "lighter".prefix(5),
      "float": NSNumber(value: 2.5),
    ]
  }

  private func check(_ object: Scalars) {
    #expect(object.string == "hello" && object.anyString == "boxed" && object.date == Self.moment && object.data == Data([1, 2]))
    #expect(object.uuid == Self.id && object.anyUUID == Self.id && object.int == 5 && object.double == 1 && object.bool)
    #expect(
      object.anyInt8 == nil && object.decimal == "1.25" && object.anyDecimal == "2.5" && object.shade == .light && object.float == 2.5)
  }

  @Test("properties take them by init, by create, by name and by path")
  func properties() throws {
    check(Scalars(value: Self.values))
    check(Scalars(value: NSDictionary(dictionary: Self.values)))
    check(Scalars(value: Dictionary(uniqueKeysWithValues: Self.values.map { ($0.key[...], $0.value) })))
    check(Scalars(value: Self.values as [AnyHashable: Any]))
    let realm = try memoryRealm([Scalars.self])
    try realm.write {
      check(realm.create(Scalars.self, value: Self.values))
      let object = realm.create(Scalars.self)
      for (name, value) in Self.values { object[name] = value }
      check(object)
      let other = realm.create(Scalars.self)
      for (name, value) in Self.values { other.setValue(value, forKeyPath: name) }
      check(other)
      let untyped = realm.dynamicCreate("Scalars", value: NSDictionary(dictionary: Self.values))
      check(realm.objects(Scalars.self)[3])
      untyped["string"] = "xyz".dropLast()
      #expect(untyped["string"] as? String == "xy")
    }
  }

  @Test(
    "collections take them as elements and values, from arrays, sets and dictionaries of Foundation and of Swift", arguments: [false, true])
  func elements(isManaged: Bool) throws {
    let realm = try memoryRealm()
    realm.beginWrite()
    let (lists, shelf, person) = (Lists(), Shelf(value: ["id": 1]), Person())
    if isManaged {
      realm.add(lists)
      realm.add(shelf)
      realm.add(person)
    }
    lists["strings"] = NSArray(array: ["a", NSString(string: "b")])
    #expect(Array(lists.strings) == ["a", "b"])
    lists["strings"] = Self.text.split(separator: ", ")
    #expect(Array(lists.strings) == ["hello", "world"])
    lists["int16s"] = [NSNumber(value: 1), NSNumber(value: 2)]
    #expect(Array(lists.int16s) == [1, 2])
    lists["doubles"] = NSArray(array: [1, 2.5])
    #expect(Array(lists.doubles) == [1, 2.5])
    lists["dates"] = [NSDate(timeIntervalSince1970: 12)]
    lists["datas"] = [NSData(data: Data([3]))]
    lists["uuids"] = [NSUUID(uuidString: Self.id.uuidString)!, Self.id.uuidString.prefix(36)] as [Any]
    #expect(Array(lists.dates) == [Self.moment] && Array(lists.datas) == [Data([3])] && Array(lists.uuids) == [Self.id, Self.id])
    lists["shades"] = ["darker".prefix(4)]
    #expect(Array(lists.shades) == [.dark])
    lists.strings.setValue("wide".prefix(1), forKey: "self")
    #expect(Array(lists.strings) == ["w", "w"])
    shelf["ints"] = NSSet(array: [3, 1])
    shelf["maybeInts"] = [NSNull(), NSNumber(value: 1)] as [Any]
    #expect(Set(shelf.ints) == [1, 3] && Array(shelf.maybeInts) == [nil, 1])
    shelf["scores"] = NSDictionary(dictionary: ["a": 1])
    shelf["names"] = ["ab".prefix(1): "cd".prefix(1)]
    #expect(shelf.scores["a"] == 1 && shelf.names["a"] == "c")
    shelf.names.setValue("ef".prefix(1), forKey: "b")
    shelf.scores.setValue(NSNumber(value: 4), forKey: "b")
    #expect(shelf.names["b"] == "e" && shelf.scores["b"] == 4)
    shelf.scores.setValue(NSNull(), forKey: "b")
    #expect(shelf.scores["b"] == nil)
    realm.cancelWrite()
  }

  @Test("values of any type take them, with the kind that a box says")
  func anyValues() {
    let object = Anything()
    func stored(_ value: Any) -> AnyRealmValue {
      object["any"] = value
      return object.any
    }
    #expect(stored(Self.text.prefix(5)) == .string("hello") && stored(NSString(string: "s")) == .string("s"))
    #expect(stored(NSNumber(value: 1)) == .int(1) && stored(NSNumber(value: true)) == .bool(true))
    #expect(stored(NSNumber(value: 1.0)) == .double(1) && stored(NSNumber(value: Float(0.5))) == .float(0.5))
    #expect(stored(NSDecimalNumber(string: "0.1")) == .decimal128("0.1"))
    #expect(stored(NSDate(timeIntervalSince1970: 12)) == .date(Self.moment) && stored(NSData(data: Data([1]))) == .data(Data([1])))
    #expect(stored(NSUUID(uuidString: Self.id.uuidString)!) == .uuid(Self.id) && stored(NSNull()) == AnyRealmValue.none)
    let nested = stored(NSDictionary(dictionary: ["k": NSArray(array: [1, NSNull(), "x"])])).dictionaryValue
    #expect(nested?["k"]?.listValue.map { Array($0) } == [.int(1), AnyRealmValue.none, .string("x")])
    object["map"] = ["a": "bc".prefix(1)]
    object["list"] = ["bc".prefix(1), NSNumber(value: 2)] as [Any]
    #expect(object.map["a"] == .string("b") && Array(object.list) == [.string("b"), .int(2)])
  }

  @Test("primary keys are found by them")
  func keys() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(TextKey.self, value: ["id": "hello"])
      realm.create(OptionalIntKey.self, value: ["id": 1])
      realm.create(UUIDKey.self, value: ["id": Self.id])
      realm.create(SmallKey.self, value: ["id": 1])
    }
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: Self.text.prefix(5)) != nil)
    #expect(realm.object(ofType: TextKey.self, forPrimaryKey: NSString(string: "hello")) != nil)
    #expect(realm.object(ofType: OptionalIntKey.self, forPrimaryKey: NSNumber(value: 1)) != nil)
    #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: NSNumber(value: 1.0)) != nil)
    #expect(realm.object(ofType: SmallKey.self, forPrimaryKey: 300) == nil)
    #expect(realm.object(ofType: UUIDKey.self, forPrimaryKey: NSUUID(uuidString: Self.id.uuidString)!) != nil)
    #expect(realm.dynamicObject(ofType: "TextKey", forPrimaryKey: Self.text.prefix(5)) != nil)
  }

  @Test("a migration takes them, so that a file opens whose texts it shortens")
  func migration() throws {
    let folder = try TemporaryFolder()
    try folder.make(FirstRelease.types) { $0.dynamicCreate("Person", value: ["firstName": Self.text, "any": 7]) }
    let realm = try Realm(
      configuration: folder.release(2, SecondRelease.types) { migration, _ in
        migration.enumerateObjects(ofType: "Person") { before, after in
          after?["fullName"] = (before?["firstName"] as? String)?.prefix(5)
          after?["age"] = NSNumber(value: 30)
          after?["notes"] = ["k": Self.text.suffix(5)]
          after?["home"] = NSDictionary(dictionary: ["city": "Bern"])
        }
      })
    let person = try #require(realm.dynamicObjects("Person").first)
    #expect(person["fullName"] as? String == "hello" && person["age"] as? Int == 30)
    #expect((person["notes"] as? Map<String, String>)?["k"] == "world" && (person["home"] as? EmbeddedObject)?["city"] as? String == "Bern")
  }
}
