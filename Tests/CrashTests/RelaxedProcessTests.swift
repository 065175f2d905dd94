import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Processes that do not wait for the disk", .blocking, .serialized)
struct RelaxedProcessTests {
  @Test("every relaxed commit that was acknowledged survives the death of its process")
  func kills() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var stored: Int64 = 0
    var acknowledged = 0
    var window: UInt32 = 80_000
    let rounds = rounds(.relaxedKills)
    for round in 0..<rounds {
      let child = try Child(["write-relaxed", path, "\(random.next())"])
      if !random.once(in: 8) { try #require(child.line() == "ready \(stored)", "seed \(seed), round \(round)") }
      usleep(UInt32.random(in: 0..<window, using: &random))
      #expect(child.killNow() == .signal(SIGKILL))
      let lines = child.remainingLines().filter { !$0.hasPrefix("ready") }
      let last = lines.last.flatMap { Int64($0) } ?? stored
      acknowledged += lines.count
      // A busy machine takes longer to come to the first.
      window = acknowledged > round ? 80_000 : min(window * 2, 1_280_000)
      let hadCheckpoint = CheckpointFile(path).exists
      let found = try number(path)
      #expect(found == last || found == last + 1, "seed \(seed), round \(round): \(last) acknowledged, \(found) found")
      #expect(hadCheckpoint || lines.isEmpty && found == stored)
      #expect(!CheckpointFile(path).exists)
      stored = found
    }
    print("relaxed kills: seed \(seed), \(rounds) kills, \(acknowledged) acknowledged transactions")
    // Of kills before the first commit there are some, and more on a busy machine.
    #expect(acknowledged > rounds / 2)
  }

  @Test("a durable commit of another process takes the checkpoint away, an unsynced one makes it its own, and each comes to see it")
  func durabilities() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let first = try Child(["step", path])
    let second = try Child(["step", path])
    for child in [first, second] { try #require(child.line() == "ready") }
    func commit(_ child: Child, _ durability: String) -> String? {
      child.send(durability)
      return child.line()
    }
    func owner() throws -> Int32? { try CheckpointFile(path).read()?.process }
    #expect(commit(second, "unsynced") == "0")
    #expect(try owner() == nil)
    #expect(commit(first, "relaxed") == "1")
    #expect(commit(first, "relaxed") == "2")
    #expect(try owner() == first.id)
    #expect(commit(second, "full") == "3")
    #expect(try owner() == nil)
    #expect(commit(first, "relaxed") == "4")
    #expect(try owner() == first.id)
    #expect(commit(second, "unsynced") == "5")
    #expect(try owner() == second.id)
    #expect(commit(second, "unsynced") == "6")
    #expect(commit(first, "relaxed") == "7")
    #expect(try owner() == first.id)
    // Its reader is gone with it, and the pages of its checkpoint are not safe any more.
    #expect(first.killNow() == .signal(SIGKILL))
    #expect(try owner() == first.id)
    #expect(commit(second, "relaxed") == "8")
    #expect(try owner() == second.id)
    #expect(second.killNow() == .signal(SIGKILL))
    #expect(try number(path) == 8)
  }

