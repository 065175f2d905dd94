import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("The place of a file")
struct PlaceTests {
  private let temporary: TemporaryFolder
  private let path: String

  init() throws {
    temporary = try TemporaryFolder()
    path = RealPath.of(temporary.path) + "/store"
  }

  @Test("lock files lie beside the file itself, also of one that a link leads to before it is there")
  func links() throws {
    for folder in ["real", "links"] {
      try FileManager.default.createDirectory(atPath: temporary.file(folder), withIntermediateDirectories: false)
    }
    #expect(symlink("../real/store", temporary.file("links/a")) == 0)
    #expect(symlink("a", temporary.file("links/b")) == 0)
    let engine = try EnvironmentRegistry.open(path: temporary.file("links/b"))
    #expect(engine.path == RealPath.of(temporary.path) + "/real/store")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.file("real")).sorted() == ["store", "store-lock", "store.lock"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.file("links")).sorted() == ["a", "b"])
  }

  @Test("the symbolic links of a path are resolved, and a path to no file is unchanged")
  func realPaths() throws {
    let folder = RealPath.of(temporary.path)
    #expect(RealPath.of(temporary.path + "/./new") == folder + "/new")
    #expect(RealPath.of(temporary.path + "/missing/new") == temporary.path + "/missing/new")
    #expect(symlink("circle", temporary.file("circle")) == 0)
    #expect(RealPath.of(temporary.file("circle")) == temporary.file("circle"))
    #expect(throws: StoreError.self) { try EnvironmentRegistry.open(path: temporary.file("circle")) }
    #expect(
      RealPath.of("a new file") == FileManager.default.currentDirectoryPath + "/a new file"
        || RealPath.of("a new file").hasSuffix("/a new file"))
    #expect(RealPath.of("/a") == "/a")
  }

  /// What happens to a file that is open.
  enum Change: CaseIterable {
    case deleted, renamed, replaced, folderRenamed
  }

  @Test(
    "a commit to a file that is no longer at its path throws and stores nothing, and no write begins after it",
    arguments: Change.allCases, [CommitDurability.unsynced, .full, .relaxed])
  func moved(_ change: Change, _ durability: CommitDurability) throws {
    let folder = RealPath.of(temporary.path) + "/folder"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let path = folder + "/store"
    let store = try SampleStore(path: path)
    try insert(store, .unsynced)
    try store.session.beginWrite()
    try store.insert(SampleSchema.token, [.null, .int(2)])
    var place = path
    switch change {
    case .deleted: try FileManager.default.removeItem(atPath: path)
    case .renamed:
      place = folder + "/other"
      #expect(rename(path, place) == 0)
    case .replaced:
      try Data("other".utf8).write(to: URL(fileURLWithPath: folder + "/new"))
      #expect(rename(folder + "/new", path) == 0)
    case .folderRenamed:
      place = temporary.path + "/elsewhere/store"
      #expect(rename(folder, temporary.path + "/elsewhere") == 0)
    }
    let expected = StoreError.notAtItsPath(path: path, isMissing: change != .replaced)
    #expect(throws: expected) { try store.session.commitWrite(durability) }
    #expect(!store.session.isWriting && store.session.count(SampleSchema.token) == 1)
    #expect(throws: expected) { try store.session.beginWrite() }
    #expect(!store.session.isWriting)
    // What was committed can still be read.
    #expect(try store.contradictions() == [])
    if place != path { #expect(try FileInspection.read(place).tables.map(\.rows).reduce(0, +) == 1) }
    // Neither the path nor the new place is opened while it is.
    if change != .folderRenamed {
      #expect(throws: StoreError.stillOpen(path: path, before: path)) { try EnvironmentRegistry.open(path: path) }
    }
    if place != path { #expect(throws: StoreError.stillOpen(path: place, before: path)) { try EnvironmentRegistry.open(path: place) } }
    #expect(store.session.count(SampleSchema.token) == 1)
  }

  @Test("the path of a file that was deleted while open is free when its last user is gone")
  func reopened() throws {
    do {
      let store = try SampleStore(path: path)
      try insert(store, .unsynced)
      try FileManager.default.removeItem(atPath: path)
      #expect(throws: StoreError.stillOpen(path: path, before: path)) { try SampleStore(path: path) }
    }
    let store = try SampleStore(path: path)
    #expect(store.session.count(SampleSchema.token) == 0)
    try insert(store, .unsynced)
    #expect(try store.contradictions() == [])
  }

  @Test("a file that was moved back can be written to again")
  func movedBack() throws {
    let store = try SampleStore(path: path)
    #expect(rename(path, path + "-away") == 0)
    #expect(throws: StoreError.self) { try insert(store, .unsynced) }
    #expect(rename(path + "-away", path) == 0)
    try insert(store, .unsynced)
    #expect(store.session.count(SampleSchema.token) == 1)
  }

  @Test("a relaxed commit to a file with several names waits for the disk, and leaves no checkpoint for others to miss")
  func relaxedHardLink() throws {
    let store = try SampleStore(path: path)
    #expect(link(path, path + "-too") == 0)
    try insert(store, .relaxed)
    #expect(!CheckpointFile(path).exists)
    unlink(path + "-too")
    try insert(store, .relaxed)
    #expect(CheckpointFile(path).exists)
    #expect(link(path, path + "-too") == 0)
    try insert(store, .relaxed)
    #expect(!CheckpointFile(path).exists)
  }

  @Test("a file with several names is not compacted, since the others would keep the old one")
  func compactedHardLink() throws {
    do {
      let store = try SampleStore(path: path)
      for _ in 0..<3 { try insert(store, .unsynced) }
    }
    #expect(link(path, path + "-too") == 0)
    let store = try SampleStore(
      EnvironmentRegistry.open(path: path) { _, _ in
        Issue.record("asked")
        return true
      })
    #expect(store.session.count(SampleSchema.token) == 3)
    #expect(FileStatus(path).identity == FileStatus(path + "-too").identity)
  }

  @Test("compaction through a symbolic link compacts the file and keeps the link")
  func compactedLink() throws {
    do {
      let store = try SampleStore(path: path)
      for _ in 0..<3 { try insert(store, .unsynced) }
    }
    #expect(symlink("store", path + "-soft") == 0)
    let engine = try EnvironmentRegistry.open(path: path + "-soft") { _, _ in true }
    #expect(FileStatus(path + "-soft").isLink && engine.path == path)
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 3)
  }

  @Test("a file that is open is not deleted; a closed one is, with all but its lock files")
  func deletion() throws {
    do {
      let store = try SampleStore(path: path)
      try insert(store, .relaxed)
      #expect(throws: StoreError.inUse(path: path)) { try EnvironmentRegistry.delete(path: path) }
      #expect(symlink("store", path + "-soft") == 0)
      #expect(throws: StoreError.inUse(path: path)) { try EnvironmentRegistry.delete(path: path + "-soft") }
      try insert(store, .relaxed)
      #expect(unlink(path + "-soft") == 0)
    }
    for left in ["", ".lock", ".before", ".before-lock"] {
      try Data("left".utf8).write(to: URL(fileURLWithPath: path + ".compacting" + left))
    }
    // Unfinished copies to the path, whose writers were killed.
    for left in ["", "-lock", ".lock"] { try Data("left".utf8).write(to: URL(fileURLWithPath: path + ".1-2.copying" + left)) }
    #expect(try EnvironmentRegistry.delete(path: path) == true)
    #expect(try temporary.names() == ["store-lock", "store.lock"])
    #expect(try EnvironmentRegistry.delete(path: path) == false)
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 0)
  }

  @Test("a folder is not deleted, and neither is what a moved file left open")
  func refusedDeletion() throws {
    #expect(throws: StoreError.notAFile(path: RealPath.of(temporary.path))) { try EnvironmentRegistry.delete(path: temporary.path) }
    let store = try SampleStore(path: path)
    try insert(store, .unsynced)
    #expect(rename(path, path + "-away") == 0)
    for place in [path, path + "-away"] { #expect(throws: StoreError.inUse(path: place)) { try EnvironmentRegistry.delete(path: place) } }
    #expect(FileManager.default.fileExists(atPath: path + "-away"))
  }
}
