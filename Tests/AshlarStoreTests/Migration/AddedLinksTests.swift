import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("A session that was open when another opening of the file added a type")
struct AddedLinksTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("store"))
  }

  private func model(_ change: (inout [EntityModel]) -> Void) -> SchemaModel {
    var model = SampleSchema.model
    change(&model.entities)
    return model
  }

  private func open(_ model: SchemaModel) throws -> SampleStore {
    try SampleStore(
      EnvironmentRegistry.open(path: path), model: model, ordinals: SampleSchema.ordinals.merging(["Note": 5]) { old, _ in old })
  }

  private func addPerson(_ store: SampleStore) throws -> Int64 {
    var random = SeededGenerator(seed: 1)
    try store.session.beginWrite()
    let key = try store.insert(SampleSchema.person, random.person(1, people: [], address: nil))
    try store.session.commitWrite(sync: false)
    return key
  }

  @Test("stays at its version and cannot write, if the type links to one that it knows")
  func links() throws {
    let first = try open(model { $0.removeAll { $0.name == "Dog" } })
    let person = try addPerson(first)
    let version = first.session.version
    let second = try open(SampleSchema.model)
    try second.session.beginWrite()
    try second.insert(SampleSchema.dog, [.text("Rex"), .link(person), .list([])])
    try second.session.commitWrite(sync: false)
    let error = CatalogError.linkedElsewhere(path: path, type: "Dog", property: "owner", target: "Person")
    #expect(throws: error) {
      try first.session.beginWrite()
      try first.session.delete(SampleSchema.person, person)
      try first.session.commitWrite(sync: false)
    }
    #expect(try !first.session.advance())
    #expect(first.session.version == version)
    first.session.release()
    #expect(throws: error) { try first.session.resume() }
    try second.session.advance()
    #expect(second.session.count(SampleSchema.person) == 1)
    #expect(try second.contradictions() == [])
    // An opening that lists no such type, but came later, keeps the links up.
    let third = try open(model { $0.removeAll { $0.name == "Dog" } })
    try third.session.beginWrite()
    try third.session.delete(SampleSchema.person, person)
    try third.session.commitWrite(sync: false)
    try second.session.advance()
    #expect(try second.contradictions() == [])
    #expect(try second.rows(SampleSchema.dog).values.map { $0[1] } == [.null])
  }

  @Test("stays at its version and cannot write, if the type has values that may link to any object")
  func anyLinks() throws {
    let first = try open(SampleSchema.model)
    _ = try open(model { $0.append(EntityModel(name: "Note", properties: [PropertyModel(name: "about", type: .any)])) })
    let error = CatalogError.linkedElsewhere(path: path, type: "Note", property: "about", target: nil)
    #expect(throws: error) { try first.session.beginWrite() }
    #expect(error.description.contains("received the type 'Note' after it was opened here, and 'Note.about' may link to any object."))
  }

  @Test("is refused, if that happened before it took its first version")
  func between() throws {
    let engine = try EnvironmentRegistry.open(path: path)
    let wanted = WantedSchema(
      model { $0.removeAll { $0.name == "Dog" } }, ordinals: SampleSchema.ordinals, unlisted: UnlistedOrdinals(from: 5).ordinal)
    let tables = try Catalog.open(engine, wanted, version: 1)
    _ = try open(SampleSchema.model)
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    let session = try StoreSession(engine: engine, tables: tables, context: context)
    #expect(throws: CatalogError.linkedElsewhere(path: path, type: "Dog", property: "owner", target: "Person")) {
      try session.checkTables()
    }
  }

  @Test("continues, if the type links to none that it knows")
  func withoutLinks() throws {
    let first = try open(model { $0.removeAll { $0.name == "Token" } })
    let second = try open(
      model {
        $0.append(EntityModel(name: "Note", properties: [PropertyModel(name: "next", type: .object, isOptional: true, target: "Note")]))
      })
    let person = try addPerson(first)
    try second.session.advance()
    #expect(second.session.count(SampleSchema.person) == 1)
    try first.session.beginWrite()
    try first.session.delete(SampleSchema.person, person)
    try first.session.commitWrite(sync: false)
    try second.session.advance()
    #expect(try second.contradictions() == [])
  }
}
