import AshlarCompiler
import AshlarSchemaTools
import Testing
import TestSupport

@Suite("The page about evolution")
struct EvolutionPageTests {
  /// The fenced blocks of the page, with their languages.
  private static func blocks() throws -> [(language: String, text: String)] {
    var blocks: [(language: String, text: String)] = []
    var open: (language: String, text: String)?
    for line in try Repository.text("docs/evolution.md").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? (String(line.dropFirst(3)), "") : nil
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  @Test("every example is what ashlar diff prints")
  func examples() throws {
    let blocks = try Self.blocks()
    var count = 0
    for (index, block) in blocks.enumerated() where block.language == "text" {
      try #require(index >= 2 && blocks[index - 1].language == "yaml" && blocks[index - 2].language == "yaml")
      let sources = try [("old.yaml", blocks[index - 2].text), ("new.yaml", blocks[index - 1].text)].map { path, text in
        let file = SourceFile(path: path, text: text)
        let schema = try #require(SchemaCompiler(needsName: false).check([file]).schema, "\(text)")
        return SchemaSource(path: path, model: schema.model, files: [file], access: schema.access)
      }
      let changes = SchemaChange.between(sources[0], sources[1])
      #expect(changes.map { $0.text(oldPath: "old.yaml", newPath: "new.yaml") }.joined() == block.text)
      count += 1
    }
    #expect(count == 20)
  }
}
