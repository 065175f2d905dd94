import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// Blocks of values whose encodings are equal although the texts differ, as texts with one hash have. No such texts are known, so that the
/// rows are only claimed to have them.
@Suite("Texts with the same encoding")
struct UniqueCheckTests {
  /// States the texts of rows, and gathers what is found.
  private final class Receiver: UniqueConflictReceiver {
    var texts: [Int64: String]
    var found: [[Int64]] = []

    init(_ texts: [Int64: String]) { self.texts = texts }

    func text(_ table: TableDefinition, _ column: Int, of row: Int64) throws -> [UInt8] { Array((texts[row] ?? "").utf8) }
    func add(_ table: TableDefinition, _ index: IndexDefinition, _ rule: UniqueParts, row: Int64, holder: Int64) throws {
      found.append([row, holder])
    }
  }

  private let table: TableDefinition
  private let index: IndexDefinition
  private let value = Array(String(repeating: "x", count: 300).utf8).withUnsafeBytes(IndexedValue.text)

  init() throws {
    let rows = try UniqueStore(EnvironmentRegistry.openInMemory(identifier: "texts with one encoding"))
    table = try #require(rows.session.table(0))
    index = try #require(table.indexes.first { $0.column == rows.columns.name })
  }

  /// The conflicts after a commit in which rows gained and lost the value, and others, of which it was the value before and after, were
  /// written.
  private func conflicts(
    stored: Set<Int64>, gained: Set<Int64> = [], lost: Set<Int64> = [], rewritten: [Int64] = [], _ texts: [Int64: String]
  ) throws -> [[Int64]] {
    let prefix = ColumnPrefix.bytes(table: table.id, column: index.number) + value
    var sums = EntrySums()
    func merge(_ gained: Set<Int64>, _ lost: Set<Int64>, _ entries: ListedEntries) throws -> (PostingMerge, Int?) {
      var changes = LinkChanges()
      for row in gained.union(lost).sorted() { changes.add(target: 0, source: row, isGained: gained.contains(row)) }
      changes.sort()
      var merge = PostingMerge(path: "x")
      changes.withSorted { merge.take($0, 0..<$0.count) }
      return (merge, try merge.write(prefix, to: entries, reading: entries, &sums))
    }
    let empty = ListedEntries()
    _ = try merge(stored, [], empty)
    let entries = ListedEntries(empty.next)
    let (merged, count) = try merge(gained, lost, entries)
    let receiver = Receiver(texts)
    try UniqueCheck(table, index, path: "x", receiver).judge(value, prefix, count: count, merged, rewritten: rewritten, reading: entries)
    return receiver.found
  }

  @Test("only the encoding of a truncated text is recognized as one")
  func cut() {
    let layout = table.layouts[index.parts[0]]
    #expect(UniqueCheck.isCut(value, layout))
    var random = SeededGenerator(seed: 50)
    for size in [0, 1, 100, 229, 230, 239, 240] {
      for _ in 0..<200 {
        let text = (0..<size).map { _ in random.once(in: 3) ? UInt8(0) : random.once(in: 3) ? 1 : UInt8.random(in: 0...255, using: &random)
        }
        #expect(!UniqueCheck.isCut(text.withUnsafeBytes(IndexedValue.text), layout), "\(text)")
      }
    }
    for size in [241, 300, 5000] {
      let text = (0..<size).map { _ in UInt8.random(in: 0...2, using: &random) }
      #expect(UniqueCheck.isCut(text.withUnsafeBytes(IndexedValue.text), layout), "\(text)")
    }
    #expect(!UniqueCheck.isCut(IndexedValue.null, layout))
  }

  @Test("rows whose texts differ do not conflict")
  func differing() throws {
    let texts: [Int64: String] = [1: "a", 2: "b", 3: "c", 4: "a"]
    #expect(try conflicts(stored: [1], gained: [2, 3], texts) == [])
    #expect(try conflicts(stored: [1], gained: [2, 4], texts) == [[4, 1]])
    #expect(try conflicts(stored: [], gained: [1, 2, 4], texts) == [[4, 1]])
    #expect(try conflicts(stored: [1, 2], gained: [4], lost: [1], texts) == [])
    #expect(try conflicts(stored: [2, 4], gained: [1], texts) == [[1, 4]])
  }

  @Test("a row whose text changes to one with the same encoding is compared with the others")
  func rewritten() throws {
    #expect(try conflicts(stored: [1, 2], rewritten: [2], [1: "a", 2: "a"]) == [[2, 1]])
    #expect(try conflicts(stored: [1, 2], rewritten: [1], [1: "a", 2: "a"]) == [[1, 2]])
    #expect(try conflicts(stored: [1, 2], rewritten: [1, 2], [1: "a", 2: "a"]) == [[2, 1]])
    #expect(try conflicts(stored: [1, 2], rewritten: [1, 2], [1: "b", 2: "a"]) == [])
    #expect(try conflicts(stored: [1, 2, 3], gained: [4], lost: [3], rewritten: [2], [1: "a", 2: "b", 4: "b"]) == [[4, 2]])
  }

  @Test("more rows than a block contains are compared, too")
  func blocks() throws {
    let stored = Set(0..<3000 as Range<Int64>)
    let texts = Dictionary(uniqueKeysWithValues: (0..<3002 as Range<Int64>).map { ($0, "text \($0 % 3001)") })
    #expect(try conflicts(stored: stored, gained: [3000], texts) == [])
    #expect(try conflicts(stored: stored, gained: [3000, 3001], texts) == [[3001, 0]])
    // Only closed blocks change, and the number of rows does not.
    #expect(try conflicts(stored: stored.subtracting([5]), gained: [5], lost: [6], texts.merging([5: "text 7"]) { $1 }) == [[5, 7]])
  }
}
