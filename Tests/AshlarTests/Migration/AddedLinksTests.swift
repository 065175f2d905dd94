import AshlarSchema
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private let row = EntityModel(name: "Row", properties: [property("value", .int)])

private enum Narrow {
  static let schema = _LinkedSchema(SchemaModel(name: "Narrow", entities: [row]))
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

private enum Wide {
  static let schema = _LinkedSchema(
    SchemaModel(name: "Wide", entities: [row, EntityModel(name: "Owner", properties: [property("row", .object, target: "Row")])]))
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
  enum Owner: EraType { static let entity = schema.entity("Owner", Era<Owner>.self) }
}

@Suite("A Realm that was open before another one of the process with more types")
struct AddedLinksTests {
  @Test("does not delete what objects of a type that it does not know link to")
  func twoRealms() throws {
    let folder = try TemporaryFolder()
    let narrow = try Realm(configuration: folder.configuration("data.realm", [Era<Narrow.Row>.self]))
    try narrow.write { narrow.dynamicCreate("Row", value: ["value": 1]) }
    let wide = try Realm(configuration: folder.configuration("data.realm", [Era<Wide.Row>.self, Era<Wide.Owner>.self]))
    try wide.write { wide.dynamicCreate("Owner", value: ["row": wide.dynamicObjects("Row")[0]]) }
    let error = try #require(throws: Realm.Error.self) { try narrow.write { narrow.delete(narrow.dynamicObjects("Row")) } }
    #expect(error.code == .schemaMismatch)
    #expect(error.localizedDescription.contains("received the type 'Owner' after it was opened here, and 'Owner.row' may link to 'Row'."))
    wide.refresh()
    #expect(wide.dynamicObjects("Row").count == 1)
    let owner = try #require(wide.dynamicObjects("Owner").first)
    #expect(untyped(owner["row"])?["value"] as? Int == 1)
  }
}
