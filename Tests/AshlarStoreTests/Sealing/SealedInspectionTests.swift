import AshlarSchema
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Inspection of encrypted files", .blocking, .enabled(if: Sealing.isOptional))
struct SealedInspectionTests {
  private let folder: TemporaryFolder
  private let sample: SealedSample

  init() throws {
    folder = try TemporaryFolder()
    sample = try SealedSample(folder.file("sealed"), seed: 5, people: 200)
  }

  // The rows of a file that is not encrypted, with the same rows as the sample.
  private func plain() throws -> FileInspection {
    let path = folder.file("plain")
    try SampleStore(sample.open()).session.writeCopy(to: path)
    return try FileInspection.read(path, checksums: true)
  }

  private func rows(_ found: FileInspection) -> [String: Int64] {
    Dictionary(uniqueKeysWithValues: found.tables.map { ($0.name, $0.rows) })
  }

  @Test("With the key, tables, indexes and schema are those of a copy that is not encrypted", arguments: [false, true])
  func withKey(checksums: Bool) throws {
    let found = try sample.inspect(checksums: checksums)
    let plain = try plain()
    #expect(found.encryption?.isOpened == true && found.encryption?.epoch == 1 && found.isReadable && found.areContentsChecked)
    #expect(rows(found) == rows(plain) && rows(found)["Person"] == 200)
    #expect(found.schema?.entities == plain.schema?.entities)
    #expect(found.tables.map(\.clusters) == plain.tables.map(\.clusters))
    func entries(_ found: FileInspection, _ name: String) -> UInt64? { found.trees.first { $0.name == name }?.entries }
    for name in ["clusters", "keys", "postings", "backlinks", "patches", "values"] {
      #expect(entries(found, name) == entries(plain, name), "\(name)")
    }
    #expect(found.indexes.map(\.bytes) == plain.indexes.map(\.bytes))
    #expect(plain.encryption == nil && plain.areContentsChecked)
  }

  @Test("Without the key, sizes, pages, trees, features and the epoch are reported, and contents are not")
  func withoutKey() throws {
    let opened = try sample.inspect()
    for checksums in [false, true] {
      let found = try FileInspection.read(sample.path, checksums: checksums)
      #expect(found.encryption?.isOpened == false && found.encryption?.epoch == 1)
      #expect(found.isReadable && !found.areContentsChecked)
      #expect(found.tables.isEmpty && found.schema == nil && found.indexes.isEmpty)
      #expect(found.features.map(\.name) == ["sealed"])
      #expect(found.version == opened.version && found.fileSize == opened.fileSize && found.freePages == opened.freePages)
      #expect(found.trees.map(\.name).sorted() == (KeySpace.named + [.sealed]).map(\.rawValue).sorted())
      #expect(found.trees.first { $0.name == "clusters" }?.entries == opened.trees.first { $0.name == "clusters" }?.entries)
      // A node of primary keys, and one of links.
      #expect(found.trees.first { $0.name == "sealed" }?.entries == 2)
    }
    // A changed value is not noticed without the key, but a changed page is.
    let value = try #require(try sample.forger.values().first { $0.space == .clusters })
    try sample.forger.changing([1, 2, 3], at: value.range.lowerBound + 100) {
      _ = try FileInspection.read(sample.path, checksums: true)
      #expect(throws: StoreError.self) { try sample.inspect(checksums: false) }
    }
    try sample.forger.changing([7], at: value.sizeOffset + 4) {
      #expect(throws: StoreError.self) { try FileInspection.read(sample.path) }
    }
  }

  @Test("A wrong key and a needless key are the errors of an opening")
  func wrongKey() throws {
    let other = try Sealing.encryptionKey(1)
    #expect(throws: StoreError.wrongKey(path: sample.path)) { try FileInspection.read(sample.path, key: other) }
    #expect(throws: StoreError.wrongKey(path: sample.path)) { try FileInspection.schema(sample.path, key: other) }
    #expect(throws: StoreError.keyMissing(path: sample.path)) { try FileInspection.schema(sample.path) }
    let errors: [(EncryptionKey?, StoreError)] = [(other, .wrongKey(path: sample.path)), (nil, .keyMissing(path: sample.path))]
    for (key, error) in errors {
      #expect(throws: error) { try StructureWalk.check(sample.path, key: key) }
      #expect(throws: error) { try FileCheck.check(sample.path, key: key) }
    }
    let plain = folder.file("plain")
    _ = try plainFile(plain)
    #expect(throws: StoreError.notEncrypted(path: plain)) { try FileInspection.read(plain, key: other) }
    #expect(throws: StoreError.notEncrypted(path: plain)) { try FileCheck.check(plain, key: other) }
    _ = try FileInspection.read(plain, checksums: true)
    try StructureWalk.check(sample.path, key: sample.key)
    #expect(try RuleVerification.faults(sample.path, key: sample.key) == [])
  }

  private func plainFile(_ path: String) throws -> any FileEngine { try EngineFactory.plain.open(path, EngineOptions()) }

  @Test("An inspection maps nothing and changes nothing: neither the file nor the folder")
  func readOnly() throws {
    try FileManager.default.createDirectory(atPath: folder.file("b"), withIntermediateDirectories: true)
    let copy = folder.file("b/c")
    try FileManager.default.copyItem(atPath: sample.path, toPath: copy)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: copy)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    for key in [sample.key, nil] {
      var told: [UInt64] = []
      _ = try FileInspection.read(copy, key: key, checksums: true) { done, all in told.append(done * 100 / all) }
      #expect(told.last == 100 && told == told.sorted())
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("b")) == ["c"])
  }

  @Test("A file that the process has open is inspected after each commit")
  func whileOpen() throws {
    let engine = try sample.open()
    let store = try SampleStore(engine)
    for round in 0..<20 {
      try store.session.beginWrite()
      try store.insert(SampleSchema.token, [.null, .int(Int64(round))])
      try store.session.commitWrite(sync: false)
      let found = try sample.inspect()
      #expect(found.version == engine.newestVersion)
      #expect(rows(found)["Token"] == Int64(round + 1))
    }
  }

  @Test("A record of a later release is refused by its name")
  func laterRecord() throws {
    let forger = sample.forger
    try forger.commit { writer in
      let stored = try Array("seal".utf8).withUnsafeBytes { try writer.value(.meta, $0) }
      var record = Array(try #require(stored))
      record[8] = 2
      try writer.putNamed(.meta, "seal", Array(record[..<64]))
    }
    let error = StoreError.unknownFeatures(path: sample.path, names: ["version 2 of its encryption record"])
    for key in [sample.key, nil] { #expect(throws: error) { try FileInspection.read(sample.path, key: key) } }
  }
}
