extension EncryptionKey {
  /// Creates the key that bytes contain: 64 bytes, or 128 hexadecimal digits, which a newline may follow. Returns nil if they contain
  /// anything else, or if the system provides no memory.
  public init?(reading bytes: UnsafeRawBufferPointer) {
    guard case .key(let key) = EncryptionKey.reading(bytes) else { return nil }
    self = key
  }

  /// The contents of bytes that should be a key.
  enum Reading {
    case key(EncryptionKey)
    case otherLength
    case notDigits
    case noMemory
  }

  /// Returns the key that bytes contain: 64 bytes, or 128 hexadecimal digits, which a newline may follow.
  static func reading(_ bytes: UnsafeRawBufferPointer) -> Reading {
    if bytes.count == size { return EncryptionKey(copying: bytes).map { .key($0) } ?? .noMemory }
    var digits = bytes[...]
    if digits.last == UInt8(ascii: "\n") { digits = digits.dropLast() }
    if digits.last == UInt8(ascii: "\r"), digits.count < bytes.count { digits = digits.dropLast() }
    guard digits.count == 2 * size else { return .otherLength }
    var isValid = true
    let key = EncryptionKey { key in
      for index in 0..<size {
        guard let high = digit(digits[2 * index]), let low = digit(digits[2 * index + 1]) else {
          isValid = false
          return
        }
        key[index] = high << 4 | low
      }
    }
    guard isValid else { return .notDigits }
    return key.map { .key($0) } ?? .noMemory
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
