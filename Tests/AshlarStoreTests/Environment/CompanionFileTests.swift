import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// A folder that others can write to, and a file that they want to have overwritten.
@Suite("Files beside a database")
struct CompanionFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private let victim: String
  private static let content = Data("not to be touched".utf8)

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
    victim = folder.file("victim")
    try CompanionFileTests.content.write(to: URL(filePath: victim))
  }

  private func isVictimIntact() throws -> Bool { try Data(contentsOf: URL(filePath: victim)) == CompanionFileTests.content }

  private func makeStore() throws {
    do { _ = try SampleStore(path: path) }
    for suffix in ["-lock", ".lock"] { try FileManager.default.removeItem(atPath: path + suffix) }
  }

  @Test("are not written through symbolic links", arguments: ["-lock", ".lock"], [false, true])
  func links(suffix: String, isNew: Bool) throws {
    if !isNew { try makeStore() }
    #expect(symlink(victim, path + suffix) == 0)
    #expect(throws: StoreError.untrusted(path: path + suffix, .symbolicLink)) { try EnvironmentRegistry.open(path: path) }
    #expect(try isVictimIntact())
  }

  @Test("are not created where a symbolic link leads to", arguments: ["-lock", ".lock"])
  func danglingLinks(suffix: String) throws {
    #expect(symlink(folder.file("missing"), path + suffix) == 0)
    #expect(throws: StoreError.untrusted(path: path + suffix, .symbolicLink)) { try EnvironmentRegistry.open(path: path) }
    #expect(!FileManager.default.fileExists(atPath: folder.file("missing")))
  }

  @Test("are not followed by deletion and compaction either")
  func claims() throws {
    try makeStore()
    #expect(symlink(victim, path + "-lock") == 0)
    let error = StoreError.untrusted(path: path + "-lock", .symbolicLink)
    #expect(throws: error) { try EnvironmentRegistry.delete(path: path) }
    #expect(throws: error) { try EnvironmentRegistry.open(path: path) { _, _ in true } }
    #expect(try isVictimIntact())
  }

  @Test("are regular files", arguments: ["-lock", ".lock"])
  func pipes(suffix: String) throws {
    try makeStore()
    #expect(mkfifo(path + suffix, 0o600) == 0)
    #expect(throws: StoreError.untrusted(path: path + suffix, .notAFile)) { try EnvironmentRegistry.open(path: path) }
  }

  @Test("belong to the user of the process, the owner of the database or root", .enabled(if: geteuid() == 0))
  func owners() throws {
    do { _ = try SampleStore(path: path) }
    #expect(chown(path + ".lock", 12_345, 12_345) == 0)
    #expect(throws: StoreError.untrusted(path: path + ".lock", .owner(12_345))) { try EnvironmentRegistry.open(path: path) }
    #expect(chown(path, 12_345, 12_345) == 0)
    #expect(try SampleStore(path: path).contradictions() == [])
  }

  @Test("do not change the target of a symbolic link in the place of a new checkpoint")
  func newCheckpoint() throws {
    let store = try SampleStore(path: path)
    #expect(symlink(victim, path + ".checkpoint-new") == 0)
    try store.addNumberedToken(.relaxed)
    #expect(try isVictimIntact())
    #expect(FileStatus(path + ".checkpoint").isRegular)
    #expect(!FileStatus(path + ".checkpoint").isLink)
  }

  @Test("are not believed where a symbolic link is in the place of a checkpoint")
  func checkpoint() throws {
    do { _ = try SampleStore(path: path) }
    #expect(symlink(victim, path + ".checkpoint") == 0)
    #expect(throws: StoreError.untrusted(path: path + ".checkpoint", .symbolicLink)) { try EnvironmentRegistry.open(path: path) }
    #expect(try isVictimIntact())
  }

  #if os(Linux)
    @Test("in memory have paths that cannot be guessed, and are created there")
    func inMemory() throws {
      let empty = folder.file("empty")
      #expect(FileManager.default.createFile(atPath: empty, contents: nil))
      let links = (1...2000).map { "/dev/shm/ashlar-\(getpid())-\($0)" }
      for link in links { symlink(empty, link) }
      defer { for link in links { unlink(link) } }
      let engine = try EnvironmentRegistry.openInMemory(identifier: "guessed")
      #expect(FileStatus(empty).size == 0)
      withExtendedLifetime(engine) {}
    }
  #endif

  @Test("have messages that state what to do")
  func messages() {
    #expect(
      StoreError.untrusted(path: "/a.lock", .symbolicLink).description.hasPrefix("'/a.lock' is a symbolic link, which is not followed"))
    #expect(StoreError.untrusted(path: "/a.lock", .notAFile).description.hasPrefix("'/a.lock' is not a regular file"))
    #expect(StoreError.untrusted(path: "/a.lock", .owner(7)).description.hasPrefix("'/a.lock' belongs to user 7, who is neither"))
    #expect(StoreError.untrusted(path: "/a-lock", .replaced).description.hasPrefix("'/a-lock' was replaced while"))
  }
}
