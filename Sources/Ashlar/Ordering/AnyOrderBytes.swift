import AshlarSchema
import AshlarStore

/// Bytes of an `AnyRealmValue` other than null that are ordered as `AnyOrder.order` orders the values: the tag of the type and the value.
/// Equal values have equal bytes.
///
/// The stored bytes of a Bool, text, data, an ObjectId and a UUID have this form and are used in place. The other types are encoded:
///
///     integer, float, double    the tag of an integer; the nearest double in 8 bytes, as in `TermValues`; the difference of an integer
///                               from this double, plus 2^15, in 2 bytes, so that integers that have the same nearest double differ
///     date                      the tag; the seconds and the nanoseconds with inverted sign bits, in 8 and 4 bytes
///     link                      the tag; the table and the object key, in 4 and 8 bytes
///     list, dictionary          the tag: all lists are equal, and so are all dictionaries
///
/// All numbers are big-endian. Decimals have no such encoding: they are compared exactly with doubles, which can have more digits.
enum AnyOrderBytes {
  case bytes(UnsafeRawBufferPointer)
  case decimal
  /// The value cannot be decoded.
  case unreadable

  /// The maximum number of bytes of an encoded value.
  static let size = 13

  /// - Parameters:
  ///   - stored: The bytes of the stored value.
  ///   - memory: Memory for `size` bytes, for an encoded value.
  init(_ stored: UnsafeRawBufferPointer, in memory: UnsafeMutableRawPointer) {
    guard let tag = stored.first.flatMap(AnyTag.init(rawValue:)), let start = stored.baseAddress else {
      self = .unreadable
      return
    }
    let value = start + 1
    let size = stored.count - 1
    func encoded(_ tag: AnyTag, _ size: Int) -> AnyOrderBytes {
      memory.storeBytes(of: tag.rawValue, as: UInt8.self)
      return .bytes(UnsafeRawBufferPointer(start: memory, count: 1 + size))
    }
    func number(_ nearest: Double, _ difference: Int) -> AnyOrderBytes {
      assert(difference.magnitude < 1 << 15, "the nearest double of an integer differs from it by at most 512")
      memory.storeBytes(of: TermValues.rank(nearest).bigEndian, toByteOffset: 1, as: UInt64.self)
      memory.storeBytes(of: UInt16(difference + 1 << 15).bigEndian, toByteOffset: 9, as: UInt16.self)
      return encoded(.int, 10)
    }
    switch tag {
    case .string, .data: self = .bytes(stored)
    case .bool where size == 1 && stored[1] < 2: self = .bytes(stored)
    case .objectId where size == 12: self = .bytes(stored)
    case .uuid where size == 16: self = .bytes(stored)
    case .int where size == 8:
      let integer = value.loadUnaligned(as: Int64.self)
      let nearest = Double(integer)
      // The nearest double of the largest integers, 2^63, is not an integer of 64 bits.
      let isBeyond = nearest >= 0x1p63
      self = number(nearest, isBeyond ? Int(integer &- .max) - 1 : Int(integer) - Int(nearest))
    case .float where size == 4: self = number(Double(value.loadUnaligned(as: Float.self)), 0)
    case .double where size == 8: self = number(value.loadUnaligned(as: Double.self), 0)
    case .decimal128 where size == 16: self = .decimal
    case .date where size == 12:
      let (seconds, nanoseconds) = (value.loadUnaligned(as: Int64.self), value.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      memory.storeBytes(of: (UInt64(bitPattern: seconds) ^ 1 << 63).bigEndian, toByteOffset: 1, as: UInt64.self)
      memory.storeBytes(of: (UInt32(bitPattern: nanoseconds) ^ 1 << 31).bigEndian, toByteOffset: 9, as: UInt32.self)
      self = encoded(.date, 12)
    case .link where size == 12:
      let (table, key) = (value.loadUnaligned(as: UInt32.self), value.loadUnaligned(fromByteOffset: 4, as: Int64.self))
      guard table < 1 << 24, key >= 0, key < 1 << 40 else {
        self = .unreadable
        return
      }
      memory.storeBytes(of: table.bigEndian, toByteOffset: 1, as: UInt32.self)
      memory.storeBytes(of: (UInt64(bitPattern: key)).bigEndian, toByteOffset: 5, as: UInt64.self)
      self = encoded(.link, 12)
    case .list, .dictionary: self = (try? AnyStored(stored)) == nil ? .unreadable : encoded(tag, 0)
    // A value of any other size cannot be decoded.
    case .none, .bool, .int, .float, .double, .date, .objectId, .decimal128, .uuid, .link: self = .unreadable
    }
  }
}
