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

  /// Inserts an object, the elements of its collections, and its embedded objects, to any depth.
  func write(_ object: DynamicObject, to index: Int, owner: Ownership? = nil) throws {
    let table = tables[index]
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
    for use in table.embedded { try write(use, of: object, key, table) }
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

  private func write(_ use: TableWriter.Embedded, of object: DynamicObject, _ key: _StoredContents, _ table: TableWriter) throws {
    switch object._contents(use.ordinal) {
    case .object(let child): try write(child, to: use.table, owner: Ownership(owner: use.owner, key: key, position: nil))
    case .elements(let elements):
      for (position, element) in elements.enumerated() {
        guard case .object(let child) = element else { continue }
        try write(child, to: use.table, owner: Ownership(owner: use.owner, key: key, position: position))
      }
    case .entries(let entries):
      guard let statement = use.entries else { return }
      for (position, entry) in entries.enumerated() {
        let row = table.nextEntry()
        try statement.bind(row, 0)
        try binding.bind(key, to: statement, 1)
        try statement.bind(Int64(position), 2)
        try statement.bind(entry.key, 3)
        try statement.run()
        guard case .object(let child) = entry.value else { continue }
        try write(child, to: use.table, owner: Ownership(owner: use.owner, key: .int(Int(row)), position: nil))
      }
    case .null: break
    case .bool, .int, .float, .double, .string, .data, .date, .decimal, .objectId, .uuid:
      preconditionFailure("the contents of a property of embedded objects are objects")
    }
  }
}
