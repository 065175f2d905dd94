internal import AshlarInspection
internal import AshlarSchema

/// A plan for reading the objects of one type from the rows of a table. The plans of embedded types can contain each other.
final class RowPlan {
  /// A property, and the terms of its value in the rows of the plan.
  struct Member {
    let name: String
    /// The ordinal of the property's column.
    let column: Int
    let value: Value
    /// Whether the value may refer to objects that are created later.
    let isLate: Bool
  }

  /// A property whose value is converted without JSON. Copying the fields requires no reference counting.
  struct Direct {
    let term: Int
    let column: Int
    let form: ColumnForm
  }

  indirect enum Value {
    case scalar(term: Int, column: String, ColumnForm)
    case link(LinkTerms, column: String)
    case elements(Elements)
    case embedded(Embedded)
  }

  /// The terms of a link.
  struct LinkTerms {
    /// The terms of the columns of the foreign key. If one of them is NULL, the link is nil.
    let values: [Int]
    /// The terms of the target's primary key in its order, or the term of the number of its row.
    let identity: [Int]
    /// The term that states whether the target exists; nil if the importer determines this.
    let exists: Int?
    /// The forms of the target's primary key; empty if the target is identified by the number of its row.
    let keys: [ColumnForm]
    let target: String
  }

  /// The elements of a collection, which are rows of another table.
  struct Elements {
    let table: String
    /// The terms of the values by which the other table refers to the object.
    let owner: [Int]
    let query: RowQuery
    let isMap: Bool
    /// The term of the key in the rows of `query`.
    let key: Int
    /// The term of the rowid in the rows of `query`; nil if the table has none.
    let rowID: Int?
    let element: Value
  }

  /// The entries of a map of embedded objects.
  struct Entries {
    let table: String
    /// The query for the number and the key of each entry.
    let query: RowQuery
  }

  /// Embedded objects, which are rows of the table of their type.
  struct Embedded {
    /// The terms of the values by which the rows refer to the owner, or to the object with the map.
    let owner: [Int]
    let isSingle: Bool
    /// The entries of a map; nil for other properties.
    let entries: Entries?
    let query: RowQuery
    let plan: RowPlan
  }

  let model: EntityModel
  let table: StoreTable
  /// The terms that a query of the rows selects, as SQL. The alias of the table is `o`.
  private(set) var terms: [String] = []
  /// All properties, in the order of the type.
  private(set) var members: [Member] = []
  /// The properties whose values are converted without JSON, and the remaining ones.
  private(set) var directs: [Direct] = []
  private(set) var others: [Member] = []
  /// The term of the rowid; nil if the table has none.
  let rowID: Int?

  /// Whether links refer to the objects by the numbers of rows.
  var isNumbered: Bool { model.keyColumns.isEmpty }

  init(_ model: EntityModel, _ table: StoreTable) {
    self.model = model
    self.table = table
    if let name = table.rowID {
      terms = ["o.\(name)"]
      rowID = 0
    } else {
      rowID = nil
    }
  }

  /// Adds a property to `members`, and to `directs` or `others`.
  /// - Parameter isEnum: Whether the value must be the raw value of a case, which the importer checks in JSON.
  func add(_ member: Member, isEnum: Bool) {
    members.append(member)
    if case .scalar(let term, _, let form) = member.value, form.isDirect, !isEnum {
      directs.append(Direct(term: term, column: member.column, form: form))
    } else {
      others.append(member)
    }
  }

  /// Returns the index of a term, which is added if it is new.
  func term(_ text: String) -> Int {
    if let index = terms.firstIndex(of: text) { return index }
    terms.append(text)
    return terms.count - 1
  }

  /// Releases the plans of embedded objects. A type may contain itself, and the plan of such a type refers to itself.
  func end() {
    members = []
    others = []
  }

  /// Returns the name of the column of a property, for messages.
  func column(of direct: Direct) -> String {
    for member in members where member.column == direct.column {
      if case .scalar(_, let column, _) = member.value { return column }
    }
    return table.name
  }

  /// Returns the index of the term for a column.
  func column(_ name: String) -> Int { term("o.\(SQLText.name(name))") }
}

/// A query of rows, which is compiled when it is first used. Before that, the plan of a recursive type may be incomplete.
final class RowQuery {
  private let database: SQLiteDatabase
  private let sql: () -> String
  private var statement: SQLiteStatement?

  init(_ database: SQLiteDatabase, _ sql: @escaping () -> String) {
    self.database = database
    self.sql = sql
  }

  /// Returns all rows for parameters. They are read at once, so that the query can be used again while they are converted.
  func rows(_ parameters: [SQLiteValue]) throws(SQLiteError) -> [[SQLiteValue]] {
    let statement = try compiled()
    for (index, parameter) in parameters.enumerated() { try statement.bind(parameter, index) }
    var rows: [[SQLiteValue]] = []
    while try statement.step() { rows.append(statement.values) }
    return rows
  }

  private func compiled() throws(SQLiteError) -> SQLiteStatement {
    if let statement { return statement }
    let compiled = try database.prepare(sql())
    statement = compiled
    return compiled
  }
}
