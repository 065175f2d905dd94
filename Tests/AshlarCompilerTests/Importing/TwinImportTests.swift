import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("A schema that is printed as Swift and imported again")
struct TwinImportTests {
  /// What Swift can say of a schema, and an import take over.
  private func comparable(_ schema: SchemaModel) -> SchemaModel {
    var model = schema
    model.version = 0
    model.projections = []
    model.entities.removeAll { $0.properties.isEmpty }
    for index in model.enums.indices { (model.enums[index].externalName, model.enums[index].unknownCase) = (nil, nil) }
    for entity in model.entities.indices {
      (model.entities[entity].was, model.entities[entity].dropped) = ([], [])
      for place in model.entities[entity].properties.indices {
        var property = model.entities[entity].properties[place]
        (property.was, property.isBackfilled) = ([], false)
        switch property.defaultValue {
        case .data?, .date?, .decimal128?: property.defaultValue = .code
        case .some where property.customName != nil: property.defaultValue = .code
        default: break
        }
        model.entities[entity].properties[place] = property
      }
    }
    // Only what is stored is declared.
    let stored = Set(model.entities.flatMap(\.properties).flatMap { [$0.enumName, $0.customName].compactMap(\.self) })
    model.enums.removeAll { !stored.contains($0.name) }
    // Its declaration stays in Swift, with its documentation.
    for index in model.customTypes.indices { model.customTypes[index].documentation = nil }
    model.customTypes.removeAll { !stored.contains($0.name) }
    return model
  }

  @Test(
    "is the same schema, with its documentation and both fingerprints",
    arguments: [
      "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits",
      "Weather",
    ])
  func twins(_ name: String) throws {
    let yaml = try Repository.names(in: "Schemas/\(name)").filter { $0.hasSuffix(".yaml") }.map { file in
      SourceFile(path: file, text: try Repository.text("Schemas/\(name)/\(file)"))
    }
    let original = comparable(try #require(SchemaCompiler(name: name).check(yaml).schema).model)
    var twin = TwinSource(schema: original)
    twin.schema.name = name
    let imported = ModelImport.schema(of: [SourceFile(path: "Models.swift", text: twin.text)])
    #expect(imported.diagnostics.map { $0.text() } == [])
    let file = SourceFile(path: "models.yaml", bytes: try #require(imported.schema))
    let result = SchemaCompiler(name: name).check([file])
    var model = try #require(
      result.schema, "\(result.diagnostics.map { $0.text() }.joined())\(String(decoding: file.bytes, as: UTF8.self))"
    ).model
    model.name = original.name
    for (ours, theirs) in zip(model.entities, original.entities) { #expect(ours == theirs) }
    #expect(model == original)
    #expect(Fingerprint.storage(of: model) == Fingerprint.storage(of: original))
    #expect(Fingerprint.source(of: model) == Fingerprint.source(of: original))
    // Of pure models nothing is left in Swift but what stores custom types.
    #expect(imported.swift.isEmpty == original.customTypes.isEmpty || imported.swift.isEmpty)
  }

  @Test(
    "comes back from the twins that are compiled as well, stored as it was",
    arguments: [
      "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits",
      "Weather",
    ])
  func compiled(_ name: String) throws {
    let files = try ["\(name).swift", "CustomTypes.swift"].map {
      SourceFile(path: $0, text: try Repository.text("Tests/Twins/\($0)"))
    }
    let imported = ModelImport.schema(of: files)
    #expect(imported.diagnostics.filter { $0.severity == .error }.map { $0.text() } == [])
    let file = SourceFile(path: "models.yaml", bytes: try #require(imported.schema))
    let result = SchemaCompiler(name: name).check([file])
    let model = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
    #expect(Fingerprint.storage(of: model) == Fingerprint.storage(of: try CompiledTwinTests.model(name)))
  }
}
