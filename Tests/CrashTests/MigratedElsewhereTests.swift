import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("A process that has a file open while another migrates it", .blocking)
struct MigratedElsewhereTests {
  private let folder = try! TemporaryFolder()
  private var path: String { folder.file("store") }

  private func fill(_ count: Int64, version: UInt64 = 1) throws {
    let store = try SampleStore(path: path, step: version)
    try store.session.beginWrite()
    for number in 0..<count { try store.insert(StepSchema.row, StepSchema.cells(number, born: version)) }
    try store.session.commitWrite(sync: false)
  }

  // Rounds would take ever longer.
  private func empty(_ store: SampleStore) throws {
    try store.session.beginWrite()
    for key in try store.session.liveKeys(StepSchema.row) { try store.session.delete(StepSchema.row, key) }
    try store.session.commitWrite(sync: false)
  }

  @Test("stays at its version, reads on, and cannot write")
  func stays() throws {
    try fill(500)
    let child = try Child(["stay", path, "1"])
    #expect(child.line() == "open")
    let store = try SampleStore(path: path, step: 2)
    for _ in 0..<2 {
      child.send("read")
      #expect(child.line() == "stays 500 ")
    }
    child.send("write")
    #expect(child.line()?.hasPrefix("refused '\(store.session.engine.path)' was migrated to schema version 2 by another process") == true)
    // What is written from now on is not for it.
    try store.session.beginWrite()
    for key: Int64 in 0..<250 { try store.session.delete(StepSchema.row, key) }
    try store.session.commitWrite(sync: false)
    child.send("read")
    #expect(child.line() == "stays 500 ")
    #expect(try store.rows(StepSchema.row).count == 250)
    #expect(try store.contradictions() == [])
  }

  @Test("cannot read again once it has released its version")
  func released() throws {
    try fill(10)
    let child = try Child(["stay", path, "1"])
    #expect(child.line() == "open")
    child.send("release")
    #expect(child.line() == "released")
    do { _ = try SampleStore(path: path, step: 2) }
    child.send("resume")
    #expect(child.line()?.contains("was migrated to schema version 2 by another process") == true)
    // Opening anew is refused as for any older program.
    let older = try Child(["stay", path, "1"])
    #expect(older.line() == nil)
    #expect(older.end() != .exit(0))
  }

  @Test("is refused if it waits to write at that time, and nothing of its write is stored")
  func waiting() throws {
    try fill(500)
    let child = try Child(["stay", path, "1"])
    #expect(child.line() == "open")
    let store = try SampleStore(
      path: path, step: 2,
      whileItRuns: {
        child.send("write")
        #expect(child.line(seconds: 0.2) == nil)
      })
    #expect(child.line()?.contains("was migrated to schema version 2 by another process") == true)
    #expect(store.session.count(StepSchema.row) == 500)
    #expect(try store.contradictions() == [])
    child.send("read")
    #expect(child.line() == "stays 500 ")
  }

  @Test("and writes and reads without pause loses nothing that it stored, and reads nothing that it does not understand")
  func random() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    var version: UInt64 = 1
    try fill(300)
    for round in 0..<rounds(.migrationsElsewhere) {
      let comment = Comment(rawValue: "seed \(seed), round \(round)")
      var children: [Child] = []
      for _ in 0..<2 {
        children.append(try Child(["stay-busy", path, "\(version)"]))
        #expect(children.last?.line() == "open", comment)
      }
      usleep(UInt32.random(in: 0..<40_000, using: &random))
      version += 1
      do {
        let store = try SampleStore(path: path, step: version)
        var stored = 0
        for child in children {
          let line = try #require(child.line(), comment)
          stored = max(stored, line.hasPrefix("stored ") ? Int(line.dropFirst(7)) ?? .max : .max)
          let last = try #require(child.line(), comment)
          #expect(last.hasPrefix("reads ") && !last.contains("wrong"), comment)
          #expect(last.contains("was migrated to schema version \(version) by another process"), comment)
          #expect(child.end() == .exit(0), comment)
        }
        #expect(store.session.count(StepSchema.row) == stored, comment)
        let numbers = try store.rows(StepSchema.row).values.map { $0[0].integer ?? -1 }
        #expect(numbers.sorted() == Array(0..<Int64(stored)), comment)
        #expect(try store.contradictions() == [], comment)
        if stored > 3000 { try empty(store) }
      }
    }
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("keeps a copy from taking the file's place, and is named")
  func copy() throws {
    try fill(500)
    let child = try Child(["stay", path, "1"])
    #expect(child.line() == "open")
    let error = #expect(throws: CatalogError.self) { try SampleStore(path: path, step: 2, onCopy: true) }
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(error == .largeAndOpen(path: RealPath.of(path), bytes: size, process: child.id))
    #expect(
      error?.description
        == "'\(RealPath.of(path))' has \(size) bytes, more than 'migrationMemory' allows to migrate in place, and a copy cannot replace it while process \(child.id) has it open. Close it there first, or raise 'migrationMemory'. The file was left as it was."
    )
    child.send("write")
    #expect(child.line() == "rows 501")
  }

  @Test("adopts indexes and continues to write")
  func indexes() throws {
    try fill(100)
    let child = try Child(["stay", path, "1"])
    #expect(child.line() == "open")
    let store = try SampleStore(EnvironmentRegistry.open(path: path), model: StepSchema.indexed(1), ordinals: StepSchema.ordinals)
    child.send("write")
    #expect(child.line() == "rows 101")
    child.send("read")
    #expect(child.line() == "stays 101 ")
    try store.session.advance()
    #expect(try store.contradictions() == [])
    let found = try store.session.indexedRows(StepSchema.row, 1) { buffer in
      buffer.copyBytes(from: IndexedValue.integer(1))
      return 9
    }
    #expect(found.count == 101)
  }

  @Test("to a schema with one more type that links to objects, does not delete what it links to, and leaves no link behind")
  func addedLinks() throws {
    do {
      var model = SampleSchema.model
      model.entities.removeAll { $0.name == "Dog" }
      let store = try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals)
      var random = SeededGenerator(seed: 1)
      try store.session.beginWrite()
      try store.insert(SampleSchema.person, random.person(1, people: [], address: nil))
      try store.session.commitWrite(sync: false)
    }
    let child = try Child(["delete-without", path, "Dog"])
    #expect(child.line() == "open")
    let store = try SampleStore(path: path)
    try store.session.beginWrite()
    let person = try #require(try store.session.firstKey(SampleSchema.person))
    try store.insert(SampleSchema.dog, [.text("Rex"), .link(person), .list([])])
    try store.session.commitWrite(sync: false)
    child.send("delete")
    let error = CatalogError.linkedElsewhere(path: RealPath.of(path), type: "Dog", property: "owner", target: "Person")
    #expect(child.line() == "refused \(error)")
    try store.session.advance()
    #expect(try store.contradictions() == [])
    #expect(store.session.count(SampleSchema.person) == 1)
  }
}
