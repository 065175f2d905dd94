import AshlarFuzzing
import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("What the fuzzer found stays found", .blocking)
struct SchemaCorpusTests {
  @Test("every input of the schema fuzzer's corpus keeps all rules")
  func corpus() throws {
    let names = try Repository.names(in: "Fuzz/Corpus/schema")
    #expect(!names.isEmpty)
    for name in names {
      let bytes = try Data(contentsOf: Repository.folder.appending(path: "Fuzz/Corpus/schema/\(name)"))
      #expect(throws: Never.self, "\(name)") { try SchemaFuzzing.check(Array(bytes)) }
    }
  }
}
