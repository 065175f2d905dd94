import Foundation
import Kinds
import Testing

@testable import Ashlar

@Suite("Boxed numbers as arguments")
struct BoxedArgumentTests {
  private let realm: Realm
  private static let numbers = [
    "int", "int8", "int16", "int32", "int64", "float", "double", "decimal", "anyInt", "anyDouble", "anyDecimal",
  ]

  /// Objects with 0, 1, 2 and 3 in every numeric property.
  init() throws {
    realm = try memoryRealm(KindsSchema.objectTypes)
    try realm.write {
      for number in 0...3 {
        var values: [String: Any] = Dictionary(uniqueKeysWithValues: Self.numbers.map { ($0, number as Any) })
        values["bool"] = number % 2 == 1
        values["anyBool"] = number % 2 == 1
        realm.create(Scalars.self, value: values)
      }
    }
  }

  private static func boxes(_ number: Int) -> [NSNumber] {
    [
      NSNumber(value: number), NSNumber(value: Double(number)), NSNumber(value: Float(number)), NSNumber(value: Int8(number)),
      NSNumber(value: Int64(number)), NSNumber(value: UInt8(number)),
    ]
  }

  @Test("are compared as numbers with numbers, 0 and 1 as well", arguments: numbers)
  func compared(property: String) {
    let objects = realm.objects(Scalars.self)
    for number in 0...3 {
      for box in Self.boxes(number) {
        #expect(objects.filter("\(property) == %@", box).count == 1, "\(number), \(box.objCType.pointee)")
        #expect(objects.filter("\(property) != %@", box).count == 3)
        #expect(objects.filter("\(property) < %@", box).count == number)
        #expect(objects.filter("\(property) >= %@", box).count == 4 - number)
        #expect(objects.filter("\(property) IN %@", [box, NSNumber(value: 0)]).count == (number == 0 ? 1 : 2))
        #expect(objects.filter("\(property) BETWEEN %@", [NSNumber(value: 0), box]).count == number + 1)
        #expect(objects.filter("%@ == \(property)", box).count == 1)
      }
    }
  }

  @Test("are compared as Bools with Bools", arguments: ["bool", "anyBool"])
  func bools(property: String) {
    let objects = realm.objects(Scalars.self)
    for box in [NSNumber(value: true), NSNumber(value: 1)] { #expect(objects.filter("\(property) == %@", box).count == 2) }
    for box in [NSNumber(value: false), NSNumber(value: 0)] { #expect(objects.filter("\(property) == %@", box).count == 2) }
  }

  @Test("are the keys of objects, also 0 and 1")
  func keys() throws {
    try realm.write { for number in 0...3 { realm.create(OptionalIntKey.self, value: [number]) } }
    for number in 0...3 {
      let found = realm.dynamicObject(ofType: "OptionalIntKey", forPrimaryKey: NSNumber(value: number))
      #expect(found != nil, "\(number)")
    }
  }

  @Test("Foundation's text, dates and data are compared as what they stand for")
  func others() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    let id = UUID()
    try realm.write {
      for object in realm.objects(Scalars.self) where object.int == 2 {
        (object.string, object.date, object.data, object.uuid) = ("two", date, Data([2]), id)
      }
    }
    let objects = realm.objects(Scalars.self)
    #expect(Array(objects.filter("string == %@", NSString(string: "two")).map(\.int)) == [2])
    #expect(Array(objects.filter("date == %@", NSDate(timeIntervalSince1970: 1_700_000_000.25)).map(\.int)) == [2])
    #expect(Array(objects.filter("data == %@", NSData(data: Data([2]))).map(\.int)) == [2])
    #expect(Array(objects.filter("uuid == %@", NSUUID(uuidString: id.uuidString) as Any).map(\.int)) == [2])
    #expect(objects.filter("anyString == %@", NSNull()).count == 4)
  }
}
