// Appends to the outbox and reads from it.
extension StoreSession {
  /// Returns the totals of the outbox, including the changes of the open write.
  public func outboxTotals() throws(StoreError) -> OutboxTotals {
    if let outboxChanges { return outboxChanges.totals }
    return try OutboxTotals.read(shared.snapshot, path: engine.path)
  }

  /// Returns the number of the shape with this descriptor. Assigns a number if the outbox lacks the shape. The open write caches the
  /// shapes.
  public func outboxShape(_ descriptor: [UInt8], _ ordinal: Int) throws(StoreError) -> Int32 {
    try beginOutboxChanges()
    if let known = outboxChanges?.shapes.number(of: descriptor) { return Int32(known) }
    outboxChanges?.hasNewShape = true
    let number = outboxChanges?.shapes.add(descriptor, isEmpty: count(ordinal) == 0)
    return Int32(number ?? 0)
  }

  /// Appends an object. Complexity: O(bytes).
  /// - Parameters:
  ///   - ordinal: The ordinal of the outbox table.
  ///   - created: The creation time: seconds since 1970 and nanoseconds.
  public func addToOutbox(
    _ ordinal: Int, shape: Int32, type: Int32, created: (seconds: Int64, nanoseconds: Int32), _ object: UnsafeRawBufferPointer
  ) throws(StoreError) {
    try beginOutboxChanges()
    let row = try insert(ordinal)
    let date = row.cell(OutboxTable.Column.created, 12)
    date.storeBytes(of: created.seconds, as: Int64.self)
    date.storeBytes(of: created.nanoseconds, toByteOffset: 8, as: Int32.self)
    row.cell(OutboxTable.Column.shape, 4).storeBytes(of: shape, as: Int32.self)
    row.cell(OutboxTable.Column.type, 4).storeBytes(of: type, as: Int32.self)
    Slot.null.store(at: row.cell(OutboxTable.Column.reason, Slot.size))
    makeSlot(object).store(at: row.cell(OutboxTable.Column.object, Slot.size))
    outboxChanges?.totals.bytes += UInt64(object.count)
  }

  /// Returns the creation time of the oldest waiting object, ignoring quarantined ones: seconds since 1970 and nanoseconds. Nil if no
  /// object waits. Complexity: O(clusters + quarantined objects before it).
  public func oldestInOutbox(_ ordinal: Int) throws -> (seconds: Int64, nanoseconds: Int32)? {
    var oldest: (seconds: Int64, nanoseconds: Int32)?
    try forEachRow(ordinal, after: -1) { _, row in
      guard Slot(at: row.cell(OutboxTable.Column.reason, Slot.size)).isNull else { return true }
      let date = row.cell(OutboxTable.Column.created, 12)
      oldest = (date.loadUnaligned(as: Int64.self), date.loadUnaligned(fromByteOffset: 8, as: Int32.self))
      return false
    }
    return oldest
  }

  func beginOutboxChanges() throws(StoreError) {
    if outboxChanges != nil { return }
    let snapshot = shared.snapshot
    outboxChanges = OutboxChanges(
      totals: try OutboxTotals.read(snapshot, path: engine.path), shapes: try OutboxShapes.read(snapshot, path: engine.path))
  }
}

extension RowAccess {
  /// Returns the row's cell in a column of this width.
  func cell(_ column: Int, _ width: Int) -> UnsafeMutableRawPointer { base + columns[column].offset + slot * width }
}
