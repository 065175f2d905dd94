import AshlarSchema
import AshlarStore
import Foundation
import Testing

@testable import Ashlar

@Suite struct ScalarNameTests {
  /// The name of the Swift type, and the width of its cells.
  private struct SwiftType: ScalarVisitor {
    func visit<Value: StoredScalar>(_ type: Value.Type) -> (name: String, width: Int)? { ("\(type)", Value._width) }
    func visitAny() -> (name: String, width: Int)? { ("\(AnyRealmValue.self)", AnyRealmValue._width) }
    func visitObject() -> (name: String, width: Int)? { nil }
  }

  @Test("a Swift type has the name in the table of types, and cells are as wide as the table says")
  func swiftTypes() {
    for type in ValueType.allCases where type != .object {
      let found = type.accept(SwiftType())
      #expect(found?.name == type.kind.name, "\(type)")
      #expect(found?.width == type.kind.width, "\(type)")
    }
  }

  /// Whether the Swift type is a number.
  private struct NumberTest: ScalarVisitor {
    func visit<Value: StoredScalar>(_ type: Value.Type) -> Bool { type is any StoredNumber.Type }
    func visitAny() -> Bool { false }
    func visitObject() -> Bool { false }
  }

  @Test("the types of numbers are those that the table of types calls numbers")
  func numbers() {
    for type in ValueType.allCases { #expect(type.accept(NumberTest()) == type.kind.isNumeric, "\(type)") }
  }

  /// Whether collections and aggregates, which call `_converted`, convert a value as properties do.
  private struct ConversionTest: ScalarVisitor {
    let value: Any

    func visit<Value: StoredScalar>(_ type: Value.Type) -> Bool {
      Value._converted(from: value) == Value.value(of: Ashlar.Untyped(value).plain)
    }
    func visitAny() -> Bool { true }
    func visitObject() -> Bool { true }
  }

  @Test("a type converts an untyped value in the same way for properties and for collections")
  func conversions() {
    let values: [Any] = [
      true, 0, 1, -1, 300, UInt64.max, 1.5, Float(2), "1", "text", Data([1]), Date(timeIntervalSince1970: 1), Decimal128("3"),
      Decimal128("1.5"), ObjectId(), UUID(), NSNumber(value: 2.5),
    ]
    for type in ValueType.allCases { for value in values { #expect(type.accept(ConversionTest(value: value)), "\(value) as \(type)") } }
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
