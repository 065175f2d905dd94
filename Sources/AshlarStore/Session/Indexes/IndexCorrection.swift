/// The changes that the open write makes to the rows which an index has for one value.
///
/// Invariant: both lists ascend, and `lost` has only rows that the index has.
struct IndexCorrection {
  /// The rows that have the value now, but not in the version read.
  let gained: [Int64]
  /// The rows that have the value in the version read, but not any more.
  let lost: [Int64]

  /// The number of rows to add to the index's count.
  var change: Int { gained.count - lost.count }

  /// Returns the current rows. `rows` are those in the index.
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
