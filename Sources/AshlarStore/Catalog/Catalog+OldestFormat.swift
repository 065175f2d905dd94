import AshlarSchema

// In files of format 7, each table has one layout, columns are numbered in the order of their names, and the layout follows from the
// schema. The list of tables contains a record for each table: id (UInt32), name, number of columns (UInt16), and the names of the columns
// in the order of their numbers.
extension Catalog {
  static func decodeOldestTables(_ bytes: UnsafeRawBufferPointer, _ schema: SchemaModel) -> [Table]? {
    var reader = ByteReader(bytes)
    var tables: [Table] = []
    while !reader.isAtEnd {
      guard let id = reader.integer(UInt32.self), let name = reader.name(), let count = reader.integer(UInt16.self) else { return nil }
      guard let entity = schema.entity(named: name) else { return nil }
      let table = Table(id: id, entity, in: schema)
      guard table.columns.count == count else { return nil }
      for column in table.columns where reader.name() != column.name { return nil }
      tables.append(table)
    }
    return tables
  }

  var encodedOldestTables: [UInt8] {
    var bytes: [UInt8] = []
    for table in tables {
      bytes.append(integer: table.id)
      bytes.append(name: table.name)
      bytes.append(integer: UInt16(table.columns.count))
      for column in table.columns { bytes.append(name: column.name) }
    }
    return bytes
  }

  /// Whether the catalog can be encoded in format 7.
  var fitsOldestFormat: Bool {
    tables.indices.allSatisfy { tables[$0].id == $0 + 1 }
      && tables.allSatisfy { table in schema.entity(named: table.name).map { Table(id: table.id, $0, in: schema) == table } ?? false }
  }
}
