import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("A process that writes under rules is killed", .blocking, .serialized)
struct RuleKillTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  // Checks everything that does not need a session.
  private func verify(_ fixture: RuledFixture, _ comment: Comment) throws {
    try folder.closeIdleFiles()
    #expect(try TestEngine.otherFeatures(FileInspection.read(path, checksums: true).features.map(\.name)) == fixture.features, comment)
    #expect(try RuleVerification.faults(path) == [], comment)
    try folder.closeIdleFiles()
  }

  @Test(
    "every acknowledged transaction is stored with all of its deletions, no rule is broken, and refused writes left nothing",
    arguments: RuledFixture.allCases)
  func kills(_ fixture: RuledFixture) throws {
    let seed = seed()
    let rounds = rounds(.ruledKills)
    var random = SeededGenerator(seed: seed)
    var stored: Int64 = -1
    var acknowledged = 0
    var window: UInt32 = 80_000
    do { _ = try fixture.open(path) }
    try folder.closeIdleFiles()
    for round in 0..<rounds {
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      let child = try Child(["write-ruled", path, "\(random.next())", fixture.rawValue])
      // In some rounds while it opens the file, in most while it writes.
      if !random.once(in: 8) { try #require(child.line() == "ready \(stored)", comment) }
      usleep(UInt32.random(in: 0..<window, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      let lines = child.remainingLines().filter { !$0.hasPrefix("ready") }
      #expect(lines.filter { Int64($0) == nil } == [], comment)
      let last = lines.last.flatMap { Int64($0) } ?? stored
      acknowledged += lines.count
      // A busy machine takes longer to reach the first transaction.
      window = acknowledged > round ? 80_000 : min(window * 2, 1_280_000)
      do {
        let ledger = try fixture.open(path)
        let found = try ledger.number()
        #expect(found == last || found == last + 1, comment)
        #expect(try ledger.faults(after: found) == [], comment)
        if found >= 0 {
          #expect(try ledger.isRefused(random.below(fixture.brokenRules), .unsynced), comment)
          #expect(try ledger.faults(after: found) == [], comment)
        }
        stored = found
      }
      try verify(fixture, comment)
    }
    print("kills under rules, \(fixture): seed \(seed), \(rounds) kills, \(acknowledged) acknowledged transactions")
    #expect(acknowledged > 0)
  }

  @Test("while it adds rules to a file or removes them, the file has all of them and no row that breaks one, or none")
  func evolution() throws {
    let seed = seed()
    let rounds = rounds(.ruleKills)
    var random = SeededGenerator(seed: seed)
    do { try RuledAccounts(path: path, version: 1).fill() }
    var versions = 0
    for round in 0..<rounds {
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      try folder.closeIdleFiles()
      let child = try Child(["rule", path, "\(random.next())"])
      try #require(child.line()?.hasPrefix("ready ") == true, comment)
      usleep(UInt32.random(in: 0..<120_000, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      let lines = child.remainingLines()
      #expect(lines.filter { $0.hasPrefix("wrong") } == [], comment)
      func last(_ word: String) -> UInt64? { lines.last { $0.hasPrefix(word) }.flatMap { UInt64($0.dropFirst(word.count)) } }
      versions += lines.filter { $0.hasPrefix("version ") }.count
      let version = try FileInspection.schema(path).version
      if let acknowledged = last("version ") { #expect(version == acknowledged || version == last("next "), comment) }
      let others: [Int64]
      do {
        let accounts = try RuledAccounts(path: path, version: version)
        others = try accounts.others()
        #expect(try accounts.ledger.store.contradictions() == [], comment)
        if version % 2 == 0 {
          for kind in [0, 1, 2, 5] { #expect(try accounts.ledger.isRefused(kind), comment) }
          #expect(try accounts.others() == [], comment)
        }
      }
      #expect(others == [] || version % 2 == 1 && others == [RuledAccounts.count - 1], comment)
      try folder.closeIdleFiles()
      if version % 2 == 0 {
        try verify(.ledger, comment)
      } else {
        _ = try FileInspection.read(path, checksums: true)
        if others != [] {
          // The rules can be added only once the row is changed.
          #expect(throws: CatalogError.self, comment) { try RuledAccounts(path: path, version: version + 1) }
          try folder.closeIdleFiles()
          #expect(try FileInspection.schema(path).version == version, comment)
        }
      }
    }
    print("kills while rules are added: seed \(seed), \(rounds) kills, \(versions) versions")
  }

  #if os(Linux)
    @Test(
      "after whichever call it dies, the file has all rules with their indexes, or none", arguments: ["place", "copy"],
      RuledFixture.allCases)
    func dying(_ place: String, _ fixture: RuledFixture) throws {
      var outcomes: Set<UInt64> = []
      // A process that makes fewer calls ends by itself, and with it the test.
      for call in stride(from: 0, to: Int.max, by: Soak.isLong ? 1 : 4) {
        let comment: Comment = "call \(call)"
        let path = RealPath.of(folder.file("dying\(call)"))
        let child = try Child(["rule-dying", path, "\(call)", place, fixture.rawValue])
        let lines = child.remainingLines()
        let hasEnded = child.end() == .exit(0)
        #expect(lines == (hasEnded ? ["stored"] : []), comment)
        let inspected = try FileInspection.read(path, checksums: true)
        let version = try FileInspection.schema(path).version
        outcomes.insert(version)
        #expect(TestEngine.otherFeatures(inspected.features.map(\.name)) == (version == 2 ? fixture.features : []), comment)
        if version == 1 {
          let ledger = try fixture.open(path, version: 1)
          #expect(try ledger.faults(after: 3) == [], comment)
        }
        do {
          let ledger = try fixture.open(path)
          #expect(try ledger.faults(after: 3) == [], comment)
          for kind in 0..<fixture.brokenRules { #expect(try ledger.isRefused(kind, .unsynced), comment) }
          for number in 4..<9 as Range<Int64> { try ledger.commit(number, .unsynced) }
          #expect(try ledger.faults(after: 8) == [], comment)
        }
        try folder.closeIdleFiles()
        #expect(try TestEngine.otherFeatures(FileInspection.read(path, checksums: true).features.map(\.name)) == fixture.features, comment)
        if hasEnded { break }
      }
      #expect(outcomes == [1, 2])
    }
  #endif
}
