import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// The features are those of later releases: processes simulate releases that know them.
@Suite(
  "Processes that know different features of a file", .blocking,
  .enabled(if: !TestEngine.isSealed, "the expected lists of features do not contain that of encrypted files"))
struct FeatureProcessTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func open(_ features: String = "", at path: String? = nil) throws -> SampleStore {
    try SampleStore(
      EnvironmentRegistry.open(path: path ?? self.path), model: SampleSchema.model, ordinals: SampleSchema.ordinals,
      features: InventedFeatures.named(features))
  }

  private func format() throws -> StoredFormat? { try Catalog.read(EnvironmentRegistry.open(path: path))?.storedFormat }

  // MARK: - Readers that lack a feature

  @Test("a process that reads the file without any mark hinders each feature; the file gets it once the process has ended")
  func readerWithoutMarks() throws {
    do { _ = try open() }
    try folder.closeIdleFiles()
    let child = try Child(["read-raw", path])
    #expect(child.line() == "opened")
    let all = FileFeature.rows.map(\.name)
    try InventedFeatures.knowing(all.joined(separator: ",")) {
      for feature in all {
        #expect(throws: CatalogError.featureOfOlderReader(path: path, feature: feature, process: child.id)) { try open(feature) }
      }
      #expect(try format() == StoredFormat(8))
      child.send("")
      #expect(child.end() == .exit(0))
      _ = try open("unique,derived")
      #expect(try format() == StoredFormat(8, [.unique, .derived]))
    }
  }

  @Test("a process that knows fewer hinders only those that it lacks, goes on, and cannot open the file again once it has them")
  func readerWithFewer() throws {
    let older = try Child(["knowing", path, "unique,checks"])
    #expect(older.line() == "open")
    try InventedFeatures.knowing("unique,checks,keys,history") {
      _ = try open("unique")
      older.send("read")
      #expect(older.line() == "advanced 0")
      #expect(older.line() == "read")
      for feature in ["keys", "history"] {
        #expect(throws: CatalogError.featureOfOlderReader(path: path, feature: feature, process: older.id)) { try open(feature) }
      }
      #expect(try format() == StoredFormat(8, [.unique]))
      older.send("write")
      #expect(older.line() == "rows 1")
      older.send("add checks")
      #expect(older.line() == "added")
      older.send("")
      #expect(older.end() == .exit(0))
      #expect(try open("keys,history").rows(SampleSchema.token).count == 1)
      #expect(try format() == StoredFormat(8, [.unique, .checks, .keys, .history]))
      let again = try Child(["knowing", path, "unique,checks"])
      #expect(again.line() == "refused \(StoreError.unknownFeatures(path: path, names: ["history", "keys"]))")
    }
  }

  @Test("a process of a release of format 8 does not hinder what has no features, and hinders the first feature")
  func releaseEight() throws {
    let older = try Child(["knowing", path, ""])
    #expect(older.line() == "open")
    InventedFeatures.knowing("notes,deletes") {
      #expect(throws: Never.self) { try open() }
      #expect(throws: CatalogError.featureOfOlderReader(path: path, feature: "deletes", process: older.id)) { try open("deletes") }
      // It would not understand a list at all.
      #expect(throws: CatalogError.featureOfOlderReader(path: path, feature: "notes", process: older.id)) { try open("notes") }
    }
  }

  @Test("a process that reads a file with features that it does not know logs their names, once for each opening, and no others")
  func log() throws {
    // "notes" concerns no reader and no writer.
    try InventedFeatures.knowing("sequences,history,notes") { _ = try open("sequences,history,notes") }
    try folder.closeIdleFiles()
    let child = try Child(["read-logging", path])
    let line = "info: '\(path)' uses 'history' and 'sequences', which this release does not know. The file is only read."
    #expect(
      child.remainingLines()
        == [line, "open 2", line, "open read-only 2", line, "read \(SampleSchema.model.entities.count) types"])
    #expect(child.end() == .exit(0))
  }

  // MARK: - The net below

  @Test("a session whose process was missed stays at its version, reads on, and cannot write")
  func missed() throws {
    let older = try Child(["knowing", path, "unique"])
    #expect(older.line() == "open")
    older.send("write")
    #expect(older.line() == "rows 1")
    try InventedFeatures.knowing("unique,history") {
      // As if the process had come between the check and the commit.
      let engine = try EnvironmentRegistry.open(path: path)
      var catalog = try #require(try Catalog.read(engine))
      catalog.add([.unique, .history])
      catalog.revision += 1
      try engine.lockForWriting()
      try engine.creatingTrees {
        try engine.commit(sync: false) { writer in
          try catalog.write(to: writer)
          try writer.createTree(.history)
          var counters = try Counters.read(engine.snapshot(), path: path)
          counters.addTree(.history)
          try counters.write(to: writer)
        }
      }
      engine.unlockForWriting()
      for _ in 0..<2 {
        older.send("read")
        #expect(older.line() == "stays 1")
        #expect(older.line() == "read")
      }
      let error = CatalogError.featuresElsewhere(path: path, names: ["history"])
      older.send("write")
      #expect(older.line() == "refused \(error)")
      older.send("again")
      #expect(older.line() == "refused \(StoreError.unknownFeatures(path: path, names: ["history"]))")
      let store = try open()
      try store.addNumberedToken(.full)
      older.send("read")
      #expect(older.line() == "stays 1")
      #expect(older.line() == "read")
      older.send("")
      #expect(older.end() == .exit(0))
      #expect(try store.rows(SampleSchema.token).count == 2)
      #expect(try store.contradictions() == [])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("a process that knows a feature reads its tree, which another process created while it had the file open")
  func treeOfAnother() throws {
    try InventedFeatures.knowing("derived,history") {
      let store = try open()
      let engine = store.session.engine
      let other = try Child(["knowing", path, "derived,history"])
      #expect(other.line() == "open")
      other.send("add history")
      #expect(other.line() == "added")
      other.send("write")
      #expect(other.line() == "rows 1")
      #expect(!store.session.shared.snapshot.reaches(.history))
      #expect(try store.session.advance())
      #expect(store.session.shared.snapshot.reaches(.history))
      #expect(try store.rows(SampleSchema.token).count == 1)
      try store.addNumberedToken(.full)
      #expect(try engine.completeSnapshot().reaches(.history))
      #expect(try !engine.completeSnapshot().reaches(.derived))
      other.send("read")
      #expect(other.line() == "advanced 2")
      #expect(other.line() == "read")
    }
  }

  @Test("a tree that another process created is not opened during a commit that creates another tree: each has a handle of its own")
  func twoHandles() throws {
    try InventedFeatures.knowing("derived,history") {
      let store = try open()
      let engine = try #require(store.session.engine.lmdb)
      let other = try Child(["knowing", path, "derived,history"])
      #expect(other.line() == "open")
      other.send("add history")
      #expect(other.line() == "added")
      other.send("")
      #expect(other.end() == .exit(0))
      try engine.lockForWriting()
      var catalog = try #require(try Catalog.read(engine))
      catalog.add([.derived])
      catalog.revision += 1
      var counters = try Counters.read(engine.snapshot(), path: path)
      counters.addTree(.derived)
      let hasOpened = DispatchSemaphore(value: 0)
      try engine.creatingTrees {
        try engine.commit(sync: false) { writer in
          Thread.detachNewThread {
            _ = try? engine.completeSnapshot()
            hasOpened.signal()
          }
          // Without the lock, the other thread would open its tree now.
          usleep(50_000)
          try catalog.write(to: writer)
          try writer.createTree(.derived)
          try counters.write(to: writer)
        }
      }
      engine.unlockForWriting()
      hasOpened.wait()
      let snapshot = try engine.completeSnapshot()
      #expect(snapshot.reaches(.history))
      #expect(snapshot.reaches(.derived))
      #expect(engine.handle(.history) != engine.handle(.derived))
      #expect(try store.session.advance())
      #expect(try store.contradictions() == [])
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == ["derived", "history"])
  }

  @Test("a file gets features while another process that knows them commits")
  func whileWriting() throws {
    let writer = try Child(["knowing", path, "keys,history"])
    #expect(writer.line() == "open")
    for _ in 0..<200 { writer.send("write") }
    try InventedFeatures.knowing("keys,history") {
      _ = try open("history")
      _ = try open("keys")
      for number in 1...200 { #expect(writer.line() == "rows \(number)") }
      #expect(try format() == StoredFormat(8, [.keys, .history]))
      #expect(try open().contradictions() == [])
    }
    try folder.closeIdleFiles()
    _ = try FileInspection.read(path, checksums: true)
  }

  // MARK: - Making a file

  @Test("two processes that make one file at once leave the features that one of them asks for")
  func creation() throws {
    for round in 0..<rounds(.madeFiles) {
      let path = RealPath.of(folder.file("file\(round)"))
      let plain = try Child(["knowing", path, "unique,history"])
      let outcome = Result { try InventedFeatures.knowing("unique,history") { _ = try open("unique,history", at: path) } }
      #expect(throws: Never.self, "round \(round)") { try outcome.get() }
      #expect(plain.line() == "open", "round \(round)")
      plain.send("read")
      _ = plain.line()
      #expect(plain.line() == "read", "round \(round)")
      plain.send("")
      #expect(plain.end() == .exit(0))
      try folder.closeIdleFiles()
      #expect(try FileInspection.read(path, checksums: true).features.map(\.name) == ["history", "unique"], "round \(round)")
    }
  }

  // MARK: - Kills

  #if os(Linux)
    @Test("a process that dies in the commit that adds features leaves all of them or none")
    func dying() throws {
      var outcomes: Set<Int> = []
      for call in 0... {
        let path = RealPath.of(folder.file("dying\(call)"))
        try InventedFeatures.knowing("unique,history,derived") {
          do { try open(at: path).addNumberedToken(.full) }
          try folder.closeIdleFiles()
          let child = try Child(["add-dying", path, "unique,history,derived", "\(call)"])
          #expect(child.line() == "ready")
          child.send("go")
          let lines = child.remainingLines()
          let hasEnded = child.end() == .exit(0)
          if hasEnded { #expect(lines == ["stored"], "call \(call)") }
          let found = try FileInspection.read(path, checksums: true)
          outcomes.insert(found.features.count)
          #expect(found.features.isEmpty || found.features.count == 3, "call \(call)")
          #expect(found.trees.count == (found.features.isEmpty ? 7 : 9), "call \(call)")
          let store = try open("unique,history,derived", at: path)
          try store.addNumberedToken(.relaxed)
          #expect(try store.contradictions() == [], "call \(call)")
          #expect(try store.tokenNumbers() == [1, 2], "call \(call)")
          if hasEnded { outcomes.insert(-1) }
        }
        try folder.closeIdleFiles()
        if outcomes.contains(-1) { break }
      }
      #expect(outcomes == [-1, 0, 3])
    }
  #endif
}
