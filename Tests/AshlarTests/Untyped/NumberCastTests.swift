import Ashlar
import Foundation
import Kinds
import People
import Shelves
import TestSupport
import Testing

/// What a value that is handed out untyped casts to. Generic and optional casts are among them, as in programs.
private struct Casts {
  let value: Any?

  init(_ value: Any?) { self.value = value }

  private func cast<T>(_ type: T.Type) -> T? { value as? T }

  func integers(_ expected: Int) -> Bool {
    cast(Int.self) == expected && cast(Int8.self) == Int8(exactly: expected) && cast(Int16.self) == Int16(exactly: expected)
      && cast(Int32.self) == Int32(exactly: expected) && cast(Int64.self) == Int64(expected) && cast(UInt.self) == UInt(exactly: expected)
      && cast(UInt8.self) == UInt8(exactly: expected) && cast(Int?.self) == .some(expected)
  }

  func doubles(_ expected: Double) -> Bool { cast(Double.self) == expected && cast(Double?.self) == .some(expected) }
}

@Suite("Numbers that are handed out untyped", .serialized)
struct NumberCastTests {
  private static let names = ["int", "int8", "int16", "int32", "int64", "anyInt", "anyInt8", "anyInt16", "anyInt32", "anyInt64", "level"]

  private func scalars(_ value: Int8) -> [String: Any] {
    [
      "int": value, "int8": value, "int16": value, "int32": value, "int64": value, "anyInt": value, "anyInt8": value, "anyInt16": value,
      "anyInt32": value, "anyInt64": value, "level": Level.top, "bool": true, "anyBool": false, "float": 0.5, "anyFloat": 0.5,
      "double": -2.5, "anyDouble": 3.0,
    ]
  }

