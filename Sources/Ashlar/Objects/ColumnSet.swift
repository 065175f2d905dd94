/// A set of columns of one object, as a bit mask.
package struct ColumnSet {
  private var first: UInt64 = 0
  // The words of the mask for column 64 and all following columns.
  private var others: [UInt64] = []

  /// Creates an empty set.
  package init() {}

  package func contains(_ column: Int) -> Bool {
    if column < 64 { return first >> UInt64(column) & 1 == 1 }
    let word = column / 64 - 1
    return word < others.count && others[word] >> UInt64(column % 64) & 1 == 1
  }

  package mutating func insert(_ column: Int) {
    if column < 64 {
      first |= 1 << UInt64(column)
      return
    }
    let word = column / 64 - 1
    while others.count <= word { others.append(0) }
    others[word] |= 1 << UInt64(column % 64)
  }
}
