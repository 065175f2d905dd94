/// What an open write has changed in the outbox besides its rows.
struct OutboxChanges {
  var totals: OutboxTotals
  var shapes: OutboxShapes
  /// Whether a shape was added.
  var hasNewShape = false

  /// Writes both into a commit.
  func write(to writer: any StorageWriter) throws {
    try writer.putNamed(.meta, OutboxTotals.name, totals.encoded)
    if hasNewShape { try writer.putNamed(.meta, OutboxShapes.name, shapes.encoded) }
  }
}
