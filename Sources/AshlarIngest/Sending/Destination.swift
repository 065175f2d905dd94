import AshlarSchema
import AshlarStore

/// A server's table for objects of one type and shape.
struct Destination {
  /// The table, for people.
  let name: String
  let shape: RowShape
  private let table: String
  /// Columns of the unique index that tells what has arrived.
  private var identity: [String] = []
  /// Whether the table was looked at.
  var isChecked: Bool { !identity.isEmpty }

  init(_ entity: EntityModel, in schema: SchemaModel) {
    name = entity.storedName
    table = PostgreSQLText.name(entity.storedName)
    shape = RowShape(entity, in: schema)
  }

  private var types: [UInt32] { shape.columns.map(\.type.arrayIdentifier) }

  /// Looks whether the table is there and tells objects apart. Throws `ServerError` when not.
  mutating func check(_ connection: ServerConnection) throws {
    let names = shape.columns.map(\.name)
    let key = shape.columns.first(where: \.isKey)?.name ?? ""
    // Fails with the server's words when there is no such table.
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
          "the table \(table) has no primary key or unique index with the column \(PostgreSQLText.name(key)), without which objects could arrive "
          + "twice; make the table with 'ashlar sql'")
    }
    identity = found
  }

  /// Inserts rows that are not there yet. Returns how many were inserted.
  func insert(_ values: [ValueArray], _ connection: ServerConnection) throws -> Int {
    let columns = shape.columns.map { PostgreSQLText.name($0.name) }.joined(separator: ", ")
    do {
      return try connection.run(
        "INSERT INTO \(table) (\(columns)) SELECT * FROM \(unnest) ON CONFLICT DO NOTHING", types: types, values.map(\.parameter)
      ).changed
    } catch let error as ServerError where error.state == "23502" && !shape.columns.contains { $0.name == error.column } {
      throw ServerError(
        state: "42703", message: "\(error.message); the type has no property for this column: give the column a default, or drop NOT NULL")
    }
  }

  /// The positions of rows under whose key the server has other values, and of those that it does not have, from 0 on.
  func differing(_ values: [ValueArray], _ connection: ServerConnection) throws -> [Int] {
    let names = shape.columns.map { PostgreSQLText.name($0.name) }
    let keys = identity.map(PostgreSQLText.name).map { "t.\($0) = s.\($0)" }.joined(separator: " AND ")
    let isSame = names.map { "t.\($0) IS NOT DISTINCT FROM s.\($0)" }.joined(separator: " AND ")
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
