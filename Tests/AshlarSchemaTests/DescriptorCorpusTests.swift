import AshlarFuzzing
import Foundation
import Testing

@Suite struct DescriptorCorpusTests {
  @Test("every input of the descriptor fuzzer's corpus keeps all rules")
  func corpus() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/Corpus/descriptor").standardized
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = try Data(contentsOf: file)
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try DescriptorFuzzing.check(Array(bytes)) }
    }
  }
}
