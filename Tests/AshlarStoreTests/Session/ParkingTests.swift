import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Sessions that keep no version between two uses", .blocking)
struct ParkingTests {
  private let folder: TemporaryFolder
  private let store: SampleStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
  }

  @Test("a parked session keeps no version, and reads the newest one afterwards")
  func versions() throws {
    try store.addNumberedToken(.unsynced)
    let other = try SampleStore(store.session.engine)
    let engine = try #require(store.session.engine.lmdb)
    #expect(try engine.pinnedVersions().count == 2)
    other.session.park()
    #expect(try engine.pinnedVersions().count == 1)
    #expect(ReaderList.read(engine.environment).compactMap(\.version) == [store.session.version])
    for count in 2..<5 {
      try store.addNumberedToken(.unsynced)
      #expect(other.session.version < store.session.version)
      try other.session.unpark()
      #expect(other.session.version == store.session.version && other.session.count(SampleSchema.token) == count)
      #expect(try engine.pinnedVersions().count == 2)
      other.session.park()
    }
    #expect(try engine.pinnedVersions().count == 1)
  }

  @Test("without a commit in between what was found stays where it was, and after one it is looked up again")
  func directories() throws {
    var random = SeededGenerator(seed: 5)
    try store.fill(&random, people: 40)
    let other = try SampleStore(store.session.engine)
    let first = try #require(try other.find(SampleSchema.person, .int(7)))
    for _ in 0..<3 {
      other.session.park()
      try other.session.unpark()
      #expect(try other.find(SampleSchema.person, .int(7))?.base == first.base)
    }
    other.session.park()
    let key = try #require(try store.find(SampleSchema.person, .int(7))).key
    for number in 0..<300 {
      try store.session.beginWrite()
      try store.set(SampleSchema.person, key, 1, .int(Int64(number)))
      try store.session.commitWrite(.unsynced)
      if number % 3 > 0 { continue }
      try other.session.unpark()
      let row = try #require(try other.find(SampleSchema.person, .int(7)))
      #expect(other.value(SampleSchema.person, row, 1) == .int(Int64(number)))
      other.session.park()
    }
  }

  @Test("it reads what a session reads that was opened just now, whatever others commit meanwhile")
  func model() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let other = try SampleStore(store.session.engine)
    let tables = [SampleSchema.person, SampleSchema.dog, SampleSchema.address, SampleSchema.wide]
    for round in 0..<40 {
      if !random.once(in: 4) { try store.fill(&random, people: Int(random.next() % 30)) }
      if random.once(in: 3) {
        try store.session.beginWrite()
        for key in try store.session.liveKeys(SampleSchema.person) where random.once(in: 5) {
          try store.session.delete(SampleSchema.person, key)
        }
        try store.session.commitWrite(.unsynced)
      }
      other.session.park()
      // Pages that the version of the parked one alone had are used again.
      for _ in 0..<(random.next() % 4) {
        try store.session.beginWrite()
        try store.insert(SampleSchema.address, [random.text(), .bytes([3, 0])])
        try store.session.commitWrite(.unsynced)
      }
      try other.session.unpark()
      let fresh = try SampleStore(store.session.engine)
      for table in tables { #expect(try other.rows(table) == fresh.rows(table), "seed \(seed), round \(round)") }
      #expect(try other.contradictions().sorted() == fresh.contradictions().sorted(), "seed \(seed), round \(round)")
    }
  }

  @Test("a version that a frozen session shares stays readable there, and the parked one finds its way back")
  func shared() throws {
    try store.addNumberedToken(.unsynced)
    let other = try SampleStore(store.session.engine)
    let held = other.session.shared
    let version = held.snapshot.version
    other.session.park()
    #expect(other.session.isReleased)
    for _ in 0..<5 { try store.addNumberedToken(.unsynced) }
    #expect(held.snapshot.version == version)
    #expect(try held.snapshot.usage(.clusters).entries > 0)
    try other.session.unpark()
    #expect(other.session.count(SampleSchema.token) == 6)
  }

  @Test("accessors of before are invalid for ever")
  func accessors() throws {
    let other = try SampleStore(store.session.engine)
    let generation = other.context.pointee.generation
    other.session.park()
    try other.session.unpark()
    #expect(other.context.pointee.generation > generation)
    #expect(other.session.cancelled.invalidates(SampleSchema.token, 0, seenAt: generation))
    #expect(!other.session.cancelled.invalidates(SampleSchema.token, 0, seenAt: other.context.pointee.generation))
  }
}
