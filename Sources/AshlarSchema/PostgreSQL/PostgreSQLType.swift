/// The PostgreSQL types of the columns in which sent values are stored.
package enum PostgreSQLType: String, Sendable, CaseIterable {
  case boolean
  case smallint
  case integer
  case bigint
  case real
  case double = "double precision"
  case numeric
  case text
  case bytea
  case timestamptz
  case uuid
  case jsonb

  /// Returns whether a column of this type may store the values of another type. If so, this type represents every value of the other type
  /// exactly.
  package func widens(_ other: PostgreSQLType) -> Bool {
    switch (other, self) {
    case (.smallint, .integer), (.smallint, .bigint), (.integer, .bigint), (.smallint, .numeric), (.integer, .numeric), (.bigint, .numeric),
      (.real, .double), (.uuid, .text):
      true
    default: self == other
    }
  }

  /// The value, as SQL, of a new required column in existing rows.
  package var zero: String {
    switch self {
    case .boolean: "false"
    case .smallint, .integer, .bigint, .real, .double, .numeric: "0"
    case .text, .bytea: "''"
    case .timestamptz: "'1970-01-01 00:00:00+00'"
    case .uuid: "'00000000-0000-0000-0000-000000000000'"
    case .jsonb: "'[]'"
    }
  }
}
