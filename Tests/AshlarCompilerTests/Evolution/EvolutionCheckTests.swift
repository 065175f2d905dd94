import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Checking a schema against the one before")
struct EvolutionCheckTests {
  private func source(_ path: String, _ version: Int, _ properties: String) throws -> SchemaSource {
    let text = """
      ashlar: 1
      schema: { version: \(version) }
      enums: { Size: { raw: Int, cases: { small: 1 } }, Mood: { raw: Int, cases: { calm: 0 } } }
      objects: { Dog: { properties: { \(properties) } } }
      """
    let file = SourceFile(path: path, text: text)
    let result = SchemaCompiler(needsName: false).check([file])
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    return SchemaSource(path: path, model: schema.model, files: [file])
  }

  private func codes(_ old: (Int, String), _ new: (Int, String), allowsDataLoss: Bool = false) throws -> [String] {
    try EvolutionCheck(allowsDataLoss: allowsDataLoss).diagnostics(
      from: source("old.yaml", old.0, old.1), to: source("new.yaml", new.0, new.1)
    )
    .map(\.code)
  }

  @Test("a change of the stored form asks for a higher version, others do not")
  func versions() throws {
    #expect(try codes((0, "a: Int"), (0, "a: Int, b: Int")) == ["version-not-raised"])
    #expect(try codes((0, "a: Int"), (1, "a: Int, b: Int")) == [])
    #expect(try codes((0, "a: Int"), (0, "a: { type: Int64, indexed: true, default: 3 }")) == [])
    #expect(try codes((0, "a: Int8"), (0, "a: Int")) == [])
    #expect(try codes((2, "a: Int"), (1, "a: Int")) == ["version-lowered"])
    #expect(try codes((2, "a: Int"), (1, "a: Int, b: Int")) == ["version-lowered"])
  }

  @Test("a renamed property asks for a higher version, and loses nothing")
  func renames() throws {
    #expect(try codes((0, "a: Int"), (0, "b: { type: Int, was: [a] }")) == ["version-not-raised"])
    #expect(try codes((0, "a: Int"), (1, "b: { type: Int, was: [a] }")) == [])
    #expect(try codes((0, "a: Int"), (1, "b: Int")) == ["data-loss"])
  }

  @Test("a rename to another type, or to a required one, is refused even where data may be lost")
  func renamesToOtherTypes() throws {
    for (old, new) in [
      ("a: Int", "b: { type: String, was: [a] }"), ("a: Int?", "b: { type: Int, was: [a] }"), ("a: Int", "b: { type: Int8, was: [a] }"),
      ("a: Int", "b: { type: List<Int>, was: [a] }"),
    ] {
      #expect(try codes((0, old), (1, new)) == ["rename-changes-type"], "\(old) -> \(new)")
      #expect(try codes((0, old), (1, new), allowsDataLoss: true) == ["rename-changes-type"], "\(old) -> \(new)")
    }
    for new in ["b: { type: \"Int?\", was: [a] }", "b: { type: Int16, was: [a] }"] {
      #expect(try codes((0, "a: Int8"), (1, new.replacing("Int?", with: "Int8?"))) == [], "\(new)")
    }
  }

  @Test("changes that lose data or leave it wrong are errors unless they are allowed")
  func dataLoss() throws {
    for (old, new) in [
      ("a: Int, b: Int", "a: Int"), ("a: Int?", "a: Int"), ("a: Int", "a: String"), ("a: Int", "a: Int8"),
      ("a: Int", "a: { type: Int, primaryKey: true }"), ("a: Int", "a: List<Int>"),
    ] {
      #expect(try codes((0, old), (1, new)) == ["data-loss"], "\(old) -> \(new)")
      #expect(try codes((0, old), (1, new), allowsDataLoss: true) == [], "\(old) -> \(new)")
      #expect(try codes((0, old), (0, new), allowsDataLoss: true) == ["version-not-raised"], "\(old) -> \(new)")
    }
  }

  @Test("a new enum property without a case for zero is a warning")
  func enums() throws {
    #expect(try codes((0, ""), (1, "a: Size")) == ["added-enum-without-zero"])
    #expect(try codes((0, ""), (1, "a: \"Size?\", b: Mood, c: List<Size>")) == [])
    #expect(try codes((0, ""), (1, "a: { type: Size, default: small, backfill: true }")) == [])
  }

  @Test("a rename to another type is explained at both places")
  func renameMessage() throws {
    let found = try EvolutionCheck(allowsDataLoss: true).diagnostics(
      from: source("old.yaml", 1, "a: Int"), to: source("new.yaml", 2, "b: { type: String, was: [a] }"))
    #expect(
      found.map { $0.text() }.joined() == """
        new.yaml:4:33: error: property 'Dog.b' has been changed from 'int' to 'string', and was stored as 'a': a rename moves values as they \
        are, so change one thing in each version [rename-changes-type]
        objects: { Dog: { properties: { b: { type: String, was: [a] } } } }
                                        ^
        old.yaml:4:33: note: before, it was here

        """)
  }

  @Test("no message speaks of migration blocks, which are not there")
  func migrationBlocks() throws {
    for explanation in DiagnosticExplanation.all { #expect(!explanation.text().contains("block sees"), "\(explanation.code)") }
    for explanation in DiagnosticExplanation.all { #expect(!explanation.text().contains("migration block"), "\(explanation.code)") }
  }

  @Test("diagnostics point at the new schema, notes at the old one")
  func positions() throws {
    let found = try EvolutionCheck().diagnostics(from: source("old.yaml", 3, "a: Int, b: Int"), to: source("new.yaml", 3, "a: Int8"))
    #expect(
      found.map { $0.text() }.joined() == """
        new.yaml:2:20: error: the stored form has changed, but the version is still 3; raise it [version-not-raised]
        schema: { version: 3 }
                           ^
        new.yaml:4:33: error: property 'Dog.a' has been changed from 'int' to 'int8'; a file with a value that does not fit is refused [data-loss]
        objects: { Dog: { properties: { a: Int8 } } }
                                        ^
        old.yaml:4:33: note: before, it was here
        new.yaml:4:12: error: property 'Dog.b' has been removed; its data is lost [data-loss]
        objects: { Dog: { properties: { a: Int8 } } }
                   ^~~
        old.yaml:4:41: note: before, it was here

        """)
  }
}
