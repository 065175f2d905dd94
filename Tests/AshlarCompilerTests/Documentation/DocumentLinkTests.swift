import Foundation
import Testing
import TestSupport

@Suite("Documents")
struct DocumentLinkTests {
  static let pages: [String] = {
    let names = (try? Repository.names(in: "docs")) ?? []
    return ["README.md", "CONTRIBUTING.md", "Benchmarks/README.md", "Benchmarks/RESULTS.md"]
      + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
  }()

  @Test("links lead to files that exist", arguments: pages)
  func links(_ page: String) throws {
    let folder = Repository.folder.appending(path: page).deletingLastPathComponent()
    let text = try Repository.text(page)
    let inline = text.matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/).map { String($0.1) }
    let defined = text.matches(of: /(?m)^\[[^\]]+\]: ([^#\s]+)/).map { String($0.1) }
    for link in inline + defined where !link.contains("://") {
      let target = folder.appending(path: link).standardizedFileURL.path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: target), "\(page): \(link)")
    }
  }

  @Test("the file format's number is that of the code")
  func formatNumber() throws {
    let versions = try Repository.text("Sources/AshlarStore/Support/FormatVersion.swift")
    let number = try #require(versions.firstMatch(of: /static let file = (\d+)/)?.1)
    let page = try Repository.text("docs/storage.md")
    #expect(page.hasPrefix("# The file and its store, format \(number)\n"))
    #expect(page.contains("then the version of this format as UInt64: \(number) |"))
  }
}
