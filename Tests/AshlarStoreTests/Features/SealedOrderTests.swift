import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// The features of history and of derived indexes are those of a later release: this release simulates one that knows them, and stores
/// entries in their trees.
@Suite("Features of an encrypted file", .blocking, .enabled(if: Sealing.isOptional))
struct SealedOrderTests {
  private static let groups = ["rules", "history", "derived", "sealed"]
  private static let known = "indexes,keys,unique,checks,deletes,history,derived,sealed"

  private static let orders: [[String]] = groups.reduce([[]]) { orders, group in
    orders.flatMap { order in (0...order.count).map { Array(order[..<$0]) + [group] + Array(order[$0...]) } }
  }

  private let folder: TemporaryFolder
  private let path: String
  private let key: EncryptionKey

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
    key = try Sealing.encryptionKey()
  }

  // Opens a file of seats with some of the groups.
  private func open(_ path: String, _ groups: Set<String>) throws -> Seating {
    let hasRules = groups.contains("rules")
    let model = SeatingSchema.model(hasRules ? 2 : 1)
    return Seating(
      try SampleStore(
        EnvironmentRegistry.open(path: path, key: groups.contains("sealed") ? key : nil), model: model, ordinals: SeatingSchema.ordinals,
        features: InventedFeatures.named(groups.subtracting(["rules", "sealed"]).joined(separator: ","))))
  }

  // Stores an entry in the tree of a feature.
  private func put(_ number: UInt64, in space: KeySpace, _ engine: any StorageEngine) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    var counters = try Counters.read(engine.completeSnapshot(), path: engine.path)
    try engine.commit(sync: false) { writer in
      var value = [0, 0, 0, 0] + Array("the entry \(number)".utf8)
      try withUnsafeBytes(of: number) { key in
        let crc = value.withUnsafeMutableBytes { FeatureEntry.seal(key, $0) }
        try value.withUnsafeBytes { value in
          if space.hasIntegerKeys { try writer.put(space, integer: number, value) } else { try writer.put(space, key, value) }
        }
        counters.sums.add(space, key, crc: crc)
      }
      try counters.write(to: writer)
    }
  }

  private func entries(_ space: KeySpace, _ engine: any StorageEngine) throws -> [String] {
    var found: [String] = []
    try engine.completeSnapshot().scan(space, prefix: [], from: nil) { _, value in
      found.append(String(decoding: value.dropFirst(FeatureEntry.headerSize), as: UTF8.self))
      return true
    }
    return found.sorted()
  }

  @Test("are the same in any order of rules, history, derived indexes and encryption, and so are the rows", arguments: orders)
  func order(order: [String]) throws {
    let note: Comment = "\(order)"
    try InventedFeatures.knowing(SealedOrderTests.known) {
      var groups: Set<String> = []
      var stored: [KeySpace: [String]] = [:]
      do {
        let seating = try open(path, [])
        try seating.commit(0, .full)
      }
      for (step, group) in order.enumerated() {
        if group == "sealed" {
          try folder.closeIdleFiles()
          try KeyChange.run(path, from: nil, to: key)
        }
        groups.insert(group)
        do {
          let seating = try open(path, groups)
          let engine = seating.store.session.engine
          for space in [KeySpace.history, .derived] where groups.contains(space.rawValue) {
            try put(UInt64(step), in: space, engine)
            stored[space, default: []].append("the entry \(step)")
          }
          _ = try seating.store.session.advance()
          try seating.commit(Int64(step + 1), [.full, .relaxed, .unsynced][step % 3])
          #expect(try seating.faults(after: Int64(step + 1)) == [], note)
          for (space, entries) in stored { #expect(try self.entries(space, engine) == entries, note) }
        }
        try folder.closeIdleFiles()
        let expected = names(groups)
        let sealed = groups.contains("sealed") ? key : nil
        #expect(try FileInspection.read(path, key: sealed, checksums: true).features.map(\.name) == expected, note)
        #expect(try RuleVerification.faults(path, key: sealed) == [], note)
        try folder.closeIdleFiles()
      }
      // A copy has what the file has, with another key and without one.
      let copies: [(name: String, key: EncryptionKey?)] = [("other", try Sealing.encryptionKey(5)), ("none", nil)]
      do {
        let seating = try open(path, groups)
        for copy in copies { try seating.store.session.writeCopy(to: folder.file(copy.name), key: copy.key) }
      }
      for copy in copies {
        let expected = names(copy.key == nil ? groups.subtracting(["sealed"]) : groups)
        #expect(try FileInspection.read(folder.file(copy.name), key: copy.key, checksums: true).features.map(\.name) == expected, note)
        let engine = try EnvironmentRegistry.open(path: folder.file(copy.name), key: copy.key)
        for (space, entries) in stored { #expect(try self.entries(space, engine) == entries, note) }
        let store = try SampleStore(engine, model: SeatingSchema.model(2), ordinals: SeatingSchema.ordinals)
        #expect(try Seating(store).faults(after: 4) == [], note)
      }
    }
    try folder.closeIdleFiles()
  }

  @Test("that nothing needs any more are not in an encrypted copy, which a release without them opens", arguments: orders)
  func dropping(order: [String]) throws {
    let note: Comment = "\(order)"
    try InventedFeatures.knowing(SealedOrderTests.known) {
      var groups: Set<String> = []
      for group in order {
        if group == "sealed" {
          if groups.isEmpty { _ = try open(path, []) }
          try folder.closeIdleFiles()
          try KeyChange.run(path, from: nil, to: key)
        }
        groups.insert(group)
        let seating = try open(path, groups)
        if groups.count == 1 { try seating.commit(0, .unsynced) }
      }
      // The third version has no rules but keeps the indexes that were declared; the trees have no entries.
      let store = try SampleStore(
        EnvironmentRegistry.open(path: path, key: key), model: SeatingSchema.model(3), ordinals: SeatingSchema.ordinals)
      try store.session.writeCopy(to: folder.file("copy"), key: key)
    }
    try folder.closeIdleFiles()
    #expect(try FileInspection.read(folder.file("copy"), key: key, checksums: true).features.map(\.name) == ["indexes", "sealed"], note)
    try InventedFeatures.knowing("indexes,sealed") {
      let faults = try Seating(path: folder.file("copy"), version: 3, key: key).faults(after: 0)
      #expect(faults == [], note)
    }
    try folder.closeIdleFiles()
  }

  // The names of the features of a file with some of the groups.
  private func names(_ groups: Set<String>) -> [String] {
    (groups.subtracting(["rules"]).map(\.self) + (groups.contains("rules") ? SeatingSchema.features : [])).sorted()
  }
}
