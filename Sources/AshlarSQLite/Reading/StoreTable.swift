/// A table of an SQLite database, as its schema declares it.
package struct StoreTable: Equatable {
  package struct Column: Equatable {
    let name: String
    /// The declared type, as written; empty if there is none.
    let type: String
    var isRequired: Bool
    /// The SQL of the default; nil if there is none.
    let defaultText: String?
    /// The position in the primary key, from 1; 0 if the column is not part of it.
    var keyPosition: Int
    /// The name of the collation that compares the values.
    var collation = "BINARY"

    /// Returns whether a value of this column and a value of another column are equal only if both are stored as the same value.
    func isComparedExactly(to other: Column) -> Bool {
      affinity == other.affinity && isBinary && other.isBinary
    }

    /// Whether text is compared byte for byte.
    var isBinary: Bool { SQLNames.folded(collation) == Array("binary".utf8) }

    /// Whether the column is one of the type ANY in a STRICT table, which stores every value unchanged. Elsewhere, this type is numeric.
    var isStrictAny = false

    var affinity: Affinity { isStrictAny ? .blob : Affinity(declaredType: type) }
  }

  package struct ForeignKey: Equatable {
    var columns: [String]
    /// The table to which the columns refer, which may not exist.
    let table: String
    /// The columns to which `columns` refer; nil if the foreign key names none and therefore refers to the primary key.
    var targets: [String]?
    /// The action when the target is deleted, such as `CASCADE` or `SET NULL`.
    let onDelete: String

    /// The names of the columns, joined by underscores: the stored name of the link if the key has several columns.
    var joinedName: String { columns.joined(separator: "_") }
  }

  package struct Index: Equatable {
    let name: String
    /// The columns; nil for an expression or the rowid.
    let columns: [String?]
    let isUnique: Bool
    /// Whether the index is that of the primary key. A primary key that is the rowid has no index.
    var isOfKey = false
    /// The condition that the rows in the index satisfy; nil if there is none, or if it cannot be parsed.
    var condition: [SQLTokens.Token]?
    /// Whether the index contains only the rows that satisfy a condition.
    let isPartial: Bool
    /// The names of the collations that compare the columns, in the order of `columns`.
    let collations: [String]

    /// Whether all columns are compared byte for byte.
    var isBinary: Bool { collations.allSatisfy { SQLNames.folded($0) == Array("binary".utf8) } }

    /// Whether the condition of the index excludes relevant rows. In a unique index, rows in which one of its columns is NULL are not
    /// relevant, because they are not equal to any row.
    var omitsRows: Bool {
      guard isPartial, isUnique, let condition, condition.count == 4, condition[1].isWord("is"), condition[2].isWord("not"),
        condition[3].isWord("null")
      else { return isPartial }
      switch condition[0] {
      case .word(let name), .name(let name):
        return !columns.contains { $0.map { SQLNames.folded($0) == SQLNames.folded(name) } ?? false }
      case .text, .symbol: return true
      }
    }
  }

  let name: String
  var columns: [Column] = []
  var foreignKeys: [ForeignKey] = []
  /// Whether the first of two foreign keys refers to the owner of the elements if the rows are those of a collection; false if this is
  /// unknown.
  var isDirected = true
  var indexes: [Index] = []
  /// The conditions of CHECK constraints, except those that cannot be parsed.
  var checks: [[SQLTokens.Token]] = []
  /// The name by which a statement reads the rowid: `rowid` or one of its synonyms; nil if the table has no rowid, or if columns have all
  /// these names.
  var rowID: String?
  /// The names of the generated columns.
  var generated: [String] = []

  /// The name of the table in a statement. It contains the schema `main`, because SQLite would otherwise prefer a temporary table of the
  /// same name.
  var source: String { "main.\(SQLText.name(name))" }

  /// Returns whether each column can be compared exactly to the column of another table at the same position in its list; false if a column
  /// does not exist.
  func isComparedExactly(_ names: [String], to other: StoreTable, _ others: [String]) -> Bool {
    zip(names, others).allSatisfy { name, otherName in
      guard let own = column(name), let column = other.column(otherName) else { return false }
      return own.isComparedExactly(to: column)
    }
  }

  /// The columns of the primary key, in its order.
  var key: [String] { columns.filter { $0.keyPosition > 0 }.sorted { $0.keyPosition < $1.keyPosition }.map(\.name) }

  /// Returns the clause that sorts the rows by the rowid or, in a table without rowids, by the primary key. It is empty if columns have all
  /// names of the rowid and the table has no key: SQLite then reads the rows in the order of the rowids.
  /// - Parameters:
  ///   - row: The alias of the table in the statement.
  ///   - first: The term by which the rows are sorted first; nil if there is none.
  func order(of row: String, by first: String? = nil) -> String {
    let terms = rowID.map { ["\(row).\($0)"] } ?? key.map { "\(row).\(SQLText.name($0))" }
    let all = (first.map { [$0] } ?? []) + terms
    return all.isEmpty ? "" : " ORDER BY \(all.joined(separator: ", "))"
  }

  /// The column that is the rowid; nil if there is none. `INTEGER PRIMARY KEY DESC` declares a key that is not the rowid.
  var rowIDColumn: String? {
    guard rowID != nil, key.count == 1, !indexes.contains(where: \.isOfKey), let column = column(key[0]) else { return nil }
    return SQLNames.folded(column.type) == Array("integer".utf8) ? column.name : nil
  }

  /// Returns the column with a name, without regard to the case of ASCII letters; nil if there is none.
  func column(_ name: String) -> Column? {
    if let exact = columns.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return exact }
    let folded = SQLNames.folded(name)
    return columns.first { SQLNames.folded($0.name) == folded }
  }

  /// Returns whether two rows cannot have the same values in these columns: they are the columns of the primary key or of a unique index.
  func isUnique(_ names: [String]) -> Bool {
    let wanted = Set(names.map(SQLNames.folded))
    if !key.isEmpty, Set(key.map(SQLNames.folded)) == wanted { return true }
    return indexes.contains { index in
      index.isUnique && !index.isPartial && index.columns.allSatisfy { $0 != nil }
        && Set(index.columns.compactMap { $0.map(SQLNames.folded) }) == wanted
    }
  }

  /// Returns whether values of these columns identify at most one row if they are compared as the columns declare, as in a foreign key that
  /// refers to them. A unique index with another collation does not ensure this: with `NOCASE` in the column and `BINARY` in the index,
  /// `'a'` refers to the rows `'a'` and `'A'`.
  func identifies(_ names: [String]) -> Bool {
    let wanted = Set(names.map(SQLNames.folded))
    guard !wanted.isEmpty else { return false }
    // A primary key without an index is the rowid.
    if !indexes.contains(where: \.isOfKey), key.count == 1, wanted.contains(SQLNames.folded(key[0])) { return true }
    return indexes.contains { index in
      index.isUnique && !index.isPartial
        && zip(index.columns, index.collations).allSatisfy { name, collation in
          guard let name, wanted.contains(SQLNames.folded(name)), let column = column(name) else { return false }
          // Texts that are equal byte for byte are equal in every collation.
          return column.isBinary || SQLNames.folded(collation) == SQLNames.folded(column.collation)
        }
    }
  }
}

/// The conversion that SQLite applies to the values of a column.
enum Affinity: Equatable {
  case integer, text, blob, real, numeric

  /// Derives the affinity by SQLite's rules.
  init(declaredType: String) {
    let type = String(decoding: SQLNames.folded(declaredType), as: UTF8.self)
    if type.contains("int") {
      self = .integer
    } else if ["char", "clob", "text"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("blob") {
      self = .blob
    } else {
      self = ["real", "floa", "doub"].contains(where: type.contains) ? .real : .numeric
    }
  }
}
