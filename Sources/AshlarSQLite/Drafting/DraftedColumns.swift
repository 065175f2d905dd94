internal import AshlarSchema

/// The decisions of a draft about the columns of one table.
struct DraftedColumns {
  /// The property that is drafted for a column.
  struct Property {
    let name: String
    /// The type of the values; `.object` for a link.
    let type: ValueType
    let isOptional: Bool
    /// Whether the values are those of an enum.
    let isEnum: Bool

    /// Whether the property may be a part of a unique rule.
    var canBeUnique: Bool { type == .object || type != .any && type.kind.canBeIndexed }
    /// Whether the property may be a part of an index.
    var canBeIndexed: Bool { canBeUnique || type.kind.number == .floatingPoint }

    /// Returns whether a rule may compare the property with another one.
    /// - Parameter symbol: The operator in the schema language.
    func isComparable(_ symbol: String, to other: Property) -> Bool {
      guard type == other.type, !isEnum, !other.isEnum, type != .any, type != .object else { return false }
      return symbol == "==" || symbol == "!=" || type.kind.isNumeric || type == .date
    }
  }

  /// The properties by the names of columns.
  private(set) var properties: [String: Property] = [:]

  mutating func add(_ property: Property, for column: String) { properties[column] = property }

  /// Returns the properties for the columns of an index; nil if a column has none.
  func properties(of columns: [String?]) -> [Property]? {
    let found = columns.map { $0.flatMap { properties[$0] } }
    return found.contains { $0 == nil } ? nil : found.compactMap(\.self)
  }

  /// Returns the column that a token of a condition names; nil if the token does not name a column, or if the column has no property.
  func column(_ token: SQLTokens.Token, of table: StoreTable) -> String? {
    let name: String
    switch token {
    case .word(let text), .name(let text): name = text
    case .text, .symbol: return nil
    }
    return table.column(name).flatMap { properties[$0.name] == nil ? nil : $0.name }
  }
}
