import Ashlar
import Foundation
import Testing

// A class that no schema contains: its properties are not stored. The list must only type-check.
private final class RuledSample: Object {
  enum Level: Int, PersistableEnum { case low, high }

  var code = ""
  var login = ""
  var note: String?
  var age: Int?
  var small: Int8 = 0
  var mass = 0.5
  var price = Decimal128()
  var created = Date()
  var opened: Date?
  var closed: Date?
  var active = false
  var level = Level.low
  var other: RuledSample?
  var tags = MutableSet<String>()

  override static var schemaRules: [SchemaRule] {
    [
      .primaryKey(\RuledSample.code, \RuledSample.login), .unique(\RuledSample.other, \RuledSample.login),
      .unique(\RuledSample.note, whenNil: \.closed), .unique(\RuledSample.login, whenTrue: \.active),
      .unique(\RuledSample.login, \.small, whenFalse: \.active, nilCounts: true), .unique(\RuledSample.age, nilCounts: true),
      .index(\RuledSample.other, \.created), .range(\RuledSample.age, 0...150), .range(\RuledSample.small, ...100),
      .range(\RuledSample.age, min: 1), .range(\RuledSample.price, above: 0), .range(\RuledSample.mass, min: -0.5, below: 1_000),
      .range(\RuledSample.created, min: "2000-01-01"), .range(\RuledSample.opened, above: "2000-01-01", max: "2030-01-01"),
      .length(\RuledSample.login, 1...40), .length(\RuledSample.code, 8), .length(\RuledSample.note, ...40),
      .pattern(\RuledSample.login, "[a-z]*"), .count(\RuledSample.tags, ...20), .count(\RuledSample.tags, 1...),
      .required(\RuledSample.other), .order(\RuledSample.opened, .lessOrEqual, \RuledSample.closed),
    ]
  }
}

@Suite("Calls of rules in classes written by hand")
struct SchemaRuleCallTests {
  @Test("each kind of rule has a call for required and optional properties, and a class without rules has none")
  func calls() {
    #expect(RuledSample.schemaRules.count == 22)
    #expect(Object.schemaRules.isEmpty)
  }
}
