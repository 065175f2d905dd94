import AshlarStore
import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@Suite("Processes that share a file", .blocking)
struct ProcessTests {
  @Test("one process waits for another's write, and continues when that process is killed")
  func writeLock() throws {
    for isKilled in [false, true] {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let engine = try EnvironmentRegistry.open(path: path)
      let child = try Child(["hold", path])
      #expect(child.line() == "held")
      let hasLock = Atomic<Bool>(false)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        do {
          try engine.lockForWriting()
          hasLock.store(true, ordering: .sequentiallyConsistent)
          engine.unlockForWriting()
        } catch {
          Issue.record(error)
        }
        done.signal()
      }
      usleep(50_000)
      let hadLock = hasLock.load(ordering: .sequentiallyConsistent)
      #expect(!hadLock)
      if isKilled { _ = child.killNow() } else { child.send("") }
      #expect(done.wait(timeout: .now() + 300) == .success)
      let gotLock = hasLock.load(ordering: .sequentiallyConsistent)
      #expect(gotLock)
    }
  }

  @Test("what another process commits is seen after an advance, and the walk copes with its writing")
  func concurrentWriter() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let child = try Child(["write", path, "1"])
    #expect(child.line() == "ready 0")
    #expect(child.line() == "1")
    var versions: Set<UInt64> = []
    for _ in 0..<rounds(.processTurns) {
      // Opened anew each time: the file is walked while it changes.
      let store = try SampleStore(path: path)
      #expect(try store.contradictions() == [])
      versions.insert(store.session.version)
      for _ in 0..<3 {
        try store.session.advance()
        // What did not change is not looked up again.
        #expect(try store.contradictions() == [])
        #expect(try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }.count == 20)
        versions.insert(store.session.version)
      }
    }
    #expect(versions.count > 10)
    #expect(child.killNow() == .signal(SIGKILL))
  }

  @Test("while one process writes and another reads, each version is whole and the file stays small")
  func growth() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let child = try Child(["write", path, "2"])
    for _ in 0..<150 { try #require(child.line() != nil) }
    func size() throws -> Int { try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) }
    let before = try size()
    let store = try SampleStore(path: path)
    var last: Int64 = 0
    var longest: Int64 = 0
    for round in 0..<rounds(.processCommits) {
      try store.session.advance()
      // The sum invariant: 20 people always have the same number, and numbers only rise.
      let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
      let numbers = Set(people.map { $0[1].integer ?? -1 })
      #expect(people.count == 20 && numbers.count == 1, "round \(round): \(numbers)")
      #expect((numbers.first ?? 0) >= last, "round \(round)")
      longest = max(longest, (numbers.first ?? last) - last)
      last = numbers.first ?? last
      // The pipe of a writer that nobody listens to fills up.
      while child.line(seconds: 0) != nil {}
    }
    #expect(child.killNow() == .signal(SIGKILL))
    let after = try size()
    print("growth: \(before) bytes, then \(after), at transaction \(last); at most \(longest) during one reading")
    // Rows are bounded. While a version is being read, no page that a commit replaces is free: 64 pages a commit are plenty.
    let bound = before * 4 + Int(longest + 2) * 64 * 4096
    #expect(after < bound, "\(before) bytes, then \(after), at most \(longest) commits during one reading")
  }

  @Test("a file without permissions is refused, and no file is created beside it")
  func noRights() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do { _ = try SampleStore(path: path) }
    for name in ["store-lock", "store.lock"] { try FileManager.default.removeItem(atPath: folder.file(name)) }
    #expect(chmod(folder.path, 0o777) == 0)
    for mode in [0o600, 0o444] as [mode_t] {
      #expect(chmod(path, mode) == 0)
      let child = try Child(["nobody", path])
      let answer = try #require(child.line())
      if answer == "skipped" { continue }
      #expect(answer.hasSuffix("cannot be opened: permission denied. Use a path that this process may read and write."))
      #expect(try folder.names() == ["store"])
    }
  }

  @Test("a file that another process has open is not compacted; that process may open it meanwhile and waits")
  func compaction() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    do {
      let store = try SampleStore(path: path)
      var random = SeededGenerator(seed: 3)
      try store.fill(&random, people: 300)
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.person) { try store.session.delete(SampleSchema.person, key) }
      try store.session.commitWrite(sync: false)
    }
    do {
      let child = try Child(["hold", path])
      #expect(child.line() == "held")
      let engine = try EnvironmentRegistry.open(path: path) { _, _ in
        Issue.record("asked about a file in use")
        return true
      }
      withExtendedLifetime(engine) {}
    }
    var children: [Child] = []
    let engine = try EnvironmentRegistry.open(path: path) { _, _ in
      do {
        children.append(try Child(["pin", path]))
        children.append(try Child(["pin", path]))
      } catch {
        Issue.record(error)
      }
      // Long enough for them to come to the lock.
      usleep(200_000)
      return true
    }
    // They have the compacted file: its versions began anew, and LMDB knows of them.
    for child in children { #expect(child.line() == "version \(engine.newestVersion)") }
    #expect(engine.newestVersion < 20)
    #expect(try Set(engine.pinnedVersions().map(\.process)) == Set(children.map(\.id)))
    let store = try SampleStore(engine)
    #expect(try store.contradictions() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["store", "store-lock", "store.lock"])
  }

  @Test("a version that another process reads is reported with that process, and counts, until the process is gone")
  func otherReader() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    var random = SeededGenerator(seed: 4)
    try store.fill(&random, people: 100)
    let child = try Child(["pin", path])
    let version = store.session.version
    #expect(child.line() == "version \(version)")
    store.session.versionLimit = 4
    func commit() throws {
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.person).prefix(50) { try store.set(SampleSchema.person, key, 2, random.text()) }
      try store.session.commitWrite(sync: false)
    }
    for _ in 0..<4 { try commit() }
    let found = try store.session.engine.pinnedVersions()
    #expect(found.map(\.process) == [child.id, getpid()] && found.map(\.version) == [version, version + 4])
    #expect(found[0].holder == nil && found[0].pages > 20 && found[1].pages == 0)
    let error = #expect(throws: StoreError.self) { try commit() }
    let message = error?.description ?? ""
    #expect(
      message.contains(
        "number of active versions (5) in the Realm exceeded the limit of 4. The oldest, version \(version), held by process \(child.id), keeps "
      ), "\(message)")
    // Nobody told LMDB that it is gone.
    #expect(child.killNow() == .signal(SIGKILL))
    try commit()
    #expect(try store.session.engine.pinnedVersions().map(\.process) == [getpid()])
  }

  @Test("a file stops growing when a process that read an old version was killed, without a limit too")
  func deadReader() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let store = try SampleStore(path: path)
    var random = SeededGenerator(seed: 5)
    try store.fill(&random, people: 200)
    func size() throws -> Int { try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) }
    func commit(_ count: Int) throws {
      for _ in 0..<count {
        try store.session.beginWrite()
        for key in try store.session.liveKeys(SampleSchema.person).prefix(100) { try store.set(SampleSchema.person, key, 2, random.text()) }
        try store.session.commitWrite(sync: false)
      }
    }
    let child = try Child(["pin", path])
    #expect(child.line() == "version \(store.session.version)")
    let before = try size()
    try commit(40)
    let pinned = try size()
    #expect(pinned > before + (2 << 20))
    #expect(child.killNow() == .signal(SIGKILL))
    // At most a megabyte until it is noticed.
    try commit(120)
    #expect(try size() < pinned + (2 << 20))
  }
}
