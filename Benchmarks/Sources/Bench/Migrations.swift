import Ashlar
import BenchChanged
import BenchConverted
import BenchTypes
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
    try openings("W16_open_after_change_10GB", realm, changed, operations: 1, length: 10 << 30)
    try openings("W16_migrate_in_place", realm, converting("opened", memory: .max), operations: rows)
    try openings("W16_migrate_on_copy", realm, converting("opened", memory: 8 << 20), operations: rows)
    try remove("opened")
    try realm.writeCopy(toFile: file("opened"))
    // A process that has done nothing before.
    let child = try Process.run(URL(fileURLWithPath: CommandLine.arguments[0]), arguments: ["--migrate", file("opened").path])
    child.waitUntilExit()
    try remove("opened")
    try remove("release")
    for count in [10, 100] { try openTypes(count) }
  }

  /// Measures the cost of opening a file, per type.
  private func openTypes(_ count: Int) throws {
    var configuration = configuration("types", .unsynced)
    configuration.objectTypes = Array(BenchTypesSchema.objectTypes.prefix(count))
    try remove("types")
    let realm = try Realm(configuration: configuration)
    var copied = configuration
    copied.fileURL = file("opened")
    try run("W16_open_\(count)_types", operations: count) {
      try remove("opened")
      try realm.writeCopy(toFile: file("opened"))
      return try time { _ = try Realm(configuration: copied) }
    }
    try remove("opened")
    try remove("types")
  }

  private func converting(_ name: String, memory: Int) -> Realm.Configuration {
    var configuration = convertingConfiguration(file(name))
    configuration.migrationMemory = memory
    return configuration
  }

  private func openings(_ name: String, _ source: Realm, _ configuration: Realm.Configuration, operations: Int, length: UInt64? = nil)
    throws
  {
    try run(name, operations: operations) {
      try remove("opened")
      try source.writeCopy(toFile: file("opened"))
      if let length {
        // Sparse: what is behind the pages in use takes no room on the disk.
        let handle = try FileHandle(forWritingTo: file("opened"))
        try handle.truncate(atOffset: length)
        try handle.close()
      }
      return try time {
        let realm = try Realm(configuration: configuration)
        guard realm.isEmpty == false else { throw BenchError.rowMissing(0) }
      }
    }
  }
}

// A block that gives each row a text in place of a number.
private func convertingConfiguration(_ file: URL) -> Realm.Configuration {
  Realm.Configuration(
    fileURL: file,
    migrationBlock: { migration, _ in
      migration.enumerateObjects(ofType: "ConvertedItem") { old, new in new?["count"] = "\(old?["count"] as? Int ?? 0)" }
    },
    objectTypes: BenchConvertedSchema.objectTypes)
}

/// Migrates a file on a copy, and says how much memory of its own the process had at most.
func migrateAlone(path: String) throws {
  final class Most: @unchecked Sendable { var bytes = 0 }
  let most = Most()
  var configuration = convertingConfiguration(URL(fileURLWithPath: path))
  configuration.migrationMemory = 64 << 20
  configuration.migrationProgress = { _ in most.bytes = max(most.bytes, try ownMemory()) }
  let rows = try Realm(configuration: configuration).objects(ConvertedItem.self).count
  FileHandle.standardError.write(
    Data("# W16_migrate_on_copy: \(rows) rows took \(most.bytes >> 20) MB of memory\n".utf8))
}
