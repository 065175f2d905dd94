import Foundation

@testable import Ashlar

/// A number of any type, compared by value: numbers of different types by all their decimal digits.
enum OracleNumber {
  case int(Int)
  case double(Double)
  case decimal(Decimal128)

  private struct Digits {
    var isNegative: Bool
    /// Without zeros at either end; none for 0.
    var digits: [UInt8]
    /// The power of ten of the first digit.
    var exponent: Int

    init(_ text: String) {
      isNegative = text.hasPrefix("-")
      let parts = text.lowercased().split(separator: "e")
      let number = parts[0].drop { $0 == "-" || $0 == "+" }
      let halves = number.split(separator: ".", omittingEmptySubsequences: false)
      let whole = halves[0].drop { $0 == "0" }
      var all = (whole + (halves.count > 1 ? halves[1] : "")).compactMap { $0.wholeNumberValue.map { UInt8($0) } }
      exponent = whole.count - 1 + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
      while all.first == 0 {
        all.removeFirst()
        exponent -= 1
      }
      while all.last == 0 { all.removeLast() }
      digits = all
    }

    func order(_ other: Digits) -> Int {
      if digits.isEmpty || other.digits.isEmpty {
        if digits.isEmpty, other.digits.isEmpty { return 0 }
        return digits.isEmpty ? (other.isNegative ? 1 : -1) : isNegative ? -1 : 1
      }
      if isNegative != other.isNegative { return isNegative ? -1 : 1 }
      let magnitude =
        exponent != other.exponent
        ? (exponent < other.exponent ? -1 : 1) : digits == other.digits ? 0 : digits.lexicographicallyPrecedes(other.digits) ? -1 : 1
      return isNegative ? -magnitude : magnitude
    }
  }

  private var isNaN: Bool {
    switch self {
    case .int: false
    case .double(let value): value.isNaN
    case .decimal(let value): value.isNaN
    }
  }

  private var infinity: Int {
    switch self {
    case .int: 0
    case .double(let value): value.isInfinite ? (value < 0 ? -1 : 1) : 0
    case .decimal(let value): value == .max ? 1 : value == .min ? -1 : 0
    }
  }

  private var digits: Digits {
    switch self {
    case .int(let value): Digits("\(value)")
    // All of them: no Double has more behind the point.
    case .double(let value): Digits(String(format: "%.1074f", value))
    case .decimal(let value): Digits(value._exactText)
    }
  }

  /// NaN lies below all numbers.
  func order(_ other: OracleNumber) -> Int {
    if isNaN || other.isNaN { return isNaN == other.isNaN ? 0 : isNaN ? -1 : 1 }
    if infinity != other.infinity { return infinity < other.infinity ? -1 : 1 }
    if infinity != 0 { return 0 }
    switch (self, other) {
    case (.int(let a), .int(let b)): return a < b ? -1 : a == b ? 0 : 1
    case (.double(let a), .double(let b)): return a < b ? -1 : a == b ? 0 : 1
    default: return digits.order(other.digits)
    }
  }
}
