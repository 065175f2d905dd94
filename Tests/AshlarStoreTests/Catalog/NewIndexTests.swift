import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

/// An index that a later schema asks for, over rows that were there before.
@Suite struct NewIndexTests {
  private static func model(indexed: Bool) -> SchemaModel {
    SchemaModel(
      name: "Index", version: 1,
      entities: [
        EntityModel(name: "Row", properties: [PropertyModel(name: "group", type: .int, isIndexed: indexed)])
      ])
  }

  /// A session and the context it works with.
  private final class Opened {
    let session: StoreSession
    private let context: UnsafeMutablePointer<AccessContext>

    convenience init(_ engine: any StorageEngine, indexed: Bool) throws {
      try self.init(
        engine, WantedSchema(NewIndexTests.model(indexed: indexed), ordinals: ["Row": 0], unlisted: UnlistedOrdinals(from: 1).ordinal))
    }

    init(_ engine: any StorageEngine, _ wanted: WantedSchema) throws {
      let tables = try Catalog.open(engine, wanted, version: 1)
      context = .allocate(capacity: 1)
      context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: 0))
      session = try StoreSession(engine: engine, tables: tables, context: context)
    }

    deinit {
      if session.isWriting { session.cancelWrite() }
      context.deallocate()
    }

    func insert(_ values: some Sequence<Int>) throws {
      try session.beginWrite()
      for value in values {
        let row = try session.insert(0)
        (row.base + row.columns[0].offset + row.slot * 8).storeBytes(of: value, as: Int.self)
      }
      try session.commitWrite(sync: false)
    }

    func rows(_ group: Int) throws -> [Int64] {
      try session.advance()
      return try session.indexedRows(0, 0) { buffer in
        buffer.copyBytes(from: IndexedValue.integer(Int64(group)))
        return 9
      }
    }
  }

  @Test("it is built from the existing rows, and updated by sessions whose schema does not declare it")
  func builtAndKept() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "new index")
    let plain = try Opened(engine, indexed: false)
    try plain.insert((0..<2000).map { $0 % 3 })
    #expect(!plain.session.canSearchIndex(0, 0))

    let indexed = try Opened(engine, indexed: true)
    #expect(indexed.session.canSearchIndex(0, 0))
    #expect(try indexed.rows(1) == (0..<2000).filter { $0 % 3 == 1 }.map(Int64.init))

    try plain.insert([1, 1, 7])
    #expect(try indexed.rows(7) == [2002])
    #expect(try indexed.rows(1).suffix(2) == [2000, 2001])
    #expect(
      try indexed.session.indexedCount(0, 0) { buffer in
        buffer.copyBytes(from: IndexedValue.integer(1))
        return 9
      } == 669)
  }

  @Test("sessions of one schema share what never changes, and each learns of a new index by itself")
  func shared() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "shared definitions")
    let wanted = WantedSchema(Self.model(indexed: false), ordinals: ["Row": 0], unlisted: UnlistedOrdinals(from: 1).ordinal)
    do { try Opened(engine, wanted).insert(0..<10) }
    var sessions = try (0..<3).map { _ in try Opened(engine, wanted) }
    let tables = try sessions.map { try #require($0.session.table(0)) }
    #expect(tables[0] !== tables[1] && tables[0].fullColumns == tables[1].fullColumns && tables[1].fullColumns == tables[2].fullColumns)

    let indexed = try Opened(engine, indexed: true)
    try sessions[1].insert([3])
    #expect(sessions.map { $0.session.canSearchIndex(0, 0) } == [false, true, false])
    #expect(try indexed.rows(3) == [3, 10])
    // Of the catalog as it is now.
    #expect(try Opened(engine, wanted).session.canSearchIndex(0, 0))
    // What is shared stays as long as one of them is there.
    sessions.removeFirst(2)
    try sessions[0].insert([3])
    #expect(try indexed.rows(3) == [3, 10, 11])
  }

  @Test("a schema that a file accepts under one version is compared anew under another")
  func versions() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "versions of one schema")
    let wanted = WantedSchema(Self.model(indexed: false), ordinals: ["Row": 0], unlisted: UnlistedOrdinals(from: 1).ordinal)
    for version: UInt64 in [1, 1, 2, 2] { #expect(try Catalog.open(engine, wanted, version: version).count == 1) }
    #expect(throws: CatalogError.versionTooLow(path: engine.path, stored: 2, configured: 1)) {
      try Catalog.open(engine, wanted, version: 1)
    }
    #expect(try Catalog.open(engine, wanted, version: 2).count == 1)
  }

  @Test("blocks split and shrink in the middle of a long list", arguments: [11, 12])
  func longLists(seed: UInt64) throws {
    print("posting blocks: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let engine = try EnvironmentRegistry.openInMemory(identifier: "blocks \(seed)")
    let opened = try Opened(engine, indexed: true)
    var model: [Int64: Int] = [:]
    try opened.insert(Array(repeating: 0, count: 5000))
    for key in 0..<5000 { model[Int64(key)] = 0 }
    for _ in 0..<12 {
      try opened.session.beginWrite()
      for _ in 0..<700 {
        let key = Int64.random(in: 0..<5000, using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 {
          try opened.session.delete(0, key)
          model[key] = nil
        } else if let row = try opened.session.makeWritable(0, key) {
          let value = Int.random(in: 0..<3, using: &random)
          (row.base + row.columns[0].offset + row.slot * 8).storeBytes(of: value, as: Int.self)
          opened.session.mark(row, 0)
          model[key] = value
        }
      }
      try opened.session.commitWrite(sync: false)
      for group in 0..<3 {
        #expect(try opened.rows(group) == model.filter { $0.value == group }.keys.sorted(), "seed \(seed)")
      }
    }
  }
}
