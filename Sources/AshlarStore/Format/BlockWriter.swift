/// Writes the bytes of a key or of a stored value one after the other into memory of a fixed size, which belongs to the caller. Every
/// store is checked against that size, in release builds too: limits of blocks are computed far from where blocks are filled, and a
/// limit that is wrong must stop the program rather than let it write beyond the memory.
///
/// Invariant: `size <= bytes.count`; the first `size` bytes were written.
package struct BlockWriter {
  private let bytes: UnsafeMutableRawBufferPointer
  // For the message of an overflow.
  private let content: StaticString
  /// Bytes written.
  package private(set) var size = 0

  /// - Parameters:
  ///   - bytes: the memory, of any alignment.
  ///   - content: what is written, as in "a posting block".
  package init(_ bytes: UnsafeMutableRawBufferPointer, _ content: StaticString) {
    self.bytes = bytes
    self.content = content
  }

  /// For `size` bytes at `start`.
  init(_ start: UnsafeMutableRawPointer, size: Int, _ content: StaticString) {
    self.init(UnsafeMutableRawBufferPointer(start: start, count: size), content)
  }

  /// Bytes that there is still room for.
  var room: Int { bytes.count - size }

  /// The bytes written. Valid as long as the memory is.
  package var written: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: bytes.baseAddress, count: size) }

  @inline(__always)
  private func check(_ start: Int, _ count: Int) {
    if count < 0 || start < 0 || count > bytes.count - start { overflow(start, count) }
  }

  @inline(never)
  private func overflow(_ start: Int, _ count: Int) -> Never {
    fatalError(
      "\(content) has room for \(bytes.count) bytes, and \(count) bytes at offset \(start) do not fit. This is a defect of Ashlar.")
  }

  // MARK: - Behind what is written

  /// Appends a number of a fixed width in the byte order of the processor.
  @inline(__always)
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    let width = MemoryLayout<Value>.size
    check(size, width)
    bytes.storeBytes(of: value, toByteOffset: size, as: Value.self)
    size += width
  }

  /// Appends bytes.
  @inline(__always)
  package mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    append(from: start, source.count)
  }

  /// Appends `count` bytes at an address.
  @inline(__always)
  mutating func append(from source: UnsafeRawPointer, _ count: Int) {
    check(size, count)
    bytes.baseAddress?.advanced(by: size).copyMemory(from: source, byteCount: count)
    size += count
  }

  /// Appends a slot.
  @inline(__always)
  mutating func append(_ slot: Slot) {
    append(slot.word)
    append(slot.rest)
  }

  /// Appends a number as `LEB128` describes.
  @inline(__always)
  mutating func append(leb128 number: UInt64) {
    check(size, LEB128.size(number))
    LEB128.write(number, to: bytes, &size)
  }

  /// Appends zeros.
  @inline(__always)
  mutating func append(zeros count: Int) {
    check(size, count)
    bytes.baseAddress?.advanced(by: size).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    size += count
  }

  /// Appends what `body` writes into a buffer of `limit` bytes; it returns how many these are.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
    check(size, limit)
    let count = body(UnsafeMutableRawBufferPointer(rebasing: bytes[size..<size + limit]))
    if count < 0 || count > limit { overflow(size, count) }
    size += count
  }

  // MARK: - Within what is written

  /// Replaces a number among the bytes written.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    if offset < 0 || MemoryLayout<Value>.size > size - offset { overflow(offset, MemoryLayout<Value>.size) }
    bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }

  /// Replaces a slot among the bytes written.
  @inline(__always)
  mutating func store(_ slot: Slot, at offset: Int) {
    store(slot.word, at: offset)
    store(slot.rest, at: offset + 4)
  }

  /// Replaces bytes among those written.
  @inline(__always)
  mutating func store(from source: UnsafeRawPointer, _ count: Int, at offset: Int) {
    if offset < 0 || count < 0 || count > size - offset { overflow(offset, count) }
    bytes.baseAddress?.advanced(by: offset).copyMemory(from: source, byteCount: count)
  }

  /// Writes a number as `LEB128` describes in place of the byte at `offset`, and moves what follows it.
  mutating func replaceByte(at offset: Int, leb128 number: UInt64) {
    if offset < 0 || offset >= size { overflow(offset, 1) }
    let added = LEB128.size(number) - 1
    check(size, added)
    if added > 0, let start = bytes.baseAddress {
      (start + offset + 1 + added).copyMemory(from: start + offset + 1, byteCount: size - offset - 1)
    }
    var end = offset
    LEB128.write(number, to: bytes, &end)
    size += added
  }

  /// Forgets what was written.
  mutating func removeAll() { size = 0 }
}
