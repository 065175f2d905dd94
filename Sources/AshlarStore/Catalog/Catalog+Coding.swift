import AshlarSchema

extension Catalog {
  static func read(_ engine: any StorageEngine) throws -> Catalog? {
    guard let (found, revision) = try find(engine) else { return nil }
    var catalog = found.catalog
    catalog.revision = revision
    return catalog
  }

  /// The catalog of the newest version, and its revision; nil when there is none.
  static func find(_ engine: any StorageEngine) throws -> (ReadCatalog, revision: UInt64)? {
    let snapshot = try engine.snapshot()
    guard let descriptor = try snapshot.named(.meta, "schema") else { return nil }
    guard let tables = try snapshot.named(.meta, "tables") else { throw unreadable(engine) }
    let revision = try snapshot.named(.meta, "revision").map { $0.count == 8 ? $0.loadUnaligned(as: UInt64.self) : 0 } ?? 0
    if let known = ReadCatalogs.find(schema: descriptor, tables: tables) { return (known, revision) }
    guard let decoded = decodeTables(tables) else { throw unreadable(engine) }
    let catalog: Catalog
    do {
      catalog = Catalog(schema: try DescriptorReader.read(Array(descriptor)), tables: decoded)
    } catch {
      throw StoreError.damaged(path: engine.path, detail: "its schema cannot be read: \(error)")
    }
    guard catalog.isConsistent else {
      throw StoreError.damaged(path: engine.path, detail: "its list of tables does not match its schema")
    }
    let read = ReadCatalog(catalog, schema: descriptor, tables: tables)
    ReadCatalogs.remember(read)
    return (read, revision)
  }

  private static func unreadable(_ engine: any StorageEngine) -> StoreError {
    .damaged(path: engine.path, detail: "its list of tables cannot be read")
  }

  /// Whether every type has its table: tables are numbered from 1 in the order in which they came, columns by name.
  var isConsistent: Bool {
    guard tables.count == schema.entities.count else { return false }
    return tables.enumerated().allSatisfy { index, table in
      guard let entity = schema.entity(named: table.name), table.id == index + 1 else { return false }
      return table.columns == Catalog.columnNames(entity)
    }
  }

  func write(to writer: any StorageWriter) throws(StoreError) {
    try writer.putNamed(.meta, "schema", DescriptorWriter.bytes(for: schema, documentation: false))
    try writer.putNamed(.meta, "revision", withUnsafeBytes(of: revision) { Array($0) })
    var bytes: [UInt8] = []
    for table in tables {
      bytes += withUnsafeBytes(of: table.id.littleEndian) { Array($0) }
      Catalog.append(table.name, to: &bytes)
      bytes += withUnsafeBytes(of: UInt16(table.columns.count).littleEndian) { Array($0) }
      for column in table.columns { Catalog.append(column, to: &bytes) }
    }
    try writer.putNamed(.meta, "tables", bytes)
  }

  private static func append(_ name: String, to bytes: inout [UInt8]) {
    bytes += withUnsafeBytes(of: UInt16(name.utf8.count).littleEndian) { Array($0) }
    bytes += name.utf8
  }

  static func decodeTables(_ bytes: UnsafeRawBufferPointer) -> [Table]? {
    var position = 0
    func integer<T: FixedWidthInteger>(_: T.Type) -> T? {
      let size = MemoryLayout<T>.size
      guard bytes.count - position >= size else { return nil }
      defer { position += size }
      return T(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: T.self))
    }
    func name() -> String? {
      guard let count = integer(UInt16.self), bytes.count - position >= Int(count) else { return nil }
      defer { position += Int(count) }
      return String(validating: bytes[position..<position + Int(count)], as: UTF8.self)
    }
    var tables: [Table] = []
    while position < bytes.count {
      guard let id = integer(UInt32.self), let table = name(), let count = integer(UInt16.self) else { return nil }
      var columns: [String] = []
      for _ in 0..<count {
        guard let column = name() else { return nil }
        columns.append(column)
      }
      tables.append(Table(id: id, name: table, columns: columns))
    }
    return tables
  }
}
