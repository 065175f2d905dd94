import AshlarSchema
import AshlarStore

/// Finds runs of rows with equal values of a property in rows that are sorted by this property, reading only some of the rows.
///
/// The data must not be written while an instance is in use.
struct EqualRuns {
  private var reader: ValueReader

  /// Nil if the results are unmanaged, or if values that compare as equal may be unequal keys, such as numbers of different types in an
  /// `AnyRealmValue`.
  init?(of keyPath: String, _ results: _ResultsCore) {
    guard let core = results.core else { return nil }
    let path = PropertyPath(orderedBy: keyPath, results.entity, core) { misuse(.sortPath(path: keyPath, reason: $0)) }
    if path.valueType == .any { return nil }
    reader = ValueReader(path, results.entity.ordinal, core)
  }

  /// Returns the index after the last row of the run that begins at `start`. Complexity: O(log n) reads for a run of n rows.
  mutating func end(of start: Int, in rows: [Int64]) -> Int {
    let first = reader.value(of: rows[start])
    // All rows before `low` are in the run. The distance from `start` to `high` is doubled until the row at `high` is outside the run, so
    // that short runs need few reads.
    var (low, high, step) = (start + 1, start + 1, 1)
    while high < rows.count, isEqual(first, rows[high]) {
      low = high + 1
      step *= 2
      high = min(start + step, rows.count)
    }
    while low < high {
      let middle = (low + high) / 2
      if isEqual(first, rows[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func isEqual(_ first: CellValue?, _ row: Int64) -> Bool {
    switch (first, reader.value(of: row)) {
    case (nil, nil), (.null?, .null?): true
    case (let first?, let value?): CellValue.order(first, value) == 0
    case (nil, _), (_, nil): false
    }
  }
}
