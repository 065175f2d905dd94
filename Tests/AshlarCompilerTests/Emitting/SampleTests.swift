import AshlarCompiler
import AshlarGeneration
import AshlarSchemaTools
import Foundation
import Testing
import TestSupport

@Suite("The sample schemas")
struct SampleTests {
  @Test(
    "checked-in models are what the compiler generates",
    arguments: [
      "Atlas", "Bookshop", "Club", "Collections", "Concerts", "Fleet", "Kinds", "Ledger", "Library", "Matrix", "People", "Traits",
      "Weather",
    ])
  func generated(_ target: String) throws {
    let files = try Repository.names(in: "Schemas/\(target)").filter { $0.hasSuffix(".yaml") }.map { name in
      SourceFile(path: "Schemas/\(target)/\(name)", text: try Repository.text("Schemas/\(target)/\(name)"))
    }
    let history = try HistoryFiles.read(folder: Repository.folder.appending(path: "Schemas/\(target)/History").path)
    let expected = try generate(files, name: target, history: history)
    // Files with a plus sign are written by hand: methods that a schema names.
    #expect(try Repository.names(in: "Generated/\(target)").filter { !$0.contains("+") } == expected.keys.sorted())
    for (name, text) in expected {
      #expect(try Repository.text("Generated/\(target)/\(name)") == text, "generate Generated/\(target) again")
    }
  }

  @Test("every sample has checked-in models")
  func complete() throws {
    #expect(try Repository.names(in: "Schemas") == Repository.names(in: "Generated"))
  }
}
