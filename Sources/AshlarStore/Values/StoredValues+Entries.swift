import CAshlar

// The bytes of an entry.
extension StoredValues {
  /// Fills an entry, which has room for header and bytes, and returns its checksum.
  static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    if let source = bytes.baseAddress { (place + headerSize).copyMemory(from: source, byteCount: bytes.count) }
    return seal(place, size: headerSize + bytes.count, number)
  }

  /// Writes the header of an entry whose bytes are there, and returns its checksum.
  static func seal(_ place: UnsafeMutableRawPointer, size: Int, _ number: UInt64) -> UInt32 {
    place.storeBytes(of: 0, as: UInt64.self)
    let checksum = checksum(UnsafeRawBufferPointer(start: place, count: size), number)
    place.storeBytes(of: checksum, as: UInt32.self)
    return checksum
  }

  /// The checksum of an entry.
  static func checksum(_ entry: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: number) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, entry.baseAddress! + 4, entry.count - 4)
  }
}
