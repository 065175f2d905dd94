import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

// A type with indexed and other properties, in two releases: clusters that the first one wrote are of an older layout in the second.

enum SampleBefore {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Before", version: 1,
      entities: [
        EntityModel(
          name: "Sample",
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("number", .int16) { $0.isIndexed = true },
            property("name", .string) { $0.isIndexed = true }, property("code", .int32),
            property("label", .string) { $0.isOptional = true },
            property("owner", .object, target: "Sample"), property("friends", .object, .list, target: "Sample"),
          ])
      ]))
  enum Sample: EraType { static let entity = schema.entity("Sample", Era<Sample>.self) }
}

enum SampleNow {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "Now", version: 2,
      entities: [
        EntityModel(
          name: "Sample",
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("number", .int) { $0.isIndexed = true },
            property("level", .int16) { ($0.isOptional, $0.isIndexed) = (true, true) }, property("name", .string) { $0.isIndexed = true },
            property("nick", .string) { ($0.isOptional, $0.isIndexed) = (true, true) },
            property("when", .date) { ($0.isOptional, $0.isIndexed) = (true, true) },
            property("token", .uuid) { ($0.isOptional, $0.isIndexed) = (true, true) }, property("extra", .any) { $0.isIndexed = true },
            property("code", .int), property("label", .string) { $0.isOptional = true }, property("moment", .date),
            property("ratio", .double) { $0.isOptional = true }, property("price", .decimal128) { $0.isOptional = true },
            property("key", .objectId), property("bytes", .data) { $0.isOptional = true }, property("loose", .any),
            property("owner", .object, target: "Sample"), property("friends", .object, .list, target: "Sample"),
            property("fans", .object, .linkingObjects, target: "Sample") { $0.origin = "owner" },
          ])
      ]))
  enum Sample: EraType { static let entity = schema.entity("Sample", Era<Sample>.self) }
}

/// `SampleNow` in a file without indexes other than that of the key.
enum SampleWithoutIndexes {
  static let schema: _LinkedSchema = {
    var sample = SampleNow.Sample.entity.model
    for index in sample.properties.indices where !sample.properties[index].isPrimaryKey { sample.properties[index].isIndexed = false }
    return _LinkedSchema(SchemaModel(name: "Now", version: 2, entities: [sample]))
  }()
  enum Sample: EraType { static let entity = schema.entity("Sample", Era<Sample>.self) }
}

typealias Sample = Era<SampleNow.Sample>

/// The value of a property as plain Swift has it.
enum PlainValue: Equatable {
  case null
  case int(Int)
  case double(Double)
  case text(String)
  case date(Date)
  case uuid(UUID)
  case id(ObjectId)
  case decimal(Decimal128)
  case data(Data)

  var argument: Any {
    switch self {
    case .null: NSNull()
    case .int(let value): value
    case .double(let value): value
    case .text(let value): value
    case .date(let value): value
    case .uuid(let value): value
    case .id(let value): value
    case .decimal(let value): value
    case .data(let value): value
    }
  }

  var stored: Any? {
    if case .null = self { nil } else { argument }
  }

  /// Whether it compares with a constant: null equals null alone, lies below text, and is neither less nor greater than anything else; NaN
  /// differs from everything; values of different kinds differ.
  func holds(_ comparison: String, _ other: PlainValue) -> Bool {
    func decided(_ order: Int) -> Bool {
      switch comparison {
      case "==": order == 0
      case "!=": order != 0
      case "<": order < 0
      case "<=": order <= 0
      case ">": order > 0
      default: order >= 0
      }
    }
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (self, other) {
    case (.null, .null): return ["==", "<=", ">="].contains(comparison)
    case (.null, .text): return decided(-1)
    case (.text, .null): return decided(1)
    case (.int(let a), .int(let b)): return decided(order(a, b))
    case (.double(let a), .double(let b)): return a.isNaN || b.isNaN ? comparison == "!=" : decided(order(a, b))
    case (.date(let a), .date(let b)): return decided(order(a, b))
    case (.decimal(let a), .decimal(let b)): return decided(order(a, b))
    case (.text(let a), .text(let b)):
      let (a, b) = (Array(a.utf8), Array(b.utf8))
      return decided(a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1)
    default: return (self == other) == (comparison == "==") && ["==", "!="].contains(comparison)
    }
  }
}

/// A row as plain Swift has it.
struct PlainSample {
  let id: Int
  var values: [String: PlainValue] = [:]
  var owner: Int?
  var friends: [Int] = []

  static let texts = [
    "", "a", "ab", "Ab", "abc", "b", "é", "É", "Énorme", "a\0", "a\0b", "twelve bytes", "Twelve Bytes", "a text that is longer than a cell",
    "A TEXT that is longer than a cell", String(repeating: "x", count: 240), String(repeating: "x", count: 241),
    String(repeating: "x", count: 240) + "y", String(repeating: "x", count: 600) + "É", "zz",
  ]
  static let direct = [
    "number", "level", "name", "nick", "when", "token", "extra", "code", "label", "moment", "ratio", "price", "key", "bytes", "loose",
  ]
  static let atFirst = ["number", "name", "code", "label"]
  static let textual: Set = ["name", "nick", "label"]
  static let ordered: Set = ["number", "level", "name", "nick", "when", "code", "label", "moment", "ratio", "price"]

  /// A value that the property may have.
  static func value(of property: String, _ generator: inout SeededGenerator) -> PlainValue {
    func optional(_ value: PlainValue) -> PlainValue { generator.chance(15) ? .null : value }
    switch property {
    case "number", "code": return .int(generator.below(property == "number" ? 400 : 90) - 30)
    case "level": return optional(.int(generator.below(40) - 20))
    case "name": return .text(generator.pick(texts))
    case "nick", "label": return optional(.text(generator.pick(texts)))
    case "when": return optional(.date(Date(timeIntervalSince1970: Double(generator.below(60) - 30) / 4)))
    case "moment": return .date(Date(timeIntervalSince1970: Double(generator.below(60) - 30) / 4))
    case "token": return optional(.uuid(UUID(uuid: (UInt8(generator.below(30)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))))
    case "ratio": return optional(.double(generator.pick([-1.5, 0, -0.0, 0.5, 2, .nan, .infinity])))
    case "price": return optional(.decimal(generator.pick(["0", "-0", "1", "1.0", "-3.5", "3.50", "1E30", "1E-30"])))
    case "key": return .id(ObjectId(high: UInt64(generator.below(3)), low: UInt32(generator.below(10))))
    case "bytes": return optional(.data(Data(generator.pick(texts).utf8)))
    default:
      switch generator.below(4) {
      case 0: return .null
      case 1: return .int(generator.below(10))
      case 2: return .text(generator.pick(texts))
      default: return .date(Date(timeIntervalSince1970: Double(generator.below(5))))
      }
    }
  }
}
