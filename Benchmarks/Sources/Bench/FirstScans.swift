import Ashlar
import CBench
import Foundation

extension Harness {
  /// W27: the first scan of a file that the process has just opened, and a later one. The pages of the file are in the system's cache, or
  /// on the disk only.
  func firstScans() throws {
    try insertAll(into: "full", .full)
    try open("full", .full).writeCopy(toFile: file("scanned"), encryptionKey: encryptionKey)
    try run("W27_first_scan", operations: rows) { try scanCopy { $0 } }
    try run("W27_later_scan", operations: rows) {
      try scanCopy { realm in
        try count(realm)
        return realm
      }
    }
    try run("W27_first_scan_disk", operations: rows) {
      try scanCopy(isEvicted: true) { $0 }
    }
    for name in ["full", "scanned", "scan"] { try remove(name) }
  }

  // Returns the seconds of a scan of a new copy of "scanned", which no Realm has had open. `prepare` is not timed.
  private func scanCopy(isEvicted: Bool = false, _ prepare: (Realm) throws -> Realm) throws -> Double {
    try remove("scan")
    try FileManager.default.copyItem(at: file("scanned"), to: file("scan"))
    if isEvicted, bench_evict(file("scan").path) != 0 { throw BenchError.notEvicted }
    let realm = try prepare(try open("scan", .full))
    return try time { try count(realm) }
  }

  private func count(_ realm: Realm) throws {
    let items = realm.objects(Item.self)
    sink(items.where { $0.score > 500 && $0.count > 10 }.count)
  }
}
