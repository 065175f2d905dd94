import Foundation
import TestSupport
import Testing

@testable import AshlarStore

@Suite("Numbers of the store that pages and comments state")
struct QuotedNumbersTests {
  private static let text = Slot.byteLimit.grouped
  private static let data = Slot.dataLimit.grouped

  @Test(
    "are those of the code",
    arguments: [
      QuotedNumber("docs/storage.md", "# The file and its store, format \(FormatVersion.file)"),
      QuotedNumber("docs/storage.md", "then the version of this format as UInt64: \(FormatVersion.file) |"),
      QuotedNumber(
        "docs/storage.md", "For text of more than \(IndexedValue.textLimit) bytes, the key has the first \(IndexedValue.textLimit)"),
      QuotedNumber(
        "docs/storage.md",
        "A block of `postings` has at most \(PostingBlock.limit) object keys and \(PostingBlock.sizeLimit.grouped) bytes"),
      QuotedNumber("docs/storage.md", "are cut into blocks of at most \(BacklinkBlock.sizeLimit.grouped) bytes"),
      QuotedNumber("docs/storage.md", "more than \(StoredValues.limit) bytes, keys of maps"),
      QuotedNumber("docs/storage.md", "short text take more than \(StoredSegment.largeLimit.grouped) bytes is stored as segments"),
      QuotedNumber("docs/storage.md", "becomes one piece again below \(StoredSegment.smallLimit.grouped) bytes"),
      QuotedNumber("docs/storage.md", "A segment has about \(StoredSegment.limit.grouped) bytes of elements and heap"),
      QuotedNumber(
        "docs/storage.md", "in one value of at most \(ClusterPatch.limit.grouped) bytes and \(ClusterPatch.maximumRows) rows"),
      QuotedNumber("docs/storage.md", "At most \(ClusterPatch.maximumCount) clusters of a file have patches"),
      QuotedNumber("docs/storage.md", "of a write that take more than \(TransactionMemory.limit >> 20) MB are stored in a file"),
      QuotedNumber("docs/storage.md", "or when about \(SyncLimits().bytes >> 20) MB were written"),
      QuotedNumber("docs/storage.md", "of up to \(StructureWalk.sizeLimit >> 20) MiB the entries"),
      QuotedNumber("docs/storage.md", "up to \(Slot.inlineLimit) bytes in the slot"),
      QuotedNumber("docs/schema-language.md", "| text, at most \(text) bytes of UTF-8 |"),
      QuotedNumber("docs/schema-language.md", "| at most \(data) bytes |"),
      QuotedNumber("docs/guide/Values.md", "| `String` | \(text) bytes of UTF-8 |"),
      QuotedNumber("docs/guide/Values.md", "| `Data` | \(data) bytes |"),
      QuotedNumber("Sources/Ashlar/Realm/Realm+Objects.swift", "for text of more than \(text) bytes"),
    ])
  func stated(_ number: QuotedNumber) throws {
    #expect(try number.isThere, "the page has another number, or other words")
  }

  /// Pages may state the limits where the list above does not look.
  @Test("no page and no comment has another limit of text or data")
  func limits() throws {
    let known: Set = [Self.text, Self.data]
    let pages = try Self.files("docs", "md") + Self.files("Sources", "swift") + ["README.md", "CONTRIBUTING.md"]
    for page in pages {
      for match in try Repository.text(page).matches(of: /1[67],\d{3},\d{3}/) {
        #expect(known.contains(String(match.output)), "\(page)")
      }
    }
  }

  private static func files(_ folder: String, _ ending: String) throws -> [String] {
    let names = FileManager.default.enumerator(atPath: Repository.folder.appending(path: folder).path)
    return try #require(names).compactMap { $0 as? String }.filter { $0.hasSuffix("." + ending) }.map { folder + "/" + $0 }
  }
}
