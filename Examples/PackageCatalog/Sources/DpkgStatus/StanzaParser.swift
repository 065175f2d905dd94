/// A fault in a status file.
package enum StatusError: Error, Equatable, CustomStringConvertible {
  /// A line that neither names a field nor continues one.
  case malformedLine(number: Int, text: String)
  /// A stanza, ending at this line, without a field that each package has.
  case missingField(name: String, package: String?, line: Int)

  package var description: String {
    switch self {
    case .malformedLine(let number, let text): "line \(number): neither a field nor the continuation of one: \(text)"
    case .missingField(let name, let package?, let line): "line \(line): package \(package) has no field \(name)"
    case .missingField(let name, nil, let line): "line \(line): a stanza without the field \(name)"
    }
  }
}

/// Parses a control file, which it receives in pieces of any size, into stanzas. Buffers at most one stanza and one line.
package struct StanzaParser {
  private var line: [UInt8] = []
  private var stanza = Stanza()

  /// The number of lines read.
  package private(set) var lineNumber = 0

  package init() {}

  /// Reads the next piece of the file; `body` gets each stanza that ends in it.
  package mutating func consume(_ bytes: some Sequence<UInt8>, _ body: (Stanza) throws -> Void) throws {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { try endLine(body) } else { line.append(byte) }
    }
  }

  /// Ends the file; `body` gets the last stanza if no empty line followed it.
  package mutating func finish(_ body: (Stanza) throws -> Void) throws {
    if !line.isEmpty { try endLine(body) }
    try endStanza(body)
  }

  private mutating func endLine(_ body: (Stanza) throws -> Void) throws {
    lineNumber += 1
    let text = String(decoding: line, as: UTF8.self)
    line.removeAll(keepingCapacity: true)
    if text.allSatisfy(\.isWhitespace) {
      try endStanza(body)
    } else if text.first == " " || text.first == "\t" {
      guard !stanza.fields.isEmpty else { throw StatusError.malformedLine(number: lineNumber, text: text) }
      stanza.fields[stanza.fields.count - 1].value += "\n" + text.dropFirst()
    } else {
      guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
        throw StatusError.malformedLine(number: lineNumber, text: text)
      }
      let value = text[text.index(after: colon)...].trimmed
      stanza.fields.append(Stanza.Field(name: String(text[..<colon]), value: value))
    }
  }

  private mutating func endStanza(_ body: (Stanza) throws -> Void) throws {
    guard !stanza.fields.isEmpty else { return }
    defer { stanza = Stanza() }
    try body(stanza)
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[first...last])
  }
}
