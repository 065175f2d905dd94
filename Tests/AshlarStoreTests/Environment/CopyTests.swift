import Foundation
import StoreFixtures
import Synchronization
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Copies and compaction", .blocking)
struct CopyTests {
  private struct Cancelled: Error {}

  private let folder: TemporaryFolder
  private let store: SampleStore

  init() throws {
    folder = try TemporaryFolder()
    store = try SampleStore(path: folder.file("store"))
    var random = SeededGenerator(seed: 11)
    try store.fill(&random, people: 900)
    // Free pages, patches, and rows that are gone.
    for round in 0..<6 {
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.person).prefix(40 * (round + 1)) {
        if round == 5 {
          try store.session.delete(SampleSchema.person, key)
        } else {
          try store.set(SampleSchema.person, key, 2, random.text())
        }
      }
      try store.session.commitWrite(sync: false)
    }
  }

  @Test(
    "a copy whose folder cannot be synced leaves no file behind, so that another attempt is possible",
    .enabled(if: geteuid() != 0, "root may read every folder"))
  func unsyncedFolder() throws {
    let target = folder.file("target")
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: false)
    // Files can be created in the folder, but it cannot be opened.
    try #require(chmod(target, 0o300) == 0)
    #expect(throws: StoreError.permissionDenied(path: target + "/copy")) { try store.session.writeCopy(to: target + "/copy") }
    try #require(chmod(target, 0o700) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: target) == [])
    try store.session.writeCopy(to: target + "/copy")
  }

  private func addTokens(_ count: Int, to store: SampleStore) throws {
    try store.session.beginWrite()
    for _ in 0..<count { try store.insert(SampleSchema.token, [.bytes((0..<12).map { _ in .random(in: .min ... .max) }), .int(7)]) }
    try store.session.commitWrite(sync: false)
  }

  private func opened(_ name: String) throws -> SampleStore { try SampleStore(path: folder.file(name)) }

  @Test("a copy has the same rows, indexes and links, few free pages, and passes the strictest check")
  func content() throws {
    try store.session.writeCopy(to: folder.file("copy"))
    #expect(try folder.names() == ["copy", "store", "store-lock", "store.lock"])
    let found = try FileInspection.read(folder.file("copy"), checksums: true)
    let before = try FileInspection.read(folder.file("store"), checksums: true)
    #expect(before.freePages > 100 && found.freePages < 20)
    #expect(found.fileSize < before.fileSize)
    #expect(found.tables.map(\.rows) == before.tables.map(\.rows))
    let copy = try opened("copy")
    #expect(try copy.digest() == store.digest())
    #expect(try copy.contradictions() == [])
  }

  @Test("writes to a copy or to its source do not change the other")
  func independent() throws {
    try store.session.writeCopy(to: folder.file("copy"))
    let digest = try store.digest()
    let copy = try opened("copy")
    for _ in 0..<3 { try addTokens(50, to: copy) }
    #expect(try copy.contradictions() == [])
    #expect(try store.digest() == digest)
  }

  @Test("a copy is of the version read, whatever others commit meanwhile")
  func online() throws {
    let digest = try store.digest()
    let other = try opened("store")
    var commits = 0
    try store.session.writeCopy(to: folder.file("copy")) { _, _ in
      try addTokens(200, to: other)
      commits += 1
    }
    #expect(commits > 2)
    #expect(try opened("copy").digest() == digest)
    try store.session.advance()
    #expect(try store.digest() != digest && store.contradictions() == [])
  }

  @Test("a copy inside a write has its changes; the write goes on and can be cancelled or committed")
  func insideWrite() throws {
    let digest = try store.digest()
    try store.session.beginWrite()
    let people = try store.session.liveKeys(SampleSchema.person)
    for key in people.prefix(30) {
      try store.set(SampleSchema.person, key, 2, .text("changed in an open write, and long enough for the heap"))
    }
    for key in people.suffix(30) { try store.session.delete(SampleSchema.person, key) }
    // Values of their own, which a commit moves out of the transaction's memory.
    let long = (0..<3).map { CellValue.text(String(repeating: "long \($0) ", count: 300)) }
    try store.set(SampleSchema.person, people[1], 2, long[0])
    try store.insert(SampleSchema.dog, [.text("a dog of an open write"), .link(people[0]), .list([.text("sit"), long[1], long[2]])])
    let inside = try store.digest()
    try store.session.writeCopy(to: folder.file("first"))
    #expect(try store.digest() == inside)
    let first = try opened("first")
    #expect(try first.digest() == inside && first.contradictions() == [])
    _ = try FileInspection.read(folder.file("first"), checksums: true)
    store.session.cancelWrite()
    #expect(try store.digest() == digest && store.contradictions() == [])

    try store.session.beginWrite()
    for key in people.prefix(3) { try store.set(SampleSchema.person, key, 2, long[2]) }
    try store.insert(SampleSchema.dog, [.text("another dog of an open write"), .null, .list([long[0], .text("sit")])])
    try store.session.writeCopy(to: folder.file("second"))
    try store.session.writeCopy(to: folder.file("third"))
    try store.session.commitWrite(sync: false)
    #expect(try store.contradictions() == [] && store.rows(SampleSchema.person)[people[2]]?[2] == long[2])
    #expect(try opened("third").digest() == store.digest())
    _ = try FileInspection.read(folder.file("store"), checksums: true)
    #expect(try opened("second").digest() == store.digest())
  }

  @Test("progress rises from nothing to everything")
  func progress() throws {
    var told: [(UInt64, UInt64)] = []
    try store.session.writeCopy(to: folder.file("copy")) { told.append(($0, $1)) }
    #expect(told.first?.0 == 0 && told.last.map { $0.0 == $0.1 && $0.1 > 1 << 20 } == true)
    #expect(told.map(\.0) == told.map(\.0).sorted() && Set(told.map(\.1)).count == 1 && told.count > 2)
  }

  @Test("an error that the closure throws, in any of its calls, ends the copy and leaves no file")
  func cancelled() throws {
    for number in 0..<3 {
      var calls = 0
      #expect(throws: Cancelled.self) {
        try store.session.writeCopy(to: folder.file("copy")) { _, _ in
          if calls == number { throw Cancelled() }
          calls += 1
        }
      }
      #expect(try folder.names() == ["store", "store-lock", "store.lock"])
    }
  }

  @Test("a copy removes unfinished copies to its path whose writers were killed, and no others")
  func leftCopies() throws {
    let target = folder.file("copy")
    let dead = ["copy.1-1.copying", "copy.\(getpid())-18446744073709551615.copying"]
    let others = ["copy.1.copying", "copy.x-1.copying", "copy.1-1.copying.old", "copy.1-1-1.copying", "copier.1-1.copying"]
    for name in dead.flatMap({ [$0, $0 + "-lock", $0 + ".lock"] }) + others { try folder.write("half a copy", to: name) }
    // A copy that another process writes: its lock belongs to another descriptor.
    let written = "copy.7-7.copying"
    try folder.write("half a copy", to: written)
    let descriptor = open(folder.file(written), O_RDWR)
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    try store.session.writeCopy(to: target)
    #expect(try Set(folder.names()) == Set(others + ["copy", written, "store", "store-lock", "store.lock"]))
    close(descriptor)
    LeftCopies.remove(of: target)
    #expect(try !folder.names().contains(written))
  }

  @Test("a copy is locked while it is written, so that no process removes it")
  func writtenCopies() throws {
    var examined = 0
    try store.session.writeCopy(to: folder.file("copy")) { _, _ in
      let name = try #require(try folder.names().first { $0.hasSuffix(".copying") })
      LeftCopies.remove(of: folder.file("copy"))
      // As another process does.
      let descriptor = open(folder.file(name), O_RDONLY)
      #expect(descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      close(descriptor)
      examined += 1
    }
    #expect(examined > 0)
    #expect(try folder.names() == ["copy", "store", "store-lock", "store.lock"])
  }

  @Test("a file at the destination is unchanged, even if it is created during the copy")
  func existing() throws {
    let path = folder.file("copy")
    for comesLater in [false, true] {
      try? FileManager.default.removeItem(atPath: path)
      if !comesLater { try Data("precious".utf8).write(to: URL(fileURLWithPath: path)) }
      #expect(throws: StoreError.fileExists(path: path)) {
        try store.session.writeCopy(to: path) { done, _ in
          if done == 0 { try Data("precious".utf8).write(to: URL(fileURLWithPath: path)) }
        }
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("precious".utf8))
      #expect(try folder.names() == ["copy", "store", "store-lock", "store.lock"])
    }
    #expect(symlink("nowhere", folder.file("link")) == 0)
    #expect(throws: StoreError.fileExists(path: folder.file("link"))) { try store.session.writeCopy(to: folder.file("link")) }
    #expect(throws: StoreError.notFound(path: folder.file("no/copy"))) { try store.session.writeCopy(to: folder.file("no/copy")) }
    #expect(throws: StoreError.notAFile(path: folder.file("store/copy"))) { try store.session.writeCopy(to: folder.file("store/copy")) }
  }

  @Test("a copy has the permissions of its source")
  func permissions() throws {
    #expect(chmod(folder.file("store"), 0o640) == 0)
    try store.session.writeCopy(to: folder.file("copy"))
    var info = stat()
    #expect(stat(folder.file("copy"), &info) == 0 && info.st_mode & 0o777 == 0o640)
  }

  @Test("a changed byte in a cluster ends the copy with an error", .enabled(if: Sealing.isOptional))
  func damage() throws {
    let path = folder.file("damaged")
    try store.session.writeCopy(to: path)
    let file = try PageFile(path, isWritable: false)
    let meta = try FileHeader.read(file).newest
    let pages = try FilePages(file, meta)
    let record = try #require(MainTree(meta.main, pages).trees[.clusters])
    var place: UInt64 = 0
    try TreeWalk.run(record, "clusters", pages) { entry throws(StoreError) in
      place = entry.page.overflowPage(entry.index) * UInt64(meta.pageSize) + UInt64(TreePage.headerSize + ClusterHeader.bitmapOffset)
      return nil
    }
    let damaged = try opened("damaged")
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try handle.seek(toOffset: place)
    let byte = try #require(try handle.read(upToCount: 1)?.first)
    try handle.seek(toOffset: place)
    try handle.write(contentsOf: Data([byte ^ 1]))
    let error = #expect(throws: StoreError.self) { try damaged.session.writeCopy(to: folder.file("copy")) }
    #expect(error?.description.contains("does not match its checksum. Restore it from a copy.") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.file("copy")))
    try handle.close()
  }

  @Test("a store in memory is copied into a file")
  func memory() throws {
    let store = try SampleStore(EnvironmentRegistry.openInMemory(identifier: UUID().uuidString))
    var random = SeededGenerator(seed: 13)
    try store.fill(&random, people: 30)
    try store.session.writeCopy(to: folder.file("copy"))
    #expect(try opened("copy").digest() == store.digest())
  }
}
