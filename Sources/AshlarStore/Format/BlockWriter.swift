/// Writes the bytes of a key or a stored value sequentially into caller-owned memory of a fixed size. Every store is bounds-checked, in
/// release builds too: limits of blocks are computed far from the code that fills blocks, and a wrong limit must stop the program instead
/// of overrunning the memory.
///
/// Invariant: `size <= bytes.count`, and the first `size` bytes are initialized.
package struct BlockWriter {
  private let bytes: UnsafeMutableRawBufferPointer
  // The name of the content, for the message of an overflow.
  private let content: StaticString
  /// The number of bytes written.
  package private(set) var size = 0

  /// - Parameters:
  ///   - bytes: The memory, of any alignment.
  ///   - content: A description of the content, such as "a posting block".
  package init(_ bytes: UnsafeMutableRawBufferPointer, _ content: StaticString) {
    self.bytes = bytes
    self.content = content
  }

  /// Creates a writer that fills the `size` bytes at `start`.
  init(_ start: UnsafeMutableRawPointer, size: Int, _ content: StaticString) {
    self.init(UnsafeMutableRawBufferPointer(start: start, count: size), content)
  }

  /// The number of bytes that still fit.
  var room: Int { bytes.count - size }

  /// The bytes written so far. They are valid as long as the memory is.
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

  // MARK: - Appending

  /// Appends a fixed-width number in native byte order.
  @inline(__always)
  mutating func append<Value: BitwiseCopyable>(_ value: Value) {
    let width = MemoryLayout<Value>.size
    check(size, width)
    bytes.storeBytes(of: value, toByteOffset: size, as: Value.self)
    size += width
  }

  /// Appends the bytes of a buffer.
  @inline(__always)
  package mutating func append(_ source: UnsafeRawBufferPointer) {
    guard let start = source.baseAddress else { return }
    append(from: start, source.count)
  }

  /// Appends `count` bytes from an address.
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

  /// Appends a number in the encoding of `LEB128`.
  @inline(__always)
  mutating func append(leb128 number: UInt64) {
    check(size, LEB128.size(number))
    LEB128.write(number, to: bytes, &size)
  }

  /// Appends `count` zeros.
  @inline(__always)
  mutating func append(zeros count: Int) {
    check(size, count)
    bytes.baseAddress?.advanced(by: size).initializeMemory(as: UInt8.self, repeating: 0, count: count)
    size += count
  }

  /// Appends the bytes that `body` writes into a buffer of `limit` bytes. `body` returns their number.
  @inline(__always)
  mutating func append(atMost limit: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) {
    check(size, limit)
    let count = body(UnsafeMutableRawBufferPointer(rebasing: bytes[size..<size + limit]))
    if count < 0 || count > limit { overflow(size, count) }
    size += count
  }

  // MARK: - Replacing

  /// Overwrites a number at an offset in the bytes written.
  @inline(__always)
  mutating func store<Value: BitwiseCopyable>(_ value: Value, at offset: Int) {
    if offset < 0 || MemoryLayout<Value>.size > size - offset { overflow(offset, MemoryLayout<Value>.size) }
    bytes.storeBytes(of: value, toByteOffset: offset, as: Value.self)
  }

  /// Overwrites a slot at an offset in the bytes written.
  @inline(__always)
  mutating func store(_ slot: Slot, at offset: Int) {
    store(slot.word, at: offset)
    store(slot.rest, at: offset + 4)
  }

  /// Overwrites `count` bytes at an offset in the bytes written.
  @inline(__always)
  mutating func store(from source: UnsafeRawPointer, _ count: Int, at offset: Int) {
    if offset < 0 || count < 0 || count > size - offset { overflow(offset, count) }
    bytes.baseAddress?.advanced(by: offset).copyMemory(from: source, byteCount: count)
  }

  /// Replaces the byte at `offset` with a number in the encoding of `LEB128`, and moves the bytes that follow.
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

  /// Discards the last `count` bytes written.
  mutating func removeLast(_ count: Int) {
    if count < 0 || count > size { overflow(size, -count) }
    size -= count
  }

  /// Discards all bytes written.
  mutating func removeAll() { size = 0 }
}
