/// Reads one JSON value according to RFC 8259. Any input yields a value or a thrown error.
struct JSONReader {
  /// A syntax error, and the number of bytes before it.
  struct Failure: Error, Equatable {
    let message: String
    let offset: Int
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Parses bytes as one value, optionally surrounded by white space.
  static func read(_ bytes: ArraySlice<UInt8>) throws(Failure) -> JSONValue {
    try bytes.withUnsafeBufferPointer { (bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> JSONValue in try read(bytes) }
  }

  private static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes)
    reader.skipSpaces()
    let value = try reader.value(depth: 0)
    reader.skipSpaces()
    if reader.at < bytes.count { throw reader.failure("expected the end of the line") }
    return value
  }

  /// Parses a string as one value.
  static func read(_ text: String) throws(Failure) -> JSONValue { try read(ArraySlice(Array(text.utf8))) }

  /// Returns whether a string is a JSON number.
  static func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var reader = JSONReader(bytes)
      guard case .some = try? reader.number() else { return false }
      return reader.at == bytes.count
    }
  }

  private func failure(_ message: String, at offset: Int? = nil) -> Failure {
    Failure(message: message, offset: offset ?? at)
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { at += 1 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    switch next {
    case nil: throw failure("expected a value")
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count, word.withUTF8Buffer({ bytes[at..<at + count].elementsEqual($0) }) else {
      throw failure("expected a value")
    }
    at += count
    return value
  }

  private func checkDepth(_ depth: Int) throws(Failure) {
    if depth >= JSONValue.depthLimit { throw failure("values are nested more than \(JSONValue.depthLimit) levels deep") }
  }

  private mutating func elements(depth: Int) throws(Failure) -> [JSONValue] {
    try checkDepth(depth)
    at += 1
    var elements: [JSONValue] = []
    skipSpaces()
    if take("]") { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpaces()
      if take("]") { return elements }
      if !take(",") { throw failure("expected ',' or ']'") }
      skipSpaces()
    }
  }

  private mutating func members(depth: Int) throws(Failure) -> [JSONValue.Member] {
    try checkDepth(depth)
    at += 1
    var members: [JSONValue.Member] = []
    var names = Names()
    skipSpaces()
    if take("}") { return members }
    while true {
      let place = at
      guard next == UInt8(ascii: "\"") else { throw failure("expected a name in quotes") }
      let name = try string()
      guard names.insert(name, after: members) else { throw failure("the name '\(name)' occurs twice", at: place) }
      skipSpaces()
      if !take(":") { throw failure("expected ':'") }
      skipSpaces()
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipSpaces()
      if take("}") { return members }
      if !take(",") { throw failure("expected ',' or '}'") }
      skipSpaces()
    }
  }

  /// The names of an object's members, compared by bytes, like keys of maps.
  private struct Names {
    // Most objects have few members: comparing their names takes less time than hashing them.
    private static let few = 16
    private var many: Set<[UInt8]> = []

    /// Inserts a name; returns false if it is among the names of `members`, which are all names inserted before.
    mutating func insert(_ name: String, after members: [JSONValue.Member]) -> Bool {
      guard members.count >= Names.few else { return !members.contains { Names.areSame($0.name, name) } }
      if members.count == Names.few { many = Set(members.map { Array($0.name.utf8) }) }
      return many.insert(Array(name.utf8)).inserted
    }

    // Equality is tested before the bytes because it is faster; strings with the same bytes are always equal.
    private static func areSame(_ a: String, _ b: String) -> Bool {
      a.utf8.count == b.utf8.count && a == b && a.utf8.elementsEqual(b.utf8)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private mutating func digits() throws(Failure) {
    guard let byte = next, JSONReader.isDigit(byte) else { throw failure("expected a digit") }
    while let byte = next, JSONReader.isDigit(byte) { at += 1 }
  }

  private mutating func number() throws(Failure) -> String {
    let start = at
    _ = take("-")
    guard let first = next, JSONReader.isDigit(first) else { throw failure(at == start ? "expected a value" : "expected a digit") }
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<at]), as: UTF8.self)
  }

  private mutating func string() throws(Failure) -> String {
    let start = at
    at += 1
    // The array is empty until an escape is read: text without escapes is not copied.
    var content: [UInt8] = []
    while true {
      let from = at
      while at < bytes.count, bytes[at] != UInt8(ascii: "\""), bytes[at] != UInt8(ascii: "\\"), bytes[at] >= 0x20 { at += 1 }
      let run = UnsafeBufferPointer(rebasing: bytes[from..<at])
      if next == UInt8(ascii: "\""), content.isEmpty {
        at += 1
        guard let text = String(validating: run, as: UTF8.self) else { throw failure("the text is not UTF-8", at: start) }
        return text
      }
      content += run
      switch next {
      case nil: throw failure("expected '\"' at the end of the string")
      case UInt8(ascii: "\""):
        at += 1
        guard let text = String(validating: content, as: UTF8.self) else { throw failure("the text is not UTF-8", at: start) }
        return text
      case UInt8(ascii: "\\"): try escape(&content)
      default: throw failure("a string contains a control character: write it as '\\u00…'")
      }
    }
  }

  private mutating func escape(_ content: inout [UInt8]) throws(Failure) {
    let start = at
    at += 1
    let byte = next
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(bytes[at - 1])
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      var value = UInt32(try unit(start))
      if value & 0xFC00 == 0xD800, take("\\"), take("u") {
        let low = UInt32(try unit(start))
        if low & 0xFC00 == 0xDC00 { value = 0x10000 + (value & 0x3FF) << 10 + (low & 0x3FF) }
      }
      guard let scalar = Unicode.Scalar(value) else { throw failure("half of a surrogate pair is not a character", at: start) }
      content += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
    default: throw failure("unknown escape sequence", at: start)
    }
  }

  private mutating func unit(_ start: Int) throws(Failure) -> UInt16 {
    guard at + 4 <= bytes.count else { throw failure("expected four hex digits", at: start) }
    var value: UInt16 = 0
    for byte in bytes[at..<at + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt16(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt16(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt16(byte - UInt8(ascii: "A") + 10)
      default: throw failure("expected four hex digits", at: start)
      }
    }
    at += 4
    return value
  }
}

extension JSONValue {
  /// Parses text as one value; nil if it is not JSON, or if it is nested too deeply.
  package init?(parsing text: String) {
    guard let value = try? JSONReader.read(text) else { return nil }
    self = value
  }
}
