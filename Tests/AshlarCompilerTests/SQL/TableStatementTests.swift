import AshlarCompiler
import AshlarSchema
import AshlarSchemaTools
import Foundation
import TestSupport
import TestTraits
import Testing

private func model(_ yaml: String, _ place: Testing.SourceLocation = #_sourceLocation) throws -> SchemaModel {
  let result = SchemaCompiler(needsName: false).check([SourceFile(path: "test.yaml", text: "ashlar: 1\n" + yaml)])
  return try #require(result.schema?.model, "\(result.diagnostics)", sourceLocation: place)
}

private func weather() throws -> SchemaModel {
  let text = try Repository.text("Schemas/Weather/weather.yaml")
  return try #require(SchemaCompiler(needsName: false).check([SourceFile(path: "weather.yaml", text: text)]).schema?.model)
}

@Suite("Tables for a server", .blocking)
struct TableStatementTests {
  @Test("a type becomes a table with its index, its enums' values and its documentation")
  func reading() throws {
    let text = try #require(TableStatements.create(weather()))
    #expect(
      text.hasPrefix(
        #"""
        CREATE TABLE "order" (
          "ashlar_id" uuid NOT NULL,
          "select" bigint NOT NULL,
          "from ""x""" text NOT NULL,
          PRIMARY KEY ("ashlar_id")
        );
        COMMENT ON TABLE "order" IS 'Has no key of its own, and names that SQL keeps for itself.';
        COMMENT ON COLUMN "order"."ashlar_id" IS 'Made when the object was created: the same however often it is sent.';

        CREATE TABLE "Everything" (
          "key" text NOT NULL,
          "bool" boolean NOT NULL,
          "int" bigint NOT NULL,
          "int8" smallint NOT NULL,
          "int16" smallint NOT NULL,
          "int32" integer NOT NULL,
          "int64" bigint NOT NULL,
          "float" real NOT NULL,
          "double" double precision NOT NULL,
          "string" text NOT NULL,
          "data" bytea NOT NULL,
          "date" timestamptz NOT NULL,
          "decimal" numeric NOT NULL,
          "objectId" text NOT NULL,
          "uuid" uuid NOT NULL,
          "optionalBool" boolean,
        """#), "\(text)")
    #expect(
      text.hasSuffix(
        #"""
          "any" jsonb,
          "sensor" bigint,
          "wind" jsonb,
          "winds" jsonb NOT NULL,
          "stations" jsonb NOT NULL,
          "numbers" jsonb NOT NULL,
          "texts" jsonb NOT NULL,
          "doubles" jsonb NOT NULL,
          "sensors" jsonb NOT NULL,
          "values" jsonb NOT NULL,
          PRIMARY KEY ("key")
        );

        CREATE TABLE "Reading" (
          "_id" uuid NOT NULL,
          "station" text,
          "at" timestamptz NOT NULL,
          "celsius" double precision NOT NULL,
          "sky" text NOT NULL,
          "alarm" smallint,
          "source" text NOT NULL,
          "note" text,
          CONSTRAINT "sky is a case" CHECK ("sky" IN ('clear', 'cloudy', 'it''s raining')),
          CONSTRAINT "alarm is a case" CHECK ("alarm" IN (0, -1, 7)),
          PRIMARY KEY ("_id")
        );
        CREATE INDEX ON "Reading" ("at");
        COMMENT ON TABLE "Reading" IS 'One measurement; it''s never changed.';
        COMMENT ON COLUMN "Reading"."at" IS 'When it was measured, not when it was sent.';

        """#), "\(text)")
  }

  @Test("a schema without asymmetric types has no tables")
  func none() throws { #expect(try TableStatements.create(model("objects:\n  Dog: {}\n")) == nil) }

  @Test("names and text cannot end their quotes")
  func quotes() {
    #expect(PostgreSQLText.name(#"a"; DROP TABLE b; --"#) == #""a""; DROP TABLE b; --""#)
    #expect(PostgreSQLText.literal(#"it's \' here"#) == #"E'it''s \\'' here'"#)
    #expect(PostgreSQLText.name("e\"\u{301}") == "\"e\"\"\u{301}\"")
    #expect(TableStatements.constraint(String(repeating: "é", count: 31)).utf8.count <= 63)
  }

  @Test("PostgreSQL accepts the tables", .enabled(if: PostgreSQLServer.isAvailable, Comment(rawValue: PostgreSQLServer.reason)))
  func real() throws {
    let server = try PostgreSQLServer()
    try server.query(try #require(TableStatements.create(weather())))
    #expect(
      try server.query("SELECT obj_description('\"Reading\"'::regclass)") == "One measurement; it's never changed.")
    #expect(try server.query(#"SELECT count(*) FROM "order""#) == "0")
    #expect(throws: PostgreSQLServer.Failure.self) {
      try server.query(
        #"INSERT INTO "Reading" VALUES ('00000000-0000-0000-0000-000000000001', NULL, now(), 1, 'dark', NULL, 'x', NULL)"#)
    }
  }
}

@Suite("Changed tables of a server", .blocking)
struct TableChangeTests {
  private static let old = """
    enums:
      Sky: [clear, cloudy]
    asymmetric:
      Reading:
        properties:
          _id: { type: UUID, primaryKey: true }
          temp: Float
          place: String
          sky: Sky
          gone: Int
      Note:
        properties:
          text: String
      Left:
        properties:
          a: Int
    """
  private static let new = """
    enums:
      Sky: [clear, cloudy, dark]
      Kind: [first, second]
    asymmetric:
      Measurement:
        was: [Reading]
        doc: New words.
        properties:
          _id: { type: UUID, primaryKey: true }
          celsius: { type: Double, was: [temp] }
          place: { type: "String?", indexed: true }
          sky: Sky
          kind: Kind
          tags: List<String>
          map: Map<Int>
          wind: Int?
      Note:
        properties:
          text: String
      Fresh:
        properties:
          a: Int
    """

  @Test("changed tables are altered, and nothing is dropped")
  func changes() throws {
    let changes = TableChanges(from: try model(Self.old), to: try model(Self.new))
    #expect(changes.refusals.isEmpty)
    #expect(
      changes.text == #"""
        CREATE TABLE "Fresh" (
          "ashlar_id" uuid NOT NULL,
          "a" bigint NOT NULL,
          PRIMARY KEY ("ashlar_id")
        );
        COMMENT ON COLUMN "Fresh"."ashlar_id" IS 'Made when the object was created: the same however often it is sent.';
        ALTER TABLE "Reading" RENAME TO "Measurement";
        ALTER TABLE "Measurement" RENAME COLUMN "temp" TO "celsius";
        ALTER TABLE "Measurement" ALTER COLUMN "celsius" TYPE double precision;
        ALTER TABLE "Measurement" ALTER COLUMN "place" DROP NOT NULL;
        CREATE INDEX ON "Measurement" ("place");
        ALTER TABLE "Measurement" DROP CONSTRAINT IF EXISTS "sky is a case";
        ALTER TABLE "Measurement" ADD CONSTRAINT "sky is a case" CHECK ("sky" IN ('clear', 'cloudy', 'dark')) NOT VALID;
        ALTER TABLE "Measurement" ADD COLUMN "kind" text NOT NULL DEFAULT 'first';
        ALTER TABLE "Measurement" ADD CONSTRAINT "kind is a case" CHECK ("kind" IN ('first', 'second'));
        ALTER TABLE "Measurement" ADD COLUMN "tags" jsonb NOT NULL DEFAULT '[]';
        ALTER TABLE "Measurement" ADD COLUMN "map" jsonb NOT NULL DEFAULT '{}';
        ALTER TABLE "Measurement" ADD COLUMN "wind" bigint;
        -- The schema no longer has a property for the column Measurement.gone: it is kept.
        ALTER TABLE "Measurement" ALTER COLUMN "gone" DROP NOT NULL;
        COMMENT ON TABLE "Measurement" IS 'New words.';
        -- The schema no longer has a type for the table Left: the table is unchanged.

        """#)
  }

  @Test("the same schema changes nothing")
  func same() throws {
    #expect(TableChanges(from: try weather(), to: try weather()).text.isEmpty)
  }

  @Test(
    "changes that would lose data are refused",
    arguments: [
      ("a: Int", "a: Int32", "'Reading.a' changes from bigint to integer, and not every value converts."),
      ("a: String", "a: Int", "'Reading.a' changes from text to bigint, and not every value converts."),
      ("a: Int?", "a: Int", "'Reading.a' becomes required, and rows of the server may have no value for it."),
      (
        "a: Int", "a: { type: Int, primaryKey: true }", "the primary key of 'Reading' changed from 'ashlar_id' to 'a', so sent objects"
      ),
    ])
  func refused(_ old: String, _ new: String, _ message: String) throws {
    func schema(_ property: String) throws -> SchemaModel {
      try model("asymmetric:\n  Reading:\n    properties:\n      \(property)\n")
    }
    let refusals = TableChanges(from: try schema(old), to: try schema(new)).refusals
    #expect(refusals.count == 1 && refusals[0].hasPrefix(message), "\(refusals)")
  }

  @Test(
    "PostgreSQL's tables are as new ones, and keep their rows",
    .enabled(if: PostgreSQLServer.isAvailable, Comment(rawValue: PostgreSQLServer.reason)))
  func real() throws {
    let server = try PostgreSQLServer()
    let (old, new) = (try model(Self.old), try model(Self.new))
    try server.query(try #require(TableStatements.create(old)))
    try server.query(
      #"INSERT INTO "Reading" VALUES ('00000000-0000-0000-0000-000000000001', 0.5, 'here', 'clear', 7)"#)
    try server.query(TableChanges(from: old, to: new).text)
    #expect(
      try server.query(#"SELECT celsius, place, sky, kind, tags, map, wind, gone FROM "Measurement""#) == "0.5|here|clear|first|[]|{}||7")
    try server.query(
      #"INSERT INTO "Measurement" (_id, celsius, sky, kind, tags, map) VALUES "#
        + #"('00000000-0000-0000-0000-000000000002', 1, 'dark', 'second', '[]', '{}')"#)
    #expect(try server.query(#"SELECT count(*) FROM "Measurement""#) == "2")
    #expect(try server.query(#"SELECT count(*) FROM "Left""#) == "0")
  }
}
