import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Keys and values of the posting space. A key is table id UInt32, column id UInt16, the indexed value, and the bound of
/// the block UInt64, all big-endian. The value is the ascending object keys of rows that have the indexed value:
///
///     0  UInt16  how many
///     2  UInt48  the last; 0 when there are none
///     8          of the open block only, how many rows the closed blocks have: LEB128
///                the first, then for each other how far it is from the one before: LEB128
///
/// A block's bound is at least its last key; so the block for a key is the first whose bound is not below it. The last block's
/// bound is the largest number there is: this is the *open* block, and those before it are *closed*.
///
/// Invariants: a value has an open block as long as it has rows; a closed block has at least one key. An open block without
/// keys may follow closed ones.
struct PostingBlock {
  /// Most object keys.
  static let limit = 960
  /// Most bytes: two blocks with their keys lie in a page of 4,096 bytes.
  static let sizeLimit = 1900
  static let headerSize = 8
  /// Most bytes of a key; LMDB's limit is 511.
  static let keyLimit = ColumnPrefix.size + IndexedValue.sizeLimit + 8
  static let openBound = UInt64.max

  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "an entry of 'postings' is not a valid list of rows") }

  // Most bytes of one number: object keys have 40 bits, and there are no more rows.
  private static let numberSize = 6

  /// How many object keys it has.
  let count: Int
  /// How many rows the value's closed blocks have; 0 of a closed block.
  let before: Int
  private let bytes: UnsafeRawBufferPointer
  // Where the object keys begin.
  private let start: Int

  /// Nil when the bytes are no block. O(1): of the object keys nothing is read.
  @inline(__always)
  init?(_ bytes: UnsafeRawBufferPointer, isOpen: Bool) {
    guard bytes.count > PostingBlock.headerSize else { return nil }
    self.bytes = bytes
    count = Int(bytes.loadUnaligned(as: UInt16.self))
    var start = PostingBlock.headerSize
    var before: UInt64 = 0
    if isOpen {
      guard let number = LEB128.read(bytes, &start), number < UInt64(Counters.keyLimit) else { return nil }
      before = number
    }
    self.before = Int(before)
    self.start = start
    if count == 0, before == 0 { return nil }
  }

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

  // A key of a column, and where a range of its values ends: whether it lies before.
  static func isKey(_ key: UnsafeRawBufferPointer, before end: UnsafeRawBufferPointer) -> Bool {
    guard let a = key.baseAddress, let b = end.baseAddress else { return false }
    let order = memcmp(a, b, min(key.count, end.count))
    return order < 0 || order == 0 && key.count < end.count
  }

  static func bound(_ key: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
  }

  /// Appends the object keys; false, and nothing appended, when they are not well formed.
  func read(into keys: inout [Int64]) -> Bool {
    if count == 0 { return read(to: UnsafeMutableBufferPointer(start: nil, count: 0)) }
    var isWellFormed = false
    keys += [Int64](unsafeUninitializedCapacity: count) { room, filled in
      isWellFormed = read(to: room)
      if isWellFormed { filled = count }
    }
    return isWellFormed
  }

  /// Writes the object keys to the beginning of `keys`; false when they are not well formed or there is no room for `count`.
  func read(to keys: UnsafeMutableBufferPointer<Int64>) -> Bool {
    if count == 0 { return bytes.count == start && PostingBlock.last(bytes) == 0 }
    guard count <= keys.count, let first = bytes.baseAddress, let target = keys.baseAddress else { return false }
    let numbers = (first + start).assumingMemoryBound(to: UInt8.self)
    guard ashlar_read_postings(numbers, bytes.count - start, count, target) != 0 else { return false }
    let key = UInt64(bitPattern: target[count - 1])
    return key == PostingBlock.last(bytes) && key < UInt64(Counters.keyLimit)
  }

  private static func last(_ block: UnsafeRawBufferPointer) -> UInt64 { block.loadUnaligned(as: UInt64.self) >> 16 }

  /// Writes as many of the keys as a block takes; returns how many these are, and the block.
  /// - Parameters:
  ///   - before: how many rows the closed blocks have, when it is the open block; nil for a closed one.
  ///   - buffer: room for `sizeLimit` bytes; the block lies in it.
  static func write(
    _ keys: ArraySlice<Int64>, before: Int? = nil, to buffer: UnsafeMutableRawBufferPointer
  ) -> (count: Int, block: UnsafeRawBufferPointer) {
    var block = BlockWriter(buffer, "a block of postings")
    block.append(zeros: headerSize)
    if let before { block.append(leb128: UInt64(before)) }
    var count = 0
    var last: Int64 = 0
    for key in keys {
      guard count < limit, block.size + numberSize <= sizeLimit else { break }
      block.append(leb128: UInt64(key - last))
      last = key
      count += 1
    }
    block.store(UInt64(count) | UInt64(last) << 16, at: 0)
    return (count, block.written)
  }

  /// Writes an open block with one key more, which comes after all others; nil when the key does not, or the block is full or
  /// empty: the closed blocks may have a place for the key then.
  /// - Parameter buffer: room for `sizeLimit` bytes; the block lies in it.
  static func append(_ key: Int64, to old: UnsafeRawBufferPointer, in buffer: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer? {
    guard let count = PostingBlock(old, isOpen: true)?.count, count > 0, count < limit, old.count + numberSize <= sizeLimit,
      last(old) < UInt64(key)
    else { return nil }
    var block = BlockWriter(buffer, "a block of postings")
    block.append(old)
    block.append(leb128: UInt64(key) - last(old))
    block.store(UInt64(count + 1) | UInt64(key) << 16, at: 0)
    return block.written
  }
}
