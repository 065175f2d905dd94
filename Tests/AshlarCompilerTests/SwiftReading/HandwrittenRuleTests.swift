import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Testing

@Suite("Rules of classes written by hand")
struct HandwrittenRuleTests {
  private static let swift = """
    class Tenant: Object {
      @Persisted var name: String
      @Persisted(originProperty: "tenant", deleteRule: .deny) var accounts: LinkingObjects<Account>
    }

    class Part: Object { @Persisted var label: String }

    class Account: Object {
      @Persisted(unique: true) var code: String
      @Persisted var tenant: Tenant?
      @Persisted var login: String
      @Persisted var email: String?
      @Persisted var deletedAt: Date?
      @Persisted var active: Bool
      @Persisted var created: Date
      @Persisted var opened: Date?
      @Persisted var closed: Date?
      @Persisted var age: Int?
      @Persisted var mass: Double
      @Persisted var price: Decimal128
      @Persisted var tags: MutableSet<String>
      @Persisted(deleteRule: .cascade) var parts: List<Part>
      override class var schemaRules: [SchemaRule] {
        [
          .unique(\\Account.tenant, \\Account.login), .unique(\\Account.email, whenNil: \\.deletedAt),
          .unique(\\Account.login, whenTrue: \\.active), .unique(\\Account.tenant, \\.email, nilCounts: true),
          // A comment, and a comma at the end.
          .index(\\Account.tenant, \\Account.created), .range(\\Account.age, 0...150), .range(\\Account.price, above: 0),
          .range(\\Account.mass, min: -0.5, below: 1_000), .range(\\Account.created, min: "2000-01-01"),
          .length(\\Account.login, 1...40), .pattern(\\Account.login, "[a-z]*"), .length(\\Account.code, 0x08),
          .count(\\Account.tags, ...20), .required(\\Account.tenant), .order(\\Account.opened, .lessOrEqual, \\Account.closed),
        ]
      }
    }

    class Seat: Object {
      @Persisted var hall: Int
      @Persisted var chair: Int
      override class var schemaRules: [SchemaRule] { return [.primaryKey(\\Seat.hall, \\Seat.chair)] }
    }
    """

  private static let yaml = """
    ashlar: 1
    objects:
      Tenant:
        properties:
          name: String
          accounts: { type: LinkingObjects<Account>, origin: tenant, deleteRule: deny }
      Part: { properties: { label: String } }
      Account:
        unique:
          - [tenant, login]
          - { of: [email], whenNil: deletedAt }
          - { of: [login], whenTrue: active }
          - { of: [tenant, email], nilCounts: true }
        indexes: [[tenant, created]]
        checks: [opened <= closed]
        properties:
          code: { type: String, unique: true, length: 8 }
          tenant: { type: "Tenant?", required: true }
          login: { type: String, length: 1...40, pattern: "[a-z]*" }
          email: String?
          deletedAt: Date?
          active: Bool
          created: { type: Date, min: 2000-01-01 }
          opened: Date?
          closed: Date?
          age: { type: "Int?", min: 0, max: 150 }
          mass: { type: Double, min: -0.5, below: 1000 }
          price: { type: Decimal128, above: 0 }
          tags: { type: MutableSet<String>, count: ...20 }
          parts: { type: List<Part>, deleteRule: cascade }
      Seat:
        primaryKey: [hall, chair]
        properties: { hall: Int, chair: Int }
    """

  private func check(_ path: String, _ text: String) -> (model: SchemaModel?, messages: [String]) {
    let result = SchemaCompiler(name: "App").check([SourceFile(path: path, text: text)])
    return (result.schema?.model, result.diagnostics.map { "\($0.location.start.line) \($0.message) [\($0.code)]" })
  }

