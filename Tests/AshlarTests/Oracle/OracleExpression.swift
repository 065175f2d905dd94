import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// An aggregate of a collection's values: as text, in a query, and over plain rows.
struct OracleAggregate {
  private let path: OraclePath
  private let kind: ValueExpression.Aggregate

  /// Nil where the collection that was chosen has none.
  static func random(_ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator) -> OracleAggregate? {
    let path = OraclePath.collection(world, type, &generator, ofObjects: false)
    let added: Set<ValueType> = [.int8, .int16, .double, .decimal128, .any]
    guard added.contains(path.type) || [.int, .int32, .int64, .date, .float].contains(path.type) else { return nil }
    return OracleAggregate(path: path, kind: generator.pick(added.contains(path.type) ? [.min, .max, .sum, .avg] : [.min, .max]))
  }

  private var isExtreme: Bool { kind == .min || kind == .max }

  /// The type of the result, as far as it matters what constants are compared with it.
  var type: ValueType {
    if isExtreme { return path.type }
    return path.type == .any || path.type == .decimal128 ? .decimal128 : .double
  }

  var isDate: Bool { path.type == .date }

  func constant(_ world: OracleWorld, _ generator: inout SeededGenerator) -> OracleValue {
    if isExtreme { return OracleCondition.constant(path, world, &generator, orNil: true) }
    if generator.chance(30) { return OracleValue.random(generator.pick([.double, .decimal128]), &generator) }
    return .int(generator.below(8) - 2)
  }

  func text(_ prefix: String) -> String { "\(path.text(prefix)).@\(kind.rawValue)" }
  var expression: ValueExpression { .aggregate(kind, path.parts) }

  func value(_ row: OracleWorld.Row, _ world: OracleWorld) -> OracleValue {
    let found = path.values(row, world).filter { !$0.isLeftOut }
    func comesBefore(_ a: OracleValue, _ b: OracleValue) -> Bool {
      path.type == .any ? a.comesBefore(b) : a.compares(.less, b, isAny: false)
    }
    switch kind {
    case .min: return found.min(by: comesBefore) ?? .null
    // The first of equal ones, which are alike in every comparison.
    case .max: return found.max(by: comesBefore) ?? .null
    case .sum, .avg: break
    }
    if type == .decimal128 {
      let numbers = found.compactMap { value in
        // A Float counts with its own digits.
        if case .float(let number) = value { Decimal128(value: number) } else { value.asDecimal }
      }
      let sum = numbers.reduce(Decimal128(), +)
      return kind == .sum ? .decimal(sum) : numbers.isEmpty ? .null : .decimal(sum / Decimal128(value: numbers.count))
    }
    let numbers = found.compactMap { value -> Double? in
      switch value {
      case .int(let value): Double(value)
      case .double(let value): value
      default: nil
      }
    }
    let sum = numbers.reduce(0, +)
    if kind == .avg { return numbers.isEmpty ? .null : .double(sum / Double(numbers.count)) }
    return path.type == .double ? .double(sum) : .int(Int(sum))
  }
}

