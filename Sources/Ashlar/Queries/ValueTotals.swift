import AshlarSchema
import AshlarStore

/// Aggregates of the values that a condition reads. Nil and NaN are excluded; among `AnyRealmValue`s, sums and means use only numbers.
struct ValueTotals {
  // The bytes of an `AnyRealmValue` are invalid once the next value is read, so they are copied.
  fileprivate enum Kept {
    case plain(CellValue)
    case any(AnyStored)
  }

  private let aggregate: ValueExpression.Aggregate
  // The smallest or largest value so far, for `min` and `max`.
  private var extreme: Kept?
  private var integers: Int128 = 0
  private var double = 0.0
  private var decimal = Decimal128()
  // Whether the result is a Double or a decimal. This depends on the values' type even if there are no values, because the type of the
  // result determines how arithmetic computes with it.
  private let isDouble: Bool
  private let isDecimal: Bool
  private var count = 0

  /// - Parameter type: The type of the values.
  init(_ aggregate: ValueExpression.Aggregate, of type: ValueType) {
    self.aggregate = aggregate
    let form = type.form
    isDouble = form == .float || form == .double
    isDecimal = form == .decimal || form == .any
  }

  mutating func take(_ value: CellValue) {
    switch value {
    case .int(let number): integers += Int128(number)
    case .double(let number):
      if number.isNaN { return }
      double += number
    case .decimal(let number):
      if number.isNaN { return }
      decimal = decimal + number
    case .date: break
    case .any(let bytes):
      guard let stored = try? AnyStored(bytes), !AnyOrder.isLeftOut(stored) else { return }
      if replaces({ $0.order(stored) }) { extreme = .any(stored) }
      guard let number = AnyOrder.number(stored) else { return }
      decimal = decimal + number
      count += 1
      return
    default: return
    }
    count += 1
    if replaces({ $0.order(value) }) { extreme = .plain(value) }
  }

  // Returns whether a new value replaces the current extreme. `order` compares the current extreme with the new value.
  private func replaces(_ order: (Kept) -> Int) -> Bool {
    switch aggregate {
    case .min: extreme.map { order($0) > 0 } ?? true
    case .max: extreme.map { order($0) < 0 } ?? true
    case .sum, .avg: false
    }
  }

  /// Appends the aggregate of a row. The extremes and the mean of no values are nil; their sum is 0. Integer sums wrap at 64 bits.
  func append(to values: inout RowValues, for slot: Int) {
    switch aggregate {
    case .min, .max:
      switch extreme {
      case nil: values.append(.null, for: slot)
      case .plain(let value): values.append(value, for: slot)
      case .any(let stored): stored.bytes().withUnsafeBytes { values.append(copying: .any($0), for: slot) }
      }
    case .sum: values.append(sum, for: slot)
    case .avg: values.append(mean, for: slot)
    }
  }

  private var sum: CellValue {
    isDecimal ? .decimal(decimal) : isDouble ? .double(double) : .int(Int64(truncatingIfNeeded: integers))
  }

  private var mean: CellValue {
    if count == 0 { return .null }
    if isDecimal { return .decimal(decimal / Decimal128(value: count)) }
    return .double((isDouble ? double : Double(integers)) / Double(count))
  }
}

extension ValueTotals.Kept {
  fileprivate func order(_ value: CellValue) -> Int {
    guard case .plain(let kept) = self else { return 0 }
    return CellValue.order(kept, value) ?? 0
  }

  fileprivate func order(_ value: AnyStored) -> Int {
    guard case .any(let kept) = self else { return 0 }
    return AnyOrder.order(kept, value)
  }
}

extension ArithmeticOperator {
  /// Applies the operator to two values. Integers wrap at 64 bits, and integer division truncates. The result is a decimal if either
  /// operand is a decimal; otherwise, it is a Double if either operand is a Double. It is null if an operand is not a number, and for a
  /// division by 0.
  func applied(_ a: CellValue, _ b: CellValue) -> CellValue {
    switch (a.number, b.number) {
    case (.int(let x)?, .int(let y)?):
      switch self {
      case .plus: return .int(x &+ y)
      case .minus: return .int(x &- y)
      case .times: return .int(x &* y)
      case .dividedBy: return y == 0 ? .null : .int(x.dividedReportingOverflow(by: y).partialValue)
      }
    case (.decimal?, _?), (_?, .decimal?):
      guard let x = a.number?.asDecimal, let y = b.number?.asDecimal else { return .null }
      switch self {
      case .plus: return .decimal(x + y)
      case .minus: return .decimal(x - y)
      case .times: return .decimal(x * y)
      case .dividedBy: return y == Decimal128(value: 0) ? .null : .decimal(x / y)
      }
    case (let x?, let y?):
      guard let x = x.asDouble, let y = y.asDouble else { return .null }
      switch self {
      case .plus: return .double(x + y)
      case .minus: return .double(x - y)
      case .times: return .double(x * y)
      case .dividedBy: return y == 0 ? .null : .double(x / y)
      }
    default: return .null
    }
  }
}

extension CellValue {
  // The value, or the value in an `AnyRealmValue`, if it is a number; otherwise nil.
  fileprivate var number: CellValue? {
    switch self {
    case .int, .double, .decimal: self
    case .any(let bytes): (try? AnyStored(bytes)).flatMap(AnyOrder.value)?.plainNumber
    default: nil
    }
  }

  private var plainNumber: CellValue? {
    switch self {
    case .int, .double, .decimal: self
    default: nil
    }
  }

  fileprivate var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  fileprivate var asDecimal: Decimal128? {
    switch self {
    case .int(let value): Decimal128(value: Int(value))
    case .double(let value): Decimal128(value: value)
    case .decimal(let value): value
    default: nil
    }
  }
}
