import AshlarSchema
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Extensions of the list of tables")
struct TableExtensionTests {
  private func catalog(_ name: String) throws -> Catalog {
    let engine = try EnvironmentRegistry.openInMemory(identifier: name)
    _ = try SampleStore(engine)
    return try #require(try Catalog.read(engine))
  }

  @Test("follow each table in a file with features, and are in no other", .enabled(if: Sealing.isOptional))
  func coding() throws {
    var catalog = try catalog("extensions")
    let plain = try stored(catalog)
    #expect(plain.withUnsafeBytes(Catalog.decodeTables)?.map(\.name) == catalog.tables.map(\.name))
    catalog.features = [.unique]
    catalog.tables[1].extensions = [900: [1, 2, 3], 7: []]
    let bytes = try stored(catalog)
    // Two bytes for each table, and for each extension kind, size and content.
    #expect(bytes.count == plain.count + 2 * catalog.tables.count + 6 + 6 + 3)
    #expect(bytes.withUnsafeBytes { Catalog.decodeTables($0, hasExtensions: true) } == catalog.tables)
    let ends = Set(bytes.indices.filter { Array(bytes[..<$0]).withUnsafeBytes { Catalog.decodeTables($0, hasExtensions: true) } != nil })
    #expect(ends.count == catalog.tables.count, "only after whole tables")
  }

  private func stored(_ catalog: Catalog) throws -> [UInt8] {
    let writer = ListedEntries()
    try catalog.write(to: writer)
    return try #require(writer.next[Array("tables".utf8)])
  }

  @Test("are refused if their kinds do not ascend, or if they end early")
  func wrong() {
    let wrong: [[UInt8]] = [
      [2, 0, 5, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0], [1, 0, 5, 0, 2, 0, 0, 0, 1], [1], [1, 0, 5, 0, 255, 255, 255, 255],
    ]
    for bytes in wrong {
      let isRefused = bytes.withUnsafeBytes { bytes in
        var reader = ByteReader(bytes)
        return TableExtension.read(&reader) == nil
      }
      #expect(isRefused, "\(bytes)")
    }
  }

  @Test("extensions with indexes need their feature in the list")
  func lackingFeature() throws {
    let engine = try EnvironmentRegistry.openInMemory(identifier: "lacking feature")
    _ = try SampleStore(engine)
    var catalog = try #require(try Catalog.read(engine))
    catalog.features = [InventedFeatures.notes]
    catalog.tables[0].extensions[TableExtension.indexes] = [0, 0x80, 0, 0]
    try engine.commit(sync: false) { writer in try catalog.write(to: writer) }
    let error = StoreError.damaged(path: engine.path, detail: "its list of features lacks 'indexes'")
    #expect(throws: error) { try Catalog.read(engine) }
  }

  @Test("the last number of a column is refused with a message, with an extension of indexes sooner", arguments: [false, true])
  func columnLimit(hasIndexes: Bool) throws {
    var catalog = try catalog("column limit \(hasIndexes)")
    let table = try #require(catalog.tables.firstIndex { $0.name == "Token" })
    if hasIndexes { catalog.tables[table].extensions[TableExtension.indexes] = [0, 0x80, 0, 0] }
    let limit = hasIndexes ? 0x8000 : 0xFFFF
    catalog.tables[table].nextColumn = UInt16(limit - 1)
    var model = SampleSchema.model
    func add(_ name: String) throws {
      let entity = try #require(model.entities.firstIndex { $0.name == "Token" })
      model.entities[entity].properties.append(PropertyModel(name: name, type: .int))
      model.version += 1
      catalog = try catalog.evolved(to: model.storedForm, filling: model, version: model.version, path: "p").catalog
    }
    try add("first")
    #expect(catalog.tables[table].number(of: "first") == UInt16(limit - 1))
    #expect(throws: CatalogError.tooManyColumns(path: "p", type: "Token", limit: limit)) { try add("second") }
  }
}
