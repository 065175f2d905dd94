internal import Foundation

/// Writes a Swift file that contains other files: page-embedder OUTPUT FOLDER PATH…, with paths relative to the folder.
@main struct PageEmbedder {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count > 3 else {
      FileHandle.standardError.write(Data("usage: page-embedder OUTPUT FOLDER PATH…\n".utf8))
      exit(2)
    }
    let folder = URL(fileURLWithPath: words[2], isDirectory: true)
    // In base 64, because a literal of an array of bytes takes the compiler long.
    var text = "/// The files of the page in base 64, by path.\nlet pageContents: [String: String] = [\n"
    for path in words[3...] {
      let contents = try Data(contentsOf: folder.appendingPathComponent(path))
      text += "  \(path.debugDescription): \"\(contents.base64EncodedString())\",\n"
    }
    try Data("\(text)]\n".utf8).write(to: URL(fileURLWithPath: words[1]), options: .atomic)
  }
}
