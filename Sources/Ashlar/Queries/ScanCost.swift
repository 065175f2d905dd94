/// Estimated costs of testing one row in a scan, in nanoseconds, as measured by `W18` of `make bench`.
enum ScanCost {
  /// The minimum for any condition.
  static let least = 0.25
  /// For each unit of a condition's relative cost, which is 1 or 2 for numbers.
  static let unit = 0.15
  /// For each unit of the relative cost of a test that is not vectorized.
  static let rowUnit = 0.4
  /// For each unit of the relative cost of a text scan.
  static let textUnit = 0.8
  /// For a look-up in a set of values.
  static let members = 2.0
  /// For a decimal, or a value of any type.
  static let cells = 20.0
}
