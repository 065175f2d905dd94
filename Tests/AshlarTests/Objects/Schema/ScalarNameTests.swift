import AshlarSchema
import AshlarStore
import Foundation
import Testing

@testable import Ashlar

@Suite struct ScalarNameTests {
  @Test("cells are as wide as the table of types says")
  func widths() {
    func width<T: RealmCollectionValue>(_: T.Type) -> Int { T._width }
    let widths: [ValueType: Int] = [
      .bool: width(Bool.self), .int: width(Int.self), .int8: width(Int8.self), .int16: width(Int16.self), .int32: width(Int32.self),
      .int64: width(Int64.self), .float: width(Float.self), .double: width(Double.self), .string: width(String.self),
      .data: width(Data.self), .date: width(Date.self), .decimal128: width(Decimal128.self), .objectId: width(ObjectId.self),
      .uuid: width(UUID.self), .any: width(AnyRealmValue.self),
    ]
    for type in ValueType.allCases where type != .object { #expect(type.kind.width == widths[type], "\(type)") }
  }

  @Test("`@type` spells types as the table of types says")
  func predicateNames() {
    for kind in ScalarKind.all { #expect(kind.tag.flatMap(AnyTag.init(rawValue:))?.predicateName == kind.predicateName, "\(kind.type)") }
  }

  @Test("types of properties have names in descriptions")
  func names() {
    let names: [PropertyType: String] = [
      .int: "int", .bool: "bool", .string: "string", .data: "data", .date: "date", .float: "float", .double: "double", .object: "object",
      .linkingObjects: "linking objects", .any: "mixed", .objectId: "object id", .decimal128: "decimal128", .UUID: "uuid",
    ]
    for (type, name) in names { #expect(type.name == name) }
    for raw: Int32 in 0...12 { #expect(PropertyType(rawValue: raw).map { names[$0] != nil } == true) }
  }
}
