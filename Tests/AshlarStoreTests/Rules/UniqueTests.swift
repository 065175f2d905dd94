import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Values that are unique in their table")
struct UniqueTests {
  private let folder: TemporaryFolder
  private let rows: UniqueStore

  init() throws {
    folder = try TemporaryFolder()
    rows = try UniqueStore(EnvironmentRegistry.open(path: folder.file("store")))
  }

  private func verify() throws {
    #expect(try rows.store.contradictions() == [])
    _ = try FileInspection.read(rows.session.engine.path, checksums: true)
  }

  @Test("a row with the value of a stored row is refused, and the error has both rows, their keys and the value")
  func stored() throws {
    try rows.write { try rows.insert(7, "seven") }
    try rows.session.beginWrite()
    try rows.insert(7, "other")
    let error = #expect(throws: RuleError.self) { try rows.session.commitWrite(sync: false) }
    #expect(
      error?.violations == [
        StoredViolation(
          .unique(UniqueRule(["code"])), values: ["7"], object: StoredViolation.Place(type: "Row", row: 1, key: "1001"),
          holder: StoredViolation.Place(type: "Row", row: 0, key: "1000"))
      ])
    #expect(error?.more == 0)
    #expect(error?.path == rows.session.engine.path)
    #expect(rows.session.count(0) == 1)
    try rows.write { try rows.insert(8, "eight") }
    try verify()
  }

  @Test("of two new rows with the same value, the one with the higher key breaks the rule")
  func twoNew() throws {
    #expect(
      try rows.conflicts {
        try rows.insert(7, "a")
        try rows.insert(8, "a")
        try rows.insert(7)
      } == [Conflict("code", 2, with: 0), Conflict("name", 1, with: 0)])
    try verify()
  }

  @Test("a write may swap values, and may delete a row and give its value to another, in any order")
  func finalState() throws {
    var keys: [Int64] = []
    try rows.write { for code in 0..<6 as Range<Int64> { keys.append(try rows.insert(code, "name \(code)")) } }
    try rows.write {
      try rows.set(keys[0], code: 1)
      try rows.set(keys[1], code: 0)
      try rows.set(keys[2], name: "name 3")
      try rows.set(keys[3], name: "name 2")
    }
    try rows.write {
      try rows.insert(4, "name 4")
      try rows.delete(keys[4])
    }
    try rows.write {
      try rows.delete(keys[5])
      try rows.insert(5, "name 5")
    }
    // A value that is given away and comes back.
    try rows.write {
      try rows.set(keys[0], code: 100)
      try rows.set(keys[1], code: 1)
      try rows.set(keys[1], code: 0)
      try rows.set(keys[0], code: 1)
    }
    #expect(try rows.conflicts { try rows.set(keys[0], code: 0) } == [Conflict("code", keys[0], with: keys[1])])
    try verify()
  }

  @Test("nil equals nothing")
  func nils() throws {
    try rows.write { for code in 0..<2000 as Range<Int64> { try rows.insert(code) } }
    try rows.write { try rows.insert(2000) }
    try rows.write { for key in 0..<1000 as Range<Int64> { try rows.set(key, name: "name \(key)") } }
    try rows.write { for key in 0..<1000 as Range<Int64> { try rows.set(key, name: nil) } }
    #expect(try rows.conflicts { for key in [3, 5] as [Int64] { try rows.set(key, name: "") } } == [Conflict("name", 5, with: 3)])
    try verify()
  }

  @Test("nil equals nil if the rule counts nil")
  func countedNil() throws {
    let model = UniqueStore.model([.unique(UniqueRule(["name"], nilCounts: true)), .unique(UniqueRule(["mate"], nilCounts: true))])
    let rows = try UniqueStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString), model)
    try rows.write { try rows.insert(1) }
    #expect(try rows.conflicts { try rows.insert(1, "a", mate: 0) } == [])
    #expect(try rows.conflicts { try rows.insert(1, "b") } == [Conflict("mate", 2, with: 0)])
    #expect(try rows.conflicts { try rows.insert(1, mate: 1) } == [Conflict("name", 2, with: 0)])
  }

  @Test("a unique link is one-to-one: targets may be exchanged, and a deleted target may be replaced")
  func links() throws {
    try rows.write { for code in 0..<6 as Range<Int64> { try rows.insert(code) } }
    try rows.write {
      try rows.set(0, mate: 3)
      try rows.set(1, mate: 4)
      // Row 0 is not the same as no row.
      try rows.set(2, mate: 0)
    }
    #expect(try rows.conflicts { try rows.set(3, mate: 0) } == [Conflict("mate", 3, with: 2)])
    let error = #expect(throws: RuleError.self) { try rows.write { try rows.set(5, mate: 3) } }
    #expect(error?.violations.first?.values == ["row 3"])
    try rows.write {
      try rows.set(0, mate: 4)
      try rows.set(1, mate: 3)
    }
    // The links of 0 and 2 become nil.
    try rows.write {
      try rows.delete(4)
      try rows.set(2, mate: nil)
    }
    try rows.write {
      let new = try rows.insert(4)
      try rows.set(0, mate: new)
    }
    #expect(try rows.conflicts { try rows.set(2, mate: 6) } == [Conflict("mate", 2, with: 0)])
    #expect(rows.session.table(0)?.indexedColumns.contains(rows.columns.mate) == false)
    try verify()
  }

  @Test("texts that are longer than an index contains them are compared whole")
  func longTexts() throws {
    let prefix = String(repeating: "x", count: 400)
    try rows.write { for code in 0..<3 as Range<Int64> { try rows.insert(code, prefix + "\(code)") } }
    #expect(try rows.conflicts { try rows.insert(3, prefix + "1") } == [Conflict("name", 3, with: 1)])
    #expect(try rows.conflicts { try rows.set(2, name: prefix + "0") } == [Conflict("name", 2, with: 0)])
    try rows.write {
      try rows.set(0, name: prefix + "1")
      try rows.set(1, name: prefix + "0")
    }
    let error = #expect(throws: RuleError.self) { try rows.write { try rows.insert(3, prefix + "2") } }
    #expect(error?.violations.first?.values == ["\"" + String(repeating: "x", count: 37) + "…\""])
    try verify()
  }

  @Test("the first 100 violations are described, and the others are counted")
  func many() throws {
    try rows.write { for code in 0..<200 as Range<Int64> { try rows.insert(code) } }
    func fail(_ count: Int64) -> RuleError? {
      #expect(throws: RuleError.self) { try rows.write { for code in 0..<count { try rows.insert(code) } } }
    }
    let some = fail(100)
    #expect(some?.violations.count == 100)
    #expect(some?.more == 0)
    let more = fail(150)
    #expect(more?.violations.count == 100)
    #expect(more?.more == 50)
    #expect(more?.violations.map(\.object.row) == Array(200..<300))
    #expect(more?.description.hasSuffix("\n- 50 more violations") == true)
    // Many rows of one value.
    let same = #expect(throws: RuleError.self) { try rows.write { for _ in 0..<300 { try rows.insert(0) } } }
    #expect(same?.violations.count == 100)
    #expect(same?.more == 200)
    #expect(rows.session.count(0) == 200)
    try verify()
  }

  @Test("a failed commit is not observed, and the next commit has its version")
  func observers() throws {
    try rows.write { try rows.insert(1) }
    let engine = rows.session.engine
    let other = try UniqueStore(engine)
    #expect(try !other.session.advance())
    engine.changes.addObserver()
    defer { engine.changes.removeObserver() }
    #expect(try rows.conflicts { try rows.insert(1) } == [Conflict("code", 1, with: 0)])
    #expect(try !other.session.advance())
    #expect(rows.session.lastCommit == nil)
    try rows.write { try rows.insert(2) }
    #expect(try other.session.advance())
    #expect(other.session.count(0) == 2)
  }

  @Test("a copy that contains the changes of an open write is not written if they break a rule")
  func copies() throws {
    try rows.write { try rows.insert(1) }
    try rows.session.beginWrite()
    let new = try rows.insert(1, String(repeating: "long ", count: 2000))
    let copy = folder.file("copy")
    let error = #expect(throws: RuleError.self) { try rows.session.writeCopy(to: copy) }
    #expect(error?.violations.map { Conflict($0) } == [Conflict("code", 1, with: 0)])
    #expect(!FileManager.default.fileExists(atPath: copy))
    // The write continues.
    try rows.set(new, code: 2)
    try rows.session.writeCopy(to: copy)
    try rows.session.commitWrite(sync: false)
    #expect(try FileInspection.read(copy, checksums: true).tables.first?.rows == 2)
    try verify()
  }

  @Test("the violations of an open write are known before it is committed, and finding them changes nothing")
  func before() throws {
    #expect(try rows.session.ruleViolations() == [])
    try rows.write { for code in 0..<100 as Range<Int64> { try rows.insert(code, "name \(code)") } }
    try rows.session.beginWrite()
    #expect(try rows.session.ruleViolations() == [])
    let new = try rows.insert(3, "name 4")
    try rows.set(7, mate: 8)
    try rows.set(9, mate: 8)
    let expected = [Conflict("code", new, with: 3), Conflict("name", new, with: 4), Conflict("mate", 9, with: 7)]
    #expect(Set(try rows.session.ruleViolations().map { Conflict($0) }) == Set(expected))
    try rows.set(new, code: 1000)
    try rows.set(9, mate: nil)
    #expect(try rows.session.ruleViolations().map { Conflict($0) } == [Conflict("name", new, with: 4)])
    try rows.set(new, name: String(repeating: "long ", count: 2000))
    #expect(try rows.session.ruleViolations() == [])
    try rows.session.commitWrite(sync: false)
    try verify()
  }

  @Test("a file that is opened again has its rules, and lists their feature")
  func reopened() throws {
    let path = folder.file("again")
    do {
      let rows = try UniqueStore(EnvironmentRegistry.open(path: path))
      try rows.write { try rows.insert(1, "a") }
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    #expect(try FileInspection.read(path).features.map(\.name) == Sealing.features(["unique"]))
    let rows = try UniqueStore(EnvironmentRegistry.open(path: path))
    #expect(try rows.conflicts { try rows.insert(1, "b") } == [Conflict("code", 1, with: 0)])
    // A file without rules has no features.
    let plain = folder.file("plain")
    do { _ = try UniqueStore(EnvironmentRegistry.open(path: plain), UniqueStore.model([])) }
    #expect(try FileInspection.read(plain).features.map(\.name) == Sealing.features([]))
  }
}
