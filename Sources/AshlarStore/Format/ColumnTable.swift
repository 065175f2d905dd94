/// The offsets of a row's columns by ordinal, in separately allocated memory. The `offset` of the entry before the first is the entity's
/// ordinal in the process, which identifies the type of the row; it is -1 for rows without a Realm.
public enum ColumnTable {
  /// Allocates a table in which all offsets are zero.
  public static func allocate(count: Int, ordinal: Int) -> UnsafeMutablePointer<ColumnOffset> {
    let start = UnsafeMutablePointer<ColumnOffset>.allocate(capacity: count + 2)
    start.initialize(repeating: ColumnOffset(offset: 0, null: 0), count: count + 2)
    start.pointee.offset = ordinal
    return start + 1
  }

  /// Frees a table that `allocate` returned.
  public static func deallocate(_ columns: UnsafeMutablePointer<ColumnOffset>) { (columns - 1).deallocate() }

  /// Returns the entity's ordinal; nil for rows without a Realm.
  public static func ordinal(_ columns: UnsafePointer<ColumnOffset>) -> Int? {
    let ordinal = columns[-1].offset
    return ordinal < 0 ? nil : ordinal
  }
}
