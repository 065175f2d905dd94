import Foundation
import TestSupport

/// The blocks and tables of docs/schema-language.md.
struct LanguagePage {
  /// A fenced block with the language after its fence, and the line before it.
  struct Block {
    var language: String
    var text: String
    var marker: String
  }

  let lines: [String]

  init() throws {
    lines = try Repository.text("docs/schema-language.md").components(separatedBy: "\n")
  }

  var blocks: [Block] {
    var blocks: [Block] = []
    var open: Block?
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open = open == nil ? Block(language: String(line.dropFirst(3)), text: "", marker: number > 0 ? lines[number - 1] : "") : nil
      } else {
        open?.text += line + "\n"
      }
    }
    return blocks
  }

  /// The schemas, each with the Swift that is quoted after it.
  var examples: [(yaml: String, swift: String)] {
    var examples: [(yaml: String, swift: String)] = []
    for block in blocks {
      if block.language == "yaml" { examples.append((block.text, "")) }
      if block.language == "swift", !block.marker.hasPrefix("<!--") { examples[examples.count - 1].swift += block.text }
    }
    return examples
  }

  /// The first cells of the table after a marker, without their backquotes.
  func firstCells(after marker: String) -> [String] {
    guard let start = lines.firstIndex(of: "<!-- \(marker) -->") else { return [] }
    return lines[(start + 3)...].prefix { $0.hasPrefix("|") }.map { row in
      row.split(separator: "|")[0].trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
  }

  /// The row of a table that begins with a cell.
  func row(_ cell: String, after marker: String) -> [String] {
    guard let start = lines.firstIndex(of: "<!-- \(marker) -->") else { return [] }
    let row = lines[(start + 3)...].prefix { $0.hasPrefix("|") }.first { $0.hasPrefix("| `\(cell)` |") } ?? ""
    return row.dropFirst().dropLast().components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
