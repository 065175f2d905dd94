package import AshlarSchema

/// A file's outbox for who sends it: reads what waits from a snapshot and removes what has arrived. Confined to one thread at a time.
package final class OutboxSession {
  private let session: StoreSession
  private let context: UnsafeMutablePointer<AccessContext>
  private let ordinal: Int
  private var shapes: [UInt32: SchemaModel] = [:]

  /// Opens a file's outbox; nil where it has none yet. Throws `StoreError` as opening the file does.
  package init?(path: String) throws {
    if FileStatus(path).identity == nil { throw StoreError.notFound(path: path) }
    let engine = try EnvironmentRegistry.open(path: path)
    guard let catalog = try Catalog.read(engine), catalog.tables.contains(where: { $0.name == OutboxTable.name }) else { return nil }
    // The outbox comes first; other tables keep their order.
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

  /// How many objects there are, quarantined ones too.
  package var count: Int { session.count(ordinal) }

  /// What the file says of them.
  package func totals() throws -> OutboxTotals { try session.outboxTotals() }

  /// Moves to the newest version.
  package func advance() throws { _ = try session.advance() }

  /// Calls `body` with the objects after a row, in the order in which they were made, until it returns false.
  package func forEach(after key: Int64, quarantined: Bool = false, _ body: (OutboxObject) throws -> Bool) throws {
    struct Enough: Error {}
    do {
      try session.forEachRow(ordinal) { row, access in
        guard row > key else { return }
        let object = try object(row, access)
        guard (object.reason != nil) == quarantined else { return }
        if try !body(object) { throw Enough() }
      }
    } catch is Enough {}
  }

  /// The objects of these rows that are there.
  package func forEach(_ keys: [Int64], _ body: (OutboxObject) throws -> Void) throws {
    for key in keys {
      guard let row = try session.locate(ordinal, key) else { continue }
      try body(try object(key, row))
    }
  }

  /// The stored name of an object's type.
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

  /// The schema that objects of a shape were made under, with stored names.
  package func shape(_ number: UInt32) throws -> SchemaModel {
    if let known = shapes[number] { return known }
    guard let descriptor = try OutboxShapes.read(session.shared.snapshot, path: session.engine.path).descriptor(number),
      let model = try? DescriptorReader.read(descriptor)
    else { throw StoreError.damaged(path: session.engine.path, detail: "its outbox lacks shape \(number)") }
    shapes[number] = model
    return model
  }

  /// Removes objects that have arrived. Those that are gone already, or are quarantined, are left alone.
  package func remove(_ keys: [Int64]) throws { try change(keys) { _ in nil } }

  /// Sets an object aside for a reason.
  package func quarantine(_ key: Int64, reason: String) throws { try change([key]) { _ in reason } }

  private func change(_ keys: [Int64], _ reason: (Int64) -> String?) throws {
    try session.beginWrite()
    do {
      try session.beginOutboxChanges()
      var gone: [Int64] = []
      var removed: UInt64 = 0
      for key in keys {
        guard let row = try session.locate(ordinal, key) else { continue }
        let found = try object(key, row)
        guard found.reason == nil else { continue }
        if let reason = reason(key) {
          try set(reason, key)
        } else {
          removed += UInt64(found.bytes.count)
          gone.append(key)
        }
      }
      guard removed <= session.outboxChanges?.totals.bytes ?? 0 else {
        throw StoreError.damaged(path: session.engine.path, detail: "the totals of its outbox are less than its objects")
      }
      session.outboxChanges?.totals.bytes -= removed
      try session.delete(ordinal, gone)
      try session.commitWrite(.full)
    } catch {
      session.cancelWrite()
      throw error
    }
  }

  /// Lets quarantined objects wait again. Returns how many there were.
  package func retryQuarantined() throws -> Int {
    try session.beginWrite()
    do {
      try session.beginOutboxChanges()
      var keys: [Int64] = []
      try forEach(after: -1, quarantined: true) {
        keys.append($0.key); return true
      }
      for key in keys { try set(nil, key) }
      try session.commitWrite(.full)
      return keys.count
    } catch {
      session.cancelWrite()
      throw error
    }
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