/// A number that is computed for each object.
indirect enum OracleExpression {
  case constant(OracleValue)
  case path(OraclePath)
  case count(OraclePath)
  case aggregate(OracleAggregate)
  case arithmetic(OracleExpression, ArithmeticOperator, OracleExpression)

  /// - Parameter isComputed: whether it is more than a value or a property.
  static func random(
    _ world: OracleWorld, _ type: String, _ generator: inout SeededGenerator, depth: Int, isComputed: Bool
  ) -> OracleExpression {
    while true {
      switch generator.below(isComputed ? 4 : 7) {
      case 0, 1:
        if depth == 0 { return .count(.collection(world, type, &generator)) }
        return .arithmetic(
          random(world, type, &generator, depth: depth - 1, isComputed: false),
          generator.pick([ArithmeticOperator.plus, .minus, .times, .dividedBy]),
          random(world, type, &generator, depth: depth - 1, isComputed: false))
      case 2: return .count(.collection(world, type, &generator))
      case 3: if let aggregate = OracleAggregate.random(world, type, &generator), !aggregate.isDate { return .aggregate(aggregate) }
      case 4: return .constant(OracleValue.random(generator.pick([.int8, .int8, .double, .decimal128]), &generator))
      default:
        for _ in 0..<10 {
          let path = OraclePath.values(world, type, &generator)
          if path.type.isNumber || path.type == .any { return .path(path) }
        }
      }
    }
  }

  /// As `OracleAggregate.type`.
  var type: ValueType {
    switch self {
    case .constant(let value): if case .decimal = value { .decimal128 } else { .double }
    case .count: .int
    case .path(let path): path.type
    case .aggregate(let aggregate): aggregate.type
    case .arithmetic(let a, _, let b): a.isDecimal || b.isDecimal ? .decimal128 : .double
    }
  }

  // Constants have no type of their own.
  private var isDecimal: Bool { if case .constant = self { false } else { type == .decimal128 } }

  func pieces(_ prefix: String) -> [OracleCondition.Piece] {
    switch self {
    case .constant(let value): [.value(value)]
    case .path(let path): [.text(path.text(prefix))]
    case .count(let path): [.text("\(path.text(prefix)).@count")]
    case .aggregate(let aggregate): [.text(aggregate.text(prefix))]
    case .arithmetic(let a, let operation, let b):
      [.text("(")] + a.pieces(prefix) + [.text(" \(operation.rawValue) ")] + b.pieces(prefix) + [.text(")")]
    }
  }

  var expression: ValueExpression {
    switch self {
    case .constant(let value): .constant(QueryConstant(converting: value.compared { _, _ in nil }) ?? .null)
    case .path(let path): .path(path.parts)
    case .count(let path): .count(path.parts)
    case .aggregate(let aggregate): aggregate.expression
    case .arithmetic(let a, let operation, let b): .arithmetic(operation, a.expression, b.expression)
    }
  }

  func values(_ row: OracleWorld.Row, _ world: OracleWorld) -> [OracleValue] {
    switch self {
    case .constant(let value): return [value]
    case .path(let path): return path.values(row, world)
    case .count(let path): return [.int(path.values(row, world).count)]
    case .aggregate(let aggregate): return [aggregate.value(row, world)]
    case .arithmetic(let a, let operation, let b):
      let others = b.values(row, world)
      return a.values(row, world).flatMap { x in others.map { OracleExpression.result(x, operation, $0) } }
    }
  }

  private static func result(_ a: OracleValue, _ operation: ArithmeticOperator, _ b: OracleValue) -> OracleValue {
    switch (a, b) {
    case (.int(let a), .int(let b)):
      switch operation {
      case .plus: return .int(a &+ b)
      case .minus: return .int(a &- b)
      case .times: return .int(a &* b)
      case .dividedBy: return b == 0 ? .null : .int(a.dividedReportingOverflow(by: b).partialValue)
      }
    case (.decimal, _), (_, .decimal):
      guard let a = a.asDecimal, let b = b.asDecimal else { return .null }
      switch operation {
      case .plus: return .decimal(a + b)
      case .minus: return .decimal(a - b)
      case .times: return .decimal(a * b)
      case .dividedBy: return b == 0 ? .null : .decimal(a / b)
      }
    default:
      guard let a = a.asDouble, let b = b.asDouble else { return .null }
      switch operation {
      case .plus: return .double(a + b)
      case .minus: return .double(a - b)
      case .times: return .double(a * b)
      case .dividedBy: return b == 0 ? .null : .double(a / b)
      }
    }
  }
}

extension OracleValue {
  /// A number as aggregates and arithmetic take it.
  var asDecimal: Decimal128? {
    switch self {
    case .int(let value): Decimal128(value: value)
    case .float(let value): Decimal128(value: Double(value))
    case .double(let value): Decimal128(value: value)
    case .decimal(let value): value
    default: nil
    }
  }

  var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}
