import Foundation
import Testing

@testable import Ashlar

@Suite("Arguments of predicates")
struct ArgumentTests {
  private struct Unknown {}

  /// The constant, the type and the text of an argument; nil if it is refused.
  private static func parts(_ argument: Any) -> [String]? {
    PredicateValue(argument: argument).map { value in
      let constant: String =
        switch value.constant {
        case .null: "null"
        case .bool(let value): "bool \(value)"
        case .int(let value): "int \(value)"
        case .double(let value): "double \(value)"
        case .string(let value): "string \(value)"
        case .data(let value): "data \(value)"
        case .date(let seconds, let nanoseconds): "date \(seconds) \(nanoseconds)"
        case .decimal(let value): "decimal \(value)"
        case .bytes(let value): "bytes \(value.count)"
        case .object: "object"
        case .collection: "collection"
        }
      return [constant, value.type, value.text]
    }
  }

  @Test("are nil in any form")
  func null() {
    for argument: Any in [Int?.none as Any, Int??.some(.none) as Any, NSNull(), AnyRealmValue.none] {
      #expect(Self.parts(argument) == ["null", "nil", "nil"], "\(argument)")
    }
  }

  @Test("have the constant of their type, whatever contains them")
  func scalars() {
    #expect(Self.parts(3) == ["int 3", "Int", "3"])
    #expect(Self.parts(Int8(3)) == ["int 3", "Int8", "3"])
    #expect(Self.parts(UInt64(3)) == ["int 3", "UInt64", "3"])
    #expect(Self.parts(Int?.some(3) as Any) == ["int 3", "Int", "3"])
    #expect(Self.parts(AnyRealmValue.int(3)) == ["int 3", "Int", "3"])
    #expect(Self.parts(AnyRealmValue.string("a")) == ["string a", "String", "a"])
    #expect(Self.parts(true) == ["bool true", "Bool", "true"])
    #expect(Self.parts(1.5) == ["double 1.5", "Double", "1.5"])
    #expect(Self.parts("a") == ["string a", "String", "a"])
    #expect(Self.parts(Data([1, 2])) == ["data [1, 2]", "Data", "2 bytes"])
    #expect(Self.parts(UUID())?[0...1] == ["bytes 16", "UUID"])
    #expect(Self.parts(ObjectId.generate())?[0...1] == ["bytes 12", "ObjectId"])
  }

  @Test("are decimal numbers if no Int represents the integer")
  func largeIntegers() {
    #expect(Self.parts(UInt64.max) == ["decimal 18446744073709551615", "UInt64", "18446744073709551615"])
    #expect(Self.parts(UInt(Int.max) + 1) == ["decimal 9223372036854775808", "UInt", "9223372036854775808"])
  }

  @Test("are stored values if their type is an enum or a custom type")
  func storedForms() {
    #expect(Self.parts(Weather.rainy) == ["string rainy", "String", "rainy"])
    #expect(Self.parts(Web("ashlar.example")) == ["string ashlar.example", "String", "ashlar.example"])
    #expect(Self.parts(Level100(percent: 0.5)) == ["int 50", "Int", "50"])
  }

  @Test("are refused if nothing of their type is stored, and collections are no single values")
  func refused() {
    #expect(Self.parts(Unknown()) == nil)
    #expect(Self.parts([1, 2]) == nil)
    #expect(Self.parts(["a": 1]) == nil)
    // Compared property by property.
    #expect(Self.parts(MapPoint(1, 2)) == nil)
    #expect(Self.parts(AnyRealmValue.list(List<AnyRealmValue>())) == nil)
  }
}
