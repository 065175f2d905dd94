import AshlarSchema

extension Catalog {
  static func read(_ engine: any StorageEngine) throws -> Catalog? {
    guard let (found, revision) = try find(engine) else { return nil }
    var catalog = found.catalog
    catalog.revision = revision
    return catalog
  }

  /// Returns the catalog of the newest version and its revision, or nil if the file has no schema yet.
  static func find(_ engine: any StorageEngine) throws -> (ReadCatalog, revision: UInt64)? { try find(try engine.snapshot(), engine) }

  /// Returns the catalog of a version and its revision, or nil if the version has no schema yet. Throws `StoreError.unknownFeatures` if the
  /// engine must know a feature of the version but does not.
  static func find(_ snapshot: any StorageSnapshot, _ engine: any StorageEngine) throws -> (ReadCatalog, revision: UInt64)? {
    let path = engine.path
    guard let descriptor = try snapshot.named(.meta, "schema") else { return nil }
    guard let tables = try snapshot.named(.meta, "tables") else { throw unreadable(path) }
    guard let format = try snapshot.named(.meta, StoredFormat.key) else { throw unreadable(path) }
    let stored = try StoredFormat(format, path: path, known: engine.knownFeatures)
    try stored.check(engine.knownFeatures, path: path)
    let revision = try revision(of: snapshot)
    if let known = ReadCatalogs.find(schema: descriptor, tables: tables, format: format) { return (known, revision) }
    let catalog = try decode(schema: descriptor, tables: tables, format: stored, path: path)
    let read = ReadCatalog(catalog, schema: descriptor, tables: tables, format: format)
    ReadCatalogs.remember(read)
    return (read, revision)
  }

  private static func unreadable(_ path: String) -> StoreError { .damaged(path: path, detail: "its list of tables cannot be read") }

  /// Decodes a catalog from values of the `meta` space.
  static func decode(
    schema: UnsafeRawBufferPointer, tables: UnsafeRawBufferPointer, format: StoredFormat, path: String
  ) throws(StoreError) -> Catalog {
    let model: SchemaModel
    do throws(DescriptorError) {
      model = try DescriptorReader.read(Array(schema))
    } catch {
      throw .damaged(path: path, detail: "its schema cannot be read: \(error)")
    }
    let hasExtensions = format.version == FormatVersion.fileWithFeatures
    let decoded =
      format.version == FormatVersion.oldestFile
      ? decodeOldestTables(tables, model) : decodeTables(tables, hasExtensions: hasExtensions)
    guard let decoded else { throw unreadable(path) }
    let catalog = Catalog(schema: model, tables: decoded, format: format.plainVersion, features: Set(format.features))
    guard catalog.isConsistent else { throw .damaged(path: path, detail: "its list of tables does not match its schema") }
    // If an earlier release creates the file at the same time as this process, it may replace the list of features.
    let missing = catalog.contents.subtracting(catalog.features).sorted()
    if !missing.isEmpty {
      throw .damaged(path: path, detail: "its list of features lacks \(StoreError.list(missing.map(\.name)))")
    }
    return catalog
  }

  /// Whether table ids are positive and ascending, and each table matches a type of the schema in its columns, its newest layout and its
  /// indexes of several columns.
  var isConsistent: Bool {
    guard tables.count == schema.entities.count, tables.first.map({ $0.id > 0 }) ?? true,
      zip(tables, tables.dropFirst()).allSatisfy({ $0.id < $1.id })
    else { return false }
    return tables.allSatisfy { table in
      guard let entity = schema.entity(named: table.name), entity.columns.count == table.columns.count else { return false }
      let numbers = table.columnNumbers
      let wanted = entity.columns.map { numbers[$0.storedName] }
      guard !wanted.contains(nil), Set(wanted).count == wanted.count else { return false }
      let layouts = Catalog.columnLayouts(entity, in: schema)
      let columns = StoredLayout(number: 1, layouts, numbers: wanted.compactMap { $0 }).columns
      guard table.isConsistent, table.layout.columns == columns else { return false }
      if table.extensions.isEmpty, entity.rules.isEmpty { return true }
      return table.hasIndexes(of: entity, Dictionary(zip(wanted.compactMap { $0 }, layouts)) { first, _ in first })
    }
  }

