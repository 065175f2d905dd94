import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Changes of a schema that the data does not allow")
struct RefusedChangesTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  private static func model(_ version: UInt64, _ properties: [PropertyModel]) -> SchemaModel {
    SchemaModel(name: "Refused", version: version, entities: [EntityModel(name: "Row", properties: properties)])
  }

  private func open(_ model: SchemaModel) throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: path), model: model, ordinals: ["Row": 0])
  }

  private func fill(_ values: [Int64], _ properties: [PropertyModel] = [PropertyModel(name: "value", type: .int)]) throws {
    let store = try open(RefusedChangesTests.model(1, properties))
    try store.session.beginWrite()
    for value in values { try store.insert(0, [.int(value)]) }
    try store.session.commitWrite(sync: false)
  }

  // The error of opening under a schema; afterwards the file opens under the old one and has its rows.
  private func refusal(_ model: SchemaModel, rows: Int) throws -> CatalogError {
    let error = try #require(#expect(throws: CatalogError.self) { try open(model) })
    let store = try open(RefusedChangesTests.model(1, [PropertyModel(name: "value", type: .int)]))
    #expect(try store.rows(0).count == rows)
    #expect(try store.contradictions() == [])
    return error
  }

  @Test("an integer that does not fit into fewer bits is named with its row")
  func narrowing() throws {
    try fill([1, -32_768, 32_767, 32_768, -5, 1 << 40])
    let error = try refusal(RefusedChangesTests.model(2, [PropertyModel(name: "value", type: .int16)]), rows: 6)
    #expect(
      error
        == .valueDoesNotFit(path: RealPath.of(path), type: "Row", property: "value", value: 32_768, bits: 16, row: 3, more: 1))
    #expect(
      error.description
        == "'\(RealPath.of(path))' cannot be converted: 'Row.value' becomes an integer of 16 bits, and the value 32768 in row 3 does not fit, nor does that of 1 more row. Keep the wider type, or change the values first. The file was left as it was."
    )
  }

  @Test("integers that fit into fewer bits keep their values")
  func fitting() throws {
    try fill([1, -32_768, 32_767])
    let store = try open(RefusedChangesTests.model(2, [PropertyModel(name: "value", type: .int16)]))
    #expect(try store.rows(0) == [0: [.bytes([1, 0])], 1: [.bytes([0, 0x80])], 2: [.bytes([0xFF, 0x7F])]])
  }

  @Test("rows with one primary key are named with the key")
  func duplicates() throws {
    try fill([7, 8, 9, 8, 7])
    let error = try refusal(RefusedChangesTests.model(2, [PropertyModel(name: "value", type: .int, isPrimaryKey: true)]), rows: 5)
    guard case .duplicateKeys(_, "Row", ["value"], let key, let rows, 1) = error else {
      Issue.record("\(error)")
      return
    }
    #expect((key == "7" && rows == [0, 4]) || (key == "8" && rows == [1, 3]))
    #expect(error.description.contains("'Row.value' is the primary key, and rows \(rows[0]) and \(rows[1]) would both have \(key)"))
  }

  @Test("a property of another type is listed, since nothing says what becomes of its values")
  func otherType() throws {
    try fill([1])
    let error = try refusal(RefusedChangesTests.model(2, [PropertyModel(name: "value", type: .string)]), rows: 1)
    guard case .needsMigration(_, from: 1, to: 2, let differences) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(differences.map { "\($0)" } == ["Property 'Row.value' has been changed from 'int' to 'string'."])
  }

  // As another process would: nothing in this one knows of a session.
  private func changeElsewhere(_ engine: any StorageEngine, _ properties: [PropertyModel]) throws {
    let before = try #require(try Catalog.read(engine))
    let wanted = RefusedChangesTests.model(2, properties)
    let after = try before.evolved(to: wanted.storedForm, filling: wanted, version: 2, path: path).catalog
    try engine.lockForWriting()
    try engine.commit(sync: false) { try after.write(to: $0) }
    engine.unlockForWriting()
  }

  @Test(
    "a session that was open while another process changed its table stays where it is, and does not write any more",
    arguments: [
      [PropertyModel(name: "value", type: .int), PropertyModel(name: "more", type: .int)],
      [PropertyModel(name: "value", type: .int, isPrimaryKey: true)], [PropertyModel(name: "value", type: .int32)],
    ])
  func changedElsewhere(properties: [PropertyModel]) throws {
    try fill([1])
    let store = try open(RefusedChangesTests.model(1, [PropertyModel(name: "value", type: .int)]))
    let engine = store.session.engine
    let version = store.session.version
    try changeElsewhere(engine, properties)
    #expect(try !store.session.advance())
    #expect(store.session.version == version)
    #expect(try store.rows(0) == [0: [.int(1)]])
    #expect(throws: CatalogError.changedElsewhere(path: engine.path, version: 2)) { try store.session.beginWrite() }
    #expect(!store.session.isWriting)
    #expect(try engine.pinnedVersions().map(\.holder?.kind) == [.outdated])
    store.session.release()
    #expect(throws: CatalogError.changedElsewhere(path: engine.path, version: 2)) { try store.session.resume() }
    #expect(store.session.isReleased)
  }

  @Test("a session of tables that were changed before it took its first version is refused")
  func changedBetween() throws {
    try fill([1])
    let engine = try EnvironmentRegistry.open(path: path)
    let wanted = WantedSchema(
      RefusedChangesTests.model(1, [PropertyModel(name: "value", type: .int)]), ordinals: ["Row": 0], unlisted: { _ in 1 })
    let tables = try Catalog.open(engine, wanted, version: 1)
    try changeElsewhere(engine, [PropertyModel(name: "value", type: .int), PropertyModel(name: "more", type: .int)])
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    let session = try StoreSession(engine: engine, tables: tables, context: context)
    #expect(throws: CatalogError.changedElsewhere(path: engine.path, version: 2)) { try session.checkTables() }
  }

  @Test("a session goes on when a table or a property was only renamed, or a type was added")
  func renamedElsewhere() throws {
    try fill([1])
    let store = try open(RefusedChangesTests.model(1, [PropertyModel(name: "value", type: .int)]))
    var renamed = PropertyModel(name: "number", type: .int)
    renamed.was = ["value"]
    try changeElsewhere(store.session.engine, [renamed])
    #expect(try store.session.advance())
    try store.session.beginWrite()
    try store.insert(0, [.int(2)])
    try store.session.commitWrite(sync: false)
    #expect(try store.rows(0) == [0: [.int(1)], 1: [.int(2)]])
  }
}
