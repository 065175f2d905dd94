import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Versions that are kept, and by whom")
struct PinnedVersionTests {
  private let folder: TemporaryFolder
  private let store: SampleStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
    var random = SeededGenerator(seed: 31)
    try store.fill(&random, people: 300)
  }

  private func commit(_ count: Int = 1) throws {
    for _ in 0..<count {
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.person).prefix(200) {
        try store.set(SampleSchema.person, key, 2, .text("name \(Int.random(in: 0..<1000)), which is long enough for the heap"))
      }
      try store.session.commitWrite(sync: false)
    }
  }

  private func size() throws -> Int { try #require(FileManager.default.attributesOfItem(atPath: folder.file("store"))[.size] as? Int) }

  @Test("a session that was not advanced is reported with version, age, thread and pages; a loop by itself when its session moves on")
  func holders() throws {
    let engine = store.session.engine
    let idle = try SampleStore(engine)
    let version = idle.session.version
    try commit(3)
    var found = try engine.pinnedVersions()
    #expect(found.map(\.version) == [version, version + 3] && found.allSatisfy { $0.holder?.kind == .realm && $0.process == getpid() })
    #expect(try #require(found[0].age) > #require(found[1].age) && found[0].thread != nil)
    #expect(found[0].pages > 30 && found[1].pages == 0)
    let loop = idle.session.shared
    try idle.session.advance()
    found = try engine.pinnedVersions()
    #expect(found.map(\.holder?.kind) == [.loop, .realm, .realm] && found[0].version == version)
    withExtendedLifetime(loop) {}
  }

  @Test("what is given back is not reported any more, and its pages are used again")
  func released() throws {
    let engine = store.session.engine
    var idle: SampleStore? = try SampleStore(engine)
    let before = try size()
    try commit(30)
    let pinned = try size()
    let pages = try #require(try engine.pinnedVersions().first?.pages)
    // The estimate: the file grew by about what is pinned.
    let growth = (pinned - before) / 4096
    #expect(Int(pages) > growth * 3 / 4 && Int(pages) < growth * 5 / 4, "\(pages) pages, grown by \(growth)")
    #expect(try Int(FileInspection.read(folder.file("store")).pages(pinnedBy: #require(idle?.session.version))) == Int(pages))
    idle = nil
    #expect(try engine.pinnedVersions().count == 1)
    try commit(30)
    #expect(try size() <= pinned + (64 << 10))
  }

  @Test("with a limit a write that would keep more versions is refused, naming the oldest; the file stays within bounds")
  func limit() throws {
    let idle = try SampleStore(store.session.engine)
    let version = idle.session.version
    store.session.versionLimit = 5
    try commit(5)
    let bound = try size()
    for _ in 0..<3 {
      let error = #expect(throws: StoreError.self) { try store.session.beginWrite() }
      guard case .tooManyVersions(_, 6, 5, let oldest) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(oldest.version == version && oldest.pages > 50)
      #expect(!store.session.isWriting)
    }
    #expect(try size() == bound)
    // Nobody is left with the right to write; and without a limit one writes on.
    try idle.session.beginWrite()
    idle.session.cancelWrite()
    try commit(5)
    #expect(try store.contradictions() == [])
  }

  @Test("a report is one phrase with all that is known")
  func words() {
    var pinned = PinnedVersion(
      version: 12, process: 7, holder: SnapshotHolder(.realm, place: "App/main.swift:3"), thread: 0xAB, age: .milliseconds(1500),
      pages: 3, pageSize: 4096)
    #expect(
      pinned.description
        == "version 12, held by a Realm opened at App/main.swift:3 on thread 0xab for 1500 ms, keeps 3 pages (12288 bytes) from being reused"
    )
    pinned.holder = SnapshotHolder(.loop)
    pinned.age = .seconds(75)
    #expect(
      pinned.description
        == "version 12, held by a loop over objects of a Realm on thread 0xab for 75 s, keeps 3 pages (12288 bytes) from being reused")
    pinned = PinnedVersion(version: 4, process: 7, holder: nil, thread: nil, age: nil, pages: 0, pageSize: 4096)
    #expect(pinned.description == "version 4, held by process 7, keeps 0 pages (0 bytes) from being reused")
    #expect(
      StoreError.tooManyVersions(path: "a.realm", count: 3, limit: 2, oldest: pinned).description
        == "'a.realm': number of active versions (3) in the Realm exceeded the limit of 2. The oldest, version 4, held by process 7, keeps 0 pages (0 bytes) from being reused. Refresh or release it, or raise 'maximumNumberOfActiveVersions'."
    )
  }
}
