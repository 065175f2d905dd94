import AshlarSchema
import AshlarStore

/// The server's table for the objects of one type and shape.
struct Destination {
  /// The name of the table, unquoted, for messages.
  let name: String
  let shape: RowShape
  private let table: String
  /// The columns of the unique index that is used to find rows that have already arrived.
  private var identity: [String] = []
  /// The types of the table's columns, parallel to the columns of `shape`.
  private var stored: [PostgreSQLType] = []
  /// Whether the table has been checked.
  var isChecked: Bool { !identity.isEmpty }

  init(_ entity: EntityModel, in schema: SchemaModel) {
    name = entity.storedName
    table = PostgreSQLText.name(entity.storedName)
    shape = RowShape(entity, in: schema)
  }

  private var types: [UInt32] { shape.columns.map(\.type.arrayIdentifier) }

  /// Checks that the table exists, has a unique index that includes the key column and only columns of the type, and stores every value
  /// without loss. Throws `ServerError` otherwise.
  mutating func check(_ connection: ServerConnection) throws {
    stored = try columnTypes(connection)
    let names = shape.columns.map(\.name)
    let key = shape.columns.first(where: \.isKey)?.name ?? ""
    let rows = try connection.run(
      """
      SELECT i.indexrelid, a.attname FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = CAST($1 AS regclass) AND i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL ORDER BY 1, 2
      """, [table]
    ).rows
    let indexes = Dictionary(grouping: rows) { $0[0] ?? "" }.values.map { $0.compactMap { $0[1] } }
    guard let found = indexes.filter({ $0.contains(key) && Set($0).isSubset(of: names) }).min(by: { $0.count < $1.count }) else {
      throw ServerError(
        state: "42P10",
        message:
          "the table \(table) has no primary key or unique index with the column \(PostgreSQLText.name(key)), so an object could be stored "
          + "twice; create the table with 'ashlar sql'")
    }
    identity = found
  }

  // Returns the type of each property's column in the table. Throws if a column is missing, or if its type is narrower than that of the
  // property: the server would not always reject the values, because `numeric(5, 1)` rounds, and `date` truncates the time.
  private func columnTypes(_ connection: ServerConnection) throws -> [PostgreSQLType] {
    let rows = try columns(connection)
    return try shape.columns.map { column in
      guard let found = rows.first(where: { $0[0] == column.name })?[1] else {
        throw ServerError(
          state: "42703",
          message: "the table \(table) has no column \(PostgreSQLText.name(column.name)); add it with 'ashlar sql --against'")
      }
      guard let type = PostgreSQLType.allCases.first(where: { $0.catalogNames.contains(found) }), type.widens(column.type) else {
        throw ServerError(
          state: "42804",
          message: "the column \(PostgreSQLText.name(column.name)) of the table \(table) has the type \(found), which cannot store every "
            + "\(column.type.rawValue) exactly; change its type to \(column.type.rawValue)")
      }
      return type
    }
  }

  // Returns the names and types of the table's columns.
  private func columns(_ connection: ServerConnection) throws -> [[String?]] {
    do {
      return try connection.run(
        """
        SELECT a.attname, CASE t.typtype WHEN 'd' THEN format_type(t.typbasetype, t.typtypmod) ELSE format_type(a.atttypid, a.atttypmod) END
        FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        WHERE a.attrelid = CAST($1 AS regclass) AND a.attnum > 0 AND NOT a.attisdropped
        """, [table]
      ).rows
    } catch let error as ServerError where error.state == "42P01" {
      throw ServerError(state: error.state, message: "\(error.message); create the table with 'ashlar sql'")
    }
  }

  /// Inserts the rows that the table does not contain yet. Returns the number of inserted rows.
  func insert(_ values: [ValueArray], _ connection: ServerConnection) throws -> Int {
    let columns = shape.columns.map { PostgreSQLText.name($0.name) }.joined(separator: ", ")
    do {
      return try connection.run(
        "INSERT INTO \(table) (\(columns)) SELECT * FROM \(unnest) ON CONFLICT DO NOTHING", types: types, values.map(\.parameter)
      ).changed
    } catch let error as ServerError where error.state == "23502" && !shape.columns.contains(where: { $0.name == error.column }) {
      throw ServerError(
        state: "42703", message: "\(error.message); the type has no property for this column: give the column a default, or drop NOT NULL")
    }
  }

  /// Returns the indexes of the rows that the table does not contain, or contains with different values.
  func differing(_ values: [ValueArray], _ connection: ServerConnection) throws -> [Int] {
    let names = shape.columns.map { PostgreSQLText.name($0.name) }
    // Values are cast to the table's types before they are compared.
    let sent = Dictionary(uniqueKeysWithValues: zip(names, stored).map { ($0, "CAST(s.\($0) AS \($1.rawValue))") })
    let keys = identity.map(PostgreSQLText.name).map { "t.\($0) = \(sent[$0] ?? $0)" }.joined(separator: " AND ")
    let isSame = names.map { "t.\($0) IS NOT DISTINCT FROM \(sent[$0] ?? $0)" }.joined(separator: " AND ")
    let aliases = (names + [PostgreSQLText.name("ashlar ordinal")]).joined(separator: ", ")
    return try connection.run(
      """
      SELECT s."ashlar ordinal" FROM \(unnest) WITH ORDINALITY AS s (\(aliases))
      WHERE NOT EXISTS (SELECT 1 FROM \(table) t WHERE \(keys) AND \(isSame)) ORDER BY 1
      """, types: types, values.map(\.parameter)
    ).rows.compactMap { $0[0].flatMap { Int($0) }.map { $0 - 1 } }
  }

  private var unnest: String {
    let parameters = shape.columns.enumerated().map { "CAST($\($0 + 1) AS \($1.type.rawValue)[])" }
    return "unnest(\(parameters.joined(separator: ", ")))"
  }
}
