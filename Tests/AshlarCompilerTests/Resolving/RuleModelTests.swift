import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite("Rules in the resolved model")
struct RuleModelTests {
  private static let shop = """
    ashlar: 1
    schema: { name: Shop }
    enums:
      Status: { cases: [open, closed], checked: true }
      Level: { raw: Int, external: true, checked: true, cases: { low: 1, high: 2 } }
    mixins:
      Named:
        properties:
          name: { type: String, length: 1...40, unique: true }
    objects:
      Account:
        mixins: [Named]
        unique:
          - [tenant, login]
          - { of: [email], whenNil: deletedAt }
          - { of: [email], whenTrue: active }
          - { of: [parent, login], nilCounts: true }
        indexes: [[tenant, created], [parent, created]]
        checks: [created <= deletedAt, login != email]
        properties:
          name:      { type: String, length: ...80 }
          code:      { type: String, unique: true, column: account_code }
          tenant:    { type: "Tenant?", required: true, column: owner, unique: true }
          parent:    Account?
          login:     { type: String, length: 1...40, pattern: "[a-z]*" }
          email:     { type: String, length: 3... }
          created:   { type: Date, min: 2000-01-01 }
          deletedAt: Date?
          active:    Bool
          age:       { type: Int8, min: 0, below: 120 }
          price:     { type: Decimal128, above: 0 }
          tags:      { type: MutableSet<String>, count: ...20 }
          parts:     { type: List<Part>, deleteRule: cascade }
          note:      { type: AnyRealmValue, required: true }
          status:    Status
          states:    List<Status>
          level:     Level?
          orders:    { type: LinkingObjects<Order>, origin: account, deleteRule: deny }
      Tenant:
        properties:
          accounts: { type: LinkingObjects<Account>, origin: tenant, deleteRule: cascade }
      Order:
        properties:
          account: { type: "Account?", column: buyer }
      Part: {}
      Seat:
        primaryKey: [hall, row, number]
        properties: { hall: Int, row: Int, number: String }
    embedded:
      Home:
        checks: [low < high]
        properties:
          low: Int
          high: { type: Int, max: 9 }
    """

  private func model(_ text: String) throws -> SchemaModel {
    let result = SchemaCompiler().check([SourceFile(path: "a.yaml", text: text)])
    return try #require(result.schema, "\(result.diagnostics.map { $0.text() }.joined())").model
  }

  @Test("rules are those of the types, by stored names")
  func rules() throws {
    let model = try model(Self.shop)
    let account = try #require(model.entity(named: "Account"))
    let expected: [EntityRule] = [
      .unique(UniqueRule(["account_code"])), .unique(UniqueRule(["name"])), .unique(UniqueRule(["owner"])),
      .unique(UniqueRule(["owner", "login"])), .unique(UniqueRule(["email"], condition: .init(property: "deletedAt", value: nil))),
      .unique(UniqueRule(["email"], condition: .init(property: "active", value: true))),
      .unique(UniqueRule(["parent", "login"], nilCounts: true)), .index(["owner", "created"]), .index(["parent", "created"]),
      .range("created", ValueBounds(low: .date(seconds: 946_684_800, nanoseconds: 0))),
      .range("age", ValueBounds(low: .int(0), high: .int(120), excludesHigh: true)),
      .range("price", ValueBounds(low: .decimal128(low: 0, high: 0x3040_0000_0000_0000), excludesLow: true)),
      .length("name", CountBounds(high: 80)), .length("login", CountBounds(low: 1, high: 40)), .length("email", CountBounds(low: 3)),
      .count("tags", CountBounds(high: 20)), .pattern("login", "[a-z]*"), .oneOf("status", [.string("open"), .string("closed")]),
      .oneOf("level", [.int(1), .int(2)]), .required("owner"), .required("note"), .order("created", .lessOrEqual, "deletedAt"),
      .order("login", .notEqual, "email"), .holderDeleted("parts", .cascade), .targetDeleted("owner", .cascade),
    ]
    #expect(Set(account.rules) == Set(expected))
    #expect(account.rules.count == expected.count)
    #expect(model.entity(named: "Order")?.rules == [.targetDeleted("buyer", .deny)])
    #expect(model.entity(named: "Tenant")?.rules == [])
    #expect(model.entity(named: "Seat")?.rules == [.primaryKey(["hall", "row", "number"])])
    #expect(model.entity(named: "Seat")?.primaryKey == nil)
    #expect(model.entity(named: "Home")?.rules == [.range("high", ValueBounds(high: .int(9))), .order("low", .less, "high")])
  }

  @Test("a property that is unique alone is indexed, except a link")
  func indexes() throws {
    let account = try #require(try model(Self.shop).entity(named: "Account"))
    #expect(account.properties.filter(\.isIndexed).map(\.name) == ["name", "code"])
  }

  @Test("a type overrides the rules of a mixin's property key by key")
  func mixins() throws {
    let model = try model(
      """
      ashlar: 1
      schema: { name: S }
      mixins: { Named: { properties: { name: { type: String, length: 1...40, unique: true } } } }
      objects:
        A: { mixins: [Named] }
        B: { mixins: [Named], properties: { name: { type: String, unique: false } } }
      """)
    #expect(model.entity(named: "A")?.rules == [.unique(UniqueRule(["name"])), .length("name", CountBounds(low: 1, high: 40))])
    #expect(model.entity(named: "B")?.rules == [.length("name", CountBounds(low: 1, high: 40))])
    #expect(model.entity(named: "B")?.properties[0].isIndexed == false)
  }

  @Test("rules survive the descriptor and its dump")
  func roundTrip() throws {
    let model = try model(Self.shop)
    #expect(try DescriptorReader.read(DescriptorWriter.bytes(for: model)) == model)
    let again = SchemaCompiler().check([SourceFile(path: "dump.yaml", text: DescriptorDump.yaml(model))])
    #expect(again.diagnostics.map { $0.text() } == [])
    #expect(again.schema?.model == model)
  }

  @Test("a schema with rules compiles to Swift, and its descriptor has them")
  func emitted() throws {
    let files = try generate([SourceFile(path: "shop.yaml", text: Self.shop)])
    let text = try #require(files["shop.swift"])
    #expect(text.contains("public var tenant: Tenant? {"))
  }

  @Test("random rules survive the descriptor and the dump")
  func random() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("RuleModelTests.random seed \(seed)")
    var accepted = 0
    for step in 0..<150 {
      var random = RandomRules(seed: seed &+ UInt64(step))
      let text = random.schema()
      let result = SchemaCompiler().check([SourceFile(path: "a.yaml", text: text)])
      #expect(result.diagnostics.filter { $0.severity == .error }.map { $0.text() } == [], "seed \(seed), step \(step)\n\(text)")
      guard let model = result.schema?.model else { continue }
      accepted += 1
      let bytes = DescriptorWriter.bytes(for: model)
      #expect(try DescriptorReader.read(bytes) == model, "seed \(seed), step \(step)")
      let again = SchemaCompiler().check([SourceFile(path: "dump.yaml", text: DescriptorDump.yaml(model))])
      #expect(again.schema?.model == model, "seed \(seed), step \(step)\n\(text)\n\(DescriptorDump.yaml(model))")
      let sources = SchemaSource(path: "a", model: model)
      #expect(SchemaChange.between(sources, sources).isEmpty)
      _ = HTMLPage.text(for: model, documentation: nil) + MermaidDiagram.text(for: model) + DescriptorDump.json(model)
    }
    #expect(accepted > 0)
  }
}
