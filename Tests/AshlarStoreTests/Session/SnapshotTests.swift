import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Snapshots", .blocking)
struct SnapshotTests {
  private let folder: TemporaryFolder
  private let store: SampleStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
  }

  private func addTokens(_ store: SampleStore, _ count: Int, sync: Bool = false) throws {
    try store.session.beginWrite()
    for _ in 0..<count { try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in .random(in: .min ... .max) }), .int(7)]) }
    try store.session.commitWrite(sync: sync)
  }

  @Test("a shared snapshot stays readable and unchanged when its session advances and others write")
  func shared() throws {
    try addTokens(store, 300)
    let table = try #require(store.session.table(SampleSchema.token))
    let held = store.session.shared
    let version = held.snapshot.version
    let base = try #require(try store.session.committedCluster(table, 0, in: held))
    let bytes = Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset))
    for _ in 0..<40 {
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.token).prefix(20) { try store.set(SampleSchema.token, key, 1, .int(8)) }
      try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in .random(in: .min ... .max) }), .int(9)])
      try store.session.commitWrite(sync: false)
    }
    #expect(store.session.shared !== held)
    #expect(held.snapshot.version == version)
    #expect(Array(UnsafeRawBufferPointer(start: base, count: Cluster(base).heapOffset)) == bytes)
    #expect(try store.session.committedCluster(table, 0, in: held) == base)
    #expect(store.session.count(SampleSchema.token) == 340)
  }

  @Test("a snapshot that nobody shares is renewed, not replaced")
  func renewed() throws {
    let identity = ObjectIdentifier(store.session.shared)
    try addTokens(store, 1)
    #expect(ObjectIdentifier(store.session.shared) == identity)
  }

  @Test("another session, on another thread, sees what is committed only, after it advanced")
  func isolation() throws {
    try addTokens(store, 10)
    try store.session.beginWrite()
    try store.insert(SampleSchema.token, [.null, .int(1)])
    try store.session.delete(SampleSchema.token, 0)
    let path = folder.file("store")
    let steps = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do {
        let other = try SampleStore(path: path)
        #expect(other.session.count(SampleSchema.token) == 10)
        #expect(try other.find(SampleSchema.token, .null) == nil)
        #expect(try !other.session.advance())
        steps[0].signal()
        steps[1].wait()
        #expect(other.session.count(SampleSchema.token) == 10)
        #expect(try other.rows(SampleSchema.token)[0] != nil)
        #expect(try other.session.advance())
        #expect(try other.find(SampleSchema.token, .null)?.key == 10)
        #expect(try other.rows(SampleSchema.token)[0] == nil)
        #expect(try other.contradictions() == [])
      } catch {
        Issue.record(error)
      }
      done.signal()
    }
    steps[0].wait()
    try store.session.commitWrite(sync: false)
    steps[1].signal()
    done.wait()
  }

  @Test("writers on several threads wait for each other, and no write is lost")
  func writers() throws {
    let path = folder.file("store")
    DispatchQueue.concurrentPerform(iterations: 4) { number in
      do {
        let own = try SampleStore(path: path)
        for round in 0..<25 {
          try own.session.beginWrite()
          let name = CellValue.text("dog \(number) of round \(round)")
          try own.insert(SampleSchema.dog, [name, .null, .list([name])])
          try own.session.commitWrite(sync: false)
        }
      } catch {
        Issue.record(error)
      }
    }
    try store.session.advance()
    #expect(store.session.count(SampleSchema.dog) == 100)
    #expect(try store.contradictions() == [])
  }

  @Test("an accessor of a row of a cancelled write never becomes valid again")
  func cancelled() throws {
    try store.session.beginWrite()
    let key = try store.insert(SampleSchema.token, [.null, .int(1)])
    let seen = store.context.pointee.generation
    #expect(try store.session.relocate(SampleSchema.token, key, seenAt: seen) != nil)
    store.session.cancelWrite()
    try store.session.beginWrite()
    #expect(try store.insert(SampleSchema.token, [.null, .int(2)]) == key)
    #expect(try store.session.relocate(SampleSchema.token, key, seenAt: seen) == nil)
    #expect(try store.session.locate(SampleSchema.token, key) != nil)
    try store.session.commitWrite(sync: false)
    #expect(try store.session.relocate(SampleSchema.token, key, seenAt: seen) == nil)
    #expect(try store.session.relocate(SampleSchema.token, key, seenAt: store.context.pointee.generation) != nil)
  }
}
