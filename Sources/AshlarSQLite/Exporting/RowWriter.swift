internal import Ashlar
internal import AshlarInspection
internal import AshlarSchema

/// Inserts objects into the tables of a copy.
final class RowWriter {
  /// The owner of an embedded object, to which a column of the object's row refers.
  struct Ownership {
    /// The index of the column in `owners` of the table.
    let owner: Int
    let key: _StoredContents
    /// The position in the owner's list; nil if the property is not a list.
    let position: Int?
  }

  // An object that is to be inserted into a table.
  private struct Pending {
    let object: DynamicObject
    let table: Int
    let owner: Ownership?
  }

  private let layout: CopyLayout
  private let binding: ValueBinding
  private let tables: [TableWriter]

  init(_ layout: CopyLayout, _ database: SQLiteDatabase) throws(SQLiteError) {
    self.layout = layout
    binding = ValueBinding(layout)
    var tables: [TableWriter] = []
    for table in layout.tables { tables.append(try TableWriter(table, database)) }
    self.tables = tables
  }

  /// Inserts an object, the elements of its collections, and its embedded objects, to any depth. The objects that remain are in an array:
  /// recursion would exhaust the stack of the thread.
  func write(_ object: DynamicObject, to index: Int) throws {
    var stack = [Pending(object: object, table: index, owner: nil)]
    while let next = stack.popLast() {
      let first = stack.count
      try write(next, &stack)
      // Objects are inserted in the order of their properties and positions.
      stack[first...].reverse()
    }
  }

  // Inserts an object and the elements of its collections, and appends its embedded objects to `children`.
  private func write(_ pending: Pending, _ children: inout [Pending]) throws {
    let (object, owner) = (pending.object, pending.owner)
    let table = tables[pending.table]
    let key = table.key(of: object)
    let statement = table.insert
    var parameter = 0
    if table.isNumbered {
      try binding.bind(key, to: statement, parameter)
      parameter += 1
    }
    for index in 0..<table.ownerCount {
      let key = owner.flatMap { $0.owner == index ? $0.key : nil } ?? .null
      try binding.bind(key, to: statement, parameter)
      parameter += 1
    }
    if table.hasPosition {
      if let position = owner?.position { try statement.bind(Int64(position), parameter) } else { try statement.bindNull(parameter) }
      parameter += 1
    }
    for column in table.columns {
      let contents = object._contents(column.ordinal)
      if column.isAny {
        try binding.bind(any: contents, of: object, column.ordinal, to: statement, parameter)
      } else {
        try binding.bind(contents, target: column.target, to: statement, parameter)
      }
      parameter += 1
    }
    try statement.run()
    for collection in table.collections { try write(collection, of: object, key) }
    for use in table.embedded { try append(use, of: object, key, table, to: &children) }
  }

  private func write(_ collection: TableWriter.Collection, of object: DynamicObject, _ key: _StoredContents) throws {
    switch object._contents(collection.ordinal) {
    case .elements(let elements):
      for (position, element) in elements.enumerated() { try write(element, nil, position, collection, of: object, key) }
    case .entries(let entries):
      for (position, entry) in entries.enumerated() { try write(entry.value, entry.key, position, collection, of: object, key) }
    case .null, .bool, .int, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid, .object:
      preconditionFailure("the contents of a collection are its elements or entries")
    }
  }

  private func write(
    _ element: _StoredContents, _ name: String?, _ position: Int, _ collection: TableWriter.Collection, of object: DynamicObject,
    _ key: _StoredContents
  ) throws {
    let statement = collection.insert
    try binding.bind(key, to: statement, 0)
    try statement.bind(Int64(position), 1)
    if let name { try statement.bind(name, 2) }
    let parameter = name == nil ? 2 : 3
    if collection.isAny {
      try binding.bind(any: element, of: object, collection.ordinal, to: statement, parameter)
    } else {
      try binding.bind(element, target: collection.target, to: statement, parameter)
    }
    try statement.run()
  }

  // Inserts the entries of a map, and appends the embedded objects of a property to `children`.
  private func append(
    _ use: TableWriter.Embedded, of object: DynamicObject, _ key: _StoredContents, _ table: TableWriter, to children: inout [Pending]
  ) throws {
    func append(_ contents: _StoredContents, _ key: _StoredContents, _ position: Int?) {
      guard case .object(let child) = contents else { return }
      children.append(Pending(object: child, table: use.table, owner: Ownership(owner: use.owner, key: key, position: position)))
    }
    let contents = object._contents(use.ordinal)
    switch contents {
    case .object: append(contents, key, nil)
    case .elements(let elements):
      for (position, element) in elements.enumerated() { append(element, key, position) }
    case .entries(let entries):
      guard let statement = use.entries else { return }
      for (position, entry) in entries.enumerated() {
        let row = table.nextEntry()
        try statement.bind(row, 0)
        try binding.bind(key, to: statement, 1)
        try statement.bind(Int64(position), 2)
        try statement.bind(entry.key, 3)
        try statement.run()
        append(entry.value, .int(Int(row)), nil)
      }
    case .null: break
    case .bool, .int, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid:
      preconditionFailure("the contents of a property of embedded objects are objects")
    }
  }
}
