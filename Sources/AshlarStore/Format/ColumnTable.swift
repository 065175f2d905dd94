/// The offsets of a row's columns by ordinal, in separately allocated memory. The `offset` of the entry before the first is the entity's
/// ordinal in the process, which identifies the type of the row; it is -1 for rows without a Realm, and `null` of that entry may then be
/// the address of the entity.
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

  /// Returns the object that `setOwner` attached to a table for rows without a Realm; nil if there is none.
  package static func owner(_ columns: UnsafePointer<ColumnOffset>) -> UnsafeRawPointer? {
    columns[-1].offset < 0 ? UnsafeRawPointer(bitPattern: columns[-1].null) : nil
  }

  /// Attaches the address of an object that exists as long as the table. Must be called before another thread can read the table.
  package static func setOwner(_ owner: UnsafeRawPointer, of columns: UnsafeMutablePointer<ColumnOffset>) {
    assert(columns[-1].offset < 0, "rows of a Realm are identified by an ordinal")
    columns[-1].null = Int(bitPattern: owner)
  }
}
