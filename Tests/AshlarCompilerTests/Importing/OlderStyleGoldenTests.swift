import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("A file in the older style and what an import makes of it")
struct OlderStyleGoldenTests {
  private func fixture() throws -> SourceFile {
    SourceFile(path: "Yard.swift", text: try Repository.text("Tests/EndToEnd/Fixtures/Older/Yard.swift"))
  }

  @Test("is the file of classes with @Persisted that is compiled beside the tests")
  func persisted() throws {
    let result = ModelImport.persisted([try fixture()])
    #expect(result.swift.map { String(decoding: $0.bytes, as: UTF8.self) } == [try Repository.text("Tests/Handwritten/Yard.swift")])
    #expect(result.diagnostics.map { "\($0.location.start.line) \($0.code)" } == ["18 not-imported", "19 not-imported"])
  }

  @Test("is the same schema by way of @Persisted and by way of YAML")
  func schema() throws {
    let compiler = SchemaCompiler(name: "Yard")
    let modern = ModelImport.persisted([try fixture()]).swift
    let byHand = try #require(compiler.check(modern).schema).model
    let yaml = ModelImport.schema(of: [try fixture()])
    let file = SourceFile(path: "yard.yaml", bytes: try #require(yaml.schema))
    let ofYAML = try #require(compiler.check([file]).schema).model
    #expect(Fingerprint.storage(of: byHand) == Fingerprint.storage(of: ofYAML))
    let left = yaml.swift.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    #expect(left.contains("extension YardAnimal {") && left.contains("func nameDidSet(_ oldValue: String) { renamed += 1 }"))
    #expect(!left.contains("YardTag") && !left.contains("YardKind"))
  }
}
