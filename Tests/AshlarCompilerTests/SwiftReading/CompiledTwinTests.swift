import AshlarCompiler
import AshlarSchema
import Foundation
import Testing
import TestSupport

/// `Tests/Twins` is printed from `Schemas/`, and what the compiler makes of it is beside it. `ASHLAR_RECORD=1` writes both.
@Suite("The twins that are compiled", .serialized)
struct CompiledTwinTests {
  static let names = [
    "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits", "Weather",
  ]

  /// Enums that a schema calls external without their cases, of which its model knows the raw type alone. `CustomTypes.swift`
  /// declares them, and what stores custom types: `BookAddress` in place of `URL`, which other classes of the tests store in
  /// their own way.
  static let elsewhere = [
    "Place.surface": "Surface", "Drawing.shape": "Shape", "Drawing.other": "Shape", "Drawing.shapes": "Shape", "Drawing.layer": "Layer",
  ]

  private func record(_ text: String, _ path: String) throws {
    guard ProcessInfo.processInfo.environment["ASHLAR_RECORD"] != nil else { return }
    try text.write(to: Repository.folder.appending(path: path), atomically: true, encoding: .utf8)
  }

  /// A sample schema as its twin is printed from.
  static func model(_ name: String) throws -> SchemaModel {
    let yaml = try Repository.names(in: "Schemas/\(name)").filter { $0.hasSuffix(".yaml") }.map { file in
      SourceFile(path: file, text: try Repository.text("Schemas/\(name)/\(file)"))
    }
    var model = try #require(SchemaCompiler(name: name).check(yaml).schema).model
    model.entities.removeAll { $0.properties.isEmpty }
    for entity in model.entities.indices {
      for index in model.entities[entity].properties.indices {
        var property = model.entities[entity].properties[index]
        if let name = elsewhere["\(model.entities[entity].name).\(property.name)"] { property.enumName = name }
        if property.customName == "URL" { property.customName = "BookAddress" }
        model.entities[entity].properties[index] = property
      }
    }
    return model
  }

  @Test("are what the schemas print", arguments: names)
  func twins(_ name: String) throws {
    let twin = TwinSource(schema: try Self.model(name), isCompiled: true)
    let note =
      "// swift-format-ignore-file\n// Printed from Schemas/\(name). To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.\n"
    for (path, text) in [("\(name).swift", twin.text), ("\(name)+Typed.swift", twin.typedText)] {
      try record(note + text, "Tests/Twins/\(path)")
      #expect(try Repository.text("Tests/Twins/\(path)") == note + text)
    }
  }

  @Test("are stored as their schemas", arguments: names)
  func storage(_ name: String) throws {
    // Those that store custom types need what declares them, and no other has a place for it.
    let isWhole = ["Atlas", "Bookshop", "Ledger", "Traits"].contains(name)
    let files = try (["\(name).swift"] + (isWhole ? ["CustomTypes.swift"] : [])).map {
      SourceFile(path: $0, text: try Repository.text("Tests/Twins/\($0)"))
    }
    let result = SchemaCompiler(name: name).check(files)
    let twin = try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
    #expect(Fingerprint.storage(of: twin) == Fingerprint.storage(of: try Self.model(name)))
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
