import Ashlar
import Foundation
import Kinds
import Shelves
import TestTraits
import Testing

/// The table of what untyped values each kind of property takes.
@Suite("Untyped values", .blocking)
struct ConversionTests {
  /// A property, a value for it, and what is read then.
  struct Row: CustomTestStringConvertible {
    let property: String
    let value: any Sendable
    let read: any Hashable & Sendable
    var testDescription: String { "\(property) takes \(value) of type \(type(of: value))" }
    init(_ property: String, _ value: any Sendable, _ read: any Hashable & Sendable) {
      (self.property, self.value, self.read) = (property, value, read)
    }
  }

  private static let uuid = UUID()
  private static let objectId = ObjectId.generate()
  private static let moment = Date(timeIntervalSince1970: 5.5)

  static let rows: [Row] = [
    Row("int", 5, 5), Row("int", Int8(-5), -5), Row("int", UInt64(7), 7), Row("int", true, 1), Row("int", boxed(9), 9),
    Row("int8", -128, Int8(-128)), Row("int8", boxed(7), Int8(7)), Row("int16", Int64(300), Int16(300)),
    Row("int32", UInt8(255), Int32(255)), Row("int64", 1 << 40, Int64(1 << 40)),
    Row("bool", true, true), Row("bool", 0, false), Row("bool", UInt8(1), true), Row("bool", boxed(true), true),
    Row("bool", boxed(0), false), Row("bool", UInt64(1), true), Row("int64", UInt64(5), Int64(5)), Row("float", UInt64(3), Float(3)),
    Row("float", 3, Float(3)), Row("float", 1.5, Float(1.5)), Row("float", Float(2.5), Float(2.5)), Row("float", CGFloat(0.5), Float(0.5)),
    Row("float", boxed(2.5), Float(2.5)),
    Row("double", 3, 3.0), Row("double", UInt64.max, Double(UInt64.max)), Row("double", Float(0.5), 0.5), Row("double", 1e300, 1e300),
    Row("double", CGFloat(1.25), 1.25), Row("double", boxed(1.75), 1.75), Row("double", boxed(4), 4.0),
    Row("string", "text", "text"), Row("string", NSString(string: "boxed") as String, "boxed"),
    Row("data", Data([1, 2]), Data([1, 2])), Row("date", moment, moment), Row("objectId", objectId, objectId),
    Row("decimal", Decimal128("1.5"), Decimal128("1.5")), Row("decimal", 12, Decimal128(12)), Row("decimal", 0.1, Decimal128("0.1")),
    Row("decimal", Float(0.5), Decimal128("0.5")), Row("decimal", "2.25", Decimal128("2.25")),
    Row("decimal", Decimal(string: "3.75") ?? 0, Decimal128("3.75")), Row("decimal", UInt64.max, Decimal128("18446744073709551615")),
    Row("decimal", boxed(12), Decimal128(12)), Row("decimal", boxed(1.5), Decimal128("1.5")),
    Row("uuid", uuid, uuid), Row("uuid", uuid.uuidString.lowercased(), uuid),
    Row("shade", Shade.light, "light"), Row("shade", "light", "light"), Row("level", Level.top, Int8(7)), Row("level", 7, Int8(7)),
  ]

  // NSNumber is not Sendable.
  private struct Boxed: @unchecked Sendable { let number: NSNumber }
  private static func boxed(_ value: Int) -> any Sendable { Boxed(number: NSNumber(value: value)) }
  private static func boxed(_ value: Double) -> any Sendable { Boxed(number: NSNumber(value: value)) }
  private static func boxed(_ value: Bool) -> any Sendable { Boxed(number: NSNumber(value: value)) }
  private static func opened(_ value: any Sendable) -> Any { (value as? Boxed)?.number ?? value }

  private static func equal(_ found: Any?, _ read: any Hashable & Sendable) -> Bool {
    if let read = read as? Bool { return found as? Bool == read }
    return found as? AnyHashable == AnyHashable(read)
  }

  @Test("a property takes the values of its row of the table, unmanaged", arguments: rows)
  func unmanaged(row: Row) {
    let object = Scalars(value: [row.property: Self.opened(row.value)])
    #expect(Self.equal(object[row.property], row.read), "\(String(describing: object[row.property]))")
  }

  @Test("an optional property takes them too, and nil", arguments: rows)
  func optional(row: Row) {
    let name = "any" + (row.property == "uuid" ? "UUID" : row.property.prefix(1).uppercased() + row.property.dropFirst())
    let object = Scalars(value: [name: Self.opened(row.value)])
    #expect(Self.equal(object[name], row.read))
    object[name] = NSNull()
    #expect(object[name] == nil)
    object[name] = Self.opened(row.value)
    object[name] = Int??.some(.none) as Any
    #expect(object[name] == nil)
  }

