import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The format of keys and values in the posting space. A key is the table number UInt32, the column number UInt16, the indexed value, and
/// the block's bound UInt64, all big-endian. The value consists of the ascending object keys of rows that have the indexed value:
///
///     0  UInt16  the number of object keys
///     2  UInt48  the last object key; 0 if there are no object keys
///     8          in the open block only, the number of rows in the closed blocks: LEB128
///                the first object key, then for each further key its difference from the previous one: LEB128
///
/// A block's bound is at least its last object key; the block for an object key is therefore the first whose bound is not less than this
/// key. The last block has the greatest possible bound: it is the *open* block, and those before it are *closed*.
///
/// Invariants: a value has an open block as long as it has rows; a closed block contains at least one object key. An open block without
/// object keys may follow closed ones.
struct PostingBlock {
  /// The maximum number of object keys.
  static let limit = 960
  /// The maximum size in bytes: two blocks and their keys fit in a page of 4,096 bytes.
  static let sizeLimit = 1900
  static let headerSize = 8
  /// The maximum size of a key in bytes; LMDB's limit is 511.
  static let keyLimit = ColumnPrefix.size + IndexedValue.sizeLimit + 8
  static let openBound = UInt64.max

  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "an entry of 'postings' is not a valid list of rows") }

  // The maximum size of one number in bytes: object keys and the number of rows have at most 40 bits.
  private static let numberSize = 6
  /// The maximum size in bytes of the open block of a value with one row.
  static let firstRowSize = headerSize + 1 + numberSize

  /// The number of object keys in the block.
  let count: Int
  /// The number of rows in the value's closed blocks; 0 for a closed block.
  let before: Int
  private let bytes: UnsafeRawBufferPointer
  // The offset of the object keys.
  private let start: Int

  /// Returns nil if the header is invalid. O(1): does not read the object keys.
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

  /// Returns whether `key` belongs to a block of the value with this prefix, which has at least 7 bytes. Comparing prefixes takes most of
  /// the time of counting a block, so prefixes of 8 to 16 bytes are compared without a call, as two words that may overlap.
  @inline(__always)
  static func isKey(_ key: UnsafeRawBufferPointer, of prefix: UnsafeRawBufferPointer) -> Bool {
    let size = prefix.count
    guard key.count == size + 8, let a = key.baseAddress, let b = prefix.baseAddress else { return false }
    if size > 16 || size < 8 { return memcmp(a, b, size) == 0 }
    return a.loadUnaligned(as: UInt64.self) == b.loadUnaligned(as: UInt64.self)
      && a.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self) == b.loadUnaligned(fromByteOffset: size - 8, as: UInt64.self)
  }

  // Returns whether a key of a column precedes the end of a range of its values.
  static func isKey(_ key: UnsafeRawBufferPointer, before end: UnsafeRawBufferPointer) -> Bool {
    guard let a = key.baseAddress, let b = end.baseAddress else { return false }
    let order = memcmp(a, b, min(key.count, end.count))
    return order < 0 || order == 0 && key.count < end.count
  }

  static func bound(_ key: UnsafeRawBufferPointer) -> UInt64 {
    UInt64(bigEndian: key.loadUnaligned(fromByteOffset: key.count - 8, as: UInt64.self))
  }

  /// Appends the object keys. If they are malformed, returns false and appends none.
  func read(into keys: inout [Int64]) -> Bool {
    if count == 0 { return read(to: UnsafeMutableBufferPointer(start: nil, count: 0)) }
    var isWellFormed = false
    keys += [Int64](unsafeUninitializedCapacity: count) { room, filled in
      isWellFormed = read(to: room)
      if isWellFormed { filled = count }
    }
    return isWellFormed
  }

  /// The block's only object key; nil if the block does not contain exactly one or is malformed. In some columns, most values have one row,
  /// so reading the keys in the general way would take as long as finding the block.
  @inline(__always)
  var only: Int64? {
    guard count == 1, bytes.count - start <= PostingBlock.numberSize else { return nil }
    var end = start
    guard let key = LEB128.read(bytes, &end), end == bytes.count, key == PostingBlock.last(bytes), key < UInt64(Counters.keyLimit)
    else { return nil }
    return Int64(key)
  }

  /// Writes the object keys to the start of `keys`. Returns false if they are malformed or `keys` has no room for `count`.
  func read(to keys: UnsafeMutableBufferPointer<Int64>) -> Bool {
    if count == 0 { return bytes.count == start && PostingBlock.last(bytes) == 0 }
    guard count <= keys.count, let first = bytes.baseAddress, let target = keys.baseAddress else { return false }
    let numbers = (first + start).assumingMemoryBound(to: UInt8.self)
    guard ashlar_read_postings(numbers, bytes.count - start, count, target) != 0 else { return false }
    let key = UInt64(bitPattern: target[count - 1])
    return key == PostingBlock.last(bytes) && key < UInt64(Counters.keyLimit)
  }

  private static func last(_ block: UnsafeRawBufferPointer) -> UInt64 { block.loadUnaligned(as: UInt64.self) >> 16 }

  /// Encodes as many of the keys as fit in a block. Returns the number of encoded keys, and the block.
  /// - Parameters:
  ///   - before: For the open block, the number of rows in the closed blocks; nil for a closed block.
  ///   - buffer: Memory for `sizeLimit` bytes, which will contain the returned block.
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
      assert(key > last || count == 0 && key == 0, "the keys of a block ascend")
      block.append(leb128: UInt64(key - last))
      last = key
      count += 1
    }
    block.store(UInt64(count) | UInt64(last) << 16, at: 0)
    return (count, block.written)
  }

  /// Writes the open block of a value with one row. Needs memory for `firstRowSize` bytes.
  static func writeOpen(_ key: Int64, to buffer: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer {
    var block = BlockWriter(buffer, "a block of postings")
    block.append(UInt64(1) | UInt64(key) << 16)
    // No rows are in closed blocks.
    block.append(leb128: 0)
    block.append(leb128: UInt64(key))
    return block.written
  }

  /// Checks a block that is about to be stored. Its keys are not compared with its bound: in a damaged file, a stored key may exceed it.
  static func _checkInvariants(_ bytes: UnsafeRawBufferPointer, isOpen: Bool) {
    precondition(bytes.count <= sizeLimit, "a block must fit in half a page")
    guard let block = PostingBlock(bytes, isOpen: isOpen) else { preconditionFailure("a block must have a header") }
    precondition(isOpen || block.count > 0, "a closed block must have a key")
    var keys: [Int64] = []
    precondition(block.read(into: &keys), "the keys of a block must be readable, and the header must have the last one")
    precondition(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "the keys of a block must ascend")
  }

  /// Encodes an open block with one more key, which must follow all others. Returns nil if it does not follow them, or if the block is
  /// full, malformed or empty: if the open block is empty, the key may belong in a closed block.
  /// - Parameter buffer: Memory for `sizeLimit` bytes, which will contain the returned block.
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
