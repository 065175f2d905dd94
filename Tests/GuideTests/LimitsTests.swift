import Foundation
import TestSupport
import Testing

@testable import Ashlar
@testable import AshlarStore

@Suite("The page on limits")
struct LimitsTests {
  private static let page: String = "docs/guide/Limits.md"

  @Test(
    "states the numbers of the code",
    arguments: [
      QuotedNumber(page, "| `String` | \(Slot.byteLimit.grouped) bytes of UTF-8 | `Slot.byteLimit` |"),
      QuotedNumber(page, "| `Data` | \(Slot.dataLimit.grouped) bytes | `Slot.dataLimit` |"),
      QuotedNumber(page, "\(AnyStored.depthLimit) levels | `AnyStored.depthLimit` |"),
      QuotedNumber(page, "\(ValueReading.depthLimit.grouped) levels | `ValueReading.depthLimit` |"),
      QuotedNumber(page, "first \(IndexedValue.textLimit) bytes and a hash | `IndexedValue.textLimit` |"),
      QuotedNumber(page, "| readers | \(Int(LMDBCode.maximumReaders).grouped), across all processes | `LMDBCode.maximumReaders` |"),
      QuotedNumber(page, "| address space | \(Reservation.least >> 30) GB,"),
      QuotedNumber(page, "memory of a write | \(TransactionMemory.limit >> 20) MB,"),
      QuotedNumber(page, "| objects of a type | 2^40, deleted ones included | `Counters.keyLimit` |"),
      QuotedNumber(page, "| nesting of a predicate | \(PredicateParser.deepest) parentheses"),
      QuotedNumber(page, "| parts of a path | \(PropertyPath.longest) | `PropertyPath.longest` |"),
      QuotedNumber(page, "files of up to \(StructureWalk.sizeLimit >> 20) MiB"),
    ])
  func numbers(_ number: QuotedNumber) throws {
    #expect(try number.isThere, "the page has another number, or other words")
  }

  @Test("names declarations that the sources contain")
  func declarations() throws {
    let words: RepositoryWords = try RepositoryWords.sources.get()
    var names: [String] = []
    for line: String in try Repository.text(Self.page).components(separatedBy: "\n") where line.hasPrefix("| ") {
      let cells: [String] = line.components(separatedBy: " | ")
      guard cells.count == 3 else { continue }
      // Every second part is between backquotes.
      let parts: [String] = cells[2].components(separatedBy: "`")
      for index: Int in stride(from: 1, to: parts.count, by: 2) { names += parts[index].components(separatedBy: ".") }
    }
    #expect(names.count > 30)
    for name: String in names { #expect(words.contains(name), "the sources have no '\(name)'") }
  }

  @Test("states the limit of objects of a type")
  func keys() {
    #expect(Counters.keyLimit == 1 << 40)
  }

  @Test("states what a file may grow to while it is open", arguments: [(1 << 30, 64 << 30), (60 << 30, 256 << 30), (200 << 30, 1 << 40)])
  func growth(size: Int, reserved: Int) {
    #expect(Reservation.bytes(for: size) == reserved)
  }
}