  func write(to writer: any StorageWriter) throws(StoreError) {
    try writer.putNamed(.meta, "schema", DescriptorWriter.bytes(for: schema, documentation: false, use: .file))
    try writer.putNamed(.meta, "revision", withUnsafeBytes(of: revision) { Array($0) })
    try writer.putNamed(.meta, "tables", format == FormatVersion.oldestFile ? encodedOldestTables : encodedTables)
    try writer.putNamed(.meta, StoredFormat.key, storedFormat.bytes)
  }

  var storedFormat: StoredFormat { StoredFormat(format, features) }

  private var encodedTables: [UInt8] {
    var bytes: [UInt8] = []
    for table in tables {
      bytes.append(integer: table.id)
      bytes.append(name: table.name)
      bytes.append(UInt8(table.shift))
      bytes.append(integer: table.nextColumn)
      bytes.append(integer: UInt16(table.columns.count))
      for column in table.columns {
        bytes.append(integer: column.number)
        bytes.append(name: column.name)
      }
      bytes.append(integer: UInt32(table.layouts.count))
      for layout in table.layouts { layout.append(to: &bytes) }
      bytes.append(integer: UInt16(table.fills.count))
      for (number, fill) in table.fills.ordered(by: { $0.key < $1.key }) {
        bytes.append(integer: number)
        switch fill {
        case .null: bytes.append(integer: UInt16.max)
        case .bytes(let value):
          bytes.append(integer: UInt16(value.count))
          bytes += value
        }
      }
      if !features.isEmpty { TableExtension.append(table.extensions, to: &bytes) }
    }
    return bytes
  }

  /// Decodes the list of a file without features. Returns nil if the bytes are not valid.
  static func decodeTables(_ bytes: UnsafeRawBufferPointer) -> [Table]? { decodeTables(bytes, hasExtensions: false) }

  /// Returns nil if the bytes are not valid.
  /// - Parameter hasExtensions: Whether extensions follow each table.
  static func decodeTables(_ bytes: UnsafeRawBufferPointer, hasExtensions: Bool) -> [Table]? {
    var reader = ByteReader(bytes)
    var tables: [Table] = []
    while !reader.isAtEnd {
      guard var table = Table(&reader) else { return nil }
      if hasExtensions {
        guard let extensions = TableExtension.read(&reader) else { return nil }
        table.extensions = extensions
      }
      tables.append(table)
    }
    return tables
  }
}

extension Catalog.Table {
  fileprivate init?(_ reader: inout ByteReader) {
    guard let id = reader.integer(UInt32.self), let name = reader.name(), let shift = reader.integer(UInt8.self),
      let nextColumn = reader.integer(UInt16.self), let count = reader.integer(UInt16.self)
    else { return nil }
    self.init(id: id, name: name, shift: Int(shift), nextColumn: nextColumn, columns: [], layouts: [])
    for _ in 0..<count {
      guard let number = reader.integer(UInt16.self), let name = reader.name() else { return nil }
      columns.append(Column(number: number, name: name))
    }
    guard let layouts = reader.integer(UInt32.self) else { return nil }
    for _ in 0..<layouts {
      guard let layout = StoredLayout(&reader) else { return nil }
      self.layouts.append(layout)
    }
    guard let fills = reader.integer(UInt16.self) else { return nil }
    for _ in 0..<fills {
      guard let number = reader.integer(UInt16.self), let size = reader.integer(UInt16.self) else { return nil }
      if size == .max {
        self.fills[number] = .null
      } else {
        guard let value = reader.take(Int(size)) else { return nil }
        self.fills[number] = .bytes(Array(value))
      }
    }
  }

  /// Whether the numbers and the fills in the table's record are consistent.
  fileprivate var isConsistent: Bool {
    guard shift == 7 || shift == 8, let last = layouts.last else { return false }
    func isAscending<T: Comparable>(_ numbers: [T]) -> Bool { zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 } }
    guard isAscending(columns.map(\.number)), isAscending(layouts.map(\.number)), last.columns.map(\.number) == columns.map(\.number),
      layouts.allSatisfy({ $0.columns.allSatisfy { $0.number < nextColumn } }), Int(nextColumn) <= columnLimit
    else { return false }
    return fills.allSatisfy { number, fill in
      last.columns.first { $0.number == number }.map { fill.fits($0.layout) } ?? false
    }
  }
}
