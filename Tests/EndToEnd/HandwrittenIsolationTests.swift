import AshlarCompiler
import Foundation
import TestSupport
import TestTraits
import Testing

@Suite("Classes written by hand in a module whose default isolation is the main actor", .blocking)
struct HandwrittenIsolationTests {
  private func messages(_ models: String, _ flags: [String]) throws -> Shell.Result {
    let folder = try TemporaryFolder()
    try folder.write(models, to: "Models.swift")
    let compiler = SchemaCompiler(name: "Kennel")
    let schema = try #require(compiler.check([SourceFile(path: "Models.swift", text: models)]).schema)
    let generated = compiler.generate(schema)
    for file in generated { try folder.write(String(decoding: file.bytes, as: UTF8.self), to: file.name) }
    return try Compiler.typecheck(["Models.swift"] + generated.map(\.name), in: folder.url, flags: flags)
  }

  private func models() throws -> String { try Repository.text("Tests/EndToEnd/Fixtures/Isolated/Models.swift") }

  @Test("compile as they are", arguments: [[], ["-default-isolation", "MainActor"]])
  func unchanged(flags: [String]) throws {
    let result = try messages(models(), flags)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
  }
}
