internal import AshlarSchema

/// Parses a literal of one stored type. Quoting and YAML's implicit types are irrelevant.
struct LiteralReader {
  enum Outcome: Equatable {
    case value(DefaultValue)
    /// The text is not a literal of the type.
    case malformed
    /// A literal whose value the type cannot represent.
    case outOfRange
    /// A literal with more digits than the type can represent.
    case excess
  }

  let type: ValueType
  /// Whether the literal is a raw value of an enum or a bound of a rule, for which `min`, `max`, `inf` and `nan` are not allowed.
  var forRawValue = false

  func read(_ text: String) -> Outcome {
    switch type.form {
    case .bool: text == "true" ? .value(.bool(true)) : text == "false" ? .value(.bool(false)) : .malformed
    case .integer: integer(text)
    case .float, .double: floatingPoint(text)
    case .string: .value(.string(text))
    case .data: Base64Text.bytes(text).map { .value(.data($0)) } ?? .malformed
    case .date: DateText.value(text).map { .value($0) } ?? .malformed
    case .decimal: decimal(text)
    case .objectId: HexText.bytes(text[...], count: 12).map { .value(.objectId($0)) } ?? .malformed
    case .uuid: HexText.uuid(text).map { .value(.uuid($0)) } ?? .malformed
    case .object, .any: .malformed
    }
  }

  private func integer(_ text: String) -> Outcome {
    guard let range = type.kind.integerRange else { return .malformed }
    if !forRawValue, text == "min" { return .value(.int(range.lowerBound)) }
    if !forRawValue, text == "max" { return .value(.int(range.upperBound)) }
    let digits = text.utf8.first.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") } == true ? text.utf8.dropFirst() : text.utf8[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return .malformed }
    guard let value = Int64(text), range.contains(value) else { return .outOfRange }
    return .value(.int(value))
  }

  private func decimal(_ text: String) -> Outcome {
    let outcome = Decimal128Text.read(text)
    if case .value(let value) = outcome, value.bytes(as: type) == nil { return .outOfRange }
    return outcome
  }

  private func floatingPoint(_ text: String) -> Outcome {
    if !forRawValue {
      switch text {
      case "inf", "+inf": return .value(.double(.infinity))
      case "-inf": return .value(.double(-.infinity))
      case "nan": return .value(.double(.nan))
      default: break
      }
    }
    guard let number = DecimalNumber(text) else { return .malformed }
    let value = type == .float ? Float(text).map(Double.init) : Double(text)
    guard let value, value.isFinite, value != 0 || number.isZero else { return .outOfRange }
    return .value(.double(value))
  }
}
