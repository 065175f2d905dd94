@testable import Ashlar
import AshlarSchema
import Foundation
import Testing
import TestSupport

// A type that has an index of two properties. Its schema is not linked, so only Realms that list the type have it.
private enum Hall {
  static let schema: _LinkedSchema = {
    var seat = EntityModel(
      name: "HallSeat", properties: [PropertyModel(name: "row", type: .int), PropertyModel(name: "number", type: .int)])
    seat.rules = [.index(["row", "number"])]
    return _LinkedSchema(SchemaModel(name: "Hall", entities: [seat]))
  }()

  enum Seat: EraType { static let entity = schema.entity("HallSeat", Era<Seat>.self) }
}

@Suite("Schemas with rules")
struct RuleRefusalTests {
  @Test("a Realm does not open with a type whose rules it would not enforce, and names the type and a rule")
  func refused() throws {
    let error = #expect(throws: Realm.Error.self) { try memoryRealm([Era<Hall.Seat>.self]) }
    #expect(error?.code == .fail)
    #expect(
      try #require(error).localizedDescription.contains(
        "- This release reads the rules of 'HallSeat', such as the index over 'HallSeat.row', 'number', but does not enforce them: "
          + "remove them from the schema."))
  }
}
