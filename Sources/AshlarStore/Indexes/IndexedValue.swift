import AshlarSchema

/// The value of a column, encoded so that no encoding is a prefix of another. `memcmp` orders encodings like values, except for text of
/// more than `textLimit` bytes and for values of type `AnyRealmValue`:
///
///     0                                      nil
///     1, then:
///       integers   8 bytes big-endian, with the sign bit inverted
///       Bool       1 byte
///       Date       the seconds as an integer, the nanoseconds as 4 bytes in the same form
///       Double, Float  the bits big-endian, inverted if negative, otherwise with the sign bit inverted; 0 for all NaN
///       ids        their bytes
///       links      the object key of the target as an integer
///       text       its bytes, each 0 as 0 255, then 0 0; beyond 240 bytes the first 240, 0 1, and 8 bytes of hash
///       any        an `AnyRealmValue`, see the function `any`
public enum IndexedValue {
  /// The maximum number of bytes of text that are encoded verbatim.
  public static let textLimit = 240

  /// The maximum size in bytes of an encoded value, and of the encoded values of an index of several columns.
  public static let sizeLimit = StoredIndex.sizeLimit

  /// Returns the bytes that `write` writes into a buffer of `sizeLimit` bytes. `write` returns their number.
  static func encoded(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8] {
    withUnsafeTemporaryAllocation(byteCount: sizeLimit, alignment: 8) { buffer in
      var value = BlockWriter(buffer, "an indexed value")
      value.append(atMost: sizeLimit, write)
      return Array(value.written)
    }
  }

  /// Returns the encoded value of a cell.
  static func encode(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome
  ) -> [UInt8] {
    encoded { write(column, cell, null: null, home: home, to: $0) }
  }

  /// Writes the encoded value of a cell to `buffer`, which has at least `sizeLimit` bytes, and returns its size.
  static func write(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome,
    to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var value = BlockWriter(buffer, "an indexed value")
    if let null, null.load(as: UInt8.self) == 0 {
      value.append(UInt8(0))
      return value.size
    }
    switch column.type {
    case .any:
      any(Slot.bytes(at: cell, in: home)).withUnsafeBytes { value.append($0) }
      return value.size
    case .string where Slot(at: cell).isNull:
      value.append(UInt8(0))
      return value.size
    // Links have no null flag.
    case .object where cell.loadUnaligned(as: Int64.self) == 0:
      value.append(UInt8(0))
      return value.size
    case .bool, .int, .int8, .int16, .int32, .int64, .float, .double, .string, .data, .date, .decimal128, .objectId, .uuid, .object:
      value.append(UInt8(1))
    }
    switch column.type {
    case .bool: value.append(cell.load(as: UInt8.self))
    case .int8: append(Int64(cell.load(as: Int8.self)), to: &value)
    case .int16: append(Int64(cell.loadUnaligned(as: Int16.self)), to: &value)
    case .int32: append(Int64(cell.loadUnaligned(as: Int32.self)), to: &value)
    case .int, .int64: append(cell.loadUnaligned(as: Int64.self), to: &value)
    case .date:
      append(cell.loadUnaligned(as: Int64.self), to: &value)
      value.append((cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self) ^ 1 << 31).bigEndian)
    case .string: append(Slot.bytes(at: cell, in: home), to: &value)
    case .object: append(cell.loadUnaligned(as: Int64.self) - 1, to: &value)
    case .float: value.append(ordered(cell.loadUnaligned(as: Float.self)).bigEndian)
    case .double: value.append(ordered(cell.loadUnaligned(as: Double.self)).bigEndian)
    case .data, .decimal128, .objectId, .uuid, .any: value.append(from: cell, column.width)
    }
    return value.size
  }

  private static func append(_ number: Int64, to value: inout BlockWriter) {
    value.append((UInt64(bitPattern: number) ^ 1 << 63).bigEndian)
  }

  // Returns bits that sort as numbers do. -0 has the bits of 0, and every NaN has zero bits, which no number has.
  private static func ordered(_ number: Float) -> UInt32 {
    if number.isNaN { return 0 }
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 31 == 1 ? ~bits : bits | 1 << 31
  }

  private static func ordered(_ number: Double) -> UInt64 {
    if number.isNaN { return 0 }
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  private static func append(_ text: UnsafeRawBufferPointer, to value: inout BlockWriter) {
    IndexedTuple.append(UnsafeRawBufferPointer(rebasing: text.prefix(textLimit)), to: &value)
    value.append(UInt8(0))
    value.append(UInt8(text.count > textLimit ? 1 : 0))
    if text.count > textLimit { value.append(KeyProbe.mix(text).bigEndian) }
  }

  /// Returns whether `value`, the encoded value of a text column, does not contain all bytes of the text.
  static func isCut(_ value: [UInt8]) -> Bool {
    // In the encoding of a text, a byte 1 follows a byte 0 only where the text was cut, before the 8 bytes of the hash.
    value.count > textLimit + 10 && value[value.count - 10] == 0 && value[value.count - 9] == 1
  }

  /// Returns the integer that `value`, the encoded value of an integer column, represents; nil if it represents nil.
  public static func integer(from value: [UInt8]) -> Int64? {
    value.count == 9 && value[0] == 1 ? Int64(bitPattern: number(value[1...]) ^ 1 << 63) : nil
  }

  /// Returns the Date that `value`, the encoded value of a Date column, represents; nil if it represents nil.
  public static func date(from value: [UInt8]) -> (seconds: Int64, nanoseconds: Int32)? {
    guard value.count == 13, let seconds = integer(from: Array(value[..<9])) else { return nil }
    return (seconds, Int32(bitPattern: UInt32(truncatingIfNeeded: number(value[9...])) ^ 1 << 31))
  }

  // Decodes a big-endian number.
  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  /// The encoding of nil.
  public static var null: [UInt8] { [0] }
  /// Returns the encoding of a Bool.
  public static func bool(_ value: Bool) -> [UInt8] { [1, value ? 1 : 0] }
  /// Returns the encoding of an integer of any width.
  public static func integer(_ value: Int64) -> [UInt8] {
    [1] + withUnsafeBytes(of: (UInt64(bitPattern: value) ^ 1 << 63).bigEndian) { Array($0) }
  }
  /// Returns the encoding of a Date.
  public static func date(_ seconds: Int64, _ nanoseconds: Int32) -> [UInt8] {
    integer(seconds) + withUnsafeBytes(of: (UInt32(bitPattern: nanoseconds) ^ 1 << 31).bigEndian) { Array($0) }
  }
  /// Returns the encoding of a Double.
  package static func double(_ value: Double) -> [UInt8] { [1] + withUnsafeBytes(of: ordered(value).bigEndian) { Array($0) } }
  /// Returns the encoding of a Float, which differs from that of a Double.
  package static func float(_ value: Float) -> [UInt8] { [1] + withUnsafeBytes(of: ordered(value).bigEndian) { Array($0) } }
  /// Returns the encoding of a link to the row with this key.
  package static func link(to row: Int64) -> [UInt8] { integer(row) }
  /// Returns the encoding of an ObjectId or a UUID.
  public static func id(_ bytes: [UInt8]) -> [UInt8] { [1] + bytes }
  /// Returns the encoding of text.
  public static func text(_ bytes: UnsafeRawBufferPointer) -> [UInt8] { encoded { write(text: bytes, to: $0) } }

  /// Writes the encoding of text to `buffer`, which has at least `sizeLimit` bytes, and returns its size.
  public static func write(text bytes: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    var value = BlockWriter(buffer, "an indexed value")
    value.append(UInt8(1))
    append(bytes, to: &value)
    return value.size
  }
}
