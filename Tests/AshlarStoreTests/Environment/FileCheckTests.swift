import AshlarSchema
import CLMDB
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Files that are no database")
struct FileCheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Opening throws, the bytes stay, and nothing appears beside the file.
  private func refused(_ bytes: [UInt8], _ expected: (StoreError) -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let path = folder.file("file")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let before = try folder.names()
    do {
      _ = try EnvironmentRegistry.open(path: path)
      Issue.record("it opened", sourceLocation: sourceLocation)
    } catch {
      #expect(expected(error), "\(error)", sourceLocation: sourceLocation)
      #expect(error.path == path, sourceLocation: sourceLocation)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(bytes), sourceLocation: sourceLocation)
    #expect(try folder.names() == before, sourceLocation: sourceLocation)
  }

  private func isNoDatabase(_ error: StoreError) -> Bool { if case .notADatabase = error { true } else { false } }

  private func database(_ name: String = "whole") throws -> [UInt8] {
    let path = folder.file(name)
    var random = SeededGenerator(seed: 11)
    do { try SampleStore(path: path).fill(&random, people: 30) }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test("a missing file is created, and an empty one is filled")
  func new() throws {
    #expect(try FileCheck.check(folder.file("a")) == .new)
    #expect(try folder.names() == [])
    try Data().write(to: URL(fileURLWithPath: folder.file("a")))
    #expect(try FileCheck.check(folder.file("a")) == .new)
    do { _ = try SampleStore(path: folder.file("a")) }
    #expect(try FileCheck.check(folder.file("a")) == .existing)
  }

  @Test("one byte, text and noise are no database", arguments: [1, 100, 151, 152, 4096, 65_536, 1_048_576])
  func noise(_ size: Int) throws {
    var random = SeededGenerator(seed: UInt64(size))
    try refused((0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) }, isNoDatabase)
    try refused((0..<size).map { UInt8(97 + $0 % 26) }, isNoDatabase)
    try refused([UInt8](repeating: 0, count: size), isNoDatabase)
  }

  @Test("a folder, a path below a file and a folder that is missing are refused")
  func places() throws {
    #expect(throws: StoreError.notAFile(path: folder.path)) { try FileCheck.check(folder.path) }
    try Data([1]).write(to: URL(fileURLWithPath: folder.file("file")))
    let below = StoreError.failed(path: folder.file("file/below.lock"), operation: "open", code: ENOTDIR, message: "Not a directory")
    #expect(throws: below) { try FileCheck.check(folder.file("file/below")) }
    #expect(throws: StoreError.notFound(path: folder.file("none"))) { try FileCheck.check(folder.file("none/below")) }
    #expect(try folder.names() == ["file"])
  }

  @Test("an LMDB file of something else is refused", arguments: [false, true])
  func foreign(_ isNamed: Bool) throws {
    let path = folder.file("other")
    var environment: OpaquePointer?
    try #require(mdb_env_create(&environment) == 0)
    mdb_env_set_maxdbs(environment, 4)
    try #require(mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR), 0o644) == 0)
    var transaction: OpaquePointer?
    var handle: MDB_dbi = 0
    try #require(mdb_txn_begin(environment, nil, 0, &transaction) == 0)
    try #require(mdb_dbi_open(transaction, isNamed ? "clusters" : nil, isNamed ? UInt32(MDB_CREATE) : 0, &handle) == 0)
    for number in 0..<200 {
      var text = Array("key \(number)".utf8)
      text.withUnsafeMutableBytes { bytes in
        var key = MDB_val(mv_size: bytes.count, mv_data: bytes.baseAddress)
        var value = key
        #expect(mdb_put(transaction, handle, &key, &value, 0) == 0)
      }
    }
    try #require(mdb_txn_commit(transaction) == 0)
    mdb_env_close(environment)
    try FileManager.default.removeItem(atPath: path + "-lock")
    try refused(Array(try Data(contentsOf: URL(fileURLWithPath: path)))) { error in
      // "clusters" has keys of bytes there.
      isNamed
        ? { if case .damaged = error { true } else { isNoDatabase(error) } }()
        : error == .notADatabase(path: error.path, reason: .foreignContent)
    }
  }

  /// A file that LMDB has created and nobody has committed to, as a process leaves it that is killed when it creates a database.
  private func withoutTrees() throws -> String {
    let path = folder.file("fresh")
    var environment: OpaquePointer?
    try #require(mdb_env_create(&environment) == 0)
    try #require(mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR), 0o644) == 0)
    mdb_env_close(environment)
    #expect(try FileCheck.check(path) == .withoutTrees)
    return path
  }

  @Test("a file without trees becomes a database, in place, on a copy, on several copies, and after a decision to compact it")
  func continued() throws {
    for way in 0..<4 {
      let path = try withoutTrees()
      switch way {
      case 0: #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 0)
      case 1: #expect(try SampleStore(path: path, step: 2, onCopy: true).session.count(0) == 0)
      case 2: #expect(try SampleStore(path: path, step: 4, onCopy: true, through: 1).session.count(0) == 0)
      default: _ = try EnvironmentRegistry.open(path: path) { _, _ in true }
      }
      try folder.closeIdleFiles()
      #expect(try FileCheck.check(path) == .existing)
      for name in try folder.names() { try FileManager.default.removeItem(atPath: folder.file(name)) }
    }
  }

  @Test("a seed without trees begins a database")
  func seedWithoutTrees() throws {
    let path = folder.file("store")
    try SeedFile.copy(try withoutTrees(), to: path)
    #expect(try SampleStore(path: path).session.count(SampleSchema.token) == 0)
  }

  @Test("a file without trees has no schema for those who only read it, and stays as it is")
  func readWithoutTrees() throws {
    let path = try withoutTrees()
    let expected = StoreError.notADatabase(path: path, reason: .noSchema)
    try Data().write(to: URL(fileURLWithPath: path + ".lock"))
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: expected) { try ReadOnlyEngines.open(path: path) }
    #expect(throws: expected) { try EnvironmentRegistry.openToRead(path: path) }
    #expect(throws: expected) { try FileInspection.schema(path) }
    #expect(throws: expected) { try MigrationPreparation.forecast(path, StepSchema.model(2), SchemaHistory()) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try folder.names().sorted() == ["fresh", "fresh-lock", "fresh.lock"])
  }

  @Test("those who only read a file leave its bytes as they are and create no file, with lock files and without them")
  func reading() throws {
    let path = folder.file("store")
    do {
      let store = try SampleStore(path: path)
      try store.session.beginWrite()
      try store.insert(SampleSchema.dog, [.text("rex"), .null, .list([])])
      try store.session.commitWrite(sync: true)
    }
    try folder.closeIdleFiles()
    let copy = folder.file("copy")
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    for file in [path, copy] {
      let before = try Data(contentsOf: URL(fileURLWithPath: file))
      let names = try folder.names()
      do {
        let engine = try EnvironmentRegistry.openToRead(path: file)
        #expect(try Catalog.schema(of: engine) != nil)
        #expect(try folder.names() == names)
      }
      try folder.closeIdleFiles()
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
      #expect(try folder.names() == names)
    }
  }

  @Test(
    "a file of another format is refused, with a message that states it", .enabled(if: Sealing.isOptional),
    arguments: [1, 2, 3, 4, 5, 6, 10] as [UInt8])
  func formats(_ version: UInt8) throws {
    let path = folder.file("whole")
    do {
      let engine = try EnvironmentRegistry.open(path: path)
      try engine.commit(sync: false) { writer in
        try writer.putNamed(.meta, StoredFormat.key, Array("ASHLARDB".utf8) + [version, 0, 0, 0, 0, 0, 0, 0])
        // Of other formats only this one's reader knows what counters are.
        try writer.putNamed(.main, Counters.name, [UInt8](repeating: version, count: 64))
      }
    }
    try refused(Array(try Data(contentsOf: URL(fileURLWithPath: path)))) { error in
      error
        == (version < 7
          ? .olderFormat(path: error.path, found: Int(version), supported: 9) : .newerFormat(path: error.path, found: 10, supported: 9))
    }
  }

  @Test("header pages whose versions cannot follow each other are damage, and so is one bit of a version from the 17th on")
  func versions() throws {
    let bytes = try database()
    // Behind the header of a page, what LMDB keeps in both, and two trees.
    let version = { (page: Int) in page * 4096 + 144 }
    for page in 0..<2 {
      for bit in 17..<64 {
        var damaged = bytes
        damaged[version(page) + bit / 8] ^= 1 << UInt8(bit % 8)
        try refused(damaged) { error in
          if case .damaged(_, let detail) = error { detail.contains("which cannot follow each other") } else { false }
        }
      }
    }
  }

  @Test("a database without its last bytes is refused at every page and between them")
  func truncated() throws {
    let bytes = try database()
    var random = SeededGenerator(seed: 4)
    let lengths =
      Array(stride(from: 4096, to: bytes.count, by: 4096)) + (0..<60).map { _ in Int.random(in: 152..<bytes.count, using: &random) }
    for length in lengths {
      try refused(Array(bytes[..<length])) { error in
        if case .truncated(_, let needed, let found) = error { needed <= bytes.count && found == length } else { false }
      }
    }
    try refused(Array(bytes[..<151])) { $0 == .notADatabase(path: $0.path, reason: .tooSmall(bytes: 151)) }
  }

  @Test(
    "every error names the file and is one or two sentences",
    arguments: [
      StoreError.notADatabase(path: "p", reason: .wrongSignature), .notADatabase(path: "p", reason: .otherDataFormat(3)),
      .otherLMDB(path: "p", linked: "LMDB 1.0.2: (Aug 6, 2026)"), .truncated(path: "p", needed: 2, found: 1),
      .damaged(path: "p", detail: "x"),
      .newerFormat(path: "p", found: 2, supported: 1), .unknownFeatures(path: "p", names: ["a", "b", "c"]),
      .olderFormat(path: "p", found: 1, supported: 2), .permissionDenied(path: "p"),
    ])
  func wording(_ error: StoreError) {
    #expect(error.description.hasPrefix("'p' "))
    #expect(error.description.hasSuffix("."))
  }
}
