import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Diagnostics on a screen")
struct ScreenTests {
  private func diagnostics(_ types: [String]) -> [Diagnostic] {
    let properties = types.enumerated().map { "      p\($0): \($1)\n" }.joined()
    let yaml = "ashlar: 1\nobjects:\n  Dog:\n    properties:\n\(properties)"
    return SchemaCompiler().check([SourceFile(path: "dogs.yaml", text: yaml)]).diagnostics
  }

  @Test("those that fit are printed as they are")
  func few() {
    let found = diagnostics(["Foo", "Bar"])
    #expect(found.count == 2)
    #expect(Screen.text(found) == found.map { $0.text() }.joined())
    #expect(Screen.text(found, color: true) == found.map { $0.text(color: true) }.joined())
    #expect(Screen.text([]) == "")
  }

  @Test("of hundreds of errors, as many as fit 24 lines are printed, and the others are counted")
  func many() {
    let found = diagnostics(Array(repeating: "Foo", count: 300))
    #expect(found.count == 300)
    let text = Screen.text(found)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24 && text.hasPrefix(found[0].text()))
    let shown = lines.count { $0.contains("error:") }
    #expect(shown == 7 && lines.last == "293 more errors; '--all' prints them")
  }

  @Test("one that is longer than a screen is printed")
  func long() throws {
    let found = diagnostics(["Foo"])
    var one = try #require(found.first)
    one.notes = Array(repeating: Diagnostic.Note(message: "x", location: one.location), count: 40)
    #expect(Screen.text([one]) == one.text())
    #expect(Screen.text([one] + found) == one.text() + "1 more error; '--all' prints it\n")
  }
}
