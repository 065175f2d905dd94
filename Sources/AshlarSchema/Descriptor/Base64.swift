/// Base64 with the standard alphabet and padding (RFC 4648, section 4), without line ends.
public enum Base64 {
  /// Returns `bytes` encoded as text. Complexity: O(n).
  public static func encode(_ bytes: [UInt8]) -> String {
    let capacity = (bytes.count + 2) / 3 * 4
    return String(unsafeUninitializedCapacity: capacity) { output in
      bytes.withUnsafeBufferPointer { input in
        alphabet.withUnsafeBufferPointer { letters in
          var read = 0
          var write = 0
          while read < input.count {
            let left = input.count &- read
            let second = left > 1 ? input[read &+ 1] : 0
            let third = left > 2 ? input[read &+ 2] : 0
            let group = Int(input[read]) &<< 16 | Int(second) &<< 8 | Int(third)
            output[write] = letters[group &>> 18]
            output[write &+ 1] = letters[group &>> 12 & 63]
            output[write &+ 2] = left > 1 ? letters[group &>> 6 & 63] : padding
            output[write &+ 3] = left > 2 ? letters[group & 63] : padding
            read &+= 3
            write &+= 4
          }
        }
      }
      return capacity
    }
  }

  /// Decodes a string. Returns nil if the string is not padded base64, contains other characters, or has unused bits that are not 0.
  /// Complexity: O(n).
  public static func decode(_ text: StaticString) -> [UInt8]? {
    guard text.hasPointerRepresentation else { return nil }
    return decode(utf8: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Decodes a string. Returns nil if the string is not padded base64, contains other characters, or has unused bits that are not 0.
  /// Complexity: O(n).
  public static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode(utf8: $0) }
  }

  /// Decodes a string. Returns nil if the string is not padded base64, contains other characters, or has unused bits that are not 0.
  /// Complexity: O(n). This function is fast even in unoptimized builds.
  public static func decode(utf8 input: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard input.count % 4 == 0 else { return nil }
    guard input.count > 0 else { return [] }
    let pads = input[input.count - 1] != padding ? 0 : input[input.count - 2] != padding ? 1 : 2
    let size = input.count / 4 * 3 - pads
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: size + 2) { output, count in
      values.withUnsafeBufferPointer { values in
        // The last group is decoded separately, because only this group can contain padding, which represents zero bits.
        let whole = input.count &- (pads > 0 ? 4 : 0)
        var seen: UInt8 = 0
        var read = 0
        var write = 0
        while read < whole {
          let first = values[Int(input[read])]
          let second = values[Int(input[read &+ 1])]
          let third = values[Int(input[read &+ 2])]
          let fourth = values[Int(input[read &+ 3])]
          seen |= first | second | third | fourth
          output[write] = first &<< 2 | second &>> 4
          output[write &+ 1] = second &<< 4 | third &>> 2
          output[write &+ 2] = third &<< 6 | fourth
          read &+= 4
          write &+= 3
        }
        if pads > 0 {
          let first = values[Int(input[read])]
          let second = values[Int(input[read &+ 1])]
          let third = pads == 1 ? values[Int(input[read &+ 2])] : 0
          seen |= first | second | third
          output[write] = first &<< 2 | second &>> 4
          if pads == 1 { output[write &+ 1] = second &<< 4 | third &>> 2 }
          if (pads == 1 ? third & 3 : second & 15) != 0 { seen = invalid }
        }
        isValid = seen < 64
      }
      count = isValid ? size : 0
    }
    return isValid ? bytes : nil
  }

  private static let padding = UInt8(ascii: "=")
  private static let invalid: UInt8 = 0x80
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; `invalid` for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: invalid, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()
}
