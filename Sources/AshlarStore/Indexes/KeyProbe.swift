public import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A primary key value to look up.
///
/// The hash of an integer is the integer plus a number that depends on the table, without the highest bit: ascending integers have
/// ascending hashes, which wrap around to 0 once, and consecutive keys form one run in the index. Bytes, and the encoded parts of a
/// compound key, are hashed with FNV-1a 64 and the finalizer of MurmurHash3, and the same number is added. Keys with equal hashes can be
/// constructed, so every reader compares the key with the row.
public struct KeyProbe {
  /// The value of a primary key.
  public enum Value {
    case null
    case int(Int64)
    /// The bytes of text, an ObjectId or a UUID.
    case bytes(UnsafeRawBufferPointer)
    /// The parts of a compound key, in the encoding of `CompoundKey`.
    case parts(UnsafeRawBufferPointer)
  }

  let value: Value

  /// Creates a probe for a value, whose bytes must outlive the probe.
  public init(_ value: Value) { self.value = value }

  /// Creates a probe for the value in a row's key cell.
  public init(cell: UnsafeMutableRawPointer, column: ColumnLayout, null: UnsafeMutableRawPointer?, home: SlotHome) {
    if let null, null.load(as: UInt8.self) == 0 {
      value = .null
      return
    }
    switch column.kind {
    case .string:
      value = Slot(at: cell).isNull ? .null : .bytes(Slot.bytes(at: cell, in: home))
    default:
      switch column.width {
      case 1: value = .int(Int64(cell.load(as: Int8.self)))
      case 2: value = .int(Int64(cell.load(as: Int16.self)))
      case 4: value = .int(Int64(cell.load(as: Int32.self)))
      case 8: value = .int(cell.load(as: Int64.self))
      default: value = .bytes(UnsafeRawBufferPointer(start: cell, count: column.width))
      }
    }
  }

  /// The bit that is set in hashes of bytes and clear in hashes of integers.
  static let bytesBit: UInt64 = 1 << 63

  func hash(table: UInt32) -> UInt64 {
    let salt = UInt64(table) &* 0x9E37_79B9_7F4A_7C15
    switch value {
    case .null: return (salt &- 1) & ~KeyProbe.bytesBit
    case .int(let value): return (UInt64(bitPattern: value) &+ salt) & ~KeyProbe.bytesBit
    case .bytes(let bytes), .parts(let bytes): return (KeyProbe.mix(bytes) &+ salt) | KeyProbe.bytesBit
    }
  }

  static func mix(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash ^= hash >> 33
    hash = hash &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 33
    hash = hash &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ hash >> 33
  }

  private static func areSame(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return memcmp(first, second, a.count) == 0
  }

  func equals(_ other: KeyProbe) -> Bool {
    switch (value, other.value) {
    case (.null, .null): true
    case (.int(let a), .int(let b)): a == b
    case (.bytes(let a), .bytes(let b)), (.parts(let a), .parts(let b)): a.count == b.count && KeyProbe.areSame(a, b)
    default: false
    }
  }
}
