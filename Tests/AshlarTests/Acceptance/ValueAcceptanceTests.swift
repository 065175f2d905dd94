import Ashlar
import Foundation
import Testing

@Suite("Values of properties")
struct ValueAcceptanceTests {
  @Test(
    "decimals print in their normal form",
    arguments: [
      (Decimal128(value: 1.234567) + Decimal128(value: 9.876543), "11.11111"), (Decimal128(value: 2.5) - Decimal128(value: 3.5), "-1"),
      ("1.5e2" as Decimal128, "1.5E2"), ("123e4" as Decimal128, "1.23E6"),
    ])
  func decimals(value: Decimal128, text: String) { #expect(value.stringValue == text) }

  @Test("the text of an ObjectId is lower case, and creates an equal ObjectId")
  func objectIdText() throws {
    let id = try ObjectId(string: "ABCDEF0123456789abcdef01")
    #expect(id.stringValue == "abcdef0123456789abcdef01")
    #expect(try ObjectId(string: id.stringValue) == id)
    let fresh = ObjectId.generate()
    #expect(try ObjectId(string: fresh.stringValue) == fresh)
  }

  @Test("ObjectIds are ordered by their bytes, unsigned")
  func objectIdOrder() throws {
    let ids = try ["0000000000000000000000ff", "000000000000000000000100", "7fffffffffffffffffffffff", "800000000000000000000000"]
      .map { try ObjectId(string: $0) }
    #expect(ids.shuffled().sorted() == ids)
  }

  @Test("an ObjectId's time is in whole seconds")
  func objectIdTime() {
    let id = ObjectId(timestamp: Date(timeIntervalSince1970: 1_600_000_000.987), machineId: 1, processId: 2)
    #expect(id.timestamp == Date(timeIntervalSince1970: 1_600_000_000))
  }

  @Test("a property of any type stores every type of value in turn")
  func everyPayload() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let (object, target) = try realm.write {
      (realm.create(Anything.self, value: ["id": 1]), realm.create(Target.self, value: ["name": "t"]))
    }
    let payloads: [AnyRealmValue] = [
      .int(1), .bool(true), .float(1.5), .double(2.5), .string("text"), .data(Data([1, 2])), .date(Date(timeIntervalSince1970: 3)),
      .object(target), .objectId(ObjectId("0123456789abcdef01234567")), .decimal128("1.5"), .uuid(UUID()), .none,
    ]
    for payload in payloads + payloads.reversed() {
      try realm.write { object.any = payload }
      if let target = payload.object(Target.self) {
        #expect(object.any.object(Target.self)?.isSameObject(as: target) == true)
      } else {
        #expect(object.any == payload)
      }
      let unmanaged = Anything()
      unmanaged.any = payload
      #expect(unmanaged.any == payload)
    }
  }

  @Test("nested collections are read after the object is added, and changed in place")
  func nestedCollections() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let object = Anything()
    object.any = .fromDictionary([
      "numbers": .fromArray([.int(1), .int(2)]), "inner": .fromDictionary(["deep": .fromArray([.string("x")])]),
    ])
    try realm.write { realm.add(object) }
    let numbers = try #require(object.any.dictionaryValue?["numbers"]?.listValue)
    #expect(Array(numbers) == [.int(1), .int(2)])
    let deep = try #require(object.any.dictionaryValue?["inner"]?.dictionaryValue?["deep"]?.listValue)
    try realm.write {
      numbers.append(.int(3))
      deep[0] = .bool(true)
    }
    #expect(object.any.dictionaryValue?["numbers"]?.listValue?.count == 3)
    #expect(object.any.dictionaryValue?["inner"]?.dictionaryValue?["deep"]?.listValue?[0] == .bool(true))
  }

  @Test("assigning a shorter collection leaves nothing of the longer one")
  func shorter() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let object = try realm.write { realm.create(Anything.self, value: ["id": 1, "any": [1, 2, 3, ["a": 1, "b": 2]] as [Any]]) }
    let list = try #require(object.any.listValue)
    try realm.write { object.any = .fromArray([.string("only")]) }
    #expect(list.count == 1 && list[0] == .string("only"))
    try realm.write { object.any = .fromDictionary(["k": .int(1), "l": .int(2)]) }
    try realm.write { object.any = .fromDictionary(["m": .int(3)]) }
    #expect(object.any.dictionaryValue.map { Array($0.keys) } == ["m"])
  }
}
