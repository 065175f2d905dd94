import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// A condition made at random: as text in both dialects, as a query, and over plain rows.
struct OracleCondition {
  /// What is written into a text.
  enum Piece {
    case text(String)
    case value(OracleValue)
    case values([OracleValue])
  }

  let pieces: [Piece]
  /// Nil for what only text says. Gets what turns an object's type and id into it.
  let query: (((String, Int) -> Any?) -> Query<Bool>)?
  let holds: (OracleWorld.Row) -> Bool

  private typealias Comparison = Condition.Comparison

  static func random(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, depth: Int, _ prefix: String = "")
    -> OracleCondition
  {
    guard depth > 0, generator.chance(65) else { return leaf(world, type, &generator, depth: depth, prefix) }
    let a = random(world, type, &generator, depth: depth - 1, prefix)
    if generator.chance(20) {
      return OracleCondition(
        pieces: [.text(generator.pick(["NOT (", "!("]))] + a.pieces + [.text(")")],
        query: a.query.map { a in { !a($0) } }, holds: { !a.holds($0) })
    }
    let b = random(world, type, &generator, depth: depth - 1, prefix)
    let isAnd = generator.chance(50)
    var query: (((String, Int) -> Any?) -> Query<Bool>)?
    if let first = a.query, let second = b.query { query = { isAnd ? first($0) && second($0) : first($0) || second($0) } }
    return OracleCondition(
      pieces: [.text("(")] + a.pieces + [.text(generator.pick(isAnd ? [" AND ", " && "] : [" OR ", " || "]))] + b.pieces + [.text(")")],
      query: query, holds: { isAnd ? a.holds($0) && b.holds($0) : a.holds($0) || b.holds($0) })
  }

  private static func leaf(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, depth: Int, _ prefix: String)
    -> OracleCondition
  {
    switch generator.below(20) {
    case 0: return columns(world, type, &generator, prefix)
    case 1: return count(world, type, &generator, prefix)
    case 2: return aggregate(world, type, &generator, prefix)
    case 3 where depth > 0: return subquery(world, type, &generator, depth: depth, prefix)
    case 4, 5: return object(world, type, &generator, prefix)
    case 6: return type == "Alpha" ? itself(world, type, &generator, prefix) : object(world, type, &generator, prefix)
    default: return values(world, type, &generator, prefix)
    }
  }

  // MARK: - Values

  private static func text(_ comparison: Comparison, _ generator: inout SeededGenerator) -> String {
    switch comparison {
    case .equal: generator.pick(["==", "="])
    case .notEqual: generator.pick(["!=", "<>"])
    case .less: "<"
    case .lessOrEqual: generator.pick(["<=", "=<"])
    case .greater: ">"
    case .greaterOrEqual: generator.pick([">=", "=>"])
    }
  }

