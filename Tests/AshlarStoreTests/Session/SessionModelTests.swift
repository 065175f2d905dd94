import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("A session against dictionaries", .blocking)
struct SessionModelTests {
  private static let person = SampleSchema.person

  @Test("inserts, changes, deletions, cancelled writes and reopening agree with a reference", arguments: [false, true])
  func random(_ isInMemory: Bool) throws {
    let seed = seed()
    print("session model: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let open = { () throws -> SampleStore in
      try isInMemory ? SampleStore(EnvironmentRegistry.openInMemory(identifier: "model \(seed)")) : SampleStore(path: folder.file("store"))
    }
    var store = try open()
    var reference = Reference()
    var nextId: Int64 = 0
    for round in 0..<60 {
      if !isInMemory, random.once(in: 6) { store = try open() }
      let before = reference
      let nextIdBefore = nextId
      try store.session.beginWrite()
      for _ in 0..<Int.random(in: 0..<40, using: &random) { try step(store, &reference, &random, &nextId) }
      if random.once(in: 3) { try reference.expectSame(store, "inside write \(round), seed \(seed)") }
      for overlay in store.session.transaction?.overlays ?? [] {
        overlay._checkInvariants()
        var closed = overlay
        closed.close()
        for column in 0..<overlay.table.columnCount {
          let mask: UInt64 = 1 << UInt64(column)
          #expect(Array(closed.storedRows(mask)) == Array(overlay.storedRows(mask)), "column \(column), write \(round), seed \(seed)")
        }
      }
      if random.once(in: 4) {
        store.session.cancelWrite()
        reference = before
        nextId = nextIdBefore
      } else {
        try store.session.commitWrite(sync: false)
      }
      try reference.expectSame(store, "after write \(round), seed \(seed)")
    }
    if !isInMemory { try StructureWalk.check(folder.file("store")) }
  }

  private func step(_ store: SampleStore, _ reference: inout Reference, _ random: inout SeededGenerator, _ nextId: inout Int64) throws {
    let person = SessionModelTests.person
    let people = reference.keys(person)
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      var address: Int64?
      if random.once(in: 2) {
        let values = [random.text(), .bytes([9, 9])] as [CellValue]
        address = reference.insert(SampleSchema.address, values)
        #expect(try store.insert(SampleSchema.address, values) == address)
      }
      let values = random.person(nextId, people: people, address: address)
      nextId += 1
      #expect(try store.insert(person, values) == reference.insert(person, values))
    case 4...5:
      let values: [CellValue] = [.text("dog \(nextId) with a name beyond the limit"), random.link(people), random.tags()]
      nextId += 1
      #expect(try store.insert(SampleSchema.dog, values) == reference.insert(SampleSchema.dog, values))
    case 6:
      let values = random.wide()
      #expect(try store.insert(SampleSchema.wide, values) == reference.insert(SampleSchema.wide, values))
    case 7...10:
      guard let key = people.randomElement(using: &random) else { return }
      // Neither the key nor the embedded child.
      let column = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13].randomElement(using: &random) ?? 1
      let value = random.person(0, people: people, address: nil)[column]
      try store.set(person, key, column, value)
      reference.set(person, key, column, value)
    case 11:
      guard let key = reference.keys(SampleSchema.wide).randomElement(using: &random) else { return }
      let column = Int.random(in: 0..<10, using: &random)
      let value = random.wide()[column]
      try store.set(SampleSchema.wide, key, column, value)
      reference.set(SampleSchema.wide, key, column, value)
    default:
      let table = [person, person, SampleSchema.dog, SampleSchema.wide, SampleSchema.address].randomElement(using: &random) ?? person
      guard let key = reference.keys(table).randomElement(using: &random) else { return }
      try store.session.delete(table, key)
      reference.delete(table, key, in: store)
    }
  }

  @Test("a key is found from its insertion on, and not after its deletion or a cancelled write")
  func keys() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    let ids: [CellValue] = [.null, .bytes([UInt8](repeating: 0, count: 12)), .bytes((0..<12).map { UInt8($0) })]
    try store.session.beginWrite()
    for id in ids { try store.insert(SampleSchema.token, [id, .int(0)]) }
    for (key, id) in ids.enumerated() { #expect(try store.find(SampleSchema.token, id)?.key == Int64(key)) }
    try store.session.commitWrite(sync: false)
    try store.session.beginWrite()
    try store.session.delete(SampleSchema.token, 1)
    #expect(try store.find(SampleSchema.token, ids[1]) == nil)
    try store.insert(SampleSchema.token, [ids[1], .int(5)])
    #expect(try store.find(SampleSchema.token, ids[1])?.key == 3)
    store.session.cancelWrite()
    #expect(try store.find(SampleSchema.token, ids[1])?.key == 1)
    try store.session.beginWrite()
    try store.session.delete(SampleSchema.token, 1)
    try store.insert(SampleSchema.token, [ids[1], .int(6)])
    try store.session.commitWrite(sync: false)
    #expect(try store.find(SampleSchema.token, ids[1])?.key == 3)
    #expect(try store.contradictions() == [])
  }

  @Test("keys with one hash are kept apart")
  func sharedHash() throws {
    let folder = try TemporaryFolder()
    let store = try SampleStore(path: folder.file("store"))
    // Integers that differ in the highest bit alone.
    let ids: [Int64] = [5, 5 ^ .min]
    let table = try #require(store.session.table(SampleSchema.person))
    let shared = KeyProbe(.int(ids[0])).hash(table: table.id)
    #expect(KeyProbe(.int(ids[1])).hash(table: table.id) == shared)
    var random = SeededGenerator(seed: 2)
    try store.session.beginWrite()
    for id in ids { try store.insert(SampleSchema.person, random.person(id, people: [], address: nil)) }
    try store.session.commitWrite(sync: false)
    let entries = try #require(try store.session.shared.snapshot.value(.keys, integer: shared))
    #expect(entries.count == 16)
    #expect(try store.contradictions() == [])
    try store.session.beginWrite()
    try store.session.delete(SampleSchema.person, 0)
    try store.session.commitWrite(sync: false)
    #expect(try store.find(SampleSchema.person, .int(ids[0])) == nil)
    #expect(try store.find(SampleSchema.person, .int(ids[1]))?.key == 1)
    #expect(try store.contradictions() == [])
  }
}
