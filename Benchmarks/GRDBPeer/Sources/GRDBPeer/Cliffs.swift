import Foundation
import GRDB

/// A row with values in no order.
private struct ScatteredRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "row"

  var id: Int
  var number: Int
  var code: Int
  var name: String

  init(_ id: Int) {
    self.id = id
    number = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0x9E37_79B9_7F4A_7C15)
    code = Int(truncatingIfNeeded: UInt64(truncatingIfNeeded: id) &* 0xC2B2_AE3D_27D4_EB4F)
    name = "row \(id)"
  }
}

extension Harness {
  /// W26: records inserted in one transaction, without and with indexes of values in no order.
  func cliffs() throws {
    try run("W26_insert_scattered", operations: rows) { try insert("") }
    try run("W26_insert_scattered_indexed", operations: rows) {
      try insert("CREATE INDEX number ON row (number); CREATE INDEX code ON row (code)")
    }
  }

  private func insert(_ indexes: String) throws -> Double {
    let queue = try database()
    try queue.write {
      try $0.execute(sql: "CREATE TABLE row (id INTEGER PRIMARY KEY, number INTEGER, code INTEGER, name TEXT); " + indexes)
    }
    return try time { try queue.write { connection in for id in 0..<rows { try ScatteredRow(id).insert(connection) } } }
  }
}
