import AshlarCompiler
import AshlarSchema
import Testing
import TestSupport

@Suite("The sample schemas as classes written by hand")
struct TwinTests {
  @Test(
    "have the storage fingerprint of their YAML",
    arguments: [
      "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits",
      "Weather",
    ])
  func twins(_ name: String) throws {
    let yaml = try Repository.names(in: "Schemas/\(name)").filter { $0.hasSuffix(".yaml") }.map { file in
      SourceFile(path: file, text: try Repository.text("Schemas/\(name)/\(file)"))
    }
    var model = try #require(SchemaCompiler(name: name).check(yaml).schema).model
    // Without a property with '@Persisted' a class is no model.
    model.entities.removeAll { $0.properties.isEmpty }
    let source = TwinSource(schema: model).text
    let result = SchemaCompiler(name: name).check([SourceFile(path: "Models.swift", text: source)])
    let twin = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
    #expect(twin.entities.map(\.name) == model.entities.map(\.name))
    #expect(Fingerprint.storage(of: twin) == Fingerprint.storage(of: model))
  }
}