  @Test("what a relaxed writer keeps readable between its syncs does not count towards another's limit of versions")
  func versionLimit() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let child = try Child(["step", path])
    try #require(child.line() == "ready")
    let store = try SampleStore(path: path)
    store.session.versionLimit = 4
    for number in 0..<10 {
      child.send("relaxed")
      #expect(child.line() == "\(number)")
      try store.session.advance()
    }
    // The process reads the version of its last commit as well.
    #expect(try store.session.engine.pinnedVersions().filter { $0.process == child.id }.count == 2)
    try store.session.beginWrite()
    store.session.cancelWrite()
  }

  @Test("a process that has nothing unsynced holds no version")
  func idle() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    let child = try Child(["write-relaxed", path, "1"])
    for _ in 0..<20 { try #require(child.line() != nil) }
    #expect(child.killNow() == .signal(SIGKILL))
    let store = try SampleStore(path: path)
    store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(10)))
    try store.session.beginWrite()
    try store.insert(SampleSchema.token, [.null, .int(1)])
    try store.session.commitWrite(.relaxed)
    try store.session.advance()
    let engine = try #require(store.session.engine.lmdb)
    let version = store.session.version
    // The last synced version is held until the commits after it are synced.
    for _ in 0..<30_000 where ReaderList.read(engine.environment).compactMap(\.version) != [version] { usleep(10_000) }
    #expect(ReaderList.read(engine.environment).compactMap(\.version) == [version])
  }

  #if os(Linux)
    @Test("what the background could not sync is thrown by the next commit, and no later one is taken")
    func failingSync() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["relaxed-fault", path, "\(EIO)"])
      let lines = child.remainingLines()
      #expect(child.end() == .exit(0))
      #expect(
        lines == [
          "'\(path)': sync failed with code 5: Input/output error.",
          "'\(path)' accepts no further writes, because an earlier one failed. Nothing that was committed is lost; close every Realm of "
            + "the file and open it again.",
          "sees 1",
        ])
      #expect(try number(path) == 1)
    }

    @Test("a caller that waits for a sync that fails receives the error, and no later one is told that a commit is saved")
    func failingGroup() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["grouped-fault", path, "\(EIO)"])
      let lines = child.remainingLines()
      #expect(child.end() == .exit(0))
      let failed = "'\(path)': sync failed with code 5: Input/output error."
      let stopped =
        "'\(path)' accepts no further writes, because an earlier one failed. Nothing that was committed is lost; close every Realm of the "
        + "file and open it again."
      #expect(lines == ["1: saved", "2: \(failed)", "3: \(failed)", "4: \(stopped)", "2: \(stopped)"])
    }

    @Test(
      "a checkpoint that breaks off in its slot is an error of its group and of the next commit, and later ones take a new file",
      arguments: [
        (EIO, ": save the checkpoint failed with code 5: Input/output error."),
        (ENOSPC, " cannot grow: the disk is full, or a quota or size limit is reached. Nothing that was committed is lost."),
      ])
    func failingSlot(_ code: Int32, _ message: String) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["slot-fault", path, "\(code)"])
      let lines = child.remainingLines()
      #expect(child.end() == .signal(SIGKILL))
      let failed = "'\(path)'\(message)"
      #expect(lines == ["1: saved", "2: \(failed)", "3: refused, \(failed)", "4: saved", "5: saved", "a new file"])
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + ".checkpoint")))
      // The new file has the fourth in its first slot, the fifth in its second.
      let versions = try CheckpointSlots.offsets.map { try Checkpoint(Array(bytes[$0..<$0 + Checkpoint.size]), path: path).version }
      #expect(versions.count == 2 && versions[0] + 1 == versions[1])
      #expect(try number(path) == 5)
    }

    @Test("while a slot is written, neither version of which it keeps the pages counts towards another's limit of versions")
    func heldVersionLimit() throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["hold-slot", path])
      try #require(child.line() == "held")
      let store = try SampleStore(path: path)
      store.session.versionLimit = 4
      for number in 2..<12 {
        child.send("relaxed")
        #expect(child.line() == "\(number)")
        try store.session.advance()
      }
      // Of the checkpoint, of the slot, and of its last commit.
      #expect(try store.session.engine.pinnedVersions().filter { $0.process == child.id }.count == 3)
      try store.session.beginWrite()
      store.session.cancelWrite()
    }

    enum Meanwhile: String, CaseIterable { case relaxed, full, others }

    @Test("commits do not wait while a slot is written, and may take the checkpoint away", arguments: Meanwhile.allCases)
    func heldSlot(_ meanwhile: Meanwhile) throws {
      let folder = try TemporaryFolder()
      let path = folder.file("store")
      let child = try Child(["hold-slot", path])
      try #require(child.line() == "held")
      var last: Int64 = 1
      func commit(_ child: Child, _ durability: String) throws {
        child.send(durability)
        last += 1
        try #require(child.line() == "\(last)")
      }
      for _ in 0..<5 { try commit(child, "relaxed") }
      switch meanwhile {
      case .relaxed: break
      case .full: try commit(child, "full")
      case .others:
        let other = try Child(["step", path])
        try #require(other.line() == "ready")
        try commit(other, "relaxed")
      }
      for _ in 0..<5 { try commit(child, "relaxed") }
      child.send("")
      #expect(child.line() == "saved")
      #expect(child.killNow() == .signal(SIGKILL))
      #expect(try CheckpointFile(path).read()?.process == child.id)
      #expect(try number(path) == last)
    }
  #endif

  private func number(_ path: String) throws -> Int64 {
    let store = try SampleStore(path: path)
    let people = try store.rows(SampleSchema.person).values.filter { ($0[0].integer ?? 0) < 20 }
    let numbers = Set(people.map { $0[1].integer ?? 0 })
    #expect(numbers.count <= 1 && (people.count == 20 || people.isEmpty), "\(numbers)")
    let contradictions = try store.contradictions()
    #expect(contradictions.isEmpty)
    return numbers.first ?? 0
  }
}
