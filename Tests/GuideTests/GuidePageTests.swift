import Foundation
import Testing
import TestSupport

@Suite("The guide's pages")
struct GuidePageTests {
  @Test("every Swift block quotes a listing that is compiled and run")
  func listings() throws {
    for block in try GuidePages.blocks() where block.language == "swift" {
      let listing = try #require(block.listing, "\(block): name the listing in a comment before the block")
      let text = try GuidePages.listing(listing.file, listing.name)
      #expect(block.text == text, "\(block) differs from \(listing.file) \(listing.name ?? "")")
    }
  }

  @Test("blocks of YAML that name a file quote it")
  func schemas() throws {
    for block in try GuidePages.blocks() where block.language == "yaml" {
      guard let listing = block.listing else { continue }
      #expect(block.text == (try GuidePages.listing(listing.file, listing.name)), "\(block)")
    }
  }

  @Test("every listing is quoted")
  func quoted() throws {
    let quoted = Set(try GuidePages.blocks().compactMap { block in block.listing.map { "\($0.file) \($0.name ?? "")" } })
    let folder = GuidePages.folder.appending(path: "Tests/GuideTests/Listings")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /\/\/ listing: (\w+)/) { #expect(quoted.contains("\(file) \(match.1)"), "\(file) \(match.1)") }
    }
  }

  @Test("links between pages and to other documents lead somewhere")
  func links() throws {
    for page in try GuidePages.pages() {
      for match in try GuidePages.text(of: page).matches(of: /\]\(([^)#]+)(#[^)]*)?\)/) where !match.1.contains("://") {
        let target = GuidePages.folder.appending(path: "docs/guide/\(match.1)").standardizedFileURL
        #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(match.1)")
      }
    }
  }

  @Test("the start page leads to every other")
  func reachable() throws {
    let start = try GuidePages.text(of: "Ashlar.md")
    for page in try GuidePages.pages() where page != "Ashlar.md" { #expect(start.contains("(\(page))"), "\(page)") }
  }
}
