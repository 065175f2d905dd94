import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Processes that share a file with keys and indexes of several properties", .blocking)
struct TupleProcessTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  // Makes a file of four transactions under the schema of a version, and returns a process that has it open under that schema.
  private func process(_ version: UInt64) throws -> Child {
    do {
      let seating = try Seating(path: path, version: version)
      for number in 0..<4 as Range<Int64> { try seating.commit(number, .unsynced) }
    }
    try folder.closeIdleFiles()
    let child = try Child(["stay-seating", path, "\(version)"])
    try #require(child.line() == "open")
    return child
  }

  private func ask(_ child: Child, _ command: String) -> String? {
    child.send(command)
    return child.line()
  }

  private func begin(_ child: Child) {
    #expect(ask(child, "begin") == "begins")
    #expect(child.line() == "begun")
  }

  // The answer to the commit of a write that contains one command.
  private func write(_ child: Child, _ command: String, _ answer: String) -> String? {
    begin(child)
    #expect(ask(child, command) == answer)
    return ask(child, "commit")
  }

  private func verify() throws {
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
    #expect(try RuleVerification.faults(path) == [])
    try folder.closeIdleFiles()
  }

  @Test("a process whose schema lacks indexes and unique rules maintains and checks them from its next write on", arguments: [false, true])
  func obeys(_ isKilled: Bool) throws {
    let child = try process(1)
    // Seats 4, 6 and 8 are in hall 0 and have the guests 2, 4 and 6. Without rules, everything is stored.
    for guest in [4, 2] { #expect(write(child, "guest 4 \(guest)", "set") == "stored") }
    let seating = try Seating(path: path, features: ["indexes", "unique"])
    #expect(try guest(6, seating) == 4)
    #expect(write(child, "guest 4 4", "set")?.hasPrefix("refused ") == true)
    for number in 20..<24 { #expect(write(child, "add \(number)", "added") == "stored") }
    #expect(write(child, "remove 8", "removed") == "stored")
    // Its guest is free again.
    for guest in [6, 2] { #expect(write(child, "guest 4 \(guest)", "set") == "stored") }
    if isKilled {
      begin(child)
      #expect(ask(child, "add 24") == "added")
      #expect(child.killNow() == .signal(SIGKILL))
    } else {
      // Its session may have moved to its own last commit already.
      #expect(ask(child, "check")?.hasSuffix(", 11 seats") == true)
      #expect(child.line() == "[]")
      child.send("")
      #expect(child.end() == .exit(0))
    }
    try seating.store.session.advance()
    #expect(seating.store.session.count(SeatingSchema.seat) == 11)
    #expect(try seating.indexFaults() == [])
    #expect(try seating.isRefused(1))
    try verify()
  }

  // The guest of a seat.
  private func guest(_ number: Int64, _ seating: Seating) throws -> Int64? {
    try seating.store.session.advance()
    return try seating.store.rows(SeatingSchema.seat).values.first { $0[3].integer == number }?[6].targets.first
  }

  @Test("a process that has a file open when another adds a key of several properties continues to read, and cannot write")
  func addedKey() throws {
    let child = try process(1)
    #expect(ask(child, "check")?.hasSuffix(", 8 seats") == true)
    #expect(child.line() == "[]")
    let seating = try Seating(path: path)
    #expect(try seating.faults(after: 3) == [])
    try seating.commit(4, .unsynced)
    let error = CatalogError.changedElsewhere(path: path, version: 2)
    #expect(ask(child, "begin") == "begins")
    #expect(child.line() == "refused \(error)")
    #expect(ask(child, "check") == "stays, 8 seats")
    #expect(child.line() == "[]")
    child.send("")
    #expect(child.end() == .exit(0))
    #expect(try seating.faults(after: 4) == [])
    try verify()
  }

  @Test(
    "two processes compare keys with all that the other has committed, and unique values with what it has freed", arguments: [false, true])
  func keys(_ isKilled: Bool) throws {
    let child = try process(2)
    let seating = try Seating(path: path)
    let session = seating.store.session
    func write(_ body: () throws -> Bool) throws -> Bool {
      try session.beginWrite()
      do {
        let isDone = try body()
        try session.commitWrite(.unsynced)
        return isDone
      } catch {
        if session.isWriting { session.cancelWrite() }
        throw error
      }
    }
    #expect(self.write(child, "add 20", "added") == "stored")
    // It is found, although this process has not read the version.
    #expect(try write { try seating.add(20) } == false)
    #expect(try write { try seating.add(21) })
    begin(child)
    #expect(ask(child, "add 21") == "taken")
    #expect(ask(child, "remove 21") == "removed")
    // The key that the open write frees is taken in it again.
    #expect(ask(child, "add 21") == "added")
    #expect(ask(child, "add 21") == "taken")
    if isKilled {
      #expect(child.killNow() == .signal(SIGKILL))
    } else {
      #expect(ask(child, "commit") == "stored")
      let (mine, other) = (try #require(try guest(4, seating)), try #require(try guest(6, seating)))
      #expect(self.write(child, "guest 4 \(other)", "set")?.hasPrefix("refused ") == true)
      _ = try write {
        try seating.setGuest(6, mine)
        try seating.setGuest(4, other)
        return true
      }
      #expect(self.write(child, "guest 4 \(mine)", "set")?.hasPrefix("refused ") == true)
      #expect(self.write(child, "guest 4 \(other)", "set") == "stored")
      #expect(ask(child, "check")?.hasSuffix(", 10 seats") == true)
      #expect(child.line() == "[]")
      child.send("")
      #expect(child.end() == .exit(0))
    }
    #expect(try write { try seating.add(21) } == false)
    #expect(try write { try seating.add(22) })
    try session.advance()
    #expect(session.count(SeatingSchema.seat) == 11)
    #expect(try seating.store.contradictions() == [])
    #expect(try seating.indexFaults() == [])
    try verify()
  }

  @Test("two processes that create one file at once give it the key and the indexes, and both check them")
  func creation() throws {
    for round in 0..<rounds(.madeFiles) / 4 {
      let note: Comment = "round \(round)"
      let path = RealPath.of(folder.file("made \(round)"))
      let child = try Child(["stay-seating", path, "2"])
      let seating = try Seating(path: path)
      #expect(child.line() == "open", note)
      try seating.commit(0, .unsynced)
      begin(child)
      #expect(ask(child, "add 1") == "taken", note)
      #expect(ask(child, "add 30") == "added", note)
      #expect(ask(child, "commit") == "stored", note)
      for kind in 0..<Seating.brokenRules { #expect(try seating.isRefused(kind), note) }
      let features = try #require(try Catalog.read(seating.store.session.engine)).features.map(\.name).sorted()
      #expect(TestEngine.otherFeatures(features) == SeatingSchema.features, note)
      #expect(try seating.store.contradictions() + seating.indexFaults() == [], note)
      child.send("")
      #expect(child.end() == .exit(0), note)
    }
  }
}
