package import AshlarSchema

/// The sender's access to the outbox of a file. It reads queued objects from a snapshot and removes delivered ones. It is confined to one
/// thread at a time.
package final class OutboxSession {
  private let session: StoreSession
  private let context: UnsafeMutablePointer<AccessContext>
  private let ordinal: Int
  private var shapes: [UInt32: SchemaModel] = [:]

  /// Opens the outbox of a file. Returns nil if the file has no outbox yet. Throws `StoreError.notFound` if there is no file, and the
  /// errors of opening the file.
  package init?(path: String, key: EncryptionKey? = nil) throws {
    if FileStatus(path).identity == nil { throw StoreError.notFound(path: path) }
    let engine = try EnvironmentRegistry.open(path: path, key: key)
    guard let catalog = try Catalog.read(engine), catalog.tables.contains(where: { $0.name == OutboxTable.name }) else { return nil }
    // The outbox has ordinal 0; other tables keep their order.
    var ordinals = [OutboxTable.name: 0]
    for entity in catalog.schema.entities where ordinals[entity.name] == nil { ordinals[entity.name] = ordinals.count }
    let others = ordinals
    let wanted = WantedSchema(
      SchemaModel(name: "outbox", version: catalog.schema.version, entities: [OutboxTable.model]), ordinals: [OutboxTable.name: 0]
    ) { others[$0] ?? 0 }
    ordinal = 0
    context = .allocate(capacity: 1)
    context.initialize(to: AccessContext(kind: .live, generation: 1, writeGeneration: AccessContext.noWrite))
    do {
      session = try StoreSession(
        engine: engine, tables: catalog.definitions(of: wanted), context: context, place: "the sender of its outbox")
    } catch {
      context.deallocate()
      throw error
    }
    session.writeHolder = WriteHolder(place: "the sender of its outbox")
  }

  deinit { context.deallocate() }

  /// The number of objects, including quarantined ones.
  package var count: Int { session.count(ordinal) }

  /// Returns the stored totals of the outbox.
  package func totals() throws -> OutboxTotals { try session.outboxTotals() }

  /// Moves to the newest version.
  package func advance() throws { _ = try session.advance() }

  /// The number of rows visited since the session was opened, a measure of the cost of scans.
  package private(set) var visitedRows = 0

  /// Calls `body` with the waiting objects after a row, or with the quarantined ones if `quarantined` is true, in creation order, until
  /// `body` returns false. Complexity: O(rows visited).
  package func forEach(after key: Int64, quarantined: Bool = false, _ body: (OutboxObject) throws -> Bool) throws {
    try session.forEachRow(ordinal, after: key) { row, access in
      visitedRows += 1
      guard Slot(at: access.cell(OutboxTable.Column.reason, Slot.size)).isNull != quarantined else { return true }
      return try body(try object(row, access))
    }
  }

  /// The number of objects that wait, excluding quarantined ones.
  package var waiting: Int {
    get throws { count - Int(try totals().quarantined) }
  }

  /// Calls `body` with the objects of these rows, skipping rows that do not exist.
  package func forEach(_ keys: [Int64], _ body: (OutboxObject) throws -> Void) throws {
    for key in keys {
      guard let row = try session.locate(ordinal, key) else { continue }
      try body(try object(key, row))
    }
  }

  /// Returns the stored name of an object's type; an empty string if the object's shape lacks the type.
  package func table(of object: OutboxObject) throws -> String {
    let schema = try shape(object.shape)
    return schema.entities.indices.contains(object.type) ? schema.entities[object.type].storedName : ""
  }

  private func object(_ key: Int64, _ row: RowAccess) throws -> OutboxObject {
    let date = row.cell(OutboxTable.Column.created, 12)
    let reason = row.cell(OutboxTable.Column.reason, Slot.size)
    return OutboxObject(
      key: key, shape: UInt32(bitPattern: row.cell(OutboxTable.Column.shape, 4).load(as: Int32.self)),
      type: Int(row.cell(OutboxTable.Column.type, 4).load(as: Int32.self)),
      created: (date.loadUnaligned(as: Int64.self), date.loadUnaligned(fromByteOffset: 8, as: Int32.self)),
      reason: Slot(at: reason).isNull ? nil : String(decoding: try session.bytes(at: reason, in: row.base), as: UTF8.self),
      bytes: try session.bytes(at: row.cell(OutboxTable.Column.object, Slot.size), in: row.base))
  }

  /// Returns the schema of a shape, with stored names.
  package func shape(_ number: UInt32) throws -> SchemaModel {
    if let known = shapes[number] { return known }
    guard let descriptor = try OutboxShapes.read(session.shared.snapshot, path: session.engine.path).descriptor(number),
      let model = try? DescriptorReader.read(descriptor)
    else { throw StoreError.damaged(path: session.engine.path, detail: "its outbox lacks shape \(number)") }
    shapes[number] = model
    return model
  }

  /// Removes delivered objects. Rows that do not exist or are quarantined are skipped.
  package func remove(_ keys: [Int64]) throws {
    try write {
      var gone: [Int64] = []
      var bytes: UInt64 = 0
      for key in keys {
        guard let row = try session.locate(ordinal, key) else { continue }
        let found = try object(key, row)
        guard found.reason == nil else { continue }
        bytes += UInt64(found.bytes.count)
        gone.append(key)
      }
      try delete(gone, bytes: bytes)
    }
  }

  /// Quarantines a waiting object. Does nothing if the row does not exist or is already quarantined.
  package func quarantine(_ key: Int64, reason: String) throws {
    try write {
      guard let row = try session.locate(ordinal, key), try object(key, row).reason == nil else { return }
      try set(reason, key)
    }
  }

  /// Moves quarantined objects back to the queue: those of the given rows, or all if `keys` is nil. Returns their number.
  package func retryQuarantined(_ keys: Set<Int64>? = nil) throws -> Int {
    try write {
      let found = try quarantined(keys)
      for object in found { try set(nil, object.key) }
      return found.count
    }
  }

  /// Deletes quarantined objects of the given rows. Returns their number.
  package func discardQuarantined(_ keys: Set<Int64>) throws -> Int {
    try write {
      let found = try quarantined(keys)
      try delete(found.map(\.key), bytes: found.reduce(0) { $0 + UInt64($1.bytes) })
      session.outboxChanges?.totals.quarantined -= UInt64(found.count)
      return found.count
    }
  }

  private func quarantined(_ keys: Set<Int64>?) throws -> [(key: Int64, bytes: Int)] {
    var found: [(key: Int64, bytes: Int)] = []
    if let keys {
      try forEach(keys.sorted()) { if $0.reason != nil { found.append(($0.key, $0.bytes.count)) } }
    } else {
      try forEach(after: -1, quarantined: true) {
        found.append(($0.key, $0.bytes.count))
        return true
      }
    }
    return found
  }

  private func write<Result>(_ body: () throws -> Result) throws -> Result {
    try session.beginWrite()
    do {
      try session.beginOutboxChanges()
      let result = try body()
      try session.commitWrite(.full)
      return result
    } catch {
      session.cancelWrite()
      throw error
    }
  }

  private func delete(_ keys: [Int64], bytes: UInt64) throws {
    guard bytes <= session.outboxChanges?.totals.bytes ?? 0 else {
      throw StoreError.damaged(path: session.engine.path, detail: "the totals of its outbox are less than its objects")
    }
    session.outboxChanges?.totals.bytes -= bytes
    try session.delete(ordinal, keys)
  }

  private func set(_ reason: String?, _ key: Int64) throws {
    guard let row = try session.makeWritable(ordinal, key) else { return }
    session.mark(row, OutboxTable.Column.reason)
    let cell = row.cell(OutboxTable.Column.reason, Slot.size)
    if let reason {
      Array(reason.utf8).withUnsafeBytes { session.storeBytes($0, at: cell, in: row.base) }
      session.outboxChanges?.totals.quarantined += 1
    } else {
      session.storeBytes(nil, at: cell, in: row.base)
      session.outboxChanges?.totals.quarantined -= 1
    }
  }
}
