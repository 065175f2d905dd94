public import AshlarSchema
public import AshlarStore

/// A session over the sample schema whose cells are read and written as values.
public final class SampleStore {
  /// The session.
  public let session: StoreSession
  /// What its accessors would share.
  public let context: UnsafeMutablePointer<AccessContext>
  /// Ordinals of the tables by name.
  public let ordinals: [String: Int]

  /// Opens a file.
  public convenience init(path: String) throws { try self.init(EnvironmentRegistry.open(path: path)) }

  /// Opens an engine.
  public convenience init(_ engine: any StorageEngine) throws {
    try self.init(engine, model: SampleSchema.model, ordinals: SampleSchema.ordinals)
  }

  /// Opens an engine with tables of another schema, in a file that gets these features.
  public convenience init(
    _ engine: any StorageEngine, model: SchemaModel, ordinals: [String: Int], with code: (any MigrationCode)? = nil,
    features: Set<FileFeature> = []
  ) throws {
    let wanted = WantedSchema(
      model, ordinals: ordinals, unlisted: UnlistedOrdinals(from: ordinals.count).ordinal, features: features)
    try self.init(engine, try Catalog.open(engine, wanted, version: model.version, with: code), ordinals)
  }

  /// Opens an engine with tables that were compared with its file.
  public init(_ engine: any StorageEngine, _ tables: [TableDefinition?], _ ordinals: [String: Int]) throws {
    self.ordinals = ordinals
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: 0))
    session = try StoreSession(engine: engine, tables: tables, context: context)
  }

  // The session goes after this; without a write it does not touch the context any more.
  deinit {
    if session.isWriting { session.cancelWrite() }
    context.deinitialize(count: 1)
    context.deallocate()
  }

  /// The column layouts of a table.
  public func columns(_ table: Int) -> [ColumnLayout] { session.table(table)?.layout.columns ?? [] }

  // MARK: - Reading

  /// The rows of a table by key.
  public func rows(_ table: Int) throws -> [Int64: [CellValue]] {
    var result: [Int64: [CellValue]] = [:]
    try session.values.gathering {
      for key in try session.liveKeys(table) {
        guard let row = try session.locate(table, key) else { continue }
        result[key] = columns(table).indices.map { value(table, row, $0) }
      }
    }
    return result
  }

  /// A cell.
  public func value(_ table: Int, _ row: RowAccess, _ column: Int) -> CellValue {
    let layout = columns(table)[column]
    let offset = row.columns[column]
    let cell = row.base + offset.offset + row.slot * layout.width
    if layout.hasNullFlag, (row.base + offset.null + row.slot).load(as: UInt8.self) == 0 { return .null }
    switch layout.kind {
    case .scalar, .date:
      return .bytes(Array(UnsafeRawBufferPointer(start: cell, count: layout.width)))
    case .string, .data, .any:
      return Slot(at: cell).isNull ? .null : .bytes(Array(Slot.bytes(at: cell, in: row.home)))
    case .link, .embedded:
      let key = cell.load(as: Int64.self)
      return key == 0 ? .null : .link(key - 1)
    case .list, .set, .map:
      guard let packed = layout.element.map({ session.elements(cell, in: row.home, $0) }) else { return .null }
      return .list(
        (0..<packed.count).map { index in
          let (place, home) = packed.place(index)
          return element(layout, place, home)
        })
    }
  }

  private func element(_ layout: ColumnLayout, _ place: UnsafeRawPointer, _ home: SlotHome) -> CellValue {
    switch layout.type {
    case .string, .data: .bytes(Array(Slot.bytes(at: place, in: home)))
    case .object: .link(place.loadUnaligned(as: Int64.self) - 1)
    default: .bytes(Array(UnsafeRawBufferPointer(start: place, count: layout.elementWidth)))
    }
  }

  // MARK: - Writing

  /// Adds a row with these values. There may be several with one primary key: it is the store's callers that let no second come.
  @discardableResult
  public func insert(_ table: Int, _ values: [CellValue]) throws -> Int64 {
    let key = session.table(table)?.layout.primaryKey
    let made = try key.flatMap { key in try withProbe(table, values[key]) { try session.insert(table, withKey: $0) } }
    let row = if let made, made.isNew { made.row } else { try session.insert(table) }
    for (column, value) in values.enumerated() { try set(table, row, column, value) }
    return row.key
  }

  /// Changes a cell.
  public func set(_ table: Int, _ key: Int64, _ column: Int, _ value: CellValue) throws {
    guard let row = try session.makeWritable(table, key) else { return }
    try set(table, row, column, value)
  }

  private func set(_ table: Int, _ row: RowAccess, _ column: Int, _ value: CellValue) throws {
    let layout = columns(table)[column]
    let offset = row.columns[column]
    let cell = row.base + offset.offset + row.slot * layout.width
    session.mark(row, column)
    if layout.hasNullFlag { (row.base + offset.null + row.slot).storeBytes(of: value == .null ? 0 : 1, as: UInt8.self) }
    switch (layout.kind, value) {
    case (.string, .null), (.data, .null):
      session.storeBytes(nil, at: cell, in: row.base)
    case (.string, .bytes(let bytes)), (.data, .bytes(let bytes)):
      bytes.withUnsafeBytes { session.storeBytes($0, at: cell, in: row.base) }
    case (.scalar, .bytes(let bytes)), (.date, .bytes(let bytes)):
      precondition(bytes.count == layout.width)
      bytes.withUnsafeBytes { cell.copyMemory(from: $0.baseAddress!, byteCount: layout.width) }
    case (.scalar, .null), (.date, .null):
      cell.initializeMemory(as: UInt8.self, repeating: 0, count: layout.width)
    case (.link, _), (.embedded, _):
      let old = cell.load(as: Int64.self)
      let new: Int64 = if case .link(let key) = value { key + 1 } else { 0 }
      if old != 0 { note(table, column, target: old - 1, source: row.key, -1) }
      cell.storeBytes(of: new, as: Int64.self)
      if new != 0 { note(table, column, target: new - 1, source: row.key, 1) }
    case (.list, .list(let elements)):
      setList(table, row, column, elements)
    default:
      preconditionFailure("\(value) does not fit column \(column)")
    }
  }

  private func setList(_ table: Int, _ row: RowAccess, _ column: Int, _ elements: [CellValue]) {
    let layout = columns(table)[column]
    guard let packed = layout.element, case .list(let old) = value(table, row, column) else { return }
    for case .link(let target) in old { note(table, column, target: target, source: row.key, -1) }
    if !old.isEmpty { session.removeElements(row, column, packed, 0..<old.count) }
    guard !elements.isEmpty else { return }
    let place = session.insertElements(row, column, packed, at: 0, count: elements.count)
    for (index, element) in elements.enumerated() {
      let cell = place + index * layout.elementWidth
      switch element {
      case .link(let target):
        cell.storeBytes(of: target + 1, as: Int64.self)
        note(table, column, target: target, source: row.key, 1)
      case .bytes(let bytes) where layout.type == .string:
        bytes.withUnsafeBytes { session.makeSlot($0).store(at: cell) }
      case .bytes(let bytes):
        bytes.withUnsafeBytes { cell.copyMemory(from: $0.baseAddress!, byteCount: layout.elementWidth) }
      default:
        preconditionFailure("\(element) does not fit a list")
      }
    }
  }

  private func note(_ table: Int, _ column: Int, target: Int64, source: Int64, _ change: Int) {
    guard let link = session.table(table)?.links.first(where: { $0.column == column }) else { return }
    session.noteLink(link, target: target, source: source, change)
  }
}