  @Test("a managed property takes them by name, in create and in an update", arguments: rows)
  func managed(row: Row) throws {
    let realm = try memoryRealm()
    try realm.write {
      let object = realm.create(Scalars.self, value: [row.property: Self.opened(row.value)])
      #expect(Self.equal(object[row.property], row.read))
      let other = realm.create(Scalars.self)
      other[row.property] = Self.opened(row.value)
      #expect(Self.equal(other[row.property], row.read))
    }
  }

  @Test("values wrapped in optionals of any depth are unwrapped")
  func wrapped() {
    let object = Scalars(value: ["int": Int??.some(4) as Any, "anyInt": Int?.none as Any, "string": Optional("x") as Any])
    #expect(object.int == 4 && object.anyInt == nil && object.string == "x")
  }

  @Test("what JSONSerialization reads fills an object")
  func json() throws {
    let text = #"{"int": 3, "double": 2, "bool": true, "string": "x", "anyInt": null, "anyDouble": 1.5, "int8": -4, "decimal": 1.25}"#
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let object = Scalars(value: value)
    #expect(object.int == 3 && object.double == 2 && object.bool && object.string == "x")
    #expect(object.anyInt == nil && object.anyDouble == 1.5 && object.int8 == -4 && object.decimal == "1.25")
  }

  @Test("a value of any type tells JSON's numbers and truth values apart")
  func jsonInAny() throws {
    let value = try JSONSerialization.jsonObject(with: Data(#"{"any": [1, true, 1.5, "x", null, {"a": 0}]}"#.utf8))
    let list = try #require(Anything(value: value).any.listValue)
    #expect(Array(list.prefix(5)) == [.int(1), .bool(true), .double(1.5), .string("x"), .none])
    #expect(list[5].dictionaryValue?["a"] == .int(0))
  }

  @Test("an array gives values by position, and leaves the rest at their defaults")
  func positional() {
    let node = Node(value: ["first"])
    #expect(node.label == "first" && node.weight == 0)
    #expect(Node(value: []).label == "node")
  }

  @Test("keys that are missing keep the default, and unknown keys are ignored")
  func keys() {
    let node = Node(value: ["weight": 4, "colour": "red"])
    #expect(node.label == "node" && node.weight == 4)
  }

  @Test("an unmanaged object gives its linked objects themselves, and copies of its collections")
  func objectAsValue() {
    let source = Node(value: ["label": "a", "next": ["label": "b"], "children": [["label": "c"]]])
    let copy = Node(value: source)
    #expect(copy.label == "a" && copy.next === source.next && copy.children[0] === source.children[0])
    #expect(copy.children !== source.children)
  }

  @Test("a collection takes any sequence of elements")
  func sequences() {
    let shelf = Shelf(value: ["ints": Set([1, 2]), "names": ["a": "x"], "thingList": [["name": "t"], Thing()].lazy.map { $0 as Any }])
    #expect(shelf.ints.count == 2 && shelf.names["a"] == "x" && shelf.thingList.count == 2 && shelf.thingList[0].name == "t")
    let other = Shelf(value: ["ints": shelf.ints, "names": shelf.names, "thingList": shelf.thingList])
    #expect(other.ints.count == 2 && other.names.count == 1 && other.thingList[0] === shelf.thingList[0])
  }

  @Test("a collection assigned to itself by name keeps its elements")
  func itself() throws {
    let shelf = Shelf(value: ["id": 1, "ints": [1, 2], "thingList": [["name": "t"]]])
    shelf["ints"] = shelf.ints
    shelf["thingList"] = shelf.thingList
    #expect(shelf.ints.count == 2 && shelf.thingList.count == 1)
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    try realm.write {
      realm.add(shelf)
      let again = try #require(realm.object(ofType: Shelf.self, forPrimaryKey: 1))
      shelf["ints"] = again.ints
      shelf["thingList"] = again.thingList
    }
    #expect(shelf.ints.count == 2 && shelf.thingList.count == 1)
  }

  @Test("dictionaries in a set become objects that the set holds, also those with keys")
  func objectsInSets() throws {
    let shelf = Shelf(value: ["id": 1, "things": [["name": "a"], ["name": "b"]]])
    #expect(shelf.things.count == 2)
    let realm = try memoryRealm(CollectionsSchema.objectTypes)
    let stored = try realm.write { realm.create(Shelf.self, value: ["id": 2, "things": [["name": "c"], ["name": "d"]]]) }
    #expect(stored.things.map(\.name).sorted() == ["c", "d"])
  }
}
