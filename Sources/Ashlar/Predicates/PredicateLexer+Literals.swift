import AshlarSchema

// Numbers, quoted text, and literals that are written without quotes.
extension PredicateLexer {
  mutating func number() throws(RealmPredicateError) -> PredicateLiteral {
    let start = position
    if byte() == UInt8(ascii: "0"), let radix = [UInt8(ascii: "x"): 16, UInt8(ascii: "o"): 8, UInt8(ascii: "b"): 2][(byte(1) ?? 0) | 32] {
      position += 2
      let digits = position
      while PredicateLexer.continuesName(byte()) { position += 1 }
      guard let value = Int64(written(from: digits), radix: radix) else {
        throw fail("'\(written(from: start))' is not an integer.", at: start)
      }
      return .integer(value)
    }
    var isInteger = true
    while PredicateLexer.isDigit(byte()) { position += 1 }
    // A dot between a number and a name would begin a path, which a number cannot have; the check below rejects it.
    if byte() == UInt8(ascii: ".") {
      isInteger = false
      position += 1
      while PredicateLexer.isDigit(byte()) { position += 1 }
    }
    if let mark = byte(), mark | 32 == UInt8(ascii: "e") {
      let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-") ? 1 : 0
      if PredicateLexer.isDigit(byte(1 + sign)) {
        isInteger = false
        position += 1 + sign
        while PredicateLexer.isDigit(byte()) { position += 1 }
      }
    }
    let end = position
    if !isInteger, let suffix = byte(), suffix | 32 == UInt8(ascii: "f") { position += 1 }
    guard !PredicateLexer.continuesName(byte()) else {
      while PredicateLexer.continuesName(byte()) { position += 1 }
      throw fail("'\(written(from: start))' is not a number. Names begin with a letter; write text in quotes.", at: start)
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if isInteger {
      // The lexer reads the digits of the smallest integer without its sign.
      if text == "9223372036854775808" { return .integer(.min) }
      guard let value = Int64(text) else { throw fail("\(text) is too large for an integer of 64 bits.", at: start) }
      return .integer(value)
    }
    guard let value = Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text) else {
      throw fail("'\(text)' is not a number.", at: start)
    }
    return .double(value)
  }

