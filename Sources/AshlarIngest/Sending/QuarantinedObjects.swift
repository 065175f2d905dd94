import AshlarSchema
import AshlarStore
import Foundation

/// Reads the quarantined objects of a file's outbox.
enum QuarantinedObjects {
  static func read(_ file: OutboxFile, limit: Int?) throws -> [Ingest.QuarantinedObject] {
    var found: [Ingest.QuarantinedObject] = []
    if let limit, limit <= 0 { return [] }
    guard let session = try file.open() else { return [] }
    var shapes: [[UInt32]: RowShape] = [:]
    try session.forEach(after: -1, quarantined: true) { object in
      let address = [object.shape, UInt32(object.type)]
      if shapes[address] == nil {
        let schema = try session.shape(object.shape)
        guard schema.entities.indices.contains(object.type) else { throw Ingest.Failure.missingType(file.path) }
        shapes[address] = RowShape(schema.entities[object.type], in: schema)
      }
      found.append(
        Ingest.QuarantinedObject(
          id: object.key, table: try session.table(of: object), reason: object.reason ?? "",
          created: Date(timeIntervalSince1970: Double(object.created.seconds) + Double(object.created.nanoseconds) / 1e9),
          values: shapes[address]?.texts(object.bytes).map { Ingest.QuarantinedObject.Value(column: $0.column, text: $0.text) } ?? []))
      return found.count < limit ?? .max
    }
    return found
  }

  /// Returns the number of quarantined objects for each table and reason.
  static func counts(_ file: OutboxFile) throws -> [(table: String, reason: String, count: Int)] {
    var counts: [[String]: Int] = [:]
    guard let session = try file.open() else { return [] }
    if try session.totals().quarantined == 0 { return [] }
    try session.forEach(after: -1, quarantined: true) { object in
      counts[[try session.table(of: object), object.reason ?? ""], default: 0] += 1
      return true
    }
    return counts.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key[0], $0.key[1], $0.value) }
  }
}
