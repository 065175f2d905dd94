import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("ashlar import of Swift files", .blocking, .enabled(if: Repository.command != nil, "the command is built beside the tests"))
struct ModelImportCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try Repository.text("Tests/EndToEnd/Fixtures/Older/Yard.swift"), to: "Yard.swift")
    try folder.write("class Plain: Object {\n  @Persisted var a: Int\n}\n", to: "Plain.swift")
  }

  private func run(_ arguments: String...) throws -> Shell.Result { try Shell.run(#require(Repository.command), arguments, in: folder.url) }

  @Test("a schema and what is left in Swift are written, and compile together")
  func compiles() throws {
    let result = try run("import", "Yard.swift", "--output", "out/yard.yaml")
    #expect(result.status == 1 && result.output == "wrote out/yard.yaml\nwrote out/Yard+Extensions.swift\n")
    #expect(
      result.errors.contains("Yard.swift:18:14: warning: 'age' is an optional now: write 'age' where code has 'age.value' [not-imported]"))
    #expect(try run("generate", "out/yard.yaml", "--output", "out/Generated", "--name", "Yard").status == 0)
    let generated = try FileManager.default.contentsOfDirectory(atPath: folder.url.appending(path: "out/Generated").path)
    let extensions = try folder.text("out/Yard+Extensions.swift").replacing("import RealmSwift", with: "import Ashlar")
    try folder.write(extensions, to: "out/Yard+Extensions.swift")
    let compiled = try Compiler.typecheck(["out/Yard+Extensions.swift"] + generated.map { "out/Generated/\($0)" }, in: folder.url)
    #expect(compiled.status == 0, "\(compiled.output)\(compiled.errors)")
  }

  @Test("nothing is written over that is there, unless that is asked for")
  func overwriting() throws {
    try folder.write("precious", to: "models.yaml")
    let refused = try run("import", "Plain.swift", "--output", "models.yaml")
    #expect(
      refused.status == 2
        && refused.errors
          == "error: 'models.yaml' already exists; nothing was written. Choose another '--output', or replace it with '--overwrite'\n"
    )
    #expect(try folder.text("models.yaml") == "precious")
    #expect(try run("import", "Yard.swift", "--to", "persisted", "--output", "Yard.swift").status == 2)
    #expect(try folder.text("Yard.swift").contains("@objcMembers"))
    #expect(try run("import", "Plain.swift", "--output", "models.yaml", "--overwrite").status == 0)
    #expect(
      try folder.text("models.yaml") == "ashlar: 1\n\nschema:\n  access: internal\n\nobjects:\n  Plain:\n    properties:\n      a: Int\n")
    #expect(try run("import", "Yard.swift", "--to", "persisted", "--output", "Yard.swift", "--overwrite").status == 1)
    #expect(try folder.text("Yard.swift") == Repository.text("Tests/Handwritten/Yard.swift"))
  }

  @Test("a property that would be lost writes nothing, unless losses are allowed")
  func losses() throws {
    let source = "class A: Object {\n  @objc dynamic var a = 1\n  let b = List<Int>([1])\n}\n"
    try folder.write(source, to: "A.swift")
    for target in ["yaml", "persisted"] {
      let output = target == "yaml" ? "a.yaml" : "out/A.swift"
      let refused = try run("import", "A.swift", "--to", target, "--output", output)
      #expect(refused.status == 1 && refused.output == "")
      #expect(refused.errors.contains("A.swift:3:7: error: 'b' is stored now, and would not be after the import: it has initial elements"))
      #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: output).path))
      let allowed = try run("import", "A.swift", "--to", target, "--output", output, "--allow-loss")
      #expect(allowed.status == 1 && allowed.output.contains("wrote \(output)\n"))
      #expect(allowed.errors.contains("A.swift:3:7: warning: 'b' is stored now"))
    }
    #expect(try folder.text("a.yaml").contains("a: { type: Int, default: 1 }"))
    #expect(try folder.text("out/A.swift").contains("@Persisted var a = 1\n  let b = List<Int>([1])"))
  }

  @Test("a file that cannot be read writes nothing")
  func unreadable() throws {
    try folder.write("class A: Object {\n  @Persisted var a: Int\n", to: "Open.swift")
    let result = try run("import", "Plain.swift", "Open.swift", "--output", "models.yaml")
    #expect(result.status == 1 && result.errors.contains("Open.swift:1:17: error: this '{' is never closed [not-closed]"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "models.yaml").path))
  }

  @Test("models and objects are not mixed, nor their options")
  func mixtures() throws {
    func error(_ arguments: String...) throws -> String {
      let result = try Shell.run(#require(Repository.command), ["import"] + arguments, in: folder.url)
      #expect(result.status == (arguments.contains("Empty.swift") ? 1 : 2), "\(arguments)")
      return result.errors
    }
    try folder.write("struct A {}\n", to: "Empty.swift")
    #expect(
      try error("Plain.swift", "people.jsonl")
        == "error: 'people.jsonl' is not a Swift file, and 'Plain.swift' is one: import models and objects separately\n")
    #expect(try error("Plain.swift", "--update") == "error: '--update' applies to objects, and 'Plain.swift' contains models\n")
    #expect(try error("Plain.swift", "--match", "name") == "error: '--match' applies to objects, and 'Plain.swift' contains models\n")
    #expect(
      try error("a.realm", "b.jsonl", "--output", "c.yaml")
        == "error: '--output' applies to models, which are files that end in .swift\n")
    #expect(
      try error("a.realm")
        == "error: name a database file and its inputs, which are JSON lines or CSV, or name Swift files with models\n")
    #expect(try error("Plain.swift", "--output", "out").hasPrefix("error: 'out' does not end in .yaml"))
    #expect(try error("Plain.swift", "--to", "persisted", "--output", "a.yaml").hasPrefix("error: 'a.yaml' is the name of a schema"))
    #expect(try error("Plain.swift", "Yard.swift", "--to", "persisted", "--output", "a.swift").hasPrefix("error: 'a.swift' is a file"))
    #expect(try error("Empty.swift").hasPrefix("error: no models in 'Empty.swift'"))
    #expect(try error("missing.swift").contains("missing.swift"))
  }
}