  @Test("a class states the same rules as a type in YAML")
  func equal() throws {
    let (byHand, messages) = check("a.swift", Self.swift)
    let (inYAML, others) = check("a.yaml", Self.yaml)
    #expect(messages == [])
    #expect(others == [])
    let (first, second) = (try #require(byHand), try #require(inYAML))
    for entity in first.entities {
      let other = try #require(second.entity(named: entity.name))
      #expect(entity.rules == other.rules, "\(entity.name)")
      #expect(entity.columns.map(\.isIndexed) == other.columns.map(\.isIndexed), "\(entity.name)")
    }
    #expect(first.entities.flatMap(\.rules).count == 19)
    #expect(Fingerprint.storage(of: first) == Fingerprint.storage(of: second))
  }

  // A schema as files store it.
  private func stored(_ model: SchemaModel) -> SchemaModel {
    SchemaModel(
      name: "stored", version: 1,
      entities: model.entities.map { entity in
        var stored = EntityModel(
          name: entity.storedName, kind: entity.kind,
          properties: entity.columns.map { property in
            PropertyModel(
              name: property.storedName, type: property.type, collection: property.collection, isOptional: property.isOptional,
              isIndexed: property.isIndexed, isPrimaryKey: property.isPrimaryKey, target: property.target)
          })
        stored.rules = entity.rules
        return stored
      })
  }

  @Test("the descriptors of both forms are equal, byte by byte, for programs and for files", arguments: [DescriptorUse.program, .file])
  func bytes(_ use: DescriptorUse) throws {
    let (byHand, inYAML) = (try #require(check("a.swift", Self.swift).model), try #require(check("a.yaml", Self.yaml).model))
    let bytes = [byHand, inYAML].map { DescriptorWriter.bytes(for: stored($0), use: use) }
    #expect(bytes[0] == bytes[1])
    #expect(try DescriptorReader.read(bytes[0]) == stored(inYAML))
    // The same with the types in another order.
    var turned = byHand
    turned.entities.reverse()
    var same = inYAML
    same.entities.reverse()
    #expect(DescriptorWriter.bytes(for: stored(turned), use: use) == DescriptorWriter.bytes(for: stored(same), use: use))
  }

  @Test("a class has the rules of its superclass and its own, under its own columns")
  func inherited() throws {
    let (model, messages) = check(
      "a.swift",
      """
      class A: Object {
        @Persisted var a: Int
        @Persisted(unique: true) var b: Int
        override class var schemaRules: [SchemaRule] { [.range(\\A.a, 0...9)] }
      }
      enum Outer {
        class B: A {
          @Persisted var c: Int
          override class var schemaRules: [SchemaRule] { [.index(\\Outer.B.a, \\B.c), .range(\\A.b, min: 1)] }
        }
      }
      """)
    #expect(messages == [])
    let b = try #require(model?.entity(named: "Outer_B"))
    #expect(
      b.rules == [
        .unique(UniqueRule(["b"])), .index(["a", "c"]), .range("a", ValueBounds(low: .int(0), high: .int(9))),
        .range("b", ValueBounds(low: .int(1))),
      ])
    #expect(model?.entity(named: "A")?.rules.count == 2)
  }

  @Test(
    "a list that is not one of literal calls is rejected",
    arguments: [
      ("{ rules }", "computed-rules"), ("{ get { [] } }", "computed-rules"), ("{ super.schemaRules }", "computed-rules"),
      ("{ [rule] }", "computed-rules"), ("{ [SchemaRule.index(\\A.a, \\A.b)] }", "computed-rules"),
      ("{ [.index(\\A.a, \\A.b)] + [] }", "computed-rules"), ("{ [.range(\\A.a, bounds)] }", "rule-argument"),
      ("{ [.range(\\A.a, max: limit())] }", "rule-argument"), ("{ [.range(\\A.a, 0..<9)] }", "rule-argument"),
      ("{ [.range(\\A.a)] }", "rule-argument"), ("{ [.index(\\A.link.a, \\A.b)] }", "rule-argument"),
      ("{ [.index(\\Other.a, \\A.b)] }", "rule-argument"), ("{ [.index(path, \\A.b)] }", "rule-argument"),
      ("{ [.unique(\\A.a, \\A.b, nilCounts: isStrict)] }", "rule-argument"), ("{ [.order(\\A.a, relation, \\A.b)] }", "rule-argument"),
      ("{ [.order(\\A.a, .greater, \\A.b)] }", "rule-argument"), ("{ [.pattern(\\A.a, \"\\(text)\")] }", "rule-argument"),
      ("{ [.range(\\A.a, 0...9), .range(\\A.a, min: 1)] }", "repeated-rule"),
      ("{ [.primaryKey(\\A.a, \\A.b), .primaryKey(\\A.b, \\A.a)] }", "second-primary-key"),
    ])
  func rejected(body: String, code: String) {
    let messages = check(
      "a.swift", "class A: Object { @Persisted var a: Int; @Persisted var b: Int; override class var schemaRules: [SchemaRule] \(body) }"
    ).messages
    #expect(messages.count == 1 && messages[0].hasSuffix("[\(code)]"), "\(messages)")
  }

  @Test("an empty list states nothing, and one inside '#if' is rejected")
  func conditional() {
    let head = "class A: Object {\n@Persisted var a: Int\n"
    #expect(check("a.swift", head + "override class var schemaRules: [SchemaRule] { [] }\n}").messages == [])
    #expect(
      check("a.swift", head + "#if DEBUG\noverride class var schemaRules: [SchemaRule] { [] }\n#endif\n}").messages == [
        "4 'schemaRules' is inside '#if', and a schema cannot depend on a condition; move it out [conditional-setting]"
      ])
  }

  @Test("an import prints the rules as YAML that states the same")
  func imported() throws {
    let result = ModelImport.schema(of: [SourceFile(path: "a.swift", text: Self.swift)])
    #expect(result.diagnostics.map { $0.text() } == [])
    let text = String(decoding: try #require(result.schema), as: UTF8.self)
    let (printed, messages) = check("a.yaml", text)
    #expect(messages == [])
    #expect(printed?.entities.map(\.rules) == check("a.yaml", Self.yaml).model?.entities.map(\.rules))
    for line in [
      "    primaryKey: [hall, chair]", "    indexes: [[tenant, created]]", "    checks: [\"opened <= closed\"]",
      "    unique: [[tenant, login], { of: [email], whenNil: deletedAt }, { of: [login], whenTrue: active }, { of: [tenant, email], nilCounts: true }]",
    ] { #expect(text.split(separator: "\n").contains { $0 == line }, "\(line)\n\(text)") }
  }
}
