extension ObjectId {
  /// Creates an identifier from a literal of exactly 24 hex digits, in upper or lower case. Any other literal stops the program.
  ///
  /// ```swift
  /// let id = ObjectId("507f1f77bcf86cd799439011")
  /// ```
  public init(_ string: StaticString) {
    let text = string.description
    guard let id = ObjectId(digits: text.utf8) else { misuse(.value(ObjectId.fault(text))) }
    self = id
  }

  /// Returns the message for text that is not an identifier.
  static func fault(_ text: String) -> String { "'\(text)' is not an ObjectId: exactly 24 hex digits are needed." }

  init?(digits: String.UTF8View) {
    guard digits.count == 24 else { return nil }
    var high: UInt64 = 0
    var low: UInt32 = 0
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      default: return nil
      }
      if index < 16 { high = high << 4 | UInt64(value) } else { low = low << 4 | UInt32(value) }
    }
    self.init(high: high, low: low)
  }

  /// 24 lowercase hex digits.
  ///
  /// ```swift
  /// let text = person.id.stringValue  // "507f1f77bcf86cd799439011"
  /// ```
  public var stringValue: String {
    String(unsafeUninitializedCapacity: 24) { buffer in
      for index in 0..<24 {
        let shift = UInt64(60 - 4 * (index < 16 ? index : index - 8))
        let digit = UInt8(truncatingIfNeeded: (index < 16 ? high : UInt64(low)) >> shift & 15)
        buffer[index] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return 24
    }
  }
}

extension ObjectId: CustomStringConvertible {
  /// 24 lowercase hex digits, as `stringValue` returns them: `print(person.id)`.
  public var description: String { stringValue }
}

extension ObjectId: CustomReflectable {
  /// A mirror without the bytes, so that `dump` and debuggers show the digits.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
