import AshlarSchema
import Testing

@testable import AshlarCompiler
@testable import AshlarSchemaTools

@Suite("Forms of diagnostics")
struct DiagnosticFormatTests {
  private func first(_ yaml: String) throws -> Diagnostic {
    try #require(SchemaCompiler(needsName: false).check([SourceFile(path: "a \"b\".yaml", text: yaml)]).diagnostics.first)
  }

  @Test("JSON output has one object on each line")
  func json() throws {
    let json = try first("ashlar: 1\nobjects: { Dog: { properties: { a: Adress? } } }\nembedded: { Address: {} }").json()
    #expect(
      json == #"""
        {"severity":"error","code":"unknown-type","message":"unknown type 'Adress'","file":"a \"b\".yaml","line":2,"column":36,"endLine":2,"endColumn":42,"notes":[{"severity":"note","message":"did you mean 'Address'? It is declared here","file":"a \"b\".yaml","line":3,"column":13,"endLine":3,"endColumn":20}]}

        """#)
  }

  @Test("output has color only if requested")
  func color() throws {
    let text = try first("zebra: 1").text(color: true)
    #expect(text.contains("\u{1B}[1;31merror:\u{1B}[0m"))
  }

  @Test("the caret is under the marked text after tabs and wide characters")
  func tabs() throws {
    let text = try first("{ashlar: 1,\tä: 1}").text()
    #expect(text.hasSuffix("{ashlar: 1,\tä: 1}\n           \t^\n"))
  }

  @Test(
    "nearest spellings",
    arguments: [("Adress", "Address"), ("adress", "Address"), ("nmae", "name"), ("INT", "Int"), ("xyz", nil), ("a", nil)]
      as [(String, String?)])
  func spelling(name: String, expected: String?) {
    #expect(Spelling.nearest(to: name, in: ["Address", "name", "Int", "b"]) == expected)
  }
}
