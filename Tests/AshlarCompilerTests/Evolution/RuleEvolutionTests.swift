import AshlarCompiler
import AshlarSchemaTools
import Testing

@Suite("Rules in a comparison of schemas")
struct RuleEvolutionTests {
  private func source(_ path: String, _ version: Int, _ type: String) throws -> SchemaSource {
    let text = "ashlar: 1\nschema: { version: \(version) }\nobjects:\n  Owner: {}\n  Dog: { \(type) }\n"
    let file = SourceFile(path: path, text: text)
    let result = SchemaCompiler(needsName: false).check([file])
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    return SchemaSource(path: path, model: schema.model, files: [file])
  }

  private func found(_ old: String, _ new: String, version: Int = 1, allowsDataLoss: Bool = false) throws -> [String] {
    try EvolutionCheck(allowsDataLoss: allowsDataLoss).diagnostics(from: source("old.yaml", 0, old), to: source("new.yaml", version, new))
      .map { "\($0.message) [\($0.code)]" }
  }

  @Test("an added or narrowed rule may reject files, and needs a higher version")
  func added() throws {
    let plain = "properties: { a: Int, b: String }"
    #expect(
      try found(plain, "properties: { a: { type: Int, min: 0 }, b: String }")
        == ["a range of 'Dog.a' (min 0) has been added; a file with a row that breaks it is refused [data-loss]"])
    #expect(
      try found(plain, "unique: [[a, b]], properties: { a: Int, b: String }")
        == ["a unique rule over 'Dog.a', 'b' has been added; a file with a row that breaks it is refused [data-loss]"])
    #expect(try found(plain, "unique: [[a, b]], properties: { a: Int, b: String }", allowsDataLoss: true) == [])
    #expect(try found(plain, "indexes: [[a, b]], properties: { a: Int, b: String }", version: 0) == [])
    #expect(
      try found(plain, "unique: [[a, b]], properties: { a: Int, b: String }", version: 0, allowsDataLoss: true).map { $0.suffix(20) }
        == ["[version-not-raised]"])
    #expect(
      try found("properties: { a: { type: Int, min: 0 } }", "properties: { a: { type: Int, min: 1 } }")
        == ["the range of 'Dog.a' has been changed from 'min 0' to 'min 1'; a file with a row that breaks it is refused [data-loss]"])
  }

  @Test("a rule that is removed or widened, and every delete rule, loses nothing")
  func removed() throws {
    #expect(try found("properties: { a: { type: Int, min: 0 } }", "properties: { a: Int }") == [])
    #expect(try found("properties: { a: { type: Int, min: 0 } }", "properties: { a: { type: Int, min: -1 } }") == [])
    #expect(
      try found("properties: { a: \"Owner?\" }", "properties: { a: { type: \"Owner?\", deleteRule: deny } }") == [])
    #expect(
      try found("primaryKey: [a, b], properties: { a: Int, b: Int }", "properties: { a: Int, b: Int }")
        == ["the primary key over 'Dog.a', 'b' has been removed; objects are no longer identified by it [data-loss]"])
  }

  @Test("an added property may break its own rule in existing rows")
  func zero() throws {
    func added(_ property: String, _ key: String = "") throws -> [String] {
      try found("properties: { a: Int }", "\(key)properties: { a: Int, b: \(property) }")
    }
    #expect(
      try added("{ type: Int, min: 1 }")
        == [
          "existing rows will hold the zero value, which breaks the range of 'Dog.b': a file with rows is refused; add the property without the rule first [added-rule-breaks-zero]"
        ])
    #expect(try added("{ type: Int, min: 0 }") == [])
    #expect(try added("{ type: \"Int?\", min: 1 }") == [])
    #expect(try added("{ type: Int, min: 1, default: 4, backfill: true }") == [])
    #expect(try added("{ type: String, length: 1... }").count == 1)
    #expect(try added("{ type: String, pattern: \"*\" }") == [])
    #expect(try added("{ type: List<Int>, count: 1... }").count == 1)
    #expect(try added("{ type: AnyRealmValue, required: true }").count == 1)
    #expect(
      try added("{ type: Int, unique: true }")
        == [
          "existing rows will hold the zero value, which breaks the unique rule over 'Dog.b': a file with two rows is refused; add the property without the rule first [added-rule-breaks-zero]"
        ])
    #expect(try added("{ type: \"Int?\", unique: true }") == [])
    #expect(try added("\"Int?\", c: \"Int?\"", "unique: [{ of: [b, c], nilCounts: true }], ").count == 1)
    #expect(try added("\"Int?\", c: Bool", "unique: [{ of: [b], whenTrue: c }], ") == [])
    #expect(try added("Int, c: Bool", "unique: [{ of: [b], whenTrue: c }], ") == [])
    #expect(try added("Int, c: Bool", "unique: [{ of: [b], whenFalse: c }], ").count == 1)
    #expect(try added("Int, c: Int", "checks: [b < c], ").count == 1)
    #expect(try added("Int, c: Int", "checks: [b <= c], ") == [])
    #expect(try added("{ type: Int, unique: true }").count == 1)
    #expect(try added("Int", "unique: [[a, b]], ").map { $0.suffix(11) } == ["[data-loss]"])
  }
}
