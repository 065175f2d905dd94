import Testing

@testable import AshlarSchema

@Suite("Rules in fingerprints")
struct RuleFingerprintTests {
  private let schema: SchemaModel = {
    var entity = EntityModel(
      name: "Dog", storedName: "D",
      properties: [PropertyModel(name: "a", type: .int), PropertyModel(name: "b", storedName: "c", type: .int)])
    entity.rules = [.range("a", ValueBounds(low: .int(1))), .unique(UniqueRule(["a", "c"])), .index(["c", "a"])]
    return SchemaModel(name: "S", entities: [entity])
  }()

  @Test("the storage form ends with the rules, byte by byte as documented")
  func storage() {
    var form = CanonicalForm()
    form.storage(of: schema.entities[0], in: schema)
    let columns: [UInt8] =
      [0x45, 1, 0, 0, 0, 0x44, 0, 2, 0, 0, 0]  // E, "D", object, columns
      + [1, 0, 0, 0, 0x61, 2, 0, 0, 0, 0, 0, 0] + [1, 0, 0, 0, 0x63, 2, 0, 0, 0, 0, 0, 0]  // "a" and "c", int
    let unique: [UInt8] = [2, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x61, 1, 0, 0, 0, 0x63, 0, 0, 0, 0, 0, 0]  // "a", "c", no bounds, no values
    let range: [UInt8] = [4, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0x61, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]  // "a", int 1, none, no values
    #expect(form.bytes == columns + [0x51, 2, 0, 0, 0] + unique + range)
  }

  @Test("the source form has a part for all rules, with the index of their type")
  func source() {
    var (with, without) = (CanonicalForm(), CanonicalForm())
    with.source(of: schema)
    var plain = schema
    plain.entities[0].rules = []
    without.source(of: plain)
    let part: [UInt8] = [0x51, 3, 0, 0, 0, 0, 0, 0, 0, 2, 0]
    #expect(with.bytes.starts(with: without.bytes + part))
  }

  @Test("every rule is part of the storage fingerprint, indexes of several properties are not")
  func parts() {
    let plain = RuledModel.plain
    for rule in RuledModel.account.rules {
      let changed = RuledModel.with([rule])
      let isEqual = Fingerprint.storage(of: changed) == Fingerprint.storage(of: RuledModel.with([]))
      #expect(isEqual == (rule.kind == .index), "\(rule)")
      #expect(Fingerprint.source(of: changed) != Fingerprint.source(of: RuledModel.with([])), "\(rule)")
    }
    #expect(Fingerprint.storage(of: plain) != Fingerprint.storage(of: RuledModel.schema))
  }

  @Test("that an enum is checked is part of the storage fingerprint, its cases are not")
  func cases() {
    let few = RuledModel.with([.oneOf("status", [.string("a")])])
    let many = RuledModel.with([.oneOf("status", [.string("a"), .string("b")])])
    #expect(Fingerprint.storage(of: few) == Fingerprint.storage(of: many))
    #expect(Fingerprint.source(of: few) != Fingerprint.source(of: many))
    #expect(Fingerprint.storage(of: few) != Fingerprint.storage(of: RuledModel.with([])))
  }

  @Test("'version: history' raises the version if an enum becomes checked, not if it gets a case")
  func history() throws {
    var released = RuledModel.with([.oneOf("status", [.string("a")])])
    released.version = 1
    var unchecked = RuledModel.with([])
    unchecked.version = 1
    let new = RuledModel.with([.oneOf("status", [.string("a"), .string("b")])])
    #expect(try history(of: released).version(of: new) == 1)
    #expect(try history(of: unchecked).version(of: new) == 2)
  }

  private func history(of schema: SchemaModel) throws -> SchemaHistory {
    try SchemaHistory(releases: [Release(descriptor: Release.descriptor(of: schema, after: nil))])
  }

  @Test("the rules of an asymmetric type are in no file, and so not part of the storage fingerprint")
  func asymmetric() {
    let rule = EntityRule.unique(UniqueRule(["code"]))
    let with = RuledModel.with([rule]) { $0.kind = .asymmetric }
    let without = RuledModel.with([]) { $0.kind = .asymmetric }
    #expect(Fingerprint.storage(of: with) == Fingerprint.storage(of: without))
    #expect(Fingerprint.source(of: with) != Fingerprint.source(of: without))
  }
}
