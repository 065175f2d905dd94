import Ashlar
import AshlarInspection

private final class Lines: ByteOutput {
  private(set) var bytes: [UInt8] = []

  func write(_ body: (inout [UInt8]) -> Void) throws { body(&bytes) }
  func finish() throws {}
}

extension Harness {
  /// W13: the records of `W13_create_ten_keys` as JSON lines in memory, written and read as `ashlar export` and `ashlar import` do.
  func interchange(_ count: Int, _ record: (Int) -> [String: Any]) throws {
    try remove("creates")
    let realm = try open("creates", .unsynced)
    try realm.write { for id in 0..<count { realm.create(Record.self, value: record(id)) } }
    let types = StoredTypes(realm, at: "creates").all
    var bytes: [UInt8] = []
    try run("W13_export_lines", operations: count) {
      let output = Lines()
      let seconds = try time {
        try Exporter(realm: realm) { _ in }.writeLines(types.filter { $0.name == Record.className() }, to: output)
      }
      bytes = output.bytes
      return seconds
    }
    try run("W13_import_lines", operations: count) {
      try remove("imports")
      let realm = try open("imports", .unsynced)
      return try time {
        try realm.write {
          var importer = Importer(realm, try ImportedTypes(types), updates: false)
          try importer.run([.lines(JSONLines("records", bytes))], type: nil) { _, _ in }
        }
      }
    }
    try remove("imports")
  }
}
