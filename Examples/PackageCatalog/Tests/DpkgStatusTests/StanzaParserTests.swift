import Testing

@testable import DpkgStatus

@Suite("Reading a status file") struct StanzaParserTests {
  static let text = """
    Package: alpha
    Status: install ok installed
    Description: first of all
     It goes on
     .
     for some lines.


    Package: beta
    Version: 1
    """

  /// Parses `text` in pieces of `size` bytes.
  func stanzas(_ text: String, piece size: Int = .max) throws -> [Stanza] {
    var parser = StanzaParser()
    var result: [Stanza] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try parser.consume(rest.prefix(size)) { result.append($0) }
      rest = rest.dropFirst(size)
    }
    try parser.finish { result.append($0) }
    return result
  }

  @Test("empty lines part stanzas, and folded lines belong to their field")
  func parts() throws {
    let all = try stanzas(Self.text)
    #expect(all.count == 2)
    #expect(all[0]["description"] == "first of all\nIt goes on\n.\nfor some lines.")
    #expect(all[1].fields == [.init(name: "Package", value: "beta"), .init(name: "Version", value: "1")])
    #expect(all[1]["Depends"] == nil)
  }

  @Test("the size of the pieces makes no difference", arguments: [1, 2, 3, 7, 64])
  func pieces(size: Int) throws {
    #expect(try stanzas(Self.text, piece: size) == stanzas(Self.text))
  }

  @Test("an empty file has no stanza")
  func empty() throws {
    #expect(try stanzas("").isEmpty)
    #expect(try stanzas("\n\n").isEmpty)
  }

  @Test("a line that is no field is an error that names the line")
  func malformed() {
    #expect(throws: StatusError.malformedLine(number: 2, text: "what is this")) { try stanzas("Package: a\nwhat is this\n") }
    #expect(throws: StatusError.malformedLine(number: 1, text: " folded")) { try stanzas(" folded\n") }
    #expect(StatusError.malformedLine(number: 2, text: "x").description == "line 2: neither a field nor the continuation of one: x")
  }
}
