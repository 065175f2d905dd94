import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("AnyRealmValue")
struct AnyValueTests {
  static var scalars: [AnyRealmValue] {
    [
      .none, .int(1), .int(.min), .bool(true), .bool(false), .float(1.5), .double(2.5), .string(""), .string("short"),
      .string("a text that is longer than a cell"), .string(longLabel), .data(Data([1, 2, 3])), .data(Data(count: 40)),
      .data(Data(count: 5000)),
      .date(Date(timeIntervalSince1970: 1.5)), .objectId(ObjectId("0123456789abcdef01234567")), .decimal128("1.50"),
      .uuid(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF") ?? UUID()),
    ]
  }

  @Test("one property takes every type in turn, unmanaged and managed, and after reopening")
  func everyType() throws {
    let folder = try TemporaryFolder()
    let object = Anything()
    #expect(object.any == .none)
    for value in Self.scalars {
      object.any = value
      #expect(object.any == value)
    }
    let realm = try Realm(configuration: folder.configuration("a.realm", ValueSchema.types))
    for (index, value) in Self.scalars.enumerated() {
      try realm.write {
        realm.create(Anything.self, value: ["id": index, "any": value] as [String: Any])
        let added = Anything()
        added.id = 100 + index
        added.any = value
        added.list.append(objectsIn: Self.scalars)
        realm.add(added)
        #expect(added.any == value)
        added.indexed = value
      }
    }
    func check(_ realm: Realm) {
      for (index, value) in Self.scalars.enumerated() {
        #expect(realm.object(ofType: Anything.self, forPrimaryKey: index)?.any == value)
        let added = realm.object(ofType: Anything.self, forPrimaryKey: 100 + index)
        #expect(added?.any == value && added?.indexed == value)
        #expect(added.map { Array($0.list) } == Self.scalars)
      }
    }
    check(realm)
    check(try Realm(configuration: folder.configuration("a.realm", ValueSchema.types)))
  }

  @Test("accessors give a payload for exactly its case")
  func payloads() {
    #expect(AnyRealmValue.int(1).intValue == 1 && AnyRealmValue.int(1).doubleValue == nil && AnyRealmValue.int(1).boolValue == nil)
    #expect(AnyRealmValue.bool(true).boolValue == true && AnyRealmValue.float(1).floatValue == 1)
    #expect(AnyRealmValue.double(1).doubleValue == 1 && AnyRealmValue.string("a").stringValue == "a")
    #expect(AnyRealmValue.data(Data([1])).dataValue == Data([1]) && AnyRealmValue.decimal128(1).decimal128Value == 1)
    #expect(AnyRealmValue.string("a").dataValue == nil && AnyRealmValue.none.stringValue == nil)
    #expect(AnyRealmValue() == .none)
    #expect(AnyRealmValue.fromArray([.int(1)]).listValue?.count == 1)
    #expect(AnyRealmValue.fromDictionary(["a": .int(1)]).dictionaryValue?["a"] == .int(1))
  }

  @Test("equality tells cases apart; collections are equal by content when unmanaged, by identity when managed")
  func equality() throws {
    #expect(AnyRealmValue.int(1) != .double(1) && AnyRealmValue.int(1) == .int(1))
    #expect(AnyRealmValue.fromArray([.int(1), .none]) == .fromArray([.int(1), .none]))
    #expect(AnyRealmValue.fromArray([.int(1)]) != .fromArray([.int(2)]))
    #expect(AnyRealmValue.fromArray([.fromDictionary(["a": .none])]) == .fromArray([.fromDictionary(["a": .none])]))
    #expect(AnyRealmValue.fromArray([.int(1)]).hashValue == AnyRealmValue.fromArray([.int(2)]).hashValue)
    let realm = try valueRealm()
    try realm.write {
      let first = realm.create(Anything.self, value: ["id": 1, "any": [1]] as [String: Any])
      let second = realm.create(Anything.self, value: ["id": 2, "any": [1]] as [String: Any])
      #expect(first.any == first.any && first.any != second.any && first.any != .fromArray([.int(1)]))
    }
  }

  // MARK: - Links

  @Test("objects are added with the value, read back, and taken out of it when they are deleted")
  func links() throws {
    let realm = try valueRealm()
    let target = Target(value: ["name": "t"])
    let other = Target(value: ["name": "other"])
    let object = Anything(value: ["id": 1])
    object.any = .object(target)
    #expect(object.any.object(Target.self) === target && object.any.object(Anything.self) == nil)
    object.list.append(objectsIn: [
      .int(1), .object(target), .fromArray([.object(target), .int(2), .object(other)]),
      .fromDictionary(["t": .object(target), "o": .object(other)]),
    ])
    target.any = .object(object)
    try realm.write { realm.add(object) }
    #expect(target.realm != nil && other.realm != nil)
    #expect(object.any.object(Target.self)?.isSameObject(as: target) == true)
    #expect(target.any.object(Anything.self) == object)
    for committed in [false, true] {
      realm.beginWrite()
      realm.delete(try #require(object.any.object(Target.self)))
      #expect(object.any == .none)
      #expect(object.list.count == 3 && object.list[0] == .int(1))
      #expect(object.list[1].listValue.map { [$0[0].intValue] } == [2] && object.list[1].listValue?.count == 2)
      #expect(object.list[2].dictionaryValue?["t"] == AnyRealmValue.none)
      #expect(object.list[2].dictionaryValue?["o"]?.object(Target.self)?.name == "other")
      if committed { try realm.commitWrite() } else { realm.cancelWrite() }
      if !committed {
        #expect(object.list.count == 4 && object.any.object(Target.self)?.name == "t")
      }
    }
    #expect(object.any == .none && object.list.count == 3)
    try realm.write { realm.delete(object) }
    #expect(realm.objects(Target.self).count == 1)
  }

  @Test("links made and replaced in one write are found when their target is deleted in it")
  func linksInOneWrite() throws {
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      let a = realm.create(Target.self, value: ["a"])
      let b = realm.create(Target.self, value: ["b"])
      object.any = .object(a)
      realm.delete(realm.create(Target.self, value: ["x"]))
      object.any = .object(b)
      object.list.append(.object(a))
      object.list.append(.fromArray([.object(a)]))
      realm.delete(a)
      #expect(object.any.object(Target.self)?.name == "b")
      #expect(object.list.count == 1 && object.list[0].listValue?.count == 0)
      object.list[0].listValue?.append(.object(b))
      realm.delete(b)
      #expect(object.any == .none && object.list[0].listValue?.count == 0)
    }
  }

  // MARK: - Nested collections

  @Test("a list in a value is changed in place, through every method")
  func nestedList() throws {
    let realm = try valueRealm()
    let object = Anything(value: ["id": 1, "any": [1, "two", [3, ["k": 4]]]] as [String: Any])
    try realm.write { realm.add(object) }
    let list = try #require(object.any.listValue)
    #expect(list.realm != nil && !list.isInvalidated && list.count == 3)
    #expect(list[2].listValue?[1].dictionaryValue?["k"] == .int(4))
    let inner = try #require(list[2].listValue)
    try realm.write {
      list.append(.int(5))
      list.insert(.int(0), at: 0)
      #expect(Array(list.prefix(2)) == [.int(0), .int(1)] && list.last == .int(5))
      inner.append(.string("deep"))
      #expect(list[3].listValue?.last == .string("deep"))
      list.move(from: 3, to: 0)
      inner.removeLast()
      #expect(list[0].listValue?.count == 2)
      list.swapAt(0, 1)
      list[0] = .bool(true)
      list.remove(at: 2)
      inner[0] = .fromArray([.int(7)])
      inner[0].listValue?.append(.int(8))
      inner[1].dictionaryValue?["new"] = .int(9)
    }
    #expect(list.count == 4 && list[0] == .bool(true) && list[1] == .list(inner))
    #expect(inner[0].listValue.map { Array($0) } == [.int(7), .int(8)])
    #expect(inner[1].dictionaryValue?["new"] == .int(9) && inner[1].dictionaryValue?.count == 2)
    try realm.write {
      list.append(objectsIn: [.int(10), .list(inner), .object(Target(value: ["t"]))])
      list.insert(contentsOf: [AnyRealmValue.int(11), .int(12)], at: 1)
    }
    #expect(list.count == 9 && list[2] == .int(12) && list[7].listValue?.count == 2 && list[8].object(Target.self)?.name == "t")
    #expect(list[3] == .list(inner) && list[7] != .list(inner))
    try realm.write { list.removeAll() }
    #expect(list.isEmpty && inner.isInvalidated && !list.isInvalidated)
  }

  @Test("assigning the same kind keeps the collection and replaces its content; another kind ends it")
  func reassignment() throws {
    let realm = try valueRealm()
    let object = Anything(value: ["id": 1, "any": [[1], 2]] as [String: Any])
    try realm.write {
      realm.add(object)
      let list = try #require(object.any.listValue)
      let inner = try #require(list[0].listValue)
      object.any = .fromArray([.fromArray([.int(9)])])
      #expect(list.count == 1 && !list.isInvalidated && inner.isInvalidated)
      object.any = .fromDictionary(["a": .int(1)])
      #expect(list.isInvalidated)
      object.any = .fromArray([])
      #expect(list.isInvalidated)
      object.any = .int(3)
      #expect(object.any == .int(3))
    }
  }

  @Test("a collection of a value can be put into another place of the same value, and into itself")
  func ownContent() throws {
    let realm = try valueRealm()
    let object = Anything(value: ["id": 1, "any": [[1, 2], 3]] as [String: Any])
    try realm.write {
      realm.add(object)
      let list = try #require(object.any.listValue)
      list.append(list[0])
      #expect(list[2].listValue.map { Array($0) } == [.int(1), .int(2)])
      list[2].listValue?.append(.int(9))
      #expect(list[0].listValue?.count == 2 && list[2].listValue?.count == 3)
      list[0] = list[0]
      #expect(list[0].listValue?.count == 2)
      list.insert(list[2], at: 0)
      #expect(list.map { $0.listValue?.count } == [3, 2, nil, 3])
      object.any = object.any
      #expect(list.map { $0.listValue?.count } == [3, 2, nil, 3])
      object.any = list[0]
      #expect(list.map(\.intValue) == [1, 2, 9])
      object.any = .fromArray([.list(list), .list(list)])
      #expect(list.map { $0.listValue?.count } == [3, 3])
    }
  }

  @Test("an assigned collection stays unmanaged and is copied")
  func copies() throws {
    let realm = try valueRealm()
    let list = List<AnyRealmValue>()
    list.append(.int(1))
    let object = Anything()
    object.any = .list(list)
    #expect(object.any.listValue === list)
    try realm.write {
      realm.add(object)
      list.append(.int(2))
      #expect(object.any.listValue?.count == 1 && list.realm == nil)
      object.any = .list(list)
      #expect(object.any.listValue?.count == 2 && list.realm == nil)
    }
  }

  @Test("an element's collection follows the element when others move, and ends with it")
  func listElements() throws {
    let realm = try valueRealm()
    let object = Anything(value: ["id": 1, "list": [[1], ["a": 2], 3]] as [String: Any])
    try realm.write {
      realm.add(object)
      let first = try #require(object.list[0].listValue)
      let second = try #require(object.list[1].dictionaryValue)
      object.list.insert(.int(0), at: 0)
      first.append(.int(9))
      second["b"] = .int(4)
      #expect(object.list[1].listValue?.count == 2 && object.list[2].dictionaryValue?["b"] == .int(4))
      object.list.remove(at: 1)
      #expect(first.isInvalidated && !second.isInvalidated && second.count == 2)
      for value in object.list where value.dictionaryValue != nil { value.dictionaryValue?["c"] = .int(5) }
      #expect(second["c"] == .int(5))
    }
  }

  @Test("sets tell numbers apart by value, and lose objects that are deleted")
  func sets() throws {
    let realm = try valueRealm()
    let target = Target(value: ["t"])
    let object = Anything(value: ["id": 1])
    object.set.insert(objectsIn: [.int(1), .double(1), .string("a"), .object(target), .none])
    #expect(object.set.count == 4)
    try realm.write { realm.add(object) }
    #expect(object.set.count == 4 && target.realm != nil)
    #expect(object.set.contains(.decimal128(1)) && object.set.contains(.none) && object.set.contains(.object(target)))
    #expect(!object.set.contains(.object(Target())) && !object.set.contains(.bool(true)))
    try realm.write {
      object.set.insert(.float(1))
      object.set.insert(.object(Target(value: ["new"])))
      object.set.insert(.string("a text that is longer than a cell"))
      #expect(object.set.count == 6)
      realm.delete(target)
      #expect(object.set.count == 5)
      object.set.remove(.int(1))
    }
    #expect(object.set.compactMap { $0.stringValue } == ["a", "a text that is longer than a cell"])
    #expect(realm.objects(Anything.self).where { $0.set.contains(.string("a")) }.count == 1)
  }

  @Test("maps keep the key of an object that is deleted, and their collections follow their keys")
  func maps() throws {
    let realm = try valueRealm()
    let target = Target(value: ["t"])
    let object = Anything(value: ["id": 1, "map": ["o": target, "n": 1, "l": [1, target]]] as [String: Any])
    try realm.write { realm.add(object) }
    let list = try #require(object.map["l"]?.listValue)
    try realm.write {
      object.map["a"] = .fromDictionary(["k": .int(1)])
      list.append(.int(2))
      object.map["a"]?.dictionaryValue?["k"] = .fromArray([.none])
      object.map["new"] = .object(Target(value: ["new"]))
    }
    #expect(object.map["l"]?.listValue?.count == 3 && object.map["a"]?.dictionaryValue?["k"]?.listValue?.count == 1)
    #expect(object.map.keys == ["a", "l", "n", "new", "o"])
    try realm.write { realm.delete(target) }
    #expect(object.map["o"] == AnyRealmValue.none && object.map.count == 5 && list.map(\.intValue) == [1, 2])
    try realm.write {
      object.map.removeObject(for: "l")
      object["map"] = ["z": [1, ["y": 2]]] as [String: Any]
    }
    #expect(list.isInvalidated && object.map["z"]?.listValue?[1].dictionaryValue?["y"] == .int(2))
    #expect(realm.objects(Anything.self).where { $0.map["z"].isList }.count == 1)
  }

  @Test("every method of a dictionary in a value")
  func nestedDictionary() throws {
    let realm = try valueRealm()
    let object = Anything(value: ["id": 1, "any": ["b": 1]] as [String: Any])
    try realm.write {
      realm.add(object)
      let map = try #require(object.any.dictionaryValue)
      map["a"] = .int(2)
      map["é.x".replacingOccurrences(of: ".", with: "")] = .int(3)
      #expect(map.keys == ["a", "b", "éx"] && map.values == [.int(2), .int(1), .int(3)])
      #expect(map.map(\.key) == ["a", "b", "éx"] && map.contains { key, value in key == "b" && value == .int(1) })
      map.updateValue(.none, forKey: "a")
      #expect(map["a"] == AnyRealmValue.none && map["missing"] == nil)
      map["b"] = nil
      map.merge(["a": AnyRealmValue.int(5)].map { ($0.key, $0.value) }) { old, new in old == .none ? new : old }
      #expect(map["a"] == .int(5) && map.count == 2)
      map.removeAll()
      #expect(map.count == 0 && !map.isInvalidated && map.realm != nil)
    }
  }

  @Test("values are nested up to 100 levels deep")
  func depth() throws {
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1])
      object.any = (0..<100).reduce(AnyRealmValue.int(1)) { inner, _ in .fromArray([inner]) }
      var value = object.any
      for _ in 0..<100 { value = try #require(value.listValue)[0] }
      #expect(value == .int(1))
    }
  }

  // MARK: - Untyped access, create, update

  @Test("access by name gives payloads and takes anything that can be stored")
  func keyValueAccess() throws {
    let realm = try valueRealm()
    for managed in [false, true] {
      let object = Anything()
      realm.beginWrite()
      if managed { realm.add(object) }
      object["any"] = 5
      #expect(object["any"] as? Int == 5 && object.any == .int(5))
      object["any"] = Int8(5)
      #expect(object.any == .int(5))
      object["any"] = nil
      #expect(object["any"] == nil && object.any == .none)
      object["any"] = Weather.rainy
      #expect(object.any == .string("rainy"))
      object["any"] = Target(value: ["n"])
      #expect((object["any"] as? Target)?.name == "n")
      object["any"] = ["k": [1, 2.5, AnyRealmValue.string("x"), ["y": true]]] as [String: Any]
      #expect((object["any"] as? Map<String, AnyRealmValue>)?["k"]?.listValue?[3].dictionaryValue?["y"] == .bool(true))
      object["list"] = [1, "a", AnyRealmValue.none] as [Any]
      #expect(Array(object.list) == [.int(1), .string("a"), .none])
      realm.cancelWrite()
    }
  }

  @Test("create copies objects found in values, and links rows of the Realm")
  func create() throws {
    let realm = try valueRealm()
    try realm.write {
      let row = realm.create(Target.self, value: ["row"])
      let loose = Target(value: ["loose"])
      let object = realm.create(Anything.self, value: ["id": 1, "any": [row, loose, ["deep": loose]]] as [String: Any])
      #expect(loose.realm == nil)
      #expect(realm.objects(Target.self).count == 2)
      #expect(object.any.listValue?[0].object(Target.self)?.isSameObject(as: row) == true)
      #expect(object.any.listValue?[2].dictionaryValue?["deep"]?.object(Target.self)?.name == "loose")
      let copy = realm.create(Anything.self, value: ["id": 2, "any": object.any] as [String: Any])
      #expect(copy.any.listValue?[0].object(Target.self)?.isSameObject(as: row) == true)
      #expect(copy.any != object.any)
    }
  }

  @Test("under .modified lists are compared by index and dictionaries merged; .all replaces")
  func updatePolicies() throws {
    let realm = try valueRealm()
    try realm.write {
      let object = realm.create(Anything.self, value: ["id": 1, "any": ["a": 1, "b": [1, 2, 3]]] as [String: Any])
      let map = try #require(object.any.dictionaryValue)
      realm.create(Anything.self, value: ["id": 1, "any": ["b": [1, 9], "c": 3]] as [String: Any], update: .modified)
      #expect(map["a"] == .int(1) && map["b"]?.listValue.map { Array($0) } == [.int(1), .int(9)] && map["c"] == .int(3))
      realm.create(Anything.self, value: ["id": 1, "any": ["b": 1]] as [String: Any], update: .all)
      #expect(map.count == 1 && map["b"] == .int(1))
      realm.create(Anything.self, value: ["id": 1] as [String: Any], update: .all)
      #expect(map.count == 1)
      realm.create(Anything.self, value: ["id": 1, "any": NSNull()] as [String: Any], update: .modified)
      #expect(object.any == .none && map.isInvalidated)
      let added = Anything(value: ["id": 1, "any": Target(value: ["t"])] as [String: Any])
      realm.add(added, update: .modified)
      #expect(object.any.object(Target.self)?.name == "t")
    }
  }

  @Test("descriptions show payloads")
  func descriptions() throws {
    let object = Anything(value: ["id": 1, "any": "text", "list": [1, "x"]] as [String: Any])
    #expect(object.description.contains("\tany = text;"))
    #expect(object.description.contains("indexed = (null);"))
    #expect(object.description.contains("[1] x"))
    #expect("\(AnyRealmValue.none)" == "(null)")
  }

  // MARK: - Conditions

  @Test("conditions compare numbers of all types by value, and nothing else with anything else")
  func conditions() throws {
    let realm = try valueRealm()
    let values: [AnyRealmValue] = [
      .none, .int(1), .double(1), .decimal128(1), .float(2.5), .int(3), .bool(true), .string("1"), .string("abc"), .data(Data("abc".utf8)),
      .date(Date(timeIntervalSince1970: 1)), .objectId(ObjectId("0123456789abcdef01234567")), .fromArray([.int(1)]),
      .fromDictionary(["a": .int(1)]),
    ]
    for indexed in [false, true] {
      realm.beginWrite()
      for (index, value) in values.enumerated() {
        let object = realm.create(Anything.self, value: ["id": index])
        if indexed { object.indexed = value } else { object.any = value }
        object.list.append(value)
      }
      if indexed { try realm.commitWrite() }
      let all = realm.objects(Anything.self)
      func ids(_ condition: (Query<AnyRealmValue>) -> Query<Bool>) -> [Int] {
        all.where { condition(indexed ? $0.indexed : $0.any) }.map(\.id)
      }
      #expect(ids { $0 == .int(1) } == [1, 2, 3])
      #expect(ids { $0 == .decimal128("1.00") } == [1, 2, 3])
      #expect(ids { $0 != .int(1) } == Array(0..<14).filter { ![1, 2, 3].contains($0) })
      #expect(ids { $0 == AnyRealmValue.none } == [0])
      #expect(ids { $0 != AnyRealmValue.none }.count == 13)
      #expect(ids { $0 > .int(1) } == [4, 5])
      #expect(ids { $0 <= .double(2.5) } == [1, 2, 3, 4])
      #expect(ids { $0 == .bool(true) } == [6])
      #expect(ids { $0 == .string("abc") } == [8, 9])
      #expect(ids { $0 == .data(Data("abc".utf8)) } == [8, 9])
      #expect(ids { $0 > .string("2") } == [8, 9])
      #expect(ids { $0.in([.int(3), .string("1"), .none]) } == [0, 5, 7])
      #expect(ids { $0.starts(with: "a") } == [8, 9])
      #expect(ids { $0.contains("B", options: .caseInsensitive) } == [8, 9])
      #expect(ids { $0.isType(.int) } == [1, 5])
      #expect(ids { $0.isType(.any) } == [0])
      #expect(ids { $0.isNumber } == [1, 2, 3, 4, 5])
      #expect(ids { $0.isList } == [12] && ids { $0.isDictionary } == [13])
      #expect(ids { $0 == .date(Date(timeIntervalSince1970: 1)) } == [10])
      #expect(all.where { $0.list.contains(.int(1)) }.map(\.id) == [1, 2, 3])
      #expect(all.where { $0.any == $0.indexed }.count == 1)
      let sorted = Array(all.sorted(byKeyPath: indexed ? "indexed" : "any").map(\.id))
      #expect(sorted == [0, 6, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13])
      if !indexed { realm.cancelWrite() }
    }
  }

  @Test("conditions look into lists and dictionaries of values")
  func subscripts() throws {
    let realm = try valueRealm()
    let values: [Any] = [
      [1, 2, 3], ["a": 1, "b": ["c": [true, "deep"]]], 7, [[1], [2, 9]], [Any](), ["a": NSNull()],
    ]
    try realm.write {
      for (index, value) in values.enumerated() {
        realm.create(Anything.self, value: ["id": index, "any": value, "map": ["k": value], "list": [value]] as [String: Any])
      }
    }
    let all = realm.objects(Anything.self)
    func ids(_ condition: (Query<AnyRealmValue>) -> Query<Bool>) -> [Int] {
      let found = Array(all.where { condition($0.any) }.map(\.id))
      #expect(Array(all.where { condition($0.map["k"]) }.map(\.id)) == found)
      return found
    }
    #expect(ids { $0[0] == .int(1) } == [0])
    #expect(ids { $0["a"] == .int(1) } == [1])
    #expect(ids { $0["a"] == AnyRealmValue.none } == [0, 2, 3, 4, 5])
    #expect(ids { $0["b"]["c"][1] == .string("deep") } == [1])
    #expect(ids { $0["b"]["c"].any == .bool(true) } == [1])
    #expect(ids { $0.any == .int(2) } == [0])
    #expect(ids { $0.any.any > .int(8) } == [3])
    #expect(ids { $0[1][1] == .double(9) } == [3])
    #expect(ids { $0[-1] == .int(3) } == [])
    #expect(ids { $0.any != .int(1) } == [0, 1, 3, 5])
    #expect(ids { $0[0].isList } == [3])
  }

  @Test("aggregates: numbers of all types add up, anything is smallest or largest")
  func aggregates() throws {
    let realm = try valueRealm()
    let values: [AnyRealmValue] = [.int(1), .double(2.5), .decimal128("0.5"), .string("x"), .none, .double(.nan), .bool(true)]
    let object = Anything()
    object.list.append(objectsIn: values)
    try realm.write {
      for (index, value) in values.enumerated() { realm.create(Anything.self, value: ["id": index, "any": value] as [String: Any]) }
    }
    let all = realm.objects(Anything.self)
    let sum: AnyRealmValue = all.sum(of: \.any)
    let mean: AnyRealmValue? = all.average(of: \.any)
    #expect(sum == .decimal128(4) && mean?.decimal128Value == Decimal128(4) / Decimal128(3))
    #expect(all.max(of: \.any) == .string("x") && all.min(of: \.any) == .bool(true))
    let empty: AnyRealmValue? = all.where { $0.id > 100 }.average(of: \.any)
    #expect(empty == nil)
    for managed in [false, true] {
      if managed {
        object.id = 99
        try realm.write { realm.add(object) }
      }
      #expect(object.list.sum() == .decimal128(4) && object.list.max() == .string("x") && object.list.min() == .bool(true))
      let mean: AnyRealmValue? = object.list.average()
      #expect(mean?.decimal128Value == Decimal128(4) / Decimal128(3))
    }
    #expect(List<AnyRealmValue>().sum() == .decimal128(0) && List<AnyRealmValue>().max() == nil)
    #expect(object.list.sorted().map { $0 }.first == AnyRealmValue.none)
  }

  @Test("an object is compared by its row")
  func linkConditions() throws {
    let realm = try valueRealm()
    try realm.write {
      let target = realm.create(Target.self, value: ["t"])
      realm.create(Target.self, value: ["u"])
      realm.create(Anything.self, value: ["id": 1, "any": target, "indexed": target] as [String: Any])
      realm.create(Anything.self, value: ["id": 2])
    }
    let target = try #require(realm.objects(Target.self).first)
    let other = try #require(realm.objects(Target.self).last)
    let all = realm.objects(Anything.self)
    #expect(all.where { $0.any == .object(target) }.map(\.id) == [1])
    #expect(all.where { $0.indexed == .object(target) }.map(\.id) == [1])
    #expect(all.where { $0.any == .object(other) }.map(\.id) == [])
    #expect(all.where { $0.any != .object(other) }.map(\.id) == [1, 2])
    #expect(all.where { $0.any == .object(Target()) }.map(\.id) == [])
    #expect(all.where { $0.any.isType(.object) }.map(\.id) == [1])
  }
}
