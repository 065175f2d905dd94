import Foundation
import StoreFixtures
import TestSupport
import Testing

@testable import AshlarStore

/// An encrypted file with rows of every kind, long values, patches and a named value.
struct SealedSample {
  let path: String
  let key: EncryptionKey
  var forger: Forger { Forger(path: path) }

  /// Creates the file.
  init(_ path: String, seed: UInt64, people: Int = 60, key: EncryptionKey? = nil) throws {
    self.path = path
    self.key = try key ?? Sealing.encryptionKey()
    try write(seed, people: people)
  }

  /// Opens the file. It is closed when the engine is released.
  func open() throws -> any FileEngine { try EngineFactory.plain.open(path, EngineOptions(key: key)) }

  /// Adds rows, and changes a few, in three commits.
  func write(_ seed: UInt64, people: Int) throws {
    var random = SeededGenerator(seed: seed)
    let store = try SampleStore(open())
    try store.fill(&random, people: people)
    // Small changes of a large cluster are patches.
    for round in 0..<2 {
      try store.session.beginWrite()
      let rows = try store.session.liveKeys(SampleSchema.person).prefix(3)
      for row in rows { try store.set(SampleSchema.person, row, 1, .int(Int64(round) + Int64(truncatingIfNeeded: seed))) }
      try store.session.commitWrite(sync: false)
    }
    try store.session.engine.lockForWriting()
    defer { store.session.engine.unlockForWriting() }
    try store.session.engine.commit(sync: false) { try $0.putNamed(.meta, "note", Array("version \(seed)".utf8)) }
  }

  func inspect(checksums: Bool = true) throws -> FileInspection { try FileInspection.read(path, key: key, checksums: checksums) }

  /// Reports an issue unless opening and `verify` refuse the file.
  func expectDamage(_ what: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(throws: StoreError.self, "\(what): the walk before an opening", sourceLocation: sourceLocation) {
      try StructureWalk.check(path, key: key)
    }
    #expect(throws: StoreError.self, "\(what): the inspection", sourceLocation: sourceLocation) { try inspect() }
  }

  /// Reads the file without the walk. Reports an issue unless an error is thrown or each value is one of `allowed` at its entry.
  func expectNoOtherData(
    _ what: String, _ allowed: [Forger.Contents], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let found = try? forger.mapped(key) else { return }
    for (space, entries) in found {
      for (entry, value) in entries {
        let isAllowed = allowed.contains { $0[space]?[entry] == value }
        #expect(isAllowed, "\(what): '\(space)' \(entry) has other data", sourceLocation: sourceLocation)
      }
    }
  }
}
