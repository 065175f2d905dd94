/// The changes that an open write has made to the outbox's totals and shapes.
struct OutboxChanges {
  var totals: OutboxTotals
  var shapes: OutboxShapes
  /// Whether a shape was added.
  var hasNewShape = false

  /// Writes the totals, and the shapes if one was added, into a commit.
  func write(to writer: any StorageWriter) throws {
    try writer.putNamed(.meta, OutboxTotals.name, totals.encoded)
    if hasNewShape { try writer.putNamed(.meta, OutboxShapes.name, shapes.encoded) }
  }
}
