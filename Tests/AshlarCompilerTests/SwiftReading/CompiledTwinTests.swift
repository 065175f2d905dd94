import AshlarCompiler
import AshlarSchema
import Foundation
import Testing
import TestSupport

/// `Tests/Twins` is printed from `Schemas/`, and what the compiler makes of it is beside it. `ASHLAR_RECORD=1` writes both.
@Suite("The twins that are compiled")
struct CompiledTwinTests {
  static let names = [
    "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits", "Weather",
  ]

  private func record(_ text: String, _ path: String) throws {
    guard ProcessInfo.processInfo.environment["ASHLAR_RECORD"] != nil else { return }
    try text.write(to: Repository.folder.appending(path: path), atomically: true, encoding: .utf8)
  }

  private func twin(_ name: String) throws -> TwinSource {
    let yaml = try Repository.names(in: "Schemas/\(name)").filter { $0.hasSuffix(".yaml") }.map { file in
      SourceFile(path: file, text: try Repository.text("Schemas/\(name)/\(file)"))
    }
    var model = try #require(SchemaCompiler(name: name).check(yaml).schema).model
    model.entities.removeAll { $0.properties.isEmpty }
    for entity in model.entities.indices {
      // 'URL' is stored by other classes of the tests, in their own way.
      for index in model.entities[entity].properties.indices where model.entities[entity].properties[index].customName == "URL" {
        model.entities[entity].properties[index].customName = "BookAddress"
      }
    }
    return TwinSource(schema: model, isCompiled: true)
  }

  @Test("are what the schemas print", arguments: names)
  func twins(_ name: String) throws {
    let twin = try twin(name)
    let note =
      "// swift-format-ignore-file\n// Printed from Schemas/\(name). To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.\n"
    for (path, text) in [("\(name).swift", twin.text), ("\(name)+Typed.swift", twin.typedText)] {
      try record(note + text, "Tests/Twins/\(path)")
      #expect(try Repository.text("Tests/Twins/\(path)") == note + text)
    }
  }

  @Test("have what the compiler makes of them, and so have the other classes written by hand", arguments: ["Twins", "Handwritten"])
  func generated(_ name: String) throws {
    let files = try Repository.names(in: "Tests/\(name)").filter { $0.hasSuffix(".swift") }.map { file in
      SourceFile(path: "Tests/\(name)/\(file)", text: try Repository.text("Tests/\(name)/\(file)"))
    }
    let compiler = SchemaCompiler(name: name)
    let result = compiler.check(files)
    let schema = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())")
    for file in compiler.generate(schema) {
      let text = String(decoding: file.bytes, as: UTF8.self)
      try record(text, "Tests/\(name)/Generated/\(file.name)")
      #expect(try Repository.text("Tests/\(name)/Generated/\(file.name)") == text)
    }
  }
}
