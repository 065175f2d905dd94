/// Reads cells that contain integers.
enum IntegerCell {
  /// Returns the integer in a cell of 1, 2, 4 or 8 bytes.
  static func value(_ cell: UnsafeRawPointer, width: Int) -> Int64 {
    switch width {
    case 1: Int64(cell.load(as: Int8.self))
    case 2: Int64(cell.loadUnaligned(as: Int16.self))
    case 4: Int64(cell.loadUnaligned(as: Int32.self))
    default: cell.loadUnaligned(as: Int64.self)
    }
  }
}
