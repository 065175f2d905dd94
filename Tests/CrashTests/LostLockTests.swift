import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

#if os(Linux)
  /// The kernel releases LMDB's locks when a process closes any descriptor of LMDB's lock file.
  @Suite("A process that reads and closes LMDB's lock file while it has the database open", .blocking)
  struct LostLockTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.file("store")
      let store = try SampleStore(path: path)
      var random = SeededGenerator(seed: 1)
      try store.fill(&random, people: 300)
    }

    // Keeps a version and has read and closed the lock file.
    private func keeper() throws -> Child {
      let child = try Child(["keep", path])
      #expect(child.line()?.hasPrefix("version ") == true)
      child.send("copy")
      #expect(child.line() == "copied")
      return child
    }

    private func olderKeeper(_ kind: String) throws -> Child {
      let child = try Child(["keep-older", path, kind])
      #expect(child.line()?.hasPrefix("version ") == true)
      child.send("copy")
      #expect(child.line() == "copied")
      return child
    }

    private func reads(_ child: Child, _ comment: Comment? = nil) {
      child.send("read")
      #expect(child.line() == "same", comment)
    }

    // Writes every cluster of people anew, so that pages are reused as soon as no reader is known to need them.
    private func overwrite(_ store: SampleStore, times: Int = 30) throws {
      var random = SeededGenerator(seed: 2)
      for _ in 0..<times {
        try store.session.beginWrite()
        for key in try store.session.liveKeys(SampleSchema.person) { try store.set(SampleSchema.person, key, 2, random.text()) }
        try store.session.commitWrite(sync: false)
      }
    }

    private func readers(_ store: SampleStore) throws -> Set<Int32> {
      Set(try store.session.engine.pinnedVersions().map(\.process)).subtracting([getpid()])
    }

    @Test("is not considered dead by the process that opens the database next: the version that it reads is kept")
    func firstOpening() throws {
      let child = try keeper()
      let store = try SampleStore(path: path)
      #expect(try readers(store) == [child.id])
      try overwrite(store)
      reads(child)
      #expect(try store.contradictions() == [])
    }

    @Test("is not considered dead when another process checks for readers of dead processes")
    func readerCheck() throws {
      let store = try SampleStore(path: path)
      let child = try keeper()
      try overwrite(store, times: 2)
      // Looks for them.
      #expect(throws: StoreError.self) { try store.session.engine.checkVersions(limit: 1) }
      #expect(try readers(store) == [child.id])
      try overwrite(store)
      reads(child)
    }

    @Test("is not considered dead by LMDB itself when a process has died in a commit")
    func deadOwner() throws {
      let store = try SampleStore(path: path)
      let child = try keeper()
      let owner = try Child(["hold-transaction", path])
      #expect(owner.line() == "held")
      #expect(owner.killNow() == .signal(SIGKILL))
      try overwrite(store)
      #expect(try readers(store) == [child.id])
      reads(child)
      #expect(try store.contradictions() == [])
    }

    @Test("does not keep others from removing the readers of processes that were killed")
    func killed() throws {
      let store = try SampleStore(path: path)
      let child = try keeper()
      let other = try keeper()
      try overwrite(store, times: 2)
      #expect(try readers(store) == [child.id, other.id])
      #expect(other.killNow() == .signal(SIGKILL))
      #expect(throws: StoreError.self) { try store.session.engine.checkVersions(limit: 1) }
      #expect(try readers(store) == [child.id])
      reads(child)
    }

    @Test("keeps its reader if it is of an earlier release, when this one opens the database next and when it checks for dead readers")
    func olderRelease() throws {
      let child = try olderKeeper("paired")
      let store = try SampleStore(path: path)
      #expect(try readers(store) == [child.id])
      let killed = try keeper()
      try overwrite(store, times: 2)
      _ = killed.killNow()
      #expect(throws: StoreError.self) { try store.session.engine.checkVersions(limit: 1) }
      // LMDB would remove both.
      #expect(try readers(store) == [child.id, killed.id])
      child.send("")
      #expect(child.end() == .exit(0))
      try store.session.engine.checkVersions(limit: 1)
      #expect(try readers(store) == [])
    }

    @Test("keeps its reader until it ends if it has no mark")
    func withoutMark() throws {
      let store = try SampleStore(path: path)
      let child = try olderKeeper("plain")
      try overwrite(store, times: 2)
      #expect(throws: StoreError.self) { try store.session.engine.checkVersions(limit: 1) }
      #expect(try readers(store) == [child.id])
      #expect(child.killNow() == .signal(SIGKILL))
      try store.session.engine.checkVersions(limit: 1)
      #expect(try readers(store) == [])
    }

    @Test("still excludes compaction and deletion by other processes")
    func claims() throws {
      let child = try keeper()
      #expect(throws: StoreError.inUse(path: RealPath.of(path))) { try EnvironmentRegistry.delete(path: path) }
      let engine = try EnvironmentRegistry.open(path: path) { _, _ in
        Issue.record("asked about a file in use")
        return true
      }
      withExtendedLifetime(engine) {}
      reads(child)
    }

    @Test("reads the same values, whichever processes open, close, write, copy and die in between")
    func random() throws {
      let seed = seed()
      print("lost locks: seed \(seed)")
      var random = SeededGenerator(seed: seed)
      var store: SampleStore? = nil
      var children: [Child] = []
      for round in 0..<rounds(.lostLocks) {
        let comment = Comment(rawValue: "seed \(seed), round \(round)")
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where children.count < 4: children.append(try keeper())
        case 1:
          if let index = children.indices.randomElement(using: &random) { _ = children.remove(at: index).killNow() }
        case 2:
          let owner = try Child(["hold-transaction", path])
          #expect(owner.line() == "held", comment)
          _ = owner.killNow()
        case 3:
          store = nil
          try folder.closeIdleFiles()
        default:
          let writer = try store ?? SampleStore(path: path)
          store = writer
          try overwrite(writer, times: Int.random(in: 1...12, using: &random))
          #expect(try writer.contradictions() == [], comment)
        }
        for child in children { reads(child, comment) }
      }
    }
  }
#endif
