import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import TestSupport
import TestTraits
import Testing

@Suite("Rules as constraints of a server", .blocking)
struct RuleStatementTests {
  private static let yaml = """
    asymmetric:
      Reading:
        unique:
          - [station, at]
          - { of: [code], whenNil: station }
          - { of: [code], whenFalse: test, nilCounts: true }
          - { of: [station, code], nilCounts: true }
        indexes: [[station, code]]
        checks: [at <= until, "celsius < limit", until != at, code == note]
        properties:
          serial: { type: Int32, unique: true, min: 1, below: 1000 }
          station: "String?"
          at: { type: Date, above: 2000-01-01 }
          until: Date?
          code: { type: String, length: 1...8, pattern: "[A-Z][^0-9]?*" }
          note: { type: "String?", length: ...99 }
          image: { type: Data, length: 4 }
          celsius: { type: Double, min: -273.15 }
          limit: Double?
          price: { type: Decimal128, above: 0 }
          tags: { type: List<String>, count: 1... }
          parts: { type: Map<Int>, count: ...9 }
          any: { type: AnyRealmValue, required: true }
          test: Bool
    """

  private func model(_ yaml: String, _ place: Testing.SourceLocation = #_sourceLocation) throws -> SchemaModel {
    let result = SchemaCompiler(needsName: false).check([SourceFile(path: "test.yaml", text: "ashlar: 1\n" + yaml)])
    return try #require(result.schema?.model, "\(result.diagnostics.map { $0.text() })", sourceLocation: place)
  }

  @Test("each rule is a constraint, an index or a comment")
  func statements() throws {
    let text = try #require(TableStatements.create(model(Self.yaml)))
    #expect(
      text.hasSuffix(
        #"""
          CONSTRAINT "celsius is in range" CHECK ("celsius" >= CAST('-273.15' AS double precision) AND "celsius" <> 'NaN'),
          CONSTRAINT "price is in range" CHECK ("price" > CAST('0' AS numeric) AND "price" <> 'NaN'),
          CONSTRAINT "serial is in range" CHECK ("serial" >= 1 AND "serial" < 1000),
          CONSTRAINT "code has a length" CHECK (char_length("code") BETWEEN 1 AND 8),
          CONSTRAINT "image has a length" CHECK (octet_length("image") = 4),
          CONSTRAINT "note has a length" CHECK (char_length("note") <= 99),
          CONSTRAINT "tags has a count" CHECK (jsonb_array_length("tags") >= 1),
          CONSTRAINT "code matches" CHECK ("code" COLLATE "C" ~ '^[A-Z][^0-9]..*$'),
          CONSTRAINT "any is required" CHECK ("any" IS NOT NULL),
          CONSTRAINT "at <= until" CHECK ("at" <= "until"),
          CONSTRAINT "celsius < limit" CHECK ("celsius" < "limit" AND "celsius" <> 'NaN' AND "limit" <> 'NaN' OR "limit" IS NULL),
          CONSTRAINT "code == note" CHECK ("code" = "note"),
          PRIMARY KEY ("ashlar_id")
        );
        CREATE UNIQUE INDEX ON "Reading" ("code") WHERE "station" IS NULL;
        CREATE UNIQUE INDEX ON "Reading" ("code") NULLS NOT DISTINCT WHERE NOT "test";
        ALTER TABLE "Reading" ADD UNIQUE ("serial");
        ALTER TABLE "Reading" ADD UNIQUE ("station", "at");
        ALTER TABLE "Reading" ADD UNIQUE NULLS NOT DISTINCT ("station", "code");
        CREATE INDEX ON "Reading" ("station", "code");
        -- No constraint states the count rule of 'Reading.parts' (...9).
        -- No constraint states the check 'until != at' of 'Reading' (!=).
        COMMENT ON COLUMN "Reading"."ashlar_id" IS 'Made when the object was created: the same however often it is sent.';

        """#), "\(text)")
    #expect(text.contains(#"CONSTRAINT "at is in range" CHECK ("at" >= TIMESTAMPTZ '2000-01-01T00:00:00Z')"#))
  }

  @Test("a new value rule does not concern existing rows, and a new unique rule is refused with its statement")
  func changes() throws {
    func schema(_ keys: String, _ property: String) throws -> SchemaModel {
      try model("asymmetric:\n  Reading:\n    \(keys)\n    properties:\n      a: \(property)\n      b: Int\n")
    }
    let plain = try schema("doc: x", "Int")
    #expect(
      TableChanges(from: plain, to: try schema("doc: x", "{ type: Int, max: 9 }")).text
        == "ALTER TABLE \"Reading\" ADD CONSTRAINT \"a is in range\" CHECK (\"a\" <= 9) NOT VALID;\n")
    #expect(
      TableChanges(from: try schema("doc: x", "{ type: Int, max: 9 }"), to: plain).text
        == "ALTER TABLE \"Reading\" DROP CONSTRAINT IF EXISTS \"a is in range\";\n")
    #expect(
      TableChanges(from: plain, to: try schema("doc: x\n    indexes: [[a, b]]", "Int")).text
        == "CREATE INDEX ON \"Reading\" (\"a\", \"b\");\n")
    let unique = try model("asymmetric:\n  Reading:\n    doc: x\n    unique: [[a, b]]\n    properties: { a: Int, b: Int }\n")
    let change = TableChanges(from: plain, to: unique)
    #expect(
      change.refusals == [
        "the unique rule over 'Reading.a', 'b' is new, and rows of the server may break it. Remove such rows, then run "
          + "'ALTER TABLE \"Reading\" ADD UNIQUE (\"a\", \"b\")' by hand."
      ])
    #expect(
      TableChanges(from: unique, to: plain).text
        == "-- The schema no longer has the unique rule over 'Reading.a', 'b': drop its constraint or index by hand.\n")
    #expect(TableChanges(from: unique, to: unique).text.isEmpty)
  }

  @Test("PostgreSQL accepts the constraints", .enabled(if: PostgreSQLServer.isAvailable, Comment(rawValue: PostgreSQLServer.reason)))
  func real() throws {
    let server = try PostgreSQLServer()
    try server.query(try #require(TableStatements.create(model(Self.yaml))))
    #expect(try server.query(#"SELECT count(*) FROM pg_constraint WHERE conrelid = '"Reading"'::regclass AND contype = 'c'"#) == "13")
  }

  @Test(
    "PostgreSQL matches the same texts as a pattern",
    .enabled(if: PostgreSQLServer.isAvailable, Comment(rawValue: PostgreSQLServer.reason)))
  func patterns() throws {
    let server = try PostgreSQLServer()
    let texts = [
      "", "a", "abc", "a*c", "a.c", "]", "[", "^", "-", "a-z", "é", "e\u{301}", "😀", "a\nb", "\\", "A", "{1}", "(a)", "$", "+",
    ]
    let patterns = [
      "*", "?", "a*", "*c", "a?c", "a.c", "[]]", "[[]", "[^]]", "[a-c]*", "[^a-c]", "[-a]", "[*]", "?*?", "é", "[à-ü]", "\\", "{1}",
      "(a)", "$", "+",
    ]
    for pattern in patterns {
      let glob = try GlobPattern(pattern)
      let expression = try #require(glob.regularExpression)
      for text in texts {
        let found = try server.query(
          "SELECT \(PostgreSQLText.literal(text)) COLLATE \"C\" ~ \(PostgreSQLText.literal(expression))")
        #expect(found == (glob.matches(text) ? "t" : "f"), "\(pattern) \(expression) \(text)")
      }
    }
  }
}
