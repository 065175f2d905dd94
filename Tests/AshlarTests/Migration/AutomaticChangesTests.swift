import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private enum Before {
  static let schema = _LinkedSchema(
    SchemaModel(name: "S", entities: [EntityModel(name: "Row", properties: [property("a", .int32), property("b", .string)])]))
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

/// Wider, renamed and added: nothing is lost.
private enum Added {
  static let schema = _LinkedSchema(
    SchemaModel(
      name: "S",
      entities: [
        EntityModel(
          name: "Row",
          properties: [property("a", .int), property("c", .string) { ($0.was, $0.isOptional) = (["b"], true) }, property("d", .int, .list)])
      ]))
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

private enum Removed {
  static let schema = _LinkedSchema(SchemaModel(name: "S", entities: [EntityModel(name: "Row", properties: [property("a", .int32)])]))
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

@Suite("Changes without a higher version")
struct AutomaticChangesTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(3, [Era<Before.Row>.self]))
    try realm.write { realm.dynamicCreate("Row", value: ["a": 1, "b": "x"]) }
  }

  private func configuration(_ type: ObjectBase.Type, _ changes: Realm.Configuration.AutomaticChanges) -> Realm.Configuration {
    var configuration = folder.release(3, [type])
    configuration.automaticChanges = changes
    return configuration
  }

  @Test("are refused unless they are asked for")
  func asRealmSwift() throws {
    #expect(throws: Realm.Error(.schemaMismatch)) { try Realm(configuration: configuration(Era<Added.Row>.self, .withHigherVersion)) }
  }

  @Test("are applied where they lose nothing")
  func applied() throws {
    let realm = try Realm(configuration: configuration(Era<Added.Row>.self, .always))
    let row = realm.dynamicObjects("Row")[0]
    #expect(row.a as? Int == 1)
    #expect(row.c as? String == "x")
    #expect((row.d as? List<Int>)?.isEmpty == true)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 3)
  }

  @Test("are refused where they lose something, and the error lists only those")
  func loss() throws {
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration(Era<Removed.Row>.self, .always)) }
    #expect(error?.code == .schemaMismatch)
    #expect(error?.differences == [.propertyRemoved(type: "Row", property: "b")])
  }
}
