/// Removes the posting lists or backlinks of a column.
enum ColumnIndexes {
  /// Removes the entries of a column. Complexity: O(blocks).
  static func remove(
    _ space: KeySpace, table: UInt32, column: UInt16, _ snapshot: any StorageSnapshot, _ writer: any StorageWriter,
    _ sums: inout EntrySums
  ) throws {
    let prefix = ColumnPrefix.bytes(table: table, column: column)
    var keys: [[UInt8]] = []
    var removed = sums
    try prefix.withUnsafeBytes { start in
      try snapshot.walk(space, from: start) { key, value in
        guard key.starts(with: prefix) else { return false }
        keys.append(Array(key))
        removed.remove(space, key, value)
        return true
      }
    }
    for key in keys { try key.withUnsafeBytes { try writer.remove(space, $0) } }
    sums = removed
  }
}
