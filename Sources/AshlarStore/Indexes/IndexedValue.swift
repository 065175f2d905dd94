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

  /// Most bytes of a value.
  public static let sizeLimit = 2 * textLimit + 16

  /// The value of a cell.
  static func encode(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: sizeLimit, alignment: 8) { buffer in
      let size = write(column, cell, null: null, home: home, to: buffer)
      return Array(buffer[..<size])
    }
  }

  /// Writes the value of a cell and returns its size.
  static func write(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome,
    to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    buffer[0] = 0
    if let null, null.load(as: UInt8.self) == 0 { return 1 }
    buffer[0] = 1
    switch column.type {
    case .bool:
      buffer[1] = cell.load(as: UInt8.self)
      return 2
    case .int8: return write(Int64(cell.load(as: Int8.self)), to: buffer)
    case .int16: return write(Int64(cell.loadUnaligned(as: Int16.self)), to: buffer)
    case .int32: return write(Int64(cell.loadUnaligned(as: Int32.self)), to: buffer)
    case .int, .int64: return write(cell.loadUnaligned(as: Int64.self), to: buffer)
    case .date:
      let nanoseconds = cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self) ^ 1 << 31
      _ = write(cell.loadUnaligned(as: Int64.self), to: buffer)
      buffer.storeBytes(of: nanoseconds.bigEndian, toByteOffset: 9, as: UInt32.self)
      return 13
    case .any:
      let value = any(Slot.bytes(at: cell, in: home))
      buffer.copyBytes(from: value)
      return value.count
    case .string:
      guard Slot(at: cell).isNull else { return write(Slot.bytes(at: cell, in: home), to: buffer) }
      buffer[0] = 0
      return 1
    default:
      buffer.baseAddress?.advanced(by: 1).copyMemory(from: cell, byteCount: column.width)
      return 1 + column.width
    }
  }

  private static func write(_ value: Int64, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    buffer.storeBytes(of: (UInt64(bitPattern: value) ^ 1 << 63).bigEndian, toByteOffset: 1, as: UInt64.self)
    return 9
  }

  private static func write(_ text: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    var size = 1
    for byte in text.prefix(textLimit) {
      buffer[size] = byte
      size += 1
      if byte == 0 {
        buffer[size] = 0xFF
        size += 1
      }
    }
    buffer[size] = 0
    buffer[size + 1] = text.count > textLimit ? 1 : 0
    size += 2
    guard text.count > textLimit else { return size }
    buffer.storeBytes(of: KeyProbe.mix(text).bigEndian, toByteOffset: size, as: UInt64.self)
    return size + 8
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
    withUnsafeTemporaryAllocation(byteCount: sizeLimit, alignment: 8) { buffer in
      Array(buffer[..<write(text: bytes, to: buffer)])
    }
  }

  /// Writes the value of a text into `buffer`, of at least `sizeLimit` bytes, and returns its size.
  public static func write(text bytes: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    buffer[0] = 1
    return write(bytes, to: buffer)
  }
}
