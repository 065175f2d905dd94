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
    case 6: return itself(world, type, &generator, prefix)
    case 7, 8: return computed(world, type, &generator, prefix)
    default: return values(world, type, &generator, prefix)
    }
  }

  // MARK: - Values

  static func text(_ comparison: Comparison, _ generator: inout SeededGenerator) -> String {
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

  // A value that a property of a type is compared with.
  static func constant(_ path: OraclePath, _ world: OracleWorld, _ generator: inout SeededGenerator, orNil: Bool) -> OracleValue {
    if orNil, path.mayBeNil, generator.chance(12) { return .null }
    var type = path.type
    let numbers: [ValueType] = [.int, .int16, .double, .decimal128]
    if generator.chance(15), type.isNumber { type = generator.pick(numbers) }
    while true {
      let value = OracleValue.random(type, &generator, link: path.type == .any ? ("Alpha", world.ids("Alpha")) : nil)
      switch value {
      case .list, .map, .null: continue
      default: return value
      }
    }
  }

  private static func values(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let path = OraclePath.values(world, type, &generator)
    let isAny = path.type == .any
    if path.isMany, generator.chance(15) { return elements(path, world, &generator, prefix) }
    var quantifier = path.isMany ? generator.pick(["", "ANY ", "SOME ", "ALL ", "NONE "]) : ""
    let parts = path.parts
    var test: (OracleValue) -> Bool
    var pieces: [Piece]
    var query: (((String, Int) -> Any?) -> Query<Bool>)?
    let texts: Set<ValueType> = [.string, .data, .any]
    switch generator.below(10) {
    case 0,
      1 where texts.contains(path.type):
      let kind = generator.pick(TextMatch.allCases)
      let options: StringOptions = generator.pick([[], [], .caseInsensitive, .diacriticInsensitive, .all])
      let whole = generator.pick(OracleValue.texts)
      var sought = generator.chance(60) ? String(whole.prefix(generator.below(4))) : whole
      if kind == .like { sought = generator.pick([sought, sought + "*", "*" + sought, "?" + sought.dropFirst(), "*" + sought + "*"]) }
      let text = sought
      guard texts.contains(path.type) else { fallthrough }
      test = { $0.asks(kind, text, options) }
      pieces = [
        .text("\(Relation.text(kind).denotation.word)\(options.text) "), .value(path.type == .data ? .data(Array(text.utf8)) : .text(text)),
      ]
      if path.type == .string {
        let query1 = Query<String>(path: parts)
        query = { _ in
          switch kind {
          case .begins: query1.starts(with: text, options: options)
          case .ends: query1.ends(with: text, options: options)
          case .contains: query1.contains(text, options: options)
          case .like: Query<Bool>(.relates(parts, .text(.like), .string(text), options))
          }
        }
      }
    case 2, 3:
      let several = (0..<generator.pick([0, 1, 3, 12])).map { _ in constant(path, world, &generator, orNil: true) }
      let meant = several.map { $0.meant(for: path.type) }
      test = { value in meant.contains { value.compares(.equal, $0, isAny: isAny) } }
      pieces = [.text("IN "), .values(several)]
      query = { object in Query<Any>(path: parts).oneOf(several.map { $0.compared(object) }) }
    case 4 where isOrdered(path.type) && path.type != .string && path.type != .data:
      let (low, high) = (constant(path, world, &generator, orNil: false), constant(path, world, &generator, orNil: false))
      guard !isAny else { fallthrough }
      let (least, most) = (low.meant(for: path.type), high.meant(for: path.type))
      test = { $0.compares(.greaterOrEqual, least, isAny: false) && $0.compares(.lessOrEqual, most, isAny: false) }
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
      let meant = value.meant(for: path.type)
      test = { $0.compares(comparison, meant, isAny: isAny) }
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

  // Any, each or none of several values in a collection.
  private static func elements(_ path: OraclePath, _ world: OracleWorld, _ generator: inout SeededGenerator, _ prefix: String)
    -> OracleCondition
  {
    let several = (0..<generator.below(4)).map { _ in constant(path, world, &generator, orNil: true) }
    let wanted = several.map { $0.meant(for: path.type) }
    let quantifier = generator.pick(["ANY", "SOME", "ALL", "NONE"])
    let isAny = path.type == .any
    return OracleCondition(
      pieces: [.text("\(quantifier) "), .values(several), .text(" IN \(path.text(prefix))")], query: nil,
      holds: { row in
        let values = path.values(row, world)
        func isElement(_ wanted: OracleValue) -> Bool { values.contains { $0.compares(.equal, wanted, isAny: isAny) } }
        switch quantifier {
        case "ALL": return wanted.allSatisfy(isElement)
        case "NONE": return !wanted.contains(where: isElement)
        default: return wanted.contains(where: isElement)
        }
      })
  }

  // MARK: - Objects

  private static func object(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let path = OraclePath.objects(world, type, &generator)
    let target = path.property.target ?? ""
    func one() -> OracleValue {
      world.ids(target).isEmpty || generator.chance(25) ? .null : .link(target, generator.pick(world.ids(target)))
    }
    let parts = path.parts
    let quantifier = path.isMany ? generator.pick(["", "ANY ", "ALL ", "NONE "]) : ""
    let test: (OracleValue) -> Bool
    let pieces: [Piece]
    var query: (((String, Int) -> Any?) -> Query<Bool>)?
    if generator.chance(30) {
      let several = (0..<generator.pick([0, 1, 3, 12])).map { _ in one() }
      test = { value in several.contains { value.compares(.equal, $0, isAny: false) } }
      pieces = [.text("IN "), .values(several)]
      query = { object in Query<Any>(path: parts).oneOf(several.map { $0.compared(object) }) }
    } else if quantifier == "", path.isMany, generator.chance(30) {
      let value = one()
      return OracleCondition(
        pieces: [.value(value), .text(" IN \(path.text(prefix))")],
        query: { object in Query<Any>(path: parts).contains(element: value.compared(object)) },
        holds: { row in path.values(row, world).contains { $0.compares(.equal, value, isAny: false) } })
    } else {
      let value = one()
      let comparison = generator.pick([Comparison.equal, .notEqual])
      test = { $0.compares(comparison, value, isAny: false) }
      pieces = [.text("\(text(comparison, &generator)) "), .value(value)]
      query = { object in Query<Any>(path: parts).compare(comparison, value.compared(object)) }
    }
    let base = query
    switch quantifier {
    case "ALL ": query = nil
    case "NONE ": query = base.map { base in { !base($0) } }
    default: break
    }
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

  private static func itself(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String) -> OracleCondition
  {
    let name = prefix.isEmpty ? "SELF" : String(prefix.dropLast())
    let paths = (0..<20).map { _ in OraclePath.objects(world, type, &generator) }.filter { $0.property.target == type }
    let comparison = generator.pick([Comparison.equal, .notEqual])
    let written = text(comparison, &generator)
    guard type != "Gamma", generator.chance(60), let path = paths.first else {
      if type != "Alpha" || generator.chance(20) {
        return OracleCondition(
          pieces: [.text("\(name) \(written) \(name)")],
          query: { _ in Query<Any>(path: []).compare(comparison, Query<Any>(path: [])) }, holds: { _ in comparison == .equal })
      }
      let ids = world.ids(type)
      let chosen = ids.isEmpty ? [] : (0..<generator.below(4)).map { _ in generator.pick(ids) }
      return OracleCondition(
        pieces: [.text("\(name) IN "), .values(chosen.map { .link(type, $0) })], query: nil, holds: { chosen.contains($0.id) })
    }
    let parts = path.parts
    return OracleCondition(
      pieces: [.text("\(path.isMany ? "ANY " : "")\(path.text(prefix)) \(written) \(name)")],
      query: { _ in Query<Any>(path: parts).compare(comparison, Query<Any>(path: [])) },
      holds: { row in path.values(row, world).contains { $0.compares(comparison, .link(row.type, row.id), isAny: false) } })
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
    let quantifier = generator.pick(["", "", "ANY ", "ALL ", "NONE "])
    return OracleCondition(
      pieces: [.text("\(quantifier)\(path.text(prefix)).\(generator.pick(["@count", "@size"])) \(written) \(number)")],
      query: quantifier == "" ? { _ in Query<Int>(.count(parts)).compare(comparison, number) } : nil,
      holds: { row in
        func holds(_ count: Int) -> Bool { OracleValue.int(count).compares(comparison, .int(number), isAny: false) }
        switch quantifier {
        case "ANY ": return path.counts(row, world).contains(where: holds)
        case "ALL ": return path.counts(row, world).allSatisfy(holds)
        case "NONE ": return !path.counts(row, world).contains(where: holds)
        default: return holds(path.values(row, world).count)
        }
      })
  }

  private static func aggregate(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String)
    -> OracleCondition
  {
    guard let aggregate = OracleAggregate.random(world, type, &generator) else { return values(world, type, &generator, prefix) }
    let comparison = generator.pick([Comparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    let value = aggregate.constant(world, &generator)
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: [.text("\(aggregate.text(prefix)) \(written) "), .value(value)],
      query: { object in Query<Any>(aggregate.expression).compare(comparison, value.compared(object)) },
      holds: { row in
        aggregate.value(row, world).compares(comparison, value.meant(for: aggregate.type), isAny: aggregate.type == .any)
      })
  }

  private static func computed(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, _ prefix: String)
    -> OracleCondition
  {
    let left = OracleExpression.random(world, type, &generator, depth: 2, isComputed: true)
    let right = OracleExpression.random(world, type, &generator, depth: 1, isComputed: false)
    let comparison = generator.pick([Comparison.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual])
    let written = text(comparison, &generator)
    return OracleCondition(
      pieces: left.pieces(prefix) + [.text(" \(written) ")] + right.pieces(prefix),
      query: { object in
        if case .constant(let value) = right { return Query<Any>(left.expression).compare(comparison, value.compared(object)) }
        return Query<Any>(left.expression).compare(comparison, Query<Any>(right.expression))
      },
      holds: { row in
        var others = right.values(row, world)
        if case .constant(let value) = right { others = [value.meant(for: left.type)] }
        return left.values(row, world).contains { value in
          others.contains { value.compares(comparison, $0, isAny: left.type == .any || right.type == .any) }
        }
      })
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
