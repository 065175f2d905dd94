/// A column of the server's table for an asymmetric type.
package struct PostgreSQLColumn: Hashable, Sendable {
  /// The name of the primary key column for types without a primary key.
  package static let rowName = "ashlar_id"

  package let name: String
  package let type: PostgreSQLType
  package let isNullable: Bool
  package let isKey: Bool
  /// The ordinal of the type's column; nil for `ashlar_id`.
  package let ordinal: Int?

  /// Returns the columns of a type, in the order of the values in the outbox.
  package static func columns(of entity: EntityModel, in schema: SchemaModel) -> [PostgreSQLColumn] {
    var columns: [PostgreSQLColumn] = []
    if entity.primaryKey == nil {
      columns.append(PostgreSQLColumn(name: rowName, type: .uuid, isNullable: false, isKey: true, ordinal: nil))
    }
    for (ordinal, property) in entity.columns.enumerated() {
      let type: PostgreSQLType
      var isNullable = property.collection == .none && (property.storesNil || property.type == .any)
      if property.collection != .none {
        type = .jsonb
      } else if let plain = property.type.kind.postgreSQL {
        type = plain
      } else {
        let target = property.target.flatMap(schema.entity(named:))
        isNullable = true
        type =
          target?.kind == .object
          ? target?.primaryKey.flatMap { target?.properties[$0].type.kind.postgreSQL } ?? .jsonb : .jsonb
      }
      // A primary key on the server is never NULL.
      if property.isPrimaryKey { isNullable = false }
      columns.append(
        PostgreSQLColumn(
          name: property.storedName, type: type, isNullable: isNullable, isKey: property.isPrimaryKey, ordinal: ordinal))
    }
    return columns
  }
}
