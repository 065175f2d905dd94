import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("One engine a file", .blocking)
struct RegistryTests {
  @Test("two paths to one file share an engine, two files do not")
  func identity() throws {
    let folder = try TemporaryFolder()
    let first = try EnvironmentRegistry.open(path: folder.file("a"))
    #expect(symlink(folder.file("a"), folder.file("soft")) == 0)
    #expect(link(folder.file("a"), folder.file("hard")) == 0)
    for path in [folder.file("a"), folder.file("soft"), folder.file("hard"), folder.path + "/./a"] {
      #expect(try EnvironmentRegistry.open(path: path) === first)
    }
    #expect(try EnvironmentRegistry.open(path: folder.file("b")) !== first)
  }

  @Test("an engine is released with its last user, and the file can be opened again")
  func release() throws {
    let folder = try TemporaryFolder()
    weak var engine: (any StorageEngine)?
    for round in 0..<5 {
      let store = try SampleStore(path: folder.file("a"))
      engine = store.session.engine
      #expect(engine != nil)
      #expect(store.session.count(SampleSchema.token) == round)
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .int(1)])
      try store.session.commitWrite(sync: false)
    }
    #expect(engine == nil)
  }

  @Test("programs that are started while files are opened do not keep them locked")
  func inheritance() throws {
    let folder = try TemporaryFolder()
    let isOver = Atomic(false)
    let starting = Thread {
      var programs: [pid_t] = []
      while !isOver.load(ordering: .relaxed) {
        // What 'Process' starts inherits nothing.
        var id = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("0.3"), nil]
        if posix_spawn(&id, "/bin/sleep", nil, nil, &arguments, environ) == 0 { programs.append(id) }
        for argument in arguments { free(argument) }
        programs.removeAll { waitpid($0, nil, WNOHANG) == $0 }
      }
      for id in programs { waitpid(id, nil, 0) }
    }
    starting.start()
    defer { isOver.store(true, ordering: .relaxed) }
    let end = ContinuousClock.now + .seconds(3)
    var round = 0
    while .now < end || round <= 10 {
      round += 1
      // Another file has come to the path since: with locks that are left it could not be opened.
      let path = folder.file("a\(round % 4)")
      _ = try EnvironmentRegistry.open(path: path)
      #expect(try EnvironmentRegistry.delete(path: path))
    }
  }

  #if os(Linux)
    @Test("a file that one thread closes while another opens it is never open twice")
    func closingRace() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("a")
      do { _ = try SampleStore(path: path) }
      // Opened once: closing a descriptor of the file would drop LMDB's lock as well.
      let lockFile = open(path + "-lock", O_RDWR)
      defer { close(lockFile) }
      let lost = Guarded(0)
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        for _ in 0..<400 {
          do {
            let engine = try EnvironmentRegistry.open(path: path)
            // LMDB locks its file for as long as it is open; closing a second environment would give that lock back.
            lost.withLock { lost in if set(lockFile, F_WRLCK) { lost += 1 } }
            withExtendedLifetime(engine) {}
          } catch {
            Issue.record(error)
          }
        }
      }
      #expect(lost.withLock { $0 } == 0)
    }

    // Tries a lock of the descriptor (F_OFD_SETLK), which conflicts with locks of the process; gives it back.
    private func set(_ descriptor: Int32, _ type: Int32) -> Bool {
      var lock = flock()
      lock.l_type = Int16(type)
      lock.l_whence = Int16(SEEK_SET)
      lock.l_len = 1
      guard fcntl(descriptor, 37, &lock) == 0 else { return false }
      lock.l_type = Int16(F_UNLCK)
      return fcntl(descriptor, 37, &lock) == 0
    }
  #endif

  @Test("opening a file again waits until it is closed")
  func fileUse() {
    let use = FileUse()
    let hasEnded = Guarded(false)
    Thread.detachNewThread {
      usleep(30_000)
      hasEnded.withLock { $0 = true }
      use.end()
    }
    use.waitForEnd()
    #expect(hasEnded.withLock { $0 })
    use.waitForEnd()
  }

  @Test(
    "a file at the path of one that was closed and removed opens, though that one's inode is in use by a file at another path",
    .enabled(if: Sealing.isOptional))
  func inodeInUse() throws {
    let folder = try TemporaryFolder()
    let other = try #require(try EnvironmentRegistry.open(path: folder.file("other")) as? LMDBEngine)
    let identity = try #require(other.identity)
    let path = RealPath.of(folder.file("new"))
    var state = EnvironmentRegistry.State()
    state.entries[.file(identity)] = EnvironmentRegistry.Entry(path: other.path, engine: other)
    state.lastOpened[path] = identity
    let found = try EnvironmentRegistry.find(path, FileStatus(path), &state)
    #expect(found == nil)
    #expect(state.lastOpened[path] == nil)
    #expect(state.entries[.file(identity)]?.engine === other)
  }

  @Test("an engine that fails while it opens closes its file once", .enabled(if: Sealing.isOptional))
  func failedOpening() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a")
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      try engine.commit(sync: false) { writer in try writer.putNamed(.meta, StoredFormat.key, Array("OTHER...".utf8)) }
    }
    // Past the check that comes before it.
    for _ in 0..<20 {
      #expect(throws: StoreError.notADatabase(path: path, reason: .foreignContent)) { try LMDBEngine(path: path, inMemory: false) }
    }
  }

  @Test("stores in memory are shared by identifier, leave no file, and go with their last user")
  func memory() throws {
    let name = "memory \(UUID().uuidString)"
    var first: SampleStore? = try SampleStore(EnvironmentRegistry.openInMemory(identifier: name))
    try first?.session.beginWrite()
    try first?.insert(SampleSchema.token, [.null, .int(1)])
    try first?.session.commitWrite(sync: true)
    var second: SampleStore? = try SampleStore(EnvironmentRegistry.openInMemory(identifier: name))
    #expect(second?.session.count(SampleSchema.token) == 1)
    #expect(second?.session.engine === first?.session.engine)
    let path = try #require(first?.session.engine.path)
    for suffix in ["", "-lock", ".lock"] { #expect(!FileManager.default.fileExists(atPath: path + suffix)) }
    first = nil
    #expect(second?.session.count(SampleSchema.token) == 1)
    second = nil
    #expect(try SampleStore(EnvironmentRegistry.openInMemory(identifier: name)).session.count(SampleSchema.token) == 0)
  }

  @Test("one thread after the other has the right to write")
  func writeLock() throws {
    let folder = try TemporaryFolder()
    let lock = try WriteLock(path: folder.file("lock"))
    nonisolated(unsafe) var counter = 0
    nonisolated(unsafe) var inside = 0
    nonisolated(unsafe) var most = 0
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<500 {
        do { try lock.lock() } catch { Issue.record(error) }
        inside += 1
        most = max(most, inside)
        counter += 1
        inside -= 1
        lock.unlock()
      }
    }
    #expect(counter == 4000)
    #expect(most == 1)
  }

  @Test("the right to write may be given back by another thread than took it")
  func otherThread() throws {
    let lock = try WriteLock(path: nil)
    for _ in 0..<20 {
      try lock.lock()
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        lock.unlock()
        done.signal()
      }
      done.wait()
    }
    try lock.lock()
    lock.unlock()
  }

  @Test("two locks of one file exclude each other, and each is acquired")
  func twoHolders() throws {
    let folder = try TemporaryFolder()
    let locks = try (0..<2).map { _ in try WriteLock(path: folder.file("lock")) }
    // Atomic, for tools that cannot know that both words are the same page: each holder maps it for itself.
    let inside = Atomic(0)
    let met = Atomic(0)
    let turns = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      for _ in 0..<20_000 {
        do { try locks[number].lock() } catch { Issue.record(error) }
        if inside.add(1, ordering: .relaxed).oldValue != 0 { met.add(1, ordering: .relaxed) }
        turns.add(1, ordering: .relaxed)
        inside.subtract(1, ordering: .relaxed)
        locks[number].unlock()
      }
    }
    #expect(turns.load(ordering: .relaxed) == 40_000)
    #expect(met.load(ordering: .relaxed) == 0)
  }

  @Test("a lock that was held when its file was closed is free for the next")
  func leftBehind() throws {
    let folder = try TemporaryFolder()
    var first: WriteLock? = try WriteLock(path: folder.file("lock"))
    let waiting = try WriteLock(path: folder.file("lock"))
    try first?.lock()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do { try waiting.lock() } catch { Issue.record(error) }
      waiting.unlock()
      done.signal()
    }
    usleep(30_000)
    // As if its process had died.
    first = nil
    #expect(done.wait(timeout: .now() + 300) == .success)
    first = try WriteLock(path: folder.file("lock"))
    try first?.lock()
    first = nil
    // Gets the number of the one that is gone.
    let next = try WriteLock(path: folder.file("lock"))
    try next.lock()
    next.unlock()
  }

  @Test("a lock opened earlier can be acquired for the first time, also after its holder died")
  func late() throws {
    let folder = try TemporaryFolder()
    let early = try WriteLock(path: folder.file("lock"))
    // There on the disk before anybody stores to it.
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("lock"))) == Data(repeating: 0, count: 4096))
    var holders = try (0..<3).map { _ in try WriteLock(path: folder.file("lock")) }
    for holder in holders {
      try holder.lock()
      holder.unlock()
    }
    try holders[0].lock()
    // As if its process had died: its number is the first that is free.
    holders.removeFirst()
    try early.lock()
    early.unlock()
    try holders[1].lock()
    holders[1].unlock()
  }
}
