/// The rows of imported objects by their rows in the input, for types without a primary key. This is a class, because closures read it
/// while rows are inserted: if they captured a dictionary, the next insertion would copy all of it.
final class ImportedRows {
  private var rows: [String: [Int64: Int64]] = [:]

  /// Stores the row of the object, `key`, for a row of the input. Returns false if that row of the input occurred before.
  func insert(_ row: Int64, _ key: Int64, _ type: String) -> Bool { rows[type, default: [:]].updateValue(key, forKey: row) == nil }

  /// Returns the row of the object for a row of the input; nil if there is none.
  func key(of row: Int64, _ type: String) -> Int64? { rows[type]?[row] }
}
