import Foundation
import TestSupport

/// The words of the repository's sources, and the names of its files. A word is a run of ASCII letters, digits and underscores.
///
/// The sources are scanned once, and only a hash of each word is stored: eight megabytes have some 20,000 words.
struct RepositoryWords {
  private static let roots: [String] = [
    "Sources", "Tests", "Examples", "Plugins", "Scripts", "Benchmarks", "Fuzz/Checks", "Fuzz/Sources", "Studio/Sources", "Studio/Tests",
  ]
  private static let extensions: Set<String> = ["swift", "c", "h", "tsv"]

  private var hashes: Set<UInt64> = []
  /// The names of all files below the roots, without folders.
  private(set) var files: Set<String> = []

  /// The words of the sources, without those of the tests that name words in order to search for them.
  static let sources: Result<RepositoryWords, any Error> = Result {
    try RepositoryWords(except: ["DecisionTests.swift", "LimitsTests.swift"])
  }

  /// Reads the sources.
  /// - Parameter excluded: The names of files whose words do not count.
  private init(except excluded: Set<String>) throws {
    add(try Repository.text("Package.swift"))
    for root: String in RepositoryWords.roots { try addFolder(root, excluded) }
  }

  /// Whether a word occurs.
  func contains(_ word: String) -> Bool {
    var hash: UInt64 = RepositoryWords.offset
    for byte: UInt8 in word.utf8 { hash = RepositoryWords.hash(hash, byte) }
    return hashes.contains(hash)
  }

  private mutating func addFolder(_ folder: String, _ excluded: Set<String>) throws {
    for name: String in try Repository.names(in: folder) where !name.hasPrefix(".") {
      let path: String = "\(folder)/\(name)"
      let parts: [String] = name.components(separatedBy: ".")
      let isSource: Bool = parts.count > 1 && RepositoryWords.extensions.contains(parts[parts.count - 1])
      if !isSource, RepositoryWords.isFolder(path) {
        try addFolder(path, excluded)
        continue
      }
      files.insert(name)
      if excluded.contains(name) || !isSource && parts.count > 1 { continue }
      // A program without an extension may be no text.
      if let text: String = try? Repository.text(path) { add(text) }
    }
  }

  private mutating func add(_ text: String) {
    var text: String = text
    var found: Set<UInt64> = hashes
    hashes = []
    text.withUTF8 { (bytes: UnsafeBufferPointer<UInt8>) -> Void in
      var hash: UInt64 = RepositoryWords.offset
      var isInside: Bool = false
      for byte: UInt8 in bytes {
        if RepositoryWords.isWord(byte) {
          hash = RepositoryWords.hash(hash, byte)
          isInside = true
        } else if isInside {
          found.insert(hash)
          hash = RepositoryWords.offset
          isInside = false
        }
      }
      if isInside { found.insert(hash) }
    }
    hashes = found
  }

  private static func isFolder(_ path: String) -> Bool {
    let url: URL = Repository.folder.appending(path: path)
    return (try? url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory) ?? false
  }

  /// Whether a byte is an ASCII letter, a digit or an underscore.
  static func isWord(_ byte: UInt8) -> Bool {
    // Comparisons instead of ranges, whose pattern matching is slow without optimization.
    if byte < 0x41 { return byte >= 0x30 && byte <= 0x39 }
    if byte < 0x61 { return byte <= 0x5A || byte == 0x5F }
    return byte <= 0x7A
  }

  // FNV-1a.
  private static let offset: UInt64 = 0xCBF2_9CE4_8422_2325
  private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
