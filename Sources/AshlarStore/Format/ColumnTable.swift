/// The offsets of a row's columns by ordinal, in memory of its own. The entry before the first has the entity's ordinal in the process
/// as its offset, so that a row tells of which type it is; -1 for rows of no Realm.
public enum ColumnTable {
  /// Makes one, with all offsets zero.
  public static func allocate(count: Int, ordinal: Int) -> UnsafeMutablePointer<ColumnOffset> {
    let start = UnsafeMutablePointer<ColumnOffset>.allocate(capacity: count + 2)
    start.initialize(repeating: ColumnOffset(offset: 0, null: 0), count: count + 2)
    start.pointee.offset = ordinal
    return start + 1
  }

  /// Frees what `allocate` made.
  public static func deallocate(_ columns: UnsafeMutablePointer<ColumnOffset>) { (columns - 1).deallocate() }

  /// The entity's ordinal; nil for rows of no Realm.
  public static func ordinal(_ columns: UnsafePointer<ColumnOffset>) -> Int? {
    let ordinal = columns[-1].offset
    return ordinal < 0 ? nil : ordinal
  }
}
