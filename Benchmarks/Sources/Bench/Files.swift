import Ashlar
import Foundation

extension Harness {
  /// W11: sizes of the file after one insert of everything and after compaction, how long that takes, and opening it.
  func files() throws {
    try insertAll(into: "full", .full)
    try reportSize("W11_size_after_insert", of: "full")
    do {
      let realm = try open("full", .full)
      let seconds = try time { try realm.writeCopy(toFile: file("compacted"), encryptionKey: encryptionKey) }
      report("W11_compact", operations: 1, [seconds])
    }
    try reportSize("W11_size_compacted", of: "compacted")
    try run("W11_open_read_first", operations: 1) {
      // The C clients have the file's name ready as well.
      let configuration = configuration("compacted", .full)
      return try time {
        let realm = try Realm(configuration: configuration)
        guard let first = realm.objects(Item.self).first else { throw BenchError.rowMissing(0) }
        sink(first.count)
      }
    }
    try remove("compacted")
  }

  /// W12: every second object is deleted, with the commit; in a copy of one file each time, as the C clients do.
  func deletes() throws {
    try insertAll(into: "all", .unsynced)
    var deleted = 0
    try run("W12_delete_half_nosync", operations: rows / 2) {
      try remove("deletes")
      try FileManager.default.copyItem(at: file("all"), to: file("deletes"))
      let realm = try open("deletes", .unsynced)
      let half = realm.objects(Item.self).where { $0.flag }
      deleted = half.count
      return try time { try realm.write { realm.delete(half) } }
    }
    note("W12_delete_half_nosync deleted \(deleted)")
    for name in ["all", "deletes"] { try remove(name) }
  }
}