  mutating func string() throws(RealmPredicateError) -> String {
    let start = position
    let quote = bytes[position]
    position += 1
    var found: [UInt8] = []
    while let byte = byte() {
      position += 1
      if byte == quote { return String(decoding: found, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") { found += try escape() } else { found.append(byte) }
    }
    throw fail("The text that begins here is not terminated: \(quote == UInt8(ascii: "'") ? "a \"'\"" : "a '\"'") is missing.", at: start)
  }

  private mutating func escape() throws(RealmPredicateError) -> [UInt8] {
    let start = position - 1
    guard let byte = byte() else { throw fail("The text that ends here is not terminated.", at: start) }
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: "\""): return [byte]
    case UInt8(ascii: "u"), UInt8(ascii: "x"):
      let count = byte == UInt8(ascii: "u") ? 4 : 2
      let digits = String(decoding: bytes[position..<min(position + count, bytes.count)], as: UTF8.self)
      guard digits.utf8.count == count, let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
        throw fail("Expected \(count) hexadecimal digits of a character after '\\\(Character(Unicode.Scalar(byte)))'.", at: start)
      }
      position += count
      return Array(String(scalar).utf8)
    default: throw fail("'\\\(Character(Unicode.Scalar(byte)))' is not an escape: write '\\\\' for a backslash.", at: start)
    }
  }

  /// Reads a literal that is spelled with the characters of names and operators; returns nil if the text does not continue with such a
  /// literal.
  mutating func rawLiteral() throws(RealmPredicateError) -> PredicateLiteral? {
    let start = position
    if let inner = call("uuid") {
      let digits = inner.filter { $0 != "-" }
      guard inner.utf8.count == 36, let bytes = PredicateLexer.hexBytes(digits), bytes.count == 16 else {
        throw fail("'\(inner)' is not a UUID: write 'uuid(00000000-0000-0000-0000-000000000000)'.", at: start)
      }
      return .uuid(bytes)
    }
    if let inner = call("oid") {
      guard let bytes = PredicateLexer.hexBytes(inner), bytes.count == 12 else {
        throw fail("'\(inner)' is not an ObjectId of 24 hexadecimal digits.", at: start)
      }
      return .objectId(bytes)
    }
    if bytes[start...].starts(with: "B64\"".utf8) || bytes[start...].starts(with: "b64\"".utf8) {
      position += 3
      let text = try string()
      guard let bytes = Base64.decode(text) else { throw fail("This is not base64.", at: start) }
      return .data(bytes)
    }
    return try moment()
  }

  // Reads `word(…)` and returns the text in the parentheses; returns nil and reads nothing if the text does not have this form.
  private mutating func call(_ word: String) -> String? {
    let head = word.utf8.count
    guard bytes.count > position + head, bytes[position + head] == UInt8(ascii: "("),
      bytes[position..<position + head].elementsEqual(word.utf8, by: { $0 | 32 == $1 }),
      let end = bytes[(position + head)...].firstIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let inner = String(decoding: bytes[(position + head + 1)..<end], as: UTF8.self)
    // An argument or a quoted string in the parentheses is not part of a raw literal.
    guard !inner.contains(where: { $0 == "%" || $0 == "$" || $0 == "'" || $0 == "\"" }) else { return nil }
    position = end + 1
    return inner
  }

  // Reads `T<seconds>:<nanoseconds>`, or a date in one of the forms that `PredicateDate` parses; returns nil if the text continues with
  // neither.
  private mutating func moment() throws(RealmPredicateError) -> PredicateLiteral? {
    let start = position
    let isStamp = byte() == UInt8(ascii: "T") && (PredicateLexer.isDigit(byte(1)) || byte(1) == UInt8(ascii: "-"))
    let isDay = !isStamp && beginsWithDay
    guard isStamp || isDay else { return nil }
    let hasTime = byte(10) == UInt8(ascii: "@") || byte(10) == UInt8(ascii: "T")
    var end = position + (isStamp ? 1 : 10)
    if isStamp || hasTime {
      let marks = isStamp ? "-:@T" : "-:@TZ.+"
      while end < bytes.count, PredicateLexer.isDigit(bytes[end]) || marks.utf8.contains(bytes[end]) { end += 1 }
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    // The text is a name that begins with T and digits.
    if isStamp, !text.contains(":") { return nil }
    position = end
    let date: (Int64, Int32)? =
      isStamp
      ? PredicateLexer.parts(text.dropFirst()).flatMap { parts -> (Int64, Int32)? in
        guard parts.count == 2, let nanoseconds = Int32(exactly: parts[1]), abs(nanoseconds) < 1_000_000_000 else { return nil }
        return (parts[0], nanoseconds)
      } : PredicateDate.parse(text)
    guard let date else { throw fail("'\(text)' is not a date: write \(PredicateDate.forms).", at: start) }
    return .date(seconds: date.0, nanoseconds: date.1)
  }

  // Whether the text continues with a date that is not part of a longer number or name.
  private var beginsWithDay: Bool {
    guard byte(4) == UInt8(ascii: "-"), byte(7) == UInt8(ascii: "-") else { return false }
    guard [0, 1, 2, 3, 5, 6, 8, 9].allSatisfy({ PredicateLexer.isDigit(byte($0)) }) else { return false }
    return byte(10) == UInt8(ascii: "T") || !PredicateLexer.continuesName(byte(10)) && byte(10) != UInt8(ascii: ".")
  }

  private static func parts(_ text: some StringProtocol) -> [Int64]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) }
    return parts.contains(nil) ? nil : parts.compactMap { $0 }
  }

  private static func hexBytes(_ text: String) -> [UInt8]? {
    let digits = text.utf8.map { UInt8(String(Unicode.Scalar($0)), radix: 16) }
    guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
  }

  private func written(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }
}
