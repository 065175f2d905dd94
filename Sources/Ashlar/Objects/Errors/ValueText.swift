// These initializers parse a string, and throw `Realm.Error` if it does not represent a value.

extension Decimal128 {
  /// Parses a number.
  ///
  /// ```swift
  /// let price = try Decimal128(string: "19.90")
  /// ```
  ///
  /// A number is an optional sign, followed by digits with an optional decimal point and an optional exponent after `E`, or by `Inf`,
  /// `Infinity` or `NaN`. Letters may be uppercase or lowercase. The decimal point is `.` in every locale. A number of more than 34 digits
  /// is rounded to 34 digits; ties are rounded to even.
  /// - Throws: `Realm.Error.invalidInput` if the string is not a number.
  public init(string: String) throws {
    guard let number = Decimal128(parsing: string) else { throw Realm.Error(.invalidInput, Self.fault(string)) }
    self = number
  }
}

extension ObjectId {
  /// Parses an identifier of exactly 24 hex digits in either case.
  ///
  /// ```swift
  /// let id = try ObjectId(string: "507f1f77bcf86cd799439011")
  /// ```
  ///
  /// - Throws: `Realm.Error.invalidInput` for any other string.
  public init(string: String) throws {
    guard let id = ObjectId(digits: string.utf8) else { throw Realm.Error(.invalidInput, ObjectId.fault(string)) }
    self = id
  }
}

extension ObjectId: Codable {
  /// Decodes a string of 24 hex digits: `"507f1f77bcf86cd799439011"` in JSON.
  /// - Throws: `Realm.Error.invalidInput` if the string is not an ObjectId, or the error of the decoder.
  public init(from decoder: any Decoder) throws {
    try self.init(string: decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes a string of 24 lowercase hex digits: `"507f1f77bcf86cd799439011"` in JSON.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(stringValue)
  }
}
