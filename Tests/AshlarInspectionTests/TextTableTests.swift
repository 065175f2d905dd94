import Testing

@testable import AshlarInspection

@Suite("Tables in a terminal")
struct TextTableTests {
  private let columns = [
    TextTable.Column(title: "name", isNumber: false), TextTable.Column(title: "size", isNumber: true),
    TextTable.Column(title: "summary", isNumber: false),
  ]

  @Test("numbers are aligned to the right, null is blank, and empty text is in quotes")
  func plain() {
    var table = TextTable(columns)
    table.add(["bash", "7", nil])
    table.add(["", "1234567", " a"])
    #expect(
      table.text(room: nil).text == """
        name     size  summary
        ────  ───────  ───────
        bash        7
        ""    1234567  " a"

        """)
  }

  @Test("wide characters take two columns, combining ones none")
  func wide() {
    #expect(TextWidth.width("日本語") == 6)
    #expect(TextWidth.width("e\u{301}👩‍👩‍👧ｱ") == 4)
    #expect(TextWidth.cut("日本語", to: 5) == "日本…")
    #expect(TextWidth.cut("日本語", to: 4) == "日…")
    #expect(TextWidth.cut("日本語", to: 6) == "日本語")
    var table = TextTable(columns)
    table.add(["日本", "1", "x"])
    table.add(["ab", "2", "y"])
    #expect(table.text(room: nil).text.hasSuffix("日本     1  x\nab       2  y\n"))
  }

  @Test("the widest text columns give way, with an ellipsis")
  func cut() {
    var table = TextTable(columns)
    table.add(["a name", "1234567", "a summary that goes on and on"])
    let (text, omitted) = table.text(room: 30)
    #expect(omitted.isEmpty)
    #expect(text.split(separator: "\n").last == "a name  1234567  a summary th…")
    #expect(text.split(separator: "\n").allSatisfy { TextWidth.width($0) <= 30 })
  }

  @Test("when there is no room for all columns, the last ones are named")
  func omitted() {
    var table = TextTable(columns)
    table.add(["a long name", "1234567", "a summary"])
    let (text, omitted) = table.text(room: 20)
    #expect(omitted == ["summary"])
    #expect(text.hasSuffix("a long name  1234567\n"))
  }

  @Test("control characters of terminals are shown as escapes")
  func control() {
    var table = TextTable([TextTable.Column(title: "t", isNumber: false)])
    table.add(["\u{1B}[31mred\n\u{202E}"])
    #expect(table.text(room: nil).text.hasSuffix("\\u{1B}[31mred\\n\\u{202E}\n"))
  }
}
