import AshlarCompiler
import AshlarSchema
import Foundation
import Testing
import TestSupport

@Suite("The guide's example of three releases")
struct GuideExampleTests {
  @Test("its schemas are those of the history", arguments: 1...3)
  func releases(_ version: UInt64) throws {
    let page = try Repository.text("docs/guide/Releases.md")
    let block = try #require(page.components(separatedBy: "<!-- release: \(version) -->\n```yaml\n").dropFirst().first)
    let yaml = try #require(block.components(separatedBy: "```").first)
    let folder = Repository.folder.appending(path: "Schemas/Club/History")
    let releases = try (1...3).map { number in
      try Release(descriptor: Array(Data(contentsOf: folder.appending(path: "\(number).ashlarbin"))))
    }
    let history = try SchemaHistory(releases: releases.filter { $0.version < version })
    let schema = try #require(SchemaCompiler(history: history).check([SourceFile(path: "club.yaml", text: yaml)]).schema)
    #expect(schema.model == releases[Int(version) - 1].model)
  }
}
