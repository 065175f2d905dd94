import Foundation

/// The pages of docs/guide, and the listings that they quote.
///
/// A page names a listing in a comment before its fenced block, `<!-- listing: WritingListings.swift add -->`. In the source it is
/// between `// listing: add` and `// end`.
enum GuidePages {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let sources = ["Tests/GuideTests/Listings", "Generated/Bookshop", "Schemas/Bookshop"]

  struct Block: Sendable, CustomStringConvertible {
    var page: String
    var line: Int
    var language: String
    var text: String
    /// The file and the name of the listing; nil when the block names none.
    var listing: (file: String, name: String?)?
    var description: String { "\(page):\(line)" }
  }

  static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "docs/guide").path).filter { $0.hasSuffix(".md") }.sorted()
  }

  static func text(of page: String) throws -> String {
    try String(contentsOf: folder.appending(path: "docs/guide/\(page)"), encoding: .utf8)
  }

  static func blocks() throws -> [Block] {
    try pages().flatMap { page in
      var blocks: [Block] = []
      var open: Block?
      var before = ""
      for (number, line) in try text(of: page).components(separatedBy: "\n").enumerated() {
        if line.hasPrefix("```") {
          if let block = open {
            blocks.append(block)
            open = nil
          } else {
            open = Block(page: page, line: number + 1, language: String(line.dropFirst(3)), text: "", listing: listing(named: before))
          }
        } else {
          open?.text += line + "\n"
        }
        before = line
      }
      return blocks
    }
  }

  private static func listing(named comment: String) -> (file: String, name: String?)? {
    guard comment.hasPrefix("<!-- listing: "), comment.hasSuffix(" -->") else { return nil }
    let words = comment.dropFirst("<!-- listing: ".count).dropLast(" -->".count).split(separator: " ").map(String.init)
    return words.isEmpty ? nil : (words[0], words.count > 1 ? words[1] : nil)
  }

  /// The lines of a listing without their common indentation, or a whole file.
  static func listing(_ file: String, _ name: String?) throws -> String? {
    for source in sources {
      let url = folder.appending(path: "\(source)/\(file)")
      guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
      guard let name else { return text }
      let lines = text.components(separatedBy: "\n")
      guard let start = lines.firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == "// listing: \(name)" }) else { return nil }
      let body = lines[(start + 1)...].prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
      let indentation = lines[start].prefix { $0 == " " }.count
      return body.map { String($0.dropFirst(min(indentation, $0.prefix { $0 == " " }.count))) + "\n" }.joined()
    }
    return nil
  }
}
