import CAshlar

// Encodes entries.
extension StoredValues {
  /// Begins an entry with an empty header, which `seal` completes.
  static func begin(_ entry: inout BlockWriter) { entry.append(zeros: headerSize) }

  /// Stores the checksum of a complete entry and returns it. The entry must fill its reserved space, because LMDB does not clear the memory
  /// that it reserves.
  static func seal(_ entry: inout BlockWriter, _ number: UInt64) -> UInt32 {
    precondition(entry.room == 0, "an out-of-line value must fill its entry")
    let checksum = checksum(entry.written, number)
    entry.store(checksum, at: 0)
    return checksum
  }

  /// Returns the checksum of an entry.
  static func checksum(_ entry: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: number) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, entry.baseAddress! + 4, entry.count - 4)
  }
}
