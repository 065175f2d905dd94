import AshlarSchemaTools
import Testing
import TestSupport

@testable import AshlarSchema

@Suite("Rules in descriptors")
struct RuleDescriptorTests {
  private let bytes = DescriptorWriter.bytes(for: RuledModel.schema)

  private func rule(_ rules: EntityRule..., change: (inout EntityModel) -> Void = { _ in }) -> DescriptorFault? {
    fault(DescriptorWriter.bytes(for: RuledModel.with(rules, change)))?.fault
  }

  @Test("every kind of rule survives writing and reading")
  func roundTrip() throws {
    #expect(Set(RuledModel.schema.entities.flatMap(\.rules).map(\.kind)) == Set(RuleKind.allCases))
    let read = try DescriptorReader.read(bytes)
    #expect(read == RuledModel.schema)
    #expect(DescriptorWriter.bytes(for: read) == bytes)
    #expect(try DescriptorDump.hex(bytes).contains("RULE 3"))
  }

  @Test("the order in which rules are given has no effect")
  func order() {
    var account = RuledModel.account
    account.rules.reverse()
    #expect(account == RuledModel.account)
    for (first, second) in zip(account.rules, account.rules.dropFirst()) { #expect(first.isBefore(second) && !second.isBefore(first)) }
  }

  @Test("a schema without rules has no sections for them")
  func withoutRules() throws {
    let plain = DescriptorWriter.bytes(for: RuledModel.plain)
    let directory = try SectionDirectory(ByteSource(plain)).inOrder.map(\.kind)
    #expect(directory.filter { [.rules, .ruleMembers, .ruleValues].contains($0) } == [])
    #expect(DescriptorWriter.bytes(for: RuledModel.plain, use: .file) == plain)
  }

  @Test("the sections are critical, except in a file", arguments: [SectionKind.rules, .ruleMembers, .ruleValues])
  func critical(kind: SectionKind) throws {
    let stored = DescriptorWriter.bytes(for: RuledModel.schema, use: .file)
    #expect(bytes.u32(at: bytes.directoryLine(kind) + SectionRecord.flags) == 1)
    #expect(stored.u32(at: stored.directoryLine(kind) + SectionRecord.flags) == 0)
    #expect(try DescriptorReader.read(stored) == RuledModel.schema)
  }

  @Test("a reader that does not know rules rejects a program's descriptor by name, and reads that of a file without them")
  func olderReader() throws {
    func renamed(_ bytes: [UInt8]) -> [UInt8] {
      changed(bytes) { bytes in
        for kind in [SectionKind.rules, .ruleMembers, .ruleValues] { bytes[bytes.directoryLine(kind) + 3] = UInt8(ascii: "?") }
      }
    }
    #expect(fault(renamed(bytes))?.fault == .unknownCriticalSection("RUL?"))
    let read = try DescriptorReader.read(renamed(DescriptorWriter.bytes(for: RuledModel.schema, use: .file)))
    #expect(read == RuledModel.plain)
  }

  @Test("flipped bytes of the sections give a schema or an error, and the schema can be written and shown")
  func damage() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("RuleDescriptorTests.damage seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let places = [SectionKind.rules, .ruleMembers, .ruleValues].flatMap { kind -> [Int] in
      let line = bytes.directoryLine(kind)
      let start = bytes.u32(at: line + SectionRecord.offset)
      return Array(start..<(start + bytes.u32(at: line + SectionRecord.byteLength)))
    }
    var errors = 0
    for step in 0..<4000 {
      let damaged = changed(bytes) { bytes in
        for _ in 0...(step % 2) { bytes[places.randomElement(using: &random)!] = UInt8.random(in: 0...255, using: &random) }
      }
      guard let schema = try? DescriptorReader.read(damaged) else {
        errors += 1
        continue
      }
      _ = DescriptorDump.yaml(schema) + DescriptorDump.json(schema)
      let again = DescriptorWriter.bytes(for: schema)
      #expect(DescriptorWriter.bytes(for: try DescriptorReader.read(again)) == again, "seed \(seed), step \(step)")
    }
    #expect(errors > 0)
  }

