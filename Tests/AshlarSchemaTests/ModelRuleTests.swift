import AshlarSchema
import Testing

/// The writer writes any model; the reader refuses those that break a rule.
@Suite struct ModelRuleTests {
  private func rule(_ entities: [EntityModel], _ enums: [EnumModel] = []) -> DescriptorFault? {
    fault(DescriptorWriter.bytes(for: SchemaModel(name: "S", entities: entities, enums: enums)))?.fault
  }

  private func rule(kind: EntityKind = .object, _ properties: PropertyModel...) -> DescriptorFault? {
    rule([EntityModel(name: "A", kind: kind, properties: properties), EntityModel(name: "Z", kind: .asymmetric, properties: [])])
  }

  @Test("links have a target that exists, and are optional unless in a list")
  func links() {
    #expect(rule(PropertyModel(name: "a", type: .object, isOptional: true)) == .missing(field: "target"))
    #expect(rule(PropertyModel(name: "a", type: .object, isOptional: true, target: "B")) == .unknownName(field: "target", name: "B"))
    #expect(rule(PropertyModel(name: "a", type: .object, target: "A")) == .broken(.optionalLinkRequired))
    #expect(
      rule(PropertyModel(name: "a", type: .object, collection: .list, isOptional: true, target: "A")) == .broken(.optionalNotAllowed))
    #expect(rule(PropertyModel(name: "a", type: .int, target: "A")) == .superfluous(field: "target"))
    #expect(rule(PropertyModel(name: "a", type: .object, isOptional: true, target: "Z")) == .broken(.linkToAsymmetric))
  }

  @Test("linking objects stand last and follow a link to their type")
  func linkingObjects() {
    let link = PropertyModel(name: "a", type: .object, isOptional: true, target: "A")
    let number = PropertyModel(name: "n", type: .int)
    func back(_ origin: String?) -> PropertyModel {
      PropertyModel(name: "b", type: .object, collection: .linkingObjects, target: "A", origin: origin)
    }
    #expect(rule(link, number, back("a")) == nil)
    #expect(rule(back("a"), link) == .broken(.storedAfterLinkingObjects))
    #expect(rule(link, back(nil)) == .missing(field: "origin"))
    #expect(rule(link, back("x")) == .unknownName(field: "origin", name: "A.x"))
    #expect(rule(number, back("n")) == .broken(.originDoesNotLinkHere))
    #expect(rule(link, back("b")) == .broken(.originDoesNotLinkHere))
    var stored = back("a")
    stored.storedName = "c"
    #expect(rule(link, stored) == .superfluous(field: "stored name"))
  }

  @Test("a property with a type of another module says nothing of how it is stored")
  func foreignTypes() {
    func foreign(_ property: PropertyModel) -> PropertyModel {
      var property = property
      property.foreignType = "Other.State"
      return property
    }
    #expect(rule(foreign(PropertyModel(name: "a", type: .int, isPrimaryKey: true, defaultValue: .code))) == nil)
    #expect(rule(foreign(PropertyModel(name: "a", type: .int, collection: .map, isOptional: true))) == nil)
    #expect(rule(foreign(PropertyModel(name: "a", type: .string))) == .broken(.foreignTypeNotAllowed))
    #expect(rule(foreign(PropertyModel(name: "a", type: .int, defaultValue: .int(1)))) == .broken(.foreignTypeNotAllowed))
    #expect(
      rule(foreign(PropertyModel(name: "a", type: .object, isOptional: true, target: "A"))) == .broken(.foreignTypeNotAllowed))
  }

  @Test("keys and indexes only where they can be kept")
  func keys() {
    #expect(rule(PropertyModel(name: "a", type: .double, isPrimaryKey: true)) == .broken(.keyNotAllowed))
    #expect(rule(kind: .embedded, PropertyModel(name: "a", type: .int, isPrimaryKey: true)) == .broken(.keyNotAllowed))
    #expect(
      rule(PropertyModel(name: "a", type: .int, isPrimaryKey: true), PropertyModel(name: "b", type: .int, isPrimaryKey: true))
        == .broken(.secondKey))
    #expect(rule(PropertyModel(name: "a", type: .data, isIndexed: true)) == .broken(.indexNotAllowed))
    #expect(rule(PropertyModel(name: "a", type: .int, collection: .list, isIndexed: true)) == .broken(.indexNotAllowed))
  }

  @Test("names are there, unique and not too long")
  func names() {
    #expect(rule(PropertyModel(name: "", type: .int)) == .missing(field: "name"))
    #expect(
      rule(PropertyModel(name: "a", type: .int), PropertyModel(name: "a", storedName: "b", type: .int))
        == .duplicate(field: "name", name: "a"))
    #expect(
      rule(PropertyModel(name: "a", type: .int), PropertyModel(name: "b", storedName: "a", type: .int))
        == .duplicate(field: "stored name", name: "a"))
    let long = String(repeating: "é", count: 32)
    #expect(rule(PropertyModel(name: "a", storedName: long, type: .int)) == .tooLong(field: "stored name", limit: 63, length: 64))
    #expect(
      rule([EntityModel(name: "A", storedName: String(repeating: "x", count: 58), properties: [])])
        == .tooLong(field: "stored name", limit: 57, length: 58))
    #expect(
      rule([EntityModel(name: "A", storedName: "T", properties: []), EntityModel(name: "B", storedName: "T", properties: [])])
        == .duplicate(field: "stored name", name: "T"))
    #expect(
      rule([EntityModel(name: "A", properties: []), EntityModel(name: "A", storedName: "B", properties: [])])
        == .unsorted(field: "name", name: "A"))
  }

  @Test("defaults are of the property's type and in its range")
  func defaults() {
    #expect(rule(PropertyModel(name: "a", type: .int8, defaultValue: .int(128))) == .broken(.defaultOutOfRange))
    #expect(rule(PropertyModel(name: "a", type: .float, defaultValue: .double(0.1))) == .broken(.defaultOutOfRange))
    #expect(rule(PropertyModel(name: "a", type: .int, defaultValue: .string("1"))) == .broken(.defaultOfOtherType))
    #expect(rule(PropertyModel(name: "a", type: .int, collection: .list, defaultValue: .int(1))) == .broken(.defaultNotAllowed))
    #expect(rule(PropertyModel(name: "a", type: .any, defaultValue: .int(1))) == .broken(.defaultNotAllowed))
    #expect(rule(PropertyModel(name: "a", type: .any, defaultValue: .code)) == nil)
    #expect(
      rule(PropertyModel(name: "a", type: .date, defaultValue: .date(seconds: 1, nanoseconds: -1))) == .broken(.defaultOutOfRange))
    #expect(
      rule(PropertyModel(name: "a", type: .date, defaultValue: .date(seconds: .max, nanoseconds: 0))) == .broken(.defaultOutOfRange))
    #expect(
      rule(PropertyModel(name: "a", type: .objectId, defaultValue: .objectId([1]))) == .invalidValue(field: "length", value: 1))
  }

  @Test("enums have cases of their raw type, without repetition")
  func enums() {
    func one(_ name: String, _ value: DefaultValue) -> EnumCaseModel { EnumCaseModel(name: name, rawValue: value) }
    #expect(rule([], [EnumModel(name: "E", rawType: .int, cases: [])]) == .missing(field: "case"))
    #expect(rule([], [EnumModel(name: "E", rawType: .bool, cases: [one("a", .bool(true))])]) == .broken(.rawTypeNotAllowed))
    #expect(rule([], [EnumModel(name: "E", rawType: .int, cases: [one("a", .string("a"))])]) == .broken(.defaultOfOtherType))
    #expect(rule([], [EnumModel(name: "E", rawType: .string, cases: [one("a", .newUUID)])]) == .broken(.defaultOfOtherType))
    #expect(
      rule([], [EnumModel(name: "E", rawType: .int, cases: [one("a", .int(1)), one("b", .int(1))])])
        == .duplicate(field: "raw value of", name: "b"))
    let model = EnumModel(name: "E", rawType: .int, cases: [one("a", .int(1))])
    func property(_ type: ValueType, _ name: String, _ value: DefaultValue? = nil) -> [EntityModel] {
      [EntityModel(name: "A", properties: [PropertyModel(name: "e", type: type, enumName: name, defaultValue: value)])]
    }
    #expect(rule(property(.int, "E", .int(1)), [model]) == nil)
    #expect(rule(property(.int, "E", .int(2)), [model]) == .broken(.defaultOutOfRange))
    #expect(rule(property(.string, "E"), [model]) == .broken(.enumOfOtherType))
    #expect(rule(property(.int, "F"), [model]) == .unknownName(field: "enum", name: "F"))
  }
}
