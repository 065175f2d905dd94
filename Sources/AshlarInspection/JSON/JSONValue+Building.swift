extension JSONValue {
  /// Creates a number from an integer, such as a count. Clients may read it as a floating-point number, which represents integers exactly
  /// only up to 2^53.
  public static func count(_ value: Int) -> JSONValue { .number(String(value)) }

  /// Creates a string with the digits of an integer of a file, so that clients do not read it as a floating-point number.
  public static func digits(_ value: some BinaryInteger) -> JSONValue { .string(String(value)) }

  /// Creates a string, or null.
  public static func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }

  /// Creates a number of milliseconds with three fractional digits.
  public static func milliseconds(_ duration: Duration) -> JSONValue {
    let (seconds, attoseconds) = duration.components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let rest = String(microseconds % 1000)
    return .number("\(microseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest)
  }

  /// Creates an object.
  public static func members(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(members.map { Member(name: $0.key, value: $0.value) })
  }

  /// The members of an object; empty for other values.
  public var members: [Member] { if case .object(let members) = self { members } else { [] } }

  /// The elements of an array; nil for other values.
  public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The text of a string; nil for other values.
  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of the first member with a name; nil if there is none.
  public subscript(name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}
