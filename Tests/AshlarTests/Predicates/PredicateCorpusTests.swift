import AshlarFuzzing
import Foundation
import Testing
import TestSupport

@Suite("The corpus of the fuzzer of predicates")
struct PredicateCorpusTests {
  @Test("the corpus satisfies the fuzzer's rules")
  func corpus() throws {
    let folder = Repository.folder.appending(path: "Fuzz/Corpus/predicate")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(files.count >= 9)
    for file in files {
      let bytes = try Data(contentsOf: file)
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try PredicateFuzzing.check(Array(bytes)) }
    }
  }
}
