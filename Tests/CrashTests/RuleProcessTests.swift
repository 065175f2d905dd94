import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Processes that have a file open while another gives it rules", .blocking)
struct RuleProcessTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  // Makes a ledger without rules, whose first accounts have the numbers 3 to 10, and returns a process that has it open under that schema.
  private func older() throws -> Child {
    do {
      let ledger = try Ledger(path: path, version: 1)
      for number in 0..<4 as Range<Int64> { try ledger.commit(number, .unsynced) }
    }
    try folder.closeIdleFiles()
    let child = try Child(["stay-ruled", path, "1"])
    try #require(child.line() == "open")
    return child
  }

  // The answer to a command.
  private func ask(_ child: Child, _ command: String) -> String? {
    child.send(command)
    return child.line()
  }

  // The answer to the commit of a write that contains one command.
  private func write(_ child: Child, _ command: String) -> String? {
    #expect(ask(child, "begin") == "begins")
    #expect(child.line() == "begun")
    _ = ask(child, command)
    return ask(child, "commit")
  }

  private func refused(_ rule: EntityRule, _ values: [String], row: Int64, holder: (type: String, row: Int64)? = nil) -> String {
    let violation = StoredViolation(
      rule, values: values, object: StoredViolation.Place(type: "Account", row: row, key: nil),
      holder: holder.map { StoredViolation.Place(type: $0.type, row: $0.row, key: nil) })
    return "refused \(RuleError(path: path, [violation]))".replacing("\n", with: " ")
  }

  private let unique = EntityRule.unique(UniqueRule(["number"]))
  private let range = EntityRule.range("level", ValueBounds(low: .int(0), high: .int(9)))

  // MARK: - Programs that know the features

  @Test("rules apply to a process whose schema lacks them from its next write on, under the names of the file", arguments: [false, true])
  func obeys(_ isKilled: Bool) throws {
    let child = try older()
    // Without rules, everything is stored.
    for command in ["level 3 10", "level 3 6"] { #expect(write(child, command) == "stored") }
    let ledger = try Ledger(path: path)
    #expect(write(child, "number 3 7") == refused(unique, ["7"], row: 3, holder: ("Account", 4)))
    #expect(write(child, "level 3 10") == refused(range, ["10"], row: 3))
    #expect(write(child, "delete 0") == refused(.targetDeleted("account", .deny), [], row: 0, holder: ("Lock", 0)))
    #expect(try ledger.faults(after: 3) == [])
    // A row that has the old value is no conflict once it has another one.
    #expect(write(child, "level 3 5") == "stored")
    #expect(write(child, "level 3 6") == "stored")
    // An account of an owner goes with its entries, which only the rules say.
    let accounts = try ledger.store.rows(LedgerSchema.account)
    let owned = try #require(accounts.first { $0.value[0] == .int(-9) }?.key)
    #expect(ask(child, "begin") == "begins")
    #expect(child.line() == "begun")
    #expect(ask(child, "delete \(owned)") == "deleted")
    #expect(ask(child, "commit") == "stored")
    #expect(ask(child, "count") == "16 accounts, 10 entries")
    try ledger.store.session.advance()
    #expect(ledger.store.session.count(LedgerSchema.entry) == 10)
    #expect(try ledger.store.contradictions() == [])
    if isKilled {
      #expect(ask(child, "begin") == "begins")
      #expect(child.line() == "begun")
      #expect(ask(child, "number 3 7") == "set")
      #expect(child.killNow() == .signal(SIGKILL))
    } else {
      child.send("")
      #expect(child.end() == .exit(0))
    }
    #expect(try ledger.isRefused(0))
    #expect(try ledger.store.contradictions() == [])
  }

  @Test("when a process removes the rules, they no longer apply to other processes")
  func removed() throws {
    let child = try older()
    do { _ = try Ledger(path: path) }
    #expect(write(child, "level 3 10") == refused(range, ["10"], row: 3))
    do { _ = try Ledger(path: path, version: 3) }
    #expect(write(child, "level 3 10") == "stored")
    #expect(write(child, "number 3 7") == "stored")
    // Now the rules cannot be added again.
    #expect(throws: CatalogError.self) { try Ledger(path: path, version: 4) }
    #expect(write(child, "number 3 6") == "stored")
    #expect(write(child, "level 3 6") == "stored")
    #expect(throws: Never.self) { try Ledger(path: path, version: 4) }
  }

  @Test("a write that began before the rules were added is committed first, and its rows are examined")
  func lockedByWriter() throws {
    let child = try older()
    #expect(ask(child, "begin") == "begins")
    #expect(child.line() == "begun")
    #expect(ask(child, "number 3 7") == "set")
    // The opening waits for the lock of the write, or comes after it.
    let outcome = Outcome()
    let path = path
    let thread = Thread { outcome.run { _ = try Ledger(path: path) } }
    thread.start()
    #expect(ask(child, "commit") == "stored")
    let error = outcome.wait()
    let place = { (row: Int64) in StoredViolation.Place(type: "Account", row: row, key: nil) }
    // The migration rebuilds the index, so that the row with the higher number is the one that breaks the rule.
    #expect(
      error as? CatalogError
        == .ruleBroken(path: path, StoredViolation(unique, values: ["7"], object: place(4), holder: place(3)), more: 0))
    #expect(write(child, "number 3 6") == "stored")
    let ledger = try Ledger(path: path)
    #expect(write(child, "number 3 7") == refused(unique, ["7"], row: 3, holder: ("Account", 4)))
    #expect(try ledger.faults(after: 3) == [])
  }

  @Test("a write that begins while the rules are added waits, and is checked by them")
  func lockedByMigration() throws {
    let child = try older()
    let ledger = try Ledger(
      path: path,
      with: LedgerCode {
        // The migration has the lock.
        #expect(ask(child, "begin") == "begins")
      })
    #expect(child.line() == "begun")
    #expect(ask(child, "number 3 7") == "set")
    #expect(ask(child, "commit") == refused(unique, ["7"], row: 3, holder: ("Account", 4)))
    #expect(try ledger.faults(after: 3) == [])
    // Its next write is right.
    #expect(write(child, "level 3 5") == "stored")
    #expect(write(child, "level 3 6") == "stored")
    try ledger.store.session.advance()
    #expect(try ledger.faults(after: 3) == [])
  }

  @Test("rules that rows break are not added, and the other process continues without them")
  func broken() throws {
    let child = try older()
    #expect(write(child, "level 3 10") == "stored")
    let error = #expect(throws: CatalogError.self) { try Ledger(path: path) }
    #expect(
      error
        == .ruleBroken(
          path: path, StoredViolation(range, values: ["10"], object: StoredViolation.Place(type: "Account", row: 3, key: nil)), more: 0))
    #expect(write(child, "number 3 7") == "stored")
    try folder.closeIdleFiles()
    #expect(try TestEngine.otherFeatures(FileInspection.read(path, checksums: true).features.map(\.name)).isEmpty)
  }

  @Test("two processes that create one file at the same time give it all rules, which apply to both")
  func creation() throws {
    for round in 0..<rounds(.madeFiles) / 4 {
      let path = RealPath.of(folder.file("made \(round)"))
      let child = try Child(["stay-ruled", path, "2"])
      let ledger = try Ledger(path: path)
      #expect(child.line() == "open", "round \(round)")
      try ledger.commit(0, .unsynced)
      #expect(write(child, "level 3 10")?.hasPrefix("refused ") == true, "round \(round)")
      #expect(write(child, "level 3 4") == "stored", "round \(round)")
      #expect(try ledger.isRefused(0), "round \(round)")
      let features = try #require(try Catalog.read(ledger.store.session.engine)).features.map(\.name).sorted()
      #expect(TestEngine.otherFeatures(features) == LedgerSchema.features, "round \(round)")
      #expect(try ledger.store.contradictions() == [], "round \(round)")
      child.send("")
      #expect(child.end() == .exit(0), "round \(round)")
    }
  }

  // MARK: - Programs that do not know them

  static let features = SeatingSchema.features

  // The sample schema in version 2, with a rule of one feature about its people, or a key of several properties.
  private static func ruled(_ feature: String) -> SchemaModel {
    var model = SampleSchema.model
    model.version = 2
    let (type, rule): (String, EntityRule) =
      switch feature {
      case "unique": ("Person", .unique(UniqueRule(["number"])))
      case "deletes": ("Person", .targetDeleted("boss", .deny))
      case "indexes": ("Person", .index(["number", "name"]))
      case "keys": ("Wide", .primaryKey(["text11", "text13"]))
      default: ("Person", .range("number", ValueBounds(high: .int(9))))
      }
    for index in model.entities.indices where model.entities[index].name == type {
      model.entities[index].rules = [rule]
      if feature == "unique" { model.entities[index].properties[1].isIndexed = true }
    }
    return model
  }

  private func openRuled(_ feature: String, with code: (any MigrationCode)? = nil) throws -> SampleStore {
    try SampleStore(
      EnvironmentRegistry.open(path: path), model: RuleProcessTests.ruled(feature), ordinals: SampleSchema.ordinals, with: code)
  }

  @Test(
    "a rule is refused while a process without its feature has the file open, and the error names it",
    arguments: RuleProcessTests.features)
  func lacking(_ feature: String) throws {
    do { try SampleStore(path: path).addNumberedToken(.full) }
    try folder.closeIdleFiles()
    let others = RuleProcessTests.features.filter { $0 != feature }
    let child = try Child(["knowing", path, others.joined(separator: ",")])
    #expect(child.line() == "open")
    let error = CatalogError.featureOfOlderReader(path: path, feature: feature, process: child.id)
    #expect(throws: error) { try openRuled(feature) }
    #expect(try FileInspection.schema(path).version == 1)
    // It goes on writing, and this process with it.
    child.send("write")
    #expect(child.line() == "rows 2")
    #expect(try SampleStore(path: path).tokenNumbers() == [1, 2])
    // Rules of features that it knows are added.
    #expect(throws: Never.self) { try openRuled(others[0]) }
    child.send("read")
    #expect(child.line()?.hasSuffix(" 2") == true)
    #expect(child.line() == "read")
    child.send("")
    #expect(child.end() == .exit(0))
    var model = RuleProcessTests.ruled(feature)
    model.version = 3
    let store = try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals)
    #expect(try Catalog.read(store.session.engine)?.features.map(\.name).contains(feature) == true)
  }

  @Test("a process of a release that writes no marks prevents a rule from being added", arguments: RuleProcessTests.features)
  func withoutMarks(_ feature: String) throws {
    do { try SampleStore(path: path).addNumberedToken(.full) }
    try folder.closeIdleFiles()
    let child = try Child(["read-raw", path])
    #expect(child.line() == "opened")
    let error = CatalogError.featureOfOlderReader(path: path, feature: feature, process: child.id)
    #expect(throws: error) { try openRuled(feature) }
    child.send("")
    #expect(child.end() == .exit(0))
    #expect(throws: Never.self) { try openRuled(feature) }
  }

  @Test("a process without the feature that opens the file while a rule is added is found before the commit", arguments: [false, true])
  func opensMeanwhile(_ isKilled: Bool) throws {
    do { try SampleStore(path: path).addNumberedToken(.full) }
    try folder.closeIdleFiles()
    for feature in RuleProcessTests.features {
      var child: Child?
      let error = #expect(throws: CatalogError.self) {
        try openRuled(
          feature,
          with: SampleCode {
            let new = try Child(["knowing", path, ""])
            #expect(new.line() == "open")
            child = new
          })
      }
      let older = try #require(child)
      #expect(error == .featureOfOlderReader(path: path, feature: feature, process: older.id))
      #expect(try FileInspection.schema(path).version == 1)
      if isKilled {
        #expect(older.killNow() == .signal(SIGKILL))
      } else {
        older.send("write")
        #expect(older.line()?.hasPrefix("rows ") == true)
        older.send("")
        #expect(older.end() == .exit(0))
      }
    }
    let store = try openRuled("unique")
    #expect(try store.tokenNumbers() == (isKilled ? [1] : Array(1...Int64(RuleProcessTests.features.count + 1))))
    #expect(try store.contradictions() == [])
  }

  @Test("a process that lacks the feature of a rule that the file has cannot open it to write", arguments: RuleProcessTests.features)
  func opensLater(_ feature: String) throws {
    do { _ = try openRuled(feature) }
    try folder.closeIdleFiles()
    let others = RuleProcessTests.features.filter { $0 != feature }
    let child = try Child(["knowing", path, others.joined(separator: ",")])
    #expect(child.line() == "refused \(StoreError.unknownFeatures(path: path, names: [feature]))")
    child.send("")
    #expect(child.end() == .exit(0))
    let inspected = try InventedFeatures.knowing(others.joined(separator: ",")) { try FileInspection.read(path, checksums: true) }
    #expect(inspected.isReadable)
  }
}

// The error of a closure that another thread runs.
private final class Outcome: @unchecked Sendable {
  private let done = DispatchSemaphore(value: 0)
  private var error: (any Error)?

  func run(_ body: () throws -> Void) {
    do { try body() } catch { self.error = error }
    done.signal()
  }

  func wait() -> (any Error)? {
    done.wait()
    return error
  }
}

// Migration code of the sample schema that changes no row, and calls a closure.
private final class SampleCode: MigrationCode {
  private let whileItRuns: () throws -> Void
  private var stores: [SampleStore] = []

  init(_ whileItRuns: @escaping () throws -> Void) { self.whileItRuns = whileItRuns }

  var reach: CodeReach { .everything }

  func sessions(before: MigrationSide, after: MigrationSide) throws -> (before: StoreSession, after: StoreSession) {
    let (old, new) = (
      try SampleStore(before.engine, before.tables, [:]), try SampleStore(after.engine, after.tables, SampleSchema.ordinals)
    )
    stores = [old, new]
    return (old.session, new.session)
  }

  func run(_ migration: CatalogMigration) throws { try whileItRuns() }

  func end() { stores = [] }
}
