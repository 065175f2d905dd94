import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keys and values of the posting space. A key is table id UInt32, column id UInt16, the indexed value, and the bound of
/// the block UInt64, all big-endian. The value is the rising object keys of rows that have the indexed value:
///
///     0  UInt16  how many, at least 1
///     2  UInt48  the last
///     8          the first, then for each other how far it is from the one before: LEB128
///
/// A block's bound is at least its last key; the last block's is the largest number there is. So the block for a key is
/// the first whose bound is not below it.
enum PostingBlock {
  /// Most object keys.
  static let limit = 960
  /// Most bytes: two blocks with their keys lie in a page of 4,096 bytes.
  static let sizeLimit = 1900
  static let headerSize = 8
  static let openBound = UInt64.max

  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "an entry of 'postings' is no list of rows") }

  // Most bytes of one number: object keys have 40 bits.
  private static let numberSize = 6

  static func key(_ prefix: [UInt8], bound: UInt64) -> [UInt8] {
    prefix + withUnsafeBytes(of: bound.bigEndian) { Array($0) }
  }

  /// Whether this is the key of a block of the value that `prefix`, of at least 7 bytes, stands for. About as much as there is
  /// to do for a block that is counted, so short ones are compared without a call, as two words that may overlap.
  @inline(__always)
  static func isKey(_ key: UnsafeRawBufferPointer, of prefix: UnsafeRawBufferPointer) -> Bool {
    let size = prefix.count
    guard key.count == size + 8, let a = key.baseAddress, let b = prefix.baseAddress else { return false }
    if size > 16 || size < 8 { return memcmp(a, b, size) == 0 }
    return a.loadUnaligned(as: UInt64.self) == b.loadUnaligned(as: UInt64.self)
      && a.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self) == b.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
  }

  static func bound(_ key: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
  }

  /// How many object keys a block has; nil when it is none.
  static func count(_ block: UnsafeRawBufferPointer) -> Int? {
    guard block.count > headerSize else { return nil }
    return Int(block.loadUnaligned(as: UInt16.self))
  }

  /// Appends the object keys of a block; false when it is none.
  static func read(_ block: UnsafeRawBufferPointer, into keys: inout [Int64]) -> Bool {
    guard let count = count(block) else { return false }
    var isWellFormed = false
    keys += [Int64](unsafeUninitializedCapacity: count) { room, filled in
      isWellFormed = read(block, to: room)
      if isWellFormed { filled = count }
    }
    return isWellFormed
  }

  /// Writes the object keys of a block to the beginning of `keys`, which has room for `count`; false when it is none.
  static func read(_ block: UnsafeRawBufferPointer, to keys: UnsafeMutableBufferPointer<Int64>) -> Bool {
    guard let count = count(block), count > 0, count <= keys.count, let start = block.baseAddress, let target = keys.baseAddress else {
      return false
    }
    let numbers = (start + headerSize).assumingMemoryBound(to: UInt8.self)
    guard ashlar_read_postings(numbers, block.count - headerSize, count, target) != 0 else { return false }
    let key = UInt64(bitPattern: target[count - 1])
    return key == last(block) && key < UInt64(Counters.keyLimit)
  }

  private static func last(_ block: UnsafeRawBufferPointer) -> UInt64 { block.loadUnaligned(as: UInt64.self) >> 16 }

  /// Writes as many of the keys as a block takes; returns how many these are, and its size.
  static func write(_ keys: ArraySlice<Int64>, to block: UnsafeMutableRawBufferPointer) -> (count: Int, size: Int) {
    var size = headerSize
    var count = 0
    var last: Int64 = 0
    for key in keys {
      guard count < limit, size + numberSize <= sizeLimit else { break }
      LEB128.write(UInt64(key - last), to: block, &size)
      last = key
      count += 1
    }
    block.storeBytes(of: UInt64(count) | UInt64(last) << 16, as: UInt64.self)
    return (count, size)
  }

  /// Writes a block with one key more, which comes after all others; its size, or nil when the key does not or the block is full.
  static func append(_ key: Int64, to old: UnsafeRawBufferPointer, in block: UnsafeMutableRawBufferPointer) -> Int? {
    guard let count = count(old), count < limit, old.count + numberSize <= sizeLimit, last(old) < UInt64(key) else { return nil }
    block.copyMemory(from: old)
    var size = old.count
    LEB128.write(UInt64(key) - last(old), to: block, &size)
    block.storeBytes(of: UInt64(count + 1) | UInt64(key) << 16, as: UInt64.self)
    return size
  }
}
