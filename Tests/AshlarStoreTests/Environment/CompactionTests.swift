import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Compaction of a file", .blocking)
struct CompactionTests {
  private let folder: TemporaryFolder
  private let path: String
  private let digest: UInt64

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
    let store = try SampleStore(path: path)
    var random = SeededGenerator(seed: 21)
    try store.fill(&random, people: 900)
    try store.session.beginWrite()
    for key in try store.session.liveKeys(SampleSchema.person).prefix(600) { try store.session.delete(SampleSchema.person, key) }
    try store.session.commitWrite(sync: false)
    digest = try store.digest()
  }

  private func open(_ decide: @escaping (Int, Int) -> Bool) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path, compactIf: decide))
  }

  private func size() throws -> Int { try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) }

  @Test("the callback is passed the file's size and the used size; the data is the same, and no other file remains")
  func compacts() throws {
    let before = try size()
    #expect(chmod(path, 0o600) == 0)
    let asked = Guarded<[(Int, Int)]>([])
    let store = try open { total, used in
      asked.withLock { $0.append((total, used)) }
      return true
    }
    #expect(asked.withLock { $0.count } == 1)
    #expect(asked.withLock { $0[0].0 == before && $0[0].1 < before * 3 / 4 && $0[0].1 > 0 })
    #expect(try size() < before * 3 / 4)
    #expect(try store.digest() == digest && store.contradictions() == [])
    #expect(try folder.names() == ["store", "store-lock", "store.lock"])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    // Another path to the file finds the same engine: the registry knows the new file.
    #expect(try EnvironmentRegistry.open(path: folder.path + "/./store") === store.session.engine)
    try store.session.beginWrite()
    for number in 0..<200 { try store.insert(SampleSchema.dog, [.text("a dog of later \(number)"), .null, .list([])]) }
    try store.session.commitWrite(sync: false)
    #expect(try store.contradictions() == [])
  }

  @Test("the file keeps every byte if the callback returns false")
  func refused() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try open { _, _ in false }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("the callback is not called for a file that is open, new or empty")
  func notAsked() throws {
    let store = try SampleStore(path: path)
    let never: (Int, Int) -> Bool = { _, _ in
      Issue.record("asked")
      return true
    }
    #expect(try EnvironmentRegistry.open(path: path, compactIf: never) === store.session.engine)
    _ = try SampleStore(EnvironmentRegistry.open(path: folder.file("new"), compactIf: never))
    #expect(FileManager.default.createFile(atPath: folder.file("empty"), contents: Data()))
    _ = try SampleStore(EnvironmentRegistry.open(path: folder.file("empty"), compactIf: never))
  }

  @Test("what a killed process left behind is removed and does not get in the way")
  func leftover() throws {
    try Data("half a copy".utf8).write(to: URL(fileURLWithPath: path + ".compacting"))
    _ = try open { _, _ in true }
    #expect(try folder.names() == ["store", "store-lock", "store.lock"])
  }

  @Test("opening fails if the compaction does; the file is unchanged and can be opened")
  func failure() throws {
    // A folder of that name cannot be removed as a file.
    try FileManager.default.createDirectory(atPath: path + ".compacting", withIntermediateDirectories: true)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: StoreError.fileExists(path: path)) { _ = try open { _, _ in true } }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try SampleStore(path: path).digest() == digest)
  }

  @Test("threads that open the file while it is compacted wait, and all get the same engine")
  func threads() throws {
    let engines = Guarded<Set<ObjectIdentifier>>([])
    let held = Guarded<[any StorageEngine]>([])
    let path = path
    let asked = Guarded(0)
    DispatchQueue.concurrentPerform(iterations: 6) { number in
      do {
        let engine =
          number % 2 == 0
          ? try EnvironmentRegistry.open(path: path)
          : try EnvironmentRegistry.open(path: path) { _, _ in
            asked.withLock { $0 += 1 }
            usleep(20_000)
            return true
          }
        engines.withLock { _ = $0.insert(ObjectIdentifier(engine)) }
        held.withLock { $0.append(engine) }
      } catch {
        Issue.record(error)
      }
    }
    #expect(engines.withLock { $0.count } == 1)
    #expect(asked.withLock { $0 } <= 1)
    #expect(try SampleStore(path: path).digest() == digest)
  }
}
