// Text that is no value is thrown as `Realm.Error`.

extension Decimal128 {
  /// The number in `string`.
  ///
  /// A number is an optional sign, digits with an optional point, and an optional exponent after `E`; or `Inf`,
  /// `Infinity` or `NaN` in any case. The point is `.` in every locale. More than 34 digits are rounded half to even.
  /// - Throws: `Realm.Error.invalidInput` for any other text.
  public init(string: String) throws {
    guard let number = Decimal128(parsing: string) else { throw Realm.Error(.invalidInput, Self.fault(string)) }
    self = number
  }
}

extension ObjectId {
  /// The identifier written in exactly 24 hex digits of either case.
  /// - Throws: `Realm.Error.invalidInput` for any other text.
  public init(string: String) throws {
    guard let id = ObjectId(digits: string.utf8) else { throw Realm.Error(.invalidInput, ObjectId.fault(string)) }
    self = id
  }
}

extension ObjectId: Codable {
  /// Decodes 24 hex digits.
  /// - Throws: `Realm.Error.invalidInput` for text that is not an ObjectId, or what the decoder throws.
  public init(from decoder: any Decoder) throws {
    try self.init(string: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes 24 lower-case hex digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}