  @Test(
    "integers of every width cast to every integer type that can hold them, and to Double", arguments: [-128, -1, 0, 1, 7, 127] as [Int8])
  func integers(value: Int8) throws {
    let realm = try memoryRealm([Scalars.self])
    let object = Scalars(value: scalars(value))
    for isManaged in [false, true] {
      if isManaged { try realm.write { realm.add(object) } }
      for name in Self.names {
        let expected = name == "level" ? 7 : Int(value)
        for read in [
          object[name], object.value(forKey: name), object.value(forKeyPath: name), object.dictionaryWithValues(forKeys: [name])[name],
        ] {
          #expect(Casts(read).integers(expected), "\(name) \(isManaged)")
          #expect(Casts(read).doubles(Double(expected)), "\(name) \(isManaged)")
        }
      }
    }
    let untyped = try #require(realm.dynamicObjects("Scalars").first)
    for name in Self.names { #expect(Casts(untyped[name]).integers(name == "level" ? 7 : Int(value)), "\(name)") }
  }

  @Test("floating-point numbers cast to the types that hold them exactly, and Bools to Bool and to integers")
  func otherNumbers() throws {
    let realm = try memoryRealm([Scalars.self])
    let object = try realm.write { realm.create(Scalars.self, value: scalars(1)) }
    let untyped = try #require(realm.dynamicObjects("Scalars").first)
    for read in [{ object[$0] }, { untyped[$0] }] as [(String) -> Any?] {
      #expect(Casts(read("float")).doubles(0.5) && read("float") as? Float == 0.5 && read("float") as? Int == nil)
      #expect(Casts(read("anyFloat")).doubles(0.5) && read("anyFloat") as? Float == 0.5)
      #expect(Casts(read("double")).doubles(-2.5) && read("double") as? Float == -2.5 && read("double") as? Int8 == nil)
      #expect(read("anyDouble") as? Int == 3 && read("anyDouble") as? Int16 == 3 && read("anyDouble") as? Float == 3)
      #expect(read("bool") as? Bool == true && read("bool") as? Int == 1 && read("anyBool") as? Bool == false)
      #expect(read("int") as? Bool == true && read("level") as? Bool == nil)
    }
  }

  @Test("large integers and numbers that are not finite keep every bit")
  func extremes() throws {
    let object = Scalars(value: ["int64": Int64.max, "int": Int.min, "double": Double.nan, "anyDouble": -Double.infinity])
    #expect(object["int64"] as? Int == .max && object["int64"] as? UInt64 == UInt64(Int64.max) && object["int"] as? Int64 == .min)
    #expect((object["int64"] as? Int)! as Int == object["int64"] as! Int)
    #expect((object["double"] as? Double)?.isNaN == true && object["anyDouble"] as? Double == -.infinity)
    object.int64 = 9_007_199_254_740_993
    #expect(object["int64"] as? Int64 == Int64(9_007_199_254_740_993))
  }

  @Test("patterns, AnyHashable and text see the number")
  func patterns() {
    let object = Scalars(value: ["int16": 300, "double": 1.5, "float": 0.1] as [String: Any])
    guard case let number as Int16 = object["int16"], case let wide as Int = object["int16"] else {
      Issue.record("no pattern matches")
      return
    }
    #expect(number == 300 && wide == 300)
    #expect(object["int16"] as? AnyHashable == 300 as AnyHashable && object["double"] as? AnyHashable == 1.5 as AnyHashable)
    #expect("\(object["int16"]!) \(object["double"]!) \(object["float"]!)" == "300 1.5 0.1")
    #expect((object["int16"] as? NSNumber)?.intValue == 300)
  }

  @Test("arrays and values that collections hand out cast as a whole and one by one")
  func collections() throws {
    let lists = Lists(value: ["int16s": [1, 2], "floats": [0.5, 1]] as [String: Any])
    #expect(lists.int16s.value(forKey: "self") as? [Int] == [1, 2] && lists.int16s.value(forKey: "self") as? [Int16] == [1, 2])
    #expect(lists.floats.value(forKey: "self") as? [Double] == [0.5, 1])
    #expect(lists.int16s.value(forKeyPath: "@max") as? Int16 == 2 && lists.int16s.value(forKeyPath: "@sum") as? Int == 3)
    #expect(lists.int16s.value(forKeyPath: "@count") as? Int32 == 2 && lists.int16s.value(forKeyPath: "@avg") as? Float == 1.5)
    #expect(lists.int16s.value(forKeyPath: "@unionOfObjects.self") as? [Int64] == [1, 2])
    let node = Node(value: ["children": [["weight": 1], ["weight": 2]]])
    #expect(node.children.value(forKey: "weight") as? [Int8] == [1, 2])
    let shelf = Shelf(value: ["scores": ["a": 1], "maybeInts": [1, nil] as [Int?], "maybeScores": ["n": nil, "o": 2] as [String: Int?]])
    #expect(shelf.scores.value(forKey: "a") as? Int16 == 1 && shelf.scores.value(forKey: "@allValues") as? [Double] == [1])
    #expect(shelf.maybeInts.value(forKey: "self") as? [Int16?] == [1, nil] && shelf.maybeScores.value(forKey: "o") as? UInt8 == 2)
    #expect(shelf.maybeScores.value(forKey: "n") == nil)
  }

  @Test("a value of any type casts as its number does, and stored again keeps its kind")
  func anyValues() throws {
    let realm = try memoryRealm(ValueSchema.types)
    for value in [.int(3), .float(3), .double(3), .bool(true)] as [AnyRealmValue] {
      let object = Anything()
      object.any = value
      #expect(object["any"] as? Int16 == (value == .bool(true) ? 1 : 3), "\(value)")
      let copy = Anything()
      copy["any"] = object["any"]
      #expect(copy.any == value)
      try realm.write {
        let stored = realm.create(Anything.self, value: ["id": realm.objects(Anything.self).count, "any": object["any"]!])
        #expect(stored.any == value)
      }
    }
  }

  @Test("observers get numbers that cast")
  func observed() throws {
    let name = "numbers \(UUID())"
    let realm = try memoryRealm(KindsSchema.objectTypes, name)
    let other = try memoryRealm(KindsSchema.objectTypes + PeopleSchema.objectTypes, name)
    let object = try realm.write { realm.create(Scalars.self, value: ["int16": 5, "float": 0.5] as [String: Any]) }
    var seen: [PropertyChange] = []
    let token = object.observe { (change: ObjectChange<Scalars>) in if case .change(_, let properties) = change { seen += properties } }
    other.refresh()
    try other.write {
      let same = other.objects(Scalars.self)[0]
      same.int16 = 6
      same.float = 1
    }
    realm.refresh()
    #expect(seen.map(\.name) == ["int16", "float"])
    #expect(seen.first?.oldValue as? Int == 5 && seen.first?.newValue as? Int8 == 6)
    #expect(seen.last?.oldValue as? Double == 0.5 && seen.last?.newValue as? Int == 1)
    withExtendedLifetime(token) {}
  }

  @Test("a migration's objects give numbers that cast, also where it reads narrow ones")
  func migration() throws {
    let folder = try TemporaryFolder()
    try folder.make(FirstRelease.types) { $0.dynamicCreate("Person", value: ["firstName": "a", "scores": [300], "any": 7]) }
    let realm = try Realm(
      configuration: folder.release(2, SecondRelease.types) { migration, _ in
        migration.enumerateObjects(ofType: "Person") { before, after in
          #expect(before?["any"] as? Int16 == 7 && before?["any"] as? Double == 7 && after?["age"] as? Int8 == 0)
          after?["age"] = before?["any"]
          #expect(after?["age"] as? UInt8 == 7 && after?["isHidden"] as? Bool == false)
        }
      })
    #expect(realm.dynamicObjects("Person").first?["age"] as? Int64 == 7)
  }
}
