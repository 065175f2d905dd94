/// About what it costs to look at one row in a scan, in nanoseconds; `W18` of `make bench` measures it.
enum ScanCost {
  /// Whatever the condition.
  static let least = 0.25
  /// For each unit of a condition's relative cost: numbers have 1 or 2.
  static let unit = 0.15
  /// The same of what is not compared in vectors.
  static let rowUnit = 0.4
  /// The same of text.
  static let textUnit = 0.8
  /// Whether a value is one of many.
  static let members = 2.0
  /// A decimal, or a value of any type.
  static let cells = 20.0
}
