import Ashlar
import BenchChanged
import BenchConverted
import Foundation

extension Harness {
  /// W16: what opening costs after a change of the schema, which writes no row, and what a block costs that writes each. In a copy of
  /// one file each time, which is on the disk.
  func migrations() throws {
    try insertAll(into: "release", .unsynced)
    let realm = try open("release", .unsynced)
    try openings("W16_open_unchanged", realm, configuration("opened", .full), operations: 1)
    var changed = configuration("opened", .full)
    changed.objectTypes = BenchChangedSchema.objectTypes
    try openings("W16_open_after_change", realm, changed, operations: 1)
    var converted = configuration("opened", .full)
    converted.objectTypes = BenchConvertedSchema.objectTypes
    converted.migrationBlock = { migration, _ in
      migration.enumerateObjects(ofType: "ConvertedItem") { old, new in new?["count"] = "\(old?["count"] as? Int ?? 0)" }
    }
    converted.migrationMemory = .max
    try openings("W16_migrate_in_place", realm, converted, operations: rows)
    converted.migrationMemory = 8 << 20
    try openings("W16_migrate_on_copy", realm, converted, operations: rows)
    try remove("opened")
    try remove("release")
  }

  private func openings(_ name: String, _ source: Realm, _ configuration: Realm.Configuration, operations: Int) throws {
    try run(name, operations: operations) {
      try remove("opened")
      try source.writeCopy(toFile: file("opened"))
      return try time {
        let realm = try Realm(configuration: configuration)
        guard realm.isEmpty == false else { throw BenchError.rowMissing(0) }
      }
    }
  }
}
