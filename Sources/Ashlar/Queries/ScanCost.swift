/// The costs of testing one row in a scan, in nanoseconds, as measured by `W18` of `make bench`.
enum ScanCost {
  /// The minimum for any condition.
  static let least = 0.25
  /// The cost of comparing a row with the first rows of a sort that were found so far; an estimate.
  static let first = 0.5
  /// The cost per unit of a condition's relative cost, which is 1 or 2 for numbers.
  static let unit = 0.15
  /// The cost per unit of the relative cost of a test that is not vectorized.
  static let rowUnit = 0.4
  /// The cost per unit of the relative cost of a text scan.
  static let textUnit = 0.8
  /// The cost of a look-up in a set of values.
  static let members = 2.0
  /// The cost of testing a `Decimal128` or an `AnyRealmValue`.
  static let cells = 20.0
}