  private static func isOrdered(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .objectId, .uuid, .object: false
    default: true
    }
  }

  // A value that a property of a type is compared with, as its column stores it.
  private static func constant(_ path: OraclePath, _ world: OracleWorld, _ generator: inout SeededGenerator, orNil: Bool) -> OracleValue {
    if orNil, path.mayBeNil, generator.chance(12) { return .null }
    var type = path.type
    let numbers: [ValueType] = [.int, .int16, .double, .decimal128]
    if generator.chance(15), type.isNumber { type = generator.pick(numbers) }
    while true {
      let value = OracleValue.random(type, &generator, link: path.type == .any ? ("Alpha", world.ids("Alpha")) : nil)
      switch value {
      case .list, .map, .null: continue
      case .double(let number) where path.type == .float: return .double(Double(Float(number)))
      default: return value
      }
    }
  }

  private static func values(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let path = OraclePath.values(world, type, &generator)
    let isAny = path.type == .any
    var quantifier = path.isMany ? generator.pick(["", "ANY ", "SOME ", "ALL ", "NONE "]) : ""
    let parts = path.parts
    var test: (OracleValue) -> Bool
    var pieces: [Piece]
    var query: (((String, Int) -> Any?) -> Query<Bool>)?
    let texts: Set<ValueType> = [.string, .data, .any]
    switch generator.below(10) {
    case 0,
      1 where texts.contains(path.type):
      let kind = generator.pick([TextQuestion.Kind.begins, .ends, .contains])
      let ignoresCase = generator.chance(40)
      let whole = generator.pick(OracleValue.texts)
      let sought = generator.chance(60) ? String(whole.prefix(generator.below(4))) : whole
      guard texts.contains(path.type) else { fallthrough }
      test = { $0.asks(kind, sought, ignoresCase: ignoresCase) }
      pieces = [.text("\(kind.text)\(ignoresCase ? "[c]" : "") "), .value(path.type == .data ? .data(Array(sought.utf8)) : .text(sought))]
      let options: StringOptions = ignoresCase ? .caseInsensitive : []
      if path.type == .string {
        let query1 = Query<String>(path: parts)
        query = { _ in
          switch kind {
          case .begins: query1.starts(with: sought, options: options)
          case .ends: query1.ends(with: sought, options: options)
          default: query1.contains(sought, options: options)
          }
        }
      }
    case 2, 3:
      let several = (0..<generator.pick([0, 1, 3, 12])).map { _ in constant(path, world, &generator, orNil: true) }
      test = { value in several.contains { value.compares(.equal, $0, isAny: isAny) } }
      pieces = [.text("IN "), .values(several)]
      query = { object in Query<Any>(path: parts).oneOf(several.map { $0.compared(object) }) }
    case 4 where isOrdered(path.type) && path.type != .string && path.type != .data:
      let (low, high) = (constant(path, world, &generator, orNil: false), constant(path, world, &generator, orNil: false))
      guard !isAny else { fallthrough }
      test = { $0.compares(.greaterOrEqual, low, isAny: false) && $0.compares(.lessOrEqual, high, isAny: false) }
      pieces = [.text("BETWEEN {"), .value(low), .text(", "), .value(high), .text("}")]
      if !path.isMany {
        query = { object in
          Query<Any>(path: parts).compare(.greaterOrEqual, low.compared(object))
            && Query<Any>(path: parts).compare(.lessOrEqual, high.compared(object))
        }
      }
    default:
      var comparisons: [Comparison] = [.equal, .equal, .notEqual]
      if isOrdered(path.type) { comparisons += [.less, .lessOrEqual, .greater, .greaterOrEqual] }
      let comparison = generator.pick(comparisons)
      let value = constant(path, world, &generator, orNil: true)
      test = { $0.compares(comparison, value, isAny: isAny) }
      let written = text(comparison, &generator)
      pieces = [.text("\(written) "), .value(value)]
      query = { object in Query<Any>(path: parts).compare(comparison, value.compared(object)) }
    }
    let base = query
    switch quantifier {
    case "ALL ": query = nil
    case "NONE ": query = base.map { base in { !base($0) } }
    default: break
    }
    if quantifier == "", path.isMany, generator.chance(50) { quantifier = "ANY " }
    return OracleCondition(
      pieces: [.text("\(quantifier)\(path.text(prefix)) ")] + pieces, query: query,
      holds: { row in
        let values = path.values(row, world)
        switch quantifier {
        case "ALL ": return values.allSatisfy(test)
        case "NONE ": return !values.contains(where: test)
        default: return values.contains(where: test)
        }
      })
  }

  // MARK: - Objects

  private static func object(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let path = OraclePath.objects(world, type, &generator)
    let target = path.property.target ?? ""
    let value =
      OracleValue.random(.any, &generator) == .null || world.ids(target).isEmpty || generator.chance(25)
      ? OracleValue.null : .link(target, generator.pick(world.ids(target)))
    let comparison = generator.pick([Comparison.equal, .notEqual])
    let parts = path.parts
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: [.text("\(path.isMany ? "ANY " : "")\(path.text(prefix)) \(written) "), .value(value)],
      query: { object in Query<Any>(path: parts).compare(comparison, value.compared(object)) },
      holds: { row in path.values(row, world).contains { $0.compares(comparison, value, isAny: false) } })
  }

  private static func itself(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let ids = world.ids(type)
    let chosen = ids.isEmpty ? [] : (0..<generator.below(4)).map { _ in generator.pick(ids) }
    let name = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
    return OracleCondition(
      pieces: [.text("\(name) IN "), .values(chosen.map { .link(type, $0) })], query: nil, holds: { chosen.contains($0.id) })
  }

  // MARK: - Computed values

  private static func columns(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let first = OraclePath.values(world, type, &generator)
    var second = OraclePath.values(world, type, &generator, onlyOne: first.isMany)
    for _ in 0..<30 where !first.type.isComparable(with: second.type) {
      second = OraclePath.values(world, type, &generator, onlyOne: first.isMany)
    }
    guard first.type.isComparable(with: second.type) else { return values(world, type, &generator, prefix) }
    let isAny = first.type == .any
    var comparisons: [Comparison] = [.equal, .notEqual]
    if isOrdered(first.type) { comparisons += [.less, .lessOrEqual, .greater, .greaterOrEqual] }
    let comparison = generator.pick(comparisons)
    let (a, b) = (first.parts, second.parts)
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: [.text("\(first.isMany ? "ANY " : "")\(first.text(prefix)) \(written) \(second.isMany ? "ANY " : "")\(second.text(prefix))")],
      query: { _ in Query<Any>(path: a).compare(comparison, Query<Any>(path: b)) },
      holds: { row in
        let others = second.values(row, world)
        return first.values(row, world).contains { value in others.contains { value.compares(comparison, $0, isAny: isAny) } }
      })
  }

  private static func count(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition {
    let path = OraclePath.collection(world, type, &generator)
    let comparison = generator.pick([Comparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    let number = generator.below(5) - 1
    let parts = path.parts
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: [.text("\(path.text(prefix)).\(generator.pick(["@count", "@size"])) \(written) \(number)")],
      query: { _ in Query<Int>(.count(parts)).compare(comparison, number) },
      holds: { OracleValue.int(path.values($0, world).count).compares(comparison, .int(number), isAny: false) })
  }

  private static func aggregate(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String)
    -> OracleCondition
  {
    let path = OraclePath.collection(world, type, &generator, ofObjects: false)
    let sums: Set<ValueType> = [.int8, .int16, .double]
    guard sums.contains(path.type) || [.int, .int32, .int64, .date, .float].contains(path.type) else {
      return values(world, type, &generator, prefix)
    }
    let aggregate = generator.pick(sums.contains(path.type) ? ["min", "max", "sum", "avg"] : ["min", "max"])
    let comparison = generator.pick([Comparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    let value =
      aggregate == "min" || aggregate == "max"
      ? constant(path, world, &generator, orNil: true) : OracleValue.int(generator.below(8) - 2)
    let parts = path.parts
    let written = text(comparison, &generator)
    let isInteger = path.type != .double
    func result(_ row: OracleWorld.Row) -> OracleValue {
      let found = path.values(row, world).filter { $0 != .null && !$0.isNaN }
      func numbers() -> [Double] {
        found.map {
          switch $0 {
          case .int(let value): Double(value)
          case .double(let value): value
          default: 0
          }
        }
      }
      switch aggregate {
      case "min": return found.min { $0.compares(.less, $1, isAny: false) } ?? .null
      case "max": return found.max { $0.compares(.less, $1, isAny: false) } ?? .null
      case "sum": return isInteger ? .int(Int(numbers().reduce(0, +))) : .double(numbers().reduce(0, +))
      default: return found.isEmpty ? .null : .double(numbers().reduce(0, +) / Double(found.count))
      }
    }
    return OracleCondition(
      pieces: [.text("\(path.text(prefix)).@\(aggregate) \(written) "), .value(value)],
      query: { object in
        Query<Any>(.aggregate(ValueExpression.Aggregate(rawValue: aggregate) ?? .min, parts)).compare(comparison, value.compared(object))
      },
      holds: { result($0).compares(comparison, value, isAny: false) })
  }

  private static func subquery(
    _ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, depth: Int, _ prefix: String
  ) -> OracleCondition {
    let path = OraclePath.collection(world, type, &generator, ofObjects: true)
    let target = path.property.target ?? ""
    let variable = "$v\(depth)\(generator.below(1000))"
    let inner = random(world, target, &generator, depth: depth - 1, "\(variable).")
    let comparison = generator.pick([Comparison.equal, .greater, .less])
    let number = generator.below(3)
    let parts = path.parts
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: [.text("SUBQUERY(\(path.text(prefix)), \(variable), ")] + inner.pieces + [.text(").@count \(written) \(number)")],
      query: inner.query.map { inner in
        { object in Query<Int>(.subquery(parts, inner(object).condition())).compare(comparison, number) }
      },
      holds: { row in
        let count = path.values(row, world).count { value in
          world.row(value).map(inner.holds) ?? false
        }
        return OracleValue.int(count).compares(comparison, .int(number), isAny: false)
      })
  }

  // MARK: - As text

  /// The values that are written, or passed as arguments.
  var values: [OracleValue] {
    pieces.flatMap { piece -> [OracleValue] in
      switch piece {
      case .text: []
      case .value(let value): [value]
      case .values(let values): values
      }
    }
  }

  /// With `%@`, with `$0`, or with values written out as far as they can be.
  func format(_ style: Int, _ object: (String, Int) -> Any?) -> (String, [Any]) {
    var text = ""
    var arguments: [Any] = []
    func placeholder(_ argument: Any) -> String {
      arguments.append(argument)
      return style == 1 ? "$\(arguments.count - 1)" : "%@"
    }
    for piece in pieces {
      switch piece {
      case .text(let written): text += written
      case .value(let value):
        if style == 2, let literal = value.literal { text += literal } else { text += placeholder(value.stored(object)) }
      case .values(let values):
        if style == 2 {
          text += "{" + values.map { $0.literal ?? placeholder($0.stored(object)) }.joined(separator: ", ") + "}"
        } else {
          text += placeholder(values.map { $0.stored(object) })
        }
      }
    }
    return (text, arguments)
  }
}