  @Test("references lead to types, stored properties and values")
  func references() {
    let record = bytes.section(.rules)
    #expect(
      fault(changed(bytes) { $0.put(9 as UInt32, at: record + RuleRecord.entity) })?.fault
        == .invalidReference(field: "entity", index: 9, count: 3))
    #expect(
      fault(changed(bytes) { $0.put(13 as UInt32, at: $0.section(.ruleMembers)) })?.fault
        == .invalidReference(field: "property", index: 13, count: 13))
    #expect(fault(changed(bytes) { $0[record + RuleRecord.kind] = 13 })?.fault == .invalidValue(field: "kind", value: 13))
    #expect(
      fault(changed(bytes) { $0.put(9 as UInt16, at: record + RuleRecord.memberCount) })?.fault
        == .invalidValue(field: "member count", value: 9))
    #expect(
      fault(changed(bytes) { $0.put(1 as UInt32, at: record + RuleRecord.firstMember) })?.fault
        == .gap(field: "first member", expected: 0, found: 1))
    #expect(fault(changed(bytes) { $0.put(noReference, at: $0.section(.ruleValues)) })?.fault == .missing(field: "value"))
    #expect(fault(changed(bytes) { $0[record + RuleRecord.flags] = 4 })?.fault == .broken(.ruleValueNotAllowed))
  }

  @Test("a rule concerns properties that allow it")
  func properties() {
    #expect(rule(.unique(UniqueRule(["code"]))) == nil)
    #expect(rule(.unique(UniqueRule(["login"]))) == .broken(.uniqueNotIndexed))
    #expect(rule(.unique(UniqueRule(["owner"]))) == nil)
    for name in ["price", "tags", "parts", "any"] { #expect(rule(.unique(UniqueRule([name, "code"]))) == .broken(.ruleNotAllowed)) }
    #expect(rule(.unique(UniqueRule(["code"], condition: .init(property: "age", value: nil)))) == .broken(.ruleNotAllowed))
    #expect(rule(.unique(UniqueRule(["code"], condition: .init(property: "age", value: true)))) == .broken(.ruleNotAllowed))
    #expect(rule(.index(["code", "code"])) == .broken(.ruleNotAllowed))
    #expect(rule(.index(["code", "price"])) == .broken(.ruleNotAllowed))
    #expect(rule(.primaryKey(["code", "deletedAt"])) == .broken(.ruleNotAllowed))
    #expect(rule(.primaryKey(["code", "login"]), .index(["code", "login"])) == nil)
    #expect(rule(.primaryKey(["code", "age"]), .primaryKey(["code", "login"])) == .broken(.secondKey))
    #expect(rule(.range("login", ValueBounds(low: .int(1)))) == .broken(.ruleNotAllowed))
    #expect(rule(.length("age", CountBounds(low: 1))) == .broken(.ruleNotAllowed))
    #expect(rule(.count("login", CountBounds(low: 1))) == .broken(.ruleNotAllowed))
    #expect(rule(.pattern("status", "*")) == .broken(.ruleNotAllowed))
    #expect(rule(.required("code")) == .broken(.ruleNotAllowed))
    #expect(rule(.order("opened", .less, "age")) == .broken(.ruleNotAllowed))
    #expect(rule(.order("code", .less, "login")) == .broken(.ruleNotAllowed))
    #expect(rule(.order("code", .notEqual, "login")) == nil)
    #expect(rule(.holderDeleted("code", .deny)) == .broken(.ruleNotAllowed))
  }

  @Test("an embedded or asymmetric type has only some rules")
  func kinds() {
    func embedded(_ rule: EntityRule) -> DescriptorFault? { self.rule(rule) { $0.kind = .embedded } }
    #expect(embedded(.unique(UniqueRule(["code"]))) == .broken(.ruleNotAllowed))
    #expect(embedded(.index(["code", "login"])) == .broken(.ruleNotAllowed))
    #expect(embedded(.length("login", CountBounds(low: 1))) == nil)
    #expect(embedded(.holderDeleted("owner", .cascade)) == nil)
    #expect(embedded(.holderDeleted("owner", .deny)) == .broken(.ruleNotAllowed))
    #expect(embedded(.targetDeleted("owner", .deny)) == nil)
    func asymmetric(_ rule: EntityRule) -> DescriptorFault? { self.rule(rule) { $0.kind = .asymmetric } }
    #expect(asymmetric(.unique(UniqueRule(["code"]))) == nil)
    #expect(asymmetric(.primaryKey(["code", "login"])) == .broken(.ruleNotAllowed))
    #expect(asymmetric(.holderDeleted("owner", .cascade)) == .broken(.ruleNotAllowed))
  }

  @Test("bounds, patterns and lists of values fit their property, and exclude some values but not all")
  func values() {
    let refused = DescriptorFault.broken(.ruleValueNotAllowed)
    #expect(rule(.range("age", ValueBounds())) == refused)
    #expect(rule(.range("age", ValueBounds(low: .int(200)))) == refused)
    #expect(rule(.range("age", ValueBounds(low: .string("1")))) == refused)
    #expect(rule(.range("age", ValueBounds(low: .int(2), high: .int(1)))) == refused)
    #expect(rule(.range("age", ValueBounds(low: .int(1), high: .int(2), excludesLow: true, excludesHigh: true))) == refused)
    #expect(rule(.range("opened", ValueBounds(low: .now))) == refused)
    #expect(rule(.range("price", ValueBounds(low: .decimal128(low: 0, high: 0x7c00_0000_0000_0000)))) == refused)
    #expect(rule(.length("login", CountBounds())) == refused)
    #expect(rule(.length("login", CountBounds(low: 2, high: 1))) == refused)
    #expect(rule(.pattern("login", "[a")) == refused)
    #expect(rule(.oneOf("status", [])) == refused)
    #expect(rule(.oneOf("status", [.int(1)])) == refused)
    #expect(rule(.oneOf("status", [.string("a"), .string("a")])) == refused)
  }

  @Test("rules are sorted, and a type has one rule of values of a kind for a property")
  func sorted() {
    let twice = rule(.length("login", CountBounds(low: 1)), .length("login", CountBounds(low: 2)))
    #expect(twice == .unsorted(field: "rule of", name: "Account"))
    #expect(rule(.order("opened", .less, "closed"), .order("opened", .notEqual, "closed")) == nil)
  }
}
