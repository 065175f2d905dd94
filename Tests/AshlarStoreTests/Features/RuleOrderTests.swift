import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Rules of several features")
struct RuleOrderTests {
  private static let orders = [
    ["unique", "deletes", "checks"], ["unique", "checks", "deletes"], ["deletes", "unique", "checks"], ["deletes", "checks", "unique"],
    ["checks", "unique", "deletes"], ["checks", "deletes", "unique"],
  ]

  @Test("added in any order, with writes in between, result in the same list and the same rows, and each applies from then on")
  func orders() throws {
    let folder = try TemporaryFolder()
    var digests: Set<UInt64> = []
    for order in RuleOrderTests.orders {
      let note: Comment = "\(order)"
      let path = RealPath.of(folder.file(order.joined()))
      do {
        let ledger = try Ledger(path: path, version: 1)
        try ledger.commit(0, .unsynced)
      }
      for count in 1...3 {
        let features = Array(order.prefix(count))
        do {
          let ledger = try Ledger(path: path, version: UInt64(2 * count), features: features)
          #expect(try Catalog.read(ledger.store.session.engine)?.features.map(\.name).sorted() == Sealing.features(features), note)
          for kind in features.flatMap({ Ledger.brokenRules(of: $0) }) { #expect(try ledger.isRefused(kind), note) }
          try ledger.commit(Int64(count), .relaxed)
          #expect(try ledger.faults(after: Int64(count)) == [], note)
        }
        try folder.closeIdleFiles()
        #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features(features), note)
        #expect(try RuleVerification.faults(path) == [], note)
        try folder.closeIdleFiles()
      }
      let copy = RealPath.of(folder.file("copy of \(order.joined())"))
      do {
        let ledger = try Ledger(path: path, version: 6)
        for number in 4..<7 as Range<Int64> { try ledger.commit(number, .unsynced) }
        #expect(try ledger.faults(after: 6) == [], note)
        digests.insert(try ledger.store.digest())
        // A copy lists the features whose rules the file has, and no others.
        try ledger.store.session.writeCopy(to: copy)
        #expect(try FileInspection.read(copy, checksums: true).features.map(\.name) == Sealing.features(LedgerSchema.features), note)
      }
      try folder.closeIdleFiles()
      let last = try Ledger(path: path, version: 8, features: [order[0]])
      try last.store.session.writeCopy(to: copy + " with one")
      #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == Sealing.features(LedgerSchema.features), note)
      #expect(try FileInspection.read(copy + " with one", checksums: true).features.map(\.name) == Sealing.features([order[0]]), note)
    }
    #expect(digests.count == 1)
  }
}
