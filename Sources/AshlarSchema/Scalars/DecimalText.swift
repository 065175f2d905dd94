/// Formats a decimal128 in BID encoding so that it is parsed as the same digits and exponent.
package enum DecimalText {
  /// Returns `NaN`, `Infinity`, `-Infinity`, or the digits, followed by the exponent unless the exponent is 0: `-125E-2`.
  package static func text(low: UInt64, high: UInt64) -> String {
    switch DecimalParts(low: low, high: high) {
    case .notANumber: "NaN"
    case .infinite(let isNegative): isNegative ? "-Infinity" : "Infinity"
    case .finite(let isNegative, let coefficient, let exponent):
      (isNegative ? "-" : "") + String(coefficient) + (exponent == 0 ? "" : "E\(exponent)")
    }
  }
}
