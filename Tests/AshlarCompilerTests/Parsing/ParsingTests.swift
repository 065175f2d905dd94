import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Parsing")
struct ParsingTests {
  private func model(_ bytes: [UInt8]) throws -> SchemaModel {
    let result = SchemaCompiler(name: "Kennel").check([SourceFile(path: "dogs.yaml", bytes: bytes)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  private static let dog = "ashlar: 1\nobjects:\n  Dog:\n    properties:\n      name: String\n"

  @Test("CRLF is equivalent to LF")
  func carriageReturns() throws {
    let windows = Self.dog.replacing("\n", with: "\r\n")
    #expect(try model(Array(windows.utf8)) == model(Array(Self.dog.utf8)))
  }

  @Test("a byte order mark is skipped, and columns count from the byte after it")
  func byteOrderMark() throws {
    #expect(try model([0xEF, 0xBB, 0xBF] + Self.dog.utf8) == model(Array(Self.dog.utf8)))
    let file = SourceFile(path: "dogs.yaml", bytes: [0xEF, 0xBB, 0xBF] + "zebra: 1".utf8)
    let found = SchemaCompiler().check([file]).diagnostics.map { "\($0.location.start.line):\($0.location.start.column) \($0.code)" }
    #expect(found == ["1:1 missing-language-version", "1:1 unknown-key"])
  }

  @Test("columns are counted in bytes, also after multibyte characters and with CRLF")
  func columnsAreBytes() {
    let yaml = "ashlar: 1\r\n# 日本語 🐶\r\nobjects:\r\n  Größe: { properties: { ä: Foo? } }\r\n"
    #expect(
      diagnostics(of: yaml) == """
        dogs.yaml:4:32: error: unknown type 'Foo' [unknown-type]
          Größe: { properties: { ä: Foo? } }
                                    ^~~

        """)
  }

  @Test("columns hold in long texts of several bytes a character")
  func columnsInLongTexts() {
    let comment = String(repeating: "# 日本語 🐶 é\n", count: 1000)
    let found = SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: comment + "ashlar: 1\n日: 1\n")]).diagnostics
    #expect(found.map { "\($0.location.start.line):\($0.location.start.column)" } == ["1002:1"])
  }

  @Test(
    "line ends that only some YAML tools know are refused", arguments: [("\u{2028}", "2028"), ("\u{2029}", "2029"), ("\u{85}", "0085")])
  func unusualLineEnds(character: String, code: String) {
    let expected =
      "U+\(code) ends a line only for some YAML tools; use LF, or '\\u\(code)' in double quotes [unusual-line-end]"
    let found = diagnostics(of: "ashlar: 1\n# a\(character)zebra: 1\n")
    #expect(found.split(separator: "\n").first.map(String.init) == "dogs.yaml:2:4: error: \(expected)")
  }

  @Test("a NUL byte is reported at its position")
  func nulByte() {
    #expect(
      diagnostics(of: "ashlar: 1\0") == "dogs.yaml:1:10: error: the file contains a NUL byte [nul-byte]\nashlar: 1\u{FFFD}\n         ^\n")
  }

  @Test("a lone carriage return does not end a line", arguments: ["ashlar: 1\robjects: {}", "ashlar: 1\r"])
  func loneCarriageReturn(_ yaml: String) {
    #expect(
      diagnostics(of: yaml).hasPrefix(
        "dogs.yaml:1:10: error: a carriage return alone cannot end a line; use LF or CRLF [lone-carriage-return]"))
  }

  @Test("invalid UTF-8 is refused at its first byte")
  func invalidUTF8() {
    let bytes: [UInt8] = Array("ashlar: 1\n# ä".utf8) + [0xFF, 0x0A]
    #expect(
      diagnostics(of: [SourceFile(path: "dogs.yaml", bytes: bytes)])
        == "dogs.yaml:2:5: error: the file is not valid UTF-8 here [invalid-utf8]\n# ä\u{FFFD}\n   ^\n")
  }

  @Test("a file over 8 MiB is refused without being read")
  func tooLarge() {
    let limit = SourceFile.sizeLimit
    let largest = SourceFile(path: "a.yaml", bytes: Array("ashlar: 1\n#".utf8) + [UInt8](repeating: 0x20, count: limit - 11))
    #expect(diagnostics(of: [largest]) == "")
    let larger = SourceFile(path: "a.yaml", bytes: largest.bytes + [0x20])
    #expect(diagnostics(of: [larger]) == "a.yaml:1:1: error: the file is larger than 8 MiB [file-too-large]\nashlar: 1\n^\n")
  }

  @Test("very long lines are shown in part")
  func longLines() throws {
    let yaml = "ashlar: 1\nobjects: { " + String(repeating: "  ", count: 100_000) + "Dog: 1 }\n"
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "a.yaml", text: yaml)])
    let found = try #require(result.diagnostics.first)
    #expect(found.location.start.column == 200_017)
    #expect(found.location.snippet.utf8.count < 300)
    #expect(found.text().contains("1 }\n"))
  }

  @Test("explicit document marks, comments and flow style change nothing")
  func styles() throws {
    let flow = "---\n# a comment\nashlar: \"1\"\nobjects: {Dog: {properties: {name: 'String'}}}\n...\n"
    #expect(try model(Array(flow.utf8)) == model(Array(Self.dog.utf8)))
  }

  @Test("YAML's implicit types are never consulted")
  func implicitTypes() throws {
    let yaml = """
      ashlar: 1
      enums:
        Answer: [no, on, null, y]
      objects:
        Dog:
          properties:
            y: { type: String, default: 007 }
            n: { type: Int, default: "007" }
            null: { type: String, default: null }
            true: { type: Bool, default: "true" }
            answer: { type: Answer, default: no }
      """
    let model = try model(Array(yaml.utf8))
    #expect(model.enums[0].cases.map(\.name) == ["no", "on", "null", "y"])
    #expect(
      model.entities[0].properties.map(\.defaultValue) == [.string("007"), .int(7), .string("null"), .bool(true), .string("no")])
  }
}
