import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// A value of a property as plain Swift has it.
enum OracleValue: Hashable {
  case null
  case bool(Bool)
  case int(Int)
  case float(Float)
  case double(Double)
  case decimal(Decimal128)
  case text(String)
  case data([UInt8])
  /// Seconds since 1970.
  case date(Double)
  case objectId(ObjectId)
  case uuid(UUID)
  /// An object by its type and id.
  case link(String, Int)
  /// An embedded object by its type and values.
  case embedded(String, [String: OracleValue])
  case list([OracleValue])
  case map([String: OracleValue])

  static let texts = [
    "", "a", "ab", "Ab", "b", "é", "É", "abc", "twelve bytes", "a text that is longer than a cell", "A TEXT that is longer than a cell",
    String(repeating: "x", count: 260),
  ]

  /// A value that a property of a type may have, nil aside; those of values of any type link to `ids` of a type.
  static func random(_ type: ValueType, _ generator: inout SeededGenerator, link: (type: String, ids: [Int])? = nil) -> OracleValue {
    switch type {
    case .bool: return .bool(generator.chance(50))
    case .int8: return .int(generator.pick([-128, -1, 0, 1, 2, 3, 127]))
    case .int16: return .int(generator.pick([-32_768, -1, 0, 1, 2, 3, 300]))
    case .int32: return .int(generator.pick([-2_147_483_648, -1, 0, 1, 2, 3, 70_000]))
    case .int, .int64: return .int(generator.pick([.min, -1, 0, 1, 2, 3, 1 << 53, 1 << 53 + 1, .max]))
    case .float: return .float(generator.pick([-1.5, 0, -0.0, 0.1, 1.1, 2, 3, 16_777_216, .infinity, .nan]))
    case .double:
      return .double(
        generator.pick([-1.5, 0, -0.0, 0.1, 1.1, 1.25, 2, 3, 16_777_217, 9_007_199_254_740_992, 0.1 + 0.2, 1e300, .infinity, .nan]))
    case .decimal128:
      let texts = [
        "-1.5", "0", "1", "1.00", "2", "3.25", "1E3", "0.1", "0.3", "1.1", "9007199254740993", "1E300",
        "0.1000000000000000055511151231257827",
        "Infinity", "NaN",
      ]
      return .decimal((try? Decimal128(string: generator.pick(texts))) ?? 0)
    case .string: return .text(generator.pick(texts))
    case .data: return .data(generator.chance(20) ? [0xFF, 0] : Array(generator.pick(texts).utf8))
    case .date: return .date(Double(generator.below(16) - 8) / 4)
    case .objectId: return .objectId(ObjectId(bytes: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(generator.below(6))]) ?? .generate())
    case .uuid: return .uuid(UUID(uuid: (UInt8(generator.below(6)), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1)))
    case .object: return .null
    case .any:
      switch generator.below(12) {
      case 0: return .null
      case 1: if let link, !link.ids.isEmpty { return .link(link.type, generator.pick(link.ids)) } else { return .bool(true) }
      case 2: return .list((0..<generator.below(3)).map { _ in random(.any, &generator) })
      case 3: return .map(["k": random(.any, &generator), "l": random(.int16, &generator)])
      default:
        return random(
          generator.pick([.bool, .int, .int16, .float, .double, .decimal128, .string, .string, .data, .date, .objectId, .uuid]), &generator)
      }
    }
  }

  var isNaN: Bool {
    switch self {
    case .float(let value): value.isNaN
    case .double(let value): value.isNaN
    default: false
    }
  }

  private var isDecimalNaN: Bool { if case .decimal(let value) = self { value.isNaN } else { false } }

  /// Whether aggregates leave it out.
  var isLeftOut: Bool { self == .null || isNaN || isDecimalNaN }

  /// A constant as values of a type are compared with it: a Double means what its digits say.
  func meant(for type: ValueType) -> OracleValue {
    guard case .double(let value) = self, !value.isNaN else { return self }
    switch type {
    case .float: return Double("\(Float(value))") == value ? .float(Float(value)) : self
    case .decimal128: return (try? Decimal128(string: "\(value)")).map { .decimal($0) } ?? self
    default: return self
    }
  }

  /// As a property is set to it, and as arguments have it.
  func stored(_ object: (String, Int) -> Any?) -> Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .int(let value): value
    case .float(let value): value
    case .double(let value): value
    case .decimal(let value): value
    case .text(let value): value
    case .data(let value): Data(value)
    case .date(let value): Date(timeIntervalSince1970: value)
    case .objectId(let value): value
    case .uuid(let value): value
    case .link(let type, let id): object(type, id) ?? NSNull()
    case .list(let values): values.map { $0.stored(object) }
    case .map(let values), .embedded(_, let values): values.mapValues { $0.stored(object) }
    }
  }

  /// As queries compare with it.
  func compared(_ object: (String, Int) -> Any?) -> Any {
    if case .null = self { return Int?.none as Any }
    return stored(object)
  }

  /// As written in a predicate; nil for what is passed as an argument.
  var literal: String? {
    switch self {
    case .null: "nil"
    case .bool(let value): value ? "TRUE" : "false"
    case .int(let value) where value != .min: "\(value)"
    case .double(let value) where value.isFinite: "\(value)"
    case .text(let value): "'\(value)'"
    case .uuid(let value): "uuid(\(value.uuidString))"
    default: nil
    }
  }

  var number: OracleNumber? {
    switch self {
    case .int(let value): .int(value)
    case .float(let value): .double(Double(value))
    case .double(let value): .double(value)
    case .decimal(let value): .decimal(value)
    default: nil
    }
  }

  // The bytes of text and data.
  private var bytes: [UInt8]? {
    switch self {
    case .text(let value): Array(value.utf8)
    case .data(let value): value
    default: nil
    }
  }

  /// Returns whether a comparison with another value is true. Null equals only null. It is less than text and data, but not among values of
  /// any type (`isAny`), and it is not less than other values. Among values of any type, text equals data of the same bytes. NaN is unequal
  /// to every value; outside of values of any type, a decimal NaN equals itself and is less than all numbers.
  func compares(_ comparison: Comparison, _ other: OracleValue, isAny: Bool) -> Bool {
    func decided(_ order: Int) -> Bool {
      switch comparison {
      case .equal: order == 0
      case .notEqual: order != 0
      case .less: order < 0
      case .lessOrEqual: order <= 0
      case .greater: order > 0
      case .greaterOrEqual: order >= 0
      }
    }
    func order<Value: Comparable>(_ a: Value, _ b: Value) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    if isNaN || other.isNaN || isAny && (isDecimalNaN || other.isDecimalNaN) { return comparison == .notEqual }
    if let a = number, let b = other.number { return decided(a.order(b)) }
    if let a = bytes, let b = other.bytes { return decided(a == b ? 0 : a.lexicographicallyPrecedes(b) ? -1 : 1) }
    switch (self, other) {
    case (.null, .null): return [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison)
    case (.null, .text), (.null, .data): return isAny ? comparison == .notEqual : decided(-1)
    case (.text, .null), (.data, .null): return isAny ? comparison == .notEqual : decided(1)
    case (.date(let a), .date(let b)): return decided(order(a, b))
    case (.bool(let a), .bool(let b)) where isAny: return decided(order(a ? 1 : 0, b ? 1 : 0))
    case (.objectId(let a), .objectId(let b)) where isAny: return decided(order(a, b))
    // Of one type: rows come in the order of their ids.
    case (.link(_, let a), .link(_, let b)) where isAny: return decided(order(a, b))
    case (.list, _), (.map, _), (_, .list), (_, .map): return comparison == .notEqual
    case (.uuid(let a), .uuid(let b)) where isAny: return decided(order(a.uuidString, b.uuidString))
    default: return self == other ? [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison) : comparison == .notEqual
    }
  }

  /// The text or data of it with which a question about text is answered.
  func asks(_ kind: TextMatch, _ text: String, _ options: StringOptions) -> Bool {
    guard let bytes else { return false }
    func folded(_ bytes: [UInt8]) -> [UInt8] {
      let ignoresCase = options.contains(.caseInsensitive)
      guard options.contains(.diacriticInsensitive) else {
        // What there is of text with cases has one byte a letter, or is of Latin-1.
        return ignoresCase ? String(validating: bytes, as: UTF8.self).map { Array($0.lowercased().utf8) } ?? bytes : bytes
      }
      var plain = String.UnicodeScalarView()
      for scalar in String(decoding: bytes, as: UTF8.self).decomposedStringWithCanonicalMapping.unicodeScalars
      where scalar.properties.canonicalCombiningClass == .notReordered {
        plain.append(scalar)
      }
      return Array((ignoresCase ? String(plain).lowercased() : String(plain)).utf8)
    }
    let (found, wanted) = (folded(bytes), folded(Array(text.utf8)))
    if wanted.isEmpty, kind != .like { return false }
    switch kind {
    case .begins: return found.starts(with: wanted)
    case .ends: return found.suffix(wanted.count).elementsEqual(wanted)
    case .contains: return found.indices.contains { found[$0...].starts(with: wanted) }
    case .like:
      func scalars(_ bytes: [UInt8]) -> [Unicode.Scalar] { Array(String(decoding: bytes, as: UTF8.self).unicodeScalars) }
      return OracleValue.matches(scalars(found), scalars(wanted))
    }
  }
}

extension OracleValue {
  // Follows all ways at once in which a pattern may match.
  private static func matches(_ text: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
    func passingStars(_ positions: Set<Int>) -> Set<Int> {
      var positions = positions
      for index in pattern.indices where positions.contains(index) && pattern[index] == "*" { positions.insert(index + 1) }
      return positions
    }
    var open = passingStars([0])
    for scalar in text {
      let next = open.compactMap { index -> Int? in
        guard index < pattern.count else { return nil }
        if pattern[index] == "*" { return index }
        return pattern[index] == "?" || pattern[index] == scalar ? index + 1 : nil
      }
      open = passingStars(Set(next))
    }
    return open.contains(pattern.count)
  }

  // The order of kinds among values of any type.
  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .int, .float, .double, .decimal: 2
    case .text: 3
    case .data: 4
    case .date: 5
    case .objectId: 6
    case .uuid: 7
    case .link, .embedded: 8
    case .list: 9
    case .map: 10
    }
  }

  /// Whether it comes before another in the order of values of any type, of which neither is NaN.
  func comesBefore(_ other: OracleValue) -> Bool { rank == other.rank ? compares(.less, other, isAny: true) : rank < other.rank }
}
