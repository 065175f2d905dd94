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

  /// Computed by another program from the description in docs/descriptor-format.md: the storage and the source fingerprint.
  @Test("each rule gives a schema fingerprints that never change, and without rules, it has those of earlier versions")
  func goldens() {
    func prints(_ schema: SchemaModel) -> [String] {
      [hexadecimal(Fingerprint.storage(of: schema)), hexadecimal(Fingerprint.source(of: schema))]
    }
    #expect(prints(RuledModel.with([])) == ["0xea543ecc32f2056e", "0x703821204671a72a"])
    #expect(prints(RuledModel.plain) == ["0x97a2a9bd5bc18248", "0x09ecfd6219fd5ab3"])
    #expect(prints(RuledModel.schema) == ["0xb749e23d40b42cf5", "0x514a213d5e873825"])
    #expect(prints(SchemaModel(name: "Shop", entities: [RuledModel.seat])) == ["0x8276f4d53d5b2f43", "0x4516b7c5dfa718a6"])
    // In the order of `RuledModel`.
    let expected = [
      ("0x0b178de996af1692", "0xa2dc88a3dea54e66"),
      ("0x75b67710942eebe7", "0x7062813c409842e3"),
      ("0x992012dda63d25ae", "0x93cc1d0952a67caa"),
      ("0xdc725739510f0c3f", "0x868d2c3e6973b49b"),
      ("0x062ab8600cc5a479", "0x164e14525606599d"),
      ("0xea543ecc32f2056e", "0x09d17b57eb38b7c8"),
      ("0xf9d43d7241cc7ffd", "0x63846847b5435b41"),
      ("0xc3fc4f50aed9f1f0", "0x22ce4ac0645a6714"),
      ("0x3110a8c40a52b6b1", "0x689233fcf4da1bed"),
      ("0xdcaafbac1a9721a8", "0xe497f18acd8176e4"),
      ("0x1456f859c85b0f2a", "0xea7c0b0d513a3a76"),
      ("0x907ff8a65559460d", "0xc32180226f1374fd"),
      ("0xac222a546a162c87", "0xbfe169e0ca484e3b"),
      ("0x17c7b521b5e59f90", "0xb7f2d722517256f4"),
      ("0x9b492da9cf5c14aa", "0x1fad461763fbfdb6"),
      ("0x405284698b31c06a", "0xedd72ea674785886"),
      ("0x2b562303b89a906c", "0xed02c6b66fb66fd8"),
    ]
    #expect(RuledModel.account.rules.count == expected.count)
    for (rule, expected) in zip(RuledModel.account.rules, expected) {
      #expect(prints(RuledModel.with([rule])) == [expected.0, expected.1], "\(rule)")
    }
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
