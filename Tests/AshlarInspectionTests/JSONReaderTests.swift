import Testing

@testable import AshlarInspection

@Suite("Reading JSON and CSV")
struct JSONReaderTests {
  @Test("values are read as RFC 8259 has them, numbers as they are written")
  func values() throws {
    #expect(
      try JSONReader.read(#" {"a":[1,-0.50e+3,null,true,false,{}],"b\u00e9\ud83d\ude00":"\/\b\f\n\r\t\\\""} "#)
        == .object([
          .init(name: "a", value: .array([.number("1"), .number("-0.50e+3"), .null, .bool(true), .bool(false), .object([])])),
          .init(name: "bé😀", value: .string("/\u{8}\u{C}\n\r\t\\\"")),
        ]))
  }

  @Test(
    "what is no JSON is refused, with the place",
    arguments: [
      ("", 0, "expected a value"), ("[1,]", 3, "expected a value"), ("[1 2]", 3, "expected ',' or ']'"), ("{\"a\"}", 4, "expected ':'"),
      ("{a:1}", 1, "expected a name in quotes"), ("01", 1, "expected the end of the line"), ("-", 1, "expected a digit"),
      ("1.", 2, "expected a digit"), ("nul", 0, "expected a value"), ("\"a", 2, "expected '\"' at the end of the string"),
      ("\"\\x\"", 1, "unknown escape sequence"), ("\"\\u12\"", 1, "expected four hex digits"),
      ("\"\\ud800\"", 1, "half of a surrogate pair is not a character"),
      ("{\"a\":1,\"a\":2}", 7, "the name 'a' occurs twice"), ("\"\n\"", 1, "a string contains a control character: write it as '\\u00…'"),
      ("1 x", 2, "expected the end of the line"), ("NaN", 0, "expected a value"),
    ])
  func refused(text: String, offset: Int, message: String) {
    #expect(throws: JSONReader.Failure(message: message, offset: offset)) { try JSONReader.read(text) }
  }

  @Test("a name may not occur twice in an object of any size; names are compared by bytes", arguments: [1, 2, 15, 16, 17, 18, 40])
  func names(count: Int) throws {
    let names = (0..<count).map { "name \($0)" }
    func text(_ names: [String]) -> String { "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}" }
    #expect(try JSONReader.read(text(names)) == .object(names.map { .init(name: $0, value: .number("0")) }))
    for repeated in Set([names[0], names[count / 2], names[count - 1]]) {
      #expect(throws: JSONReader.Failure(message: "the name '\(repeated)' occurs twice", offset: text(names).utf8.count)) {
        try JSONReader.read(text(names + [repeated]))
      }
    }
    #expect(throws: Never.self) { try JSONReader.read(text(names + ["\u{E9}", "e\u{301}"])) }
  }

  @Test(
    "only the spelling of a JSON number is a number",
    arguments: [
      ("0", true), ("-1", true), ("1.5e+3", true), ("9007199254740993", true), ("", false), (" 1", false), ("1 ", false), ("\t1", false),
      ("01", false), ("1.", false), ("-", false), ("1e", false), ("0x1", false), ("NaN", false), ("\"1\"", false), ("1,2", false),
    ])
  func numbers(text: String, isNumber: Bool) { #expect(JSONReader.isNumber(text) == isNumber) }

  @Test("nesting has a limit, on which the stack does not depend")
  func depth() throws {
    let most = JSONValue.depthLimit
    let text = String(repeating: "[", count: most) + String(repeating: "]", count: most)
    #expect(try JSONReader.read(text).text == text)
    #expect(throws: JSONReader.Failure(message: "values are nested more than \(most) levels deep", offset: most)) {
      try JSONReader.read(String(repeating: "[", count: 1_000_000))
    }
  }

  @Test("what is not UTF-8 is refused")
  func encoding() {
    #expect(throws: JSONReader.Failure(message: "the text is not UTF-8", offset: 0)) {
      try JSONReader.read(ArraySlice([0x22, 0xFF, 0x22] as [UInt8]))
    }
  }

  private func records(_ text: String) throws(CSVReader.Failure) -> [[String?]] {
    var reader = CSVReader(Array(text.utf8))
    var records: [[String?]] = []
    while let record = try reader.next() { records.append(record.map { $0.isNull ? nil : $0.text }) }
    return records
  }

  @Test("CSV has quotes, line ends inside them, and null apart from empty text")
  func csv() throws {
    #expect(try records("a,b\r\n\"x,\"\"y\"\"\",\"1\n2\"\n,\"\"\n") == [["a", "b"], ["x,\"y\"", "1\n2"], [nil, ""]])
    #expect(try records("\u{FEFF}a,") == [["a", nil]])
    #expect(try records("") == [])
    var bytes: [UInt8] = []
    CSVText.append(["a\"b", nil, "", "x\ry", "plain"], to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "\"a\"\"b\",,\"\",\"x\ry\",plain\n")
  }

  @Test("damaged CSV is refused, with the line")
  func damagedCSV() {
    #expect(throws: CSVReader.Failure(message: "the quoted field that begins here has no closing quote", line: 2)) {
      try records("a\n\"b\n\n")
    }
    #expect(
      throws: CSVReader.Failure(
        message: "unexpected text after the closing quote of a field: expected ',' or the end of the line", line: 1)
    ) { try records("\"a\"b") }
    #expect(
      throws: CSVReader.Failure(
        message: "an unquoted field contains a quote: enclose the field in quotes and double the quotes inside it", line: 1)
    ) { try records("a\"b") }
  }
}
