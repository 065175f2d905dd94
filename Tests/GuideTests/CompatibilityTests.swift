import Foundation
import TestSupport
import Testing

@testable import AshlarSchema
@testable import AshlarStore

@Suite("The page on compatibility")
struct CompatibilityTests {
  private static let page: String = "docs/compatibility.md"
  private static let folders: [String] = ["Tests/AshlarStoreTests/Fixtures", "Tests/AshlarSchemaTests/Fixtures"]

  @Test(
    "states the formats of the code",
    arguments: [
      "| database file | \(FormatVersion.fileWithFeatures) |", "| database file | \(FormatVersion.file) |",
      "| database file | \(FormatVersion.oldestFile) |",
      "| database file | 1 to \(FormatVersion.oldestFile - 1) | no longer |", "| checkpoint | \(FormatVersion.checkpoint) |",
      "| descriptor | \(DescriptorHeader.currentMajor).\(DescriptorHeader.currentMinor) |",
    ])
  func formats(_ row: String) throws {
    #expect(try Repository.text(Self.page).contains(row))
  }

  @Test("states the version of the library, of which the changelog has a section")
  func version() throws {
    #expect(try Repository.text(Self.page).contains("Ashlar is at version \(AshlarVersion.current)."))
    #expect(try Repository.text("CHANGELOG.md").contains("\n## \(AshlarVersion.current)\n"))
  }

  @Test("lists every file of an earlier version that the tests read, and no other")
  func fixtures() throws {
    let text: String = try Repository.text(Self.page)
    for folder: String in Self.folders {
      for name: String in try Repository.names(in: folder) where name.contains(".ashlar") {
        #expect(text.contains("`\(folder)/\(name)`"), "\(folder)/\(name)")
      }
    }
    for match in text.matches(of: /`(Tests\/\w+\/Fixtures\/[^`]+)`/) {
      let path: String = Repository.folder.appending(path: String(match.1)).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: path), "\(match.1)")
    }
  }

  @Test("names tests that exist")
  func tests() throws {
    let text: String = try Repository.text(Self.page)
    let folders: [String] = ["Migration", "Environment", "Durability", "Features"].map { "Tests/AshlarStoreTests/\($0)" }
    let names: Set<String> = Set(try (folders + ["Tests/AshlarSchemaTests"]).flatMap { try Repository.names(in: $0) })
    let matches = text.matches(of: /`(\w+Tests)` \|/)
    #expect(matches.count >= 5)
    for match in matches { #expect(names.contains("\(match.1).swift"), "\(match.1)") }
  }
}
