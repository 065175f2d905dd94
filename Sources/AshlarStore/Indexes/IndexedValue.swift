import AshlarSchema

/// A column's value as bytes whose `memcmp` order is that of the values, and of which none is the beginning of another:
///
///     0                                      nil
///     1, then:
///       integers   8 bytes big-endian, sign bit turned over
///       Bool       1 byte
///       Date       seconds as an integer, nanoseconds as 4 bytes likewise
///       ids        their bytes
///       text       its bytes, each 0 as 0 255, then 0 0; beyond 240 bytes the first 240, 1, and 8 bytes of hash
///       any value  see `any`
public enum IndexedValue {
  /// Bytes of text that are kept as they are.
  public static let textLimit = 240

  /// The value of a cell.
  static func encode(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> [UInt8] {
    if let null, null.load(as: UInt8.self) == 0 { return [0] }
    switch column.type {
    case .bool: return [1, cell.load(as: UInt8.self)]
    case .int8: return integer(Int64(cell.load(as: Int8.self)))
    case .int16: return integer(Int64(cell.loadUnaligned(as: Int16.self)))
    case .int32: return integer(Int64(cell.loadUnaligned(as: Int32.self)))
    case .int, .int64: return integer(cell.loadUnaligned(as: Int64.self))
    case .date:
      return date(cell.loadUnaligned(as: Int64.self), cell.loadUnaligned(fromByteOffset: 8, as: Int32.self))
    case .any: return any(Slot.bytes(at: cell, in: home))
    case .string: return Slot(at: cell).isNull ? [0] : text(Slot.bytes(at: cell, in: home))
    default: return [1] + UnsafeRawBufferPointer(start: cell, count: column.width)
    }
  }

  /// Nil.
  public static var null: [UInt8] { [0] }
  /// A Bool.
  public static func bool(_ value: Bool) -> [UInt8] { [1, value ? 1 : 0] }
  /// An integer of any width.
  public static func integer(_ value: Int64) -> [UInt8] {
    [1] + withUnsafeBytes(of: (UInt64(bitPattern: value) ^ 1 << 63).bigEndian) { Array($0) }
  }
  /// A moment.
  public static func date(_ seconds: Int64, _ nanoseconds: Int32) -> [UInt8] {
    integer(seconds) + withUnsafeBytes(of: (UInt32(bitPattern: nanoseconds) ^ 1 << 31).bigEndian) { Array($0) }
  }
  /// An ObjectId or UUID.
  public static func id(_ bytes: [UInt8]) -> [UInt8] { [1] + bytes }
  /// Text.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = [1]
    result.reserveCapacity(min(bytes.count, textLimit) + 12)
    for byte in bytes.prefix(textLimit) {
      result.append(byte)
      if byte == 0 { result.append(0xFF) }
    }
    if bytes.count > textLimit {
      result += [0, 1] + withUnsafeBytes(of: KeyProbe.mix(bytes).bigEndian) { Array($0) }
    } else {
      result += [0, 0]
    }
    return result
  }
}
