/// The changes of the open write to the rows that an index contains for one value.
///
/// Invariant: both lists are in ascending order, and `lost` contains only rows that the index contains.
struct IndexCorrection {
  /// The rows that have the value now, but not in the version read.
  let gained: [Int64]
  /// The rows that have the value in the version read, but no longer have it.
  let lost: [Int64]

  /// The number of rows to add to the index's count; negative if more rows lost the value than gained it.
  var change: Int { gained.count - lost.count }

  /// Returns the current rows, ascending. `rows` are the rows in the index, also ascending.
  func applied(to rows: [Int64]) -> [Int64] {
    if gained.isEmpty, lost.isEmpty { return rows }
    var result: [Int64] = []
    result.reserveCapacity(rows.count + change)
    var (gain, loss) = (0, 0)
    for row in rows {
      if loss < lost.count, lost[loss] == row {
        loss += 1
        continue
      }
      while gain < gained.count, gained[gain] < row {
        result.append(gained[gain])
        gain += 1
      }
      result.append(row)
    }
    return result + gained[gain...]
  }
}
