import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Rules that sessions adopt while other threads read", .blocking)
struct RuleAdoptionTests {
  // Returns the number of accounts that a session reads, and the sum of their levels.
  private static func read(_ store: SampleStore) throws -> [Int64] {
    let rows = try store.rows(LedgerSchema.account)
    return [Int64(rows.count), rows.values.reduce(0) { $0 + ($1[2].integer ?? 0) }]
  }

  @Test("two threads freeze and read, and one writes under the schema without rules, while rules are added")
  func threads() throws {
    let folder = try TemporaryFolder()
    let path = RealPath.of(folder.file("store"))
    do { try RuledAccounts(path: path, version: 1).fill() }
    // Each session is used by one thread. None can be opened once the file has a higher version.
    nonisolated(unsafe) let ledgers = try (0..<3).map { _ in try Ledger(path: path, version: 1) }
    let isOver = Guarded(false)
    let expected = try RuleAdoptionTests.read(ledgers[0].store)
    onThreads(4) { number in
      do {
        switch number {
        case 3:
          defer { isOver.withLock { $0 = true } }
          // Each version adds the rules of a feature. Removing unique rules would need the file alone.
          let features = ["unique", "checks", "deletes"]
          for count in 1...3 { _ = try Ledger(path: path, version: UInt64(2 * count), features: Array(features.prefix(count))) }
        case 2: try RuleAdoptionTests.repeating(isOver) { try RuleAdoptionTests.write(ledgers[2].store) }
        default:
          let store = ledgers[number].store
          let context = AccessContext.allocated()
          defer { context.deallocate() }
          try RuleAdoptionTests.repeating(isOver) {
            try store.session.advance()
            let frozen = try ReadSession(freezing: store.session, context: context)
            let found = try RuleAdoptionTests.read(store)
            if found != expected { Issue.record("found \(found), expected \(expected)") }
            if frozen.count(LedgerSchema.account) != Int(expected[0]) { Issue.record("a frozen session has another number of rows") }
            // Computed from the rules of the version; nothing links to the account.
            if try frozen.refusal(ofDeleting: [LedgerSchema.account: [7]]) != nil { Issue.record("nothing refuses the deletion") }
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    let last = try RuledAccounts(path: path, version: 6)
    #expect(try last.others() == [])
    #expect(try last.ledger.isRefused(0))
    #expect(try last.ledger.store.contradictions() == [])
  }

  // Calls a closure until another thread has ended, and once more.
  private static func repeating(_ isOver: Guarded<Bool>, _ body: () throws -> Void) throws {
    var isLast = false
    repeat {
      isLast = isOver.withLock { $0 }
      try body()
    } while !isLast
  }

  // Commits a number that is taken, which must fail if the file has rules at the moment; without rules, the number is taken back first.
  private static func write(_ store: SampleStore) throws {
    try store.session.beginWrite()
    let isRuled = store.session.table(LedgerSchema.account)?.indexes.contains(where: \.isUnique) == true
    try store.set(LedgerSchema.account, 5, 0, .int(6))
    if !isRuled { try store.set(LedgerSchema.account, 5, 0, .int(5)) }
    do {
      try store.session.commitWrite(.unsynced)
      if isRuled { Issue.record("a number that is taken was stored") }
    } catch is RuleError {
      if !isRuled { Issue.record("a write was refused without rules") }
    }
  }
}
