/// Reads consecutive integers and names. Every read returns nil if too few bytes are left.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  /// Reads a little-endian integer.
  mutating func integer<T: FixedWidthInteger>(_: T.Type) -> T? {
    let size = MemoryLayout<T>.size
    guard bytes.count - position >= size else { return nil }
    defer { position += size }
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
  }

  mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
    guard bytes.count - position >= count else { return nil }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  /// Reads a name: its length as UInt16, then its UTF-8. Also returns nil if the UTF-8 is not valid.
  mutating func name() -> String? {
    guard let count = integer(UInt16.self), let text = take(Int(count)) else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a little-endian integer.
  @inlinable package mutating func append<T: FixedWidthInteger>(integer: T) {
    Swift.withUnsafeBytes(of: integer.littleEndian) { append(contentsOf: $0) }
  }

  /// Appends a name: its length as UInt16, then its UTF-8.
  mutating func append(name: String) {
    append(integer: UInt16(name.utf8.count))
    append(contentsOf: name.utf8)
  }
}
