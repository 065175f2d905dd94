import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

/// Rows with a number as text, and the same with a number.
private enum Texts {
  static let schema = numbers(.string)
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

private enum Numbers {
  static let schema = numbers(.int)
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

private func numbers(_ type: ValueType) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Numbers",
      entities: [
        EntityModel(
          name: "Row",
          properties: [
            property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("value", type),
            property("text", .string) { $0.isIndexed = true }, property("next", .object, target: "Row"), property("list", .int, .list),
          ])
      ]))
}

@Suite("A file that is too large for one transaction is migrated on a copy")
struct CopiedMigrationTests {
  private static let count = 3000
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("data.realm")
  }

  private func write(_ count: Int) throws {
    let realm = try Realm(configuration: folder.release(1, [Era<Texts.Row>.self]))
    try realm.write {
      var before: DynamicObject?
      for number in 0..<count {
        before = realm.dynamicCreate(
          "Row",
          value: [
            "id": number, "value": "\(number)", "text": "text \(number % 100) that is too long for a cell", "next": before as Any,
            "list": number % 50 == 0 ? [number] : [],
          ])
      }
    }
  }

  private func configuration(
    memory: Int = 0, progress: (@Sendable (MigrationProgress) throws -> Void)? = nil, migration: @escaping MigrationBlock
  ) -> Realm.Configuration {
    var configuration = folder.release(2, [Era<Numbers.Row>.self], migration: migration)
    configuration.migrationMemory = memory
    configuration.migrationProgress = progress
    return configuration
  }

  private func inode() throws -> Int? { try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int }

  private static let convert: MigrationBlock = { migration, _ in
    migration.enumerateObjects(ofType: "Row") { old, new in new?["value"] = Int(old?["value"] as? String ?? "") }
  }

  private func check(_ realm: Realm, _ count: Int, shift: Int = 0) throws {
    let rows: Results<DynamicObject> = realm.dynamicObjects("Row")
    try #require(rows.count == count)
    let values: [Int?] = rows.map { $0["value"] as? Int }
    #expect(values == Array(0..<count))
    let nexts: [Int?] = rows.map { untyped($0["next"])?["value"] as? Int }
    #expect(nexts == [nil] + Array(0..<count - 1))
    #expect(realm.dynamicObject(ofType: "Row", forPrimaryKey: 7 + shift)?["value"] as? Int == 7)
    #expect((rows[50]["list"] as? List<Int>).map { Array($0) } == [50])
    #expect(rows[50]["text"] as? String == "text 50 that is too long for a cell")
    _ = try FileInspection.read(path, checksums: true)
  }

  @Test("its rows are what they would be in place")
  func rows() throws {
    try write(3000)
    let before = try inode()
    let realm = try Realm(configuration: configuration(migration: CopiedMigrationTests.convert))
    try check(realm, 3000)
    #expect(try inode() != before)
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 2)
    #expect(try folder.names().filter { $0.hasPrefix("data.realm.") && !$0.hasSuffix("lock") } == [])
    try realm.write { realm.dynamicCreate("Row", value: ["id": 5000, "value": 3000]) }
    #expect(realm.dynamicObjects("Row").count == 3001)
  }

  @Test("pieces that are committed between rows change nothing, also where keys change and rows come and go")
  func pieces() throws {
    // Each changed cluster is a piece.
    try write(CopiedMigrationTests.count)
    let progress = Guarded<[MigrationProgress]>([])
    let realm = try Realm(
      configuration: configuration(progress: { report in progress.withLock { $0.append(report) } }) { migration, _ in
        let extra = migration.create("Row", value: ["id": -1])
        migration.enumerateObjects(ofType: "Row") { old, new in
          let number = Int(old?["value"] as? String ?? "") ?? 0
          new?["value"] = number
          new?["id"] = number + 1
          extra["value"] = (extra["value"] as? Int ?? 0) + 1
        }
        #expect(extra["value"] as? Int == CopiedMigrationTests.count)
        migration.delete(extra)
      })
    try check(realm, CopiedMigrationTests.count, shift: 1)
    #expect(realm.dynamicObject(ofType: "Row", forPrimaryKey: 0) == nil && realm.dynamicObject(ofType: "Row", forPrimaryKey: -1) == nil)
    progress.withLock { progress in
      #expect(progress.first?.phase == .copying)
      let objects = progress.last { $0.phase == .objects }
      #expect(objects?.type == "Row" && objects?.done == 3000 && objects?.total == 3000)
      #expect(progress.last?.phase == .keys && progress.last?.done == 3000)
      #expect(progress.last?.remaining == .zero)
      for (a, b) in zip(progress, progress.dropFirst()) where a.phase == b.phase { #expect(a.done <= b.done) }
    }
  }

  @Test("two rows with one key, in different pieces, leave the file unchanged")
  func duplicates() throws {
    try write(CopiedMigrationTests.count)
    let before = try Data(contentsOf: folder.url("data.realm"))
    let error = #expect(throws: Realm.Error.self) {
      try Realm(
        configuration: configuration { migration, _ in
          migration.enumerateObjects(ofType: "Row") { old, new in
            new?["value"] = 1
            if old?["id"] as? Int == CopiedMigrationTests.count - 1 { new?["id"] = 3 }
          }
        })
    }
    #expect(error?.localizedDescription.contains("rows 3 and 2999 would both have 3. Change or delete one of them first, or call") == true)
    #expect(error?.localizedDescription.contains("'\(path)' cannot be converted") == true)
    #expect(try Data(contentsOf: folder.url("data.realm")) == before)
    #expect(try folder.names().filter { $0.hasPrefix("data.realm.") && !$0.hasSuffix("lock") } == [])
  }

  private struct Cancelled: Error {}

  @Test("cancelling at any phase leaves the file unchanged", arguments: [MigrationProgress.Phase.copying, .objects])
  func cancelling(phase: MigrationProgress.Phase) throws {
    try write(3000)
    let before = try Data(contentsOf: folder.url("data.realm"))
    #expect(throws: Cancelled.self) {
      try Realm(
        configuration: configuration(
          progress: { if $0.phase == phase { throw Cancelled() } }, migration: CopiedMigrationTests.convert))
    }
    #expect(try Data(contentsOf: folder.url("data.realm")) == before)
    try check(try Realm(configuration: configuration(migration: CopiedMigrationTests.convert)), 3000)
  }

  @Test("a file that is open elsewhere is refused, and unchanged")
  func inUse() throws {
    try write(100)
    let open = try Realm(configuration: folder.release(1, [Era<Texts.Row>.self]))
    // A Realm that was never read holds no version.
    #expect(!open.isEmpty)
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration(migration: CopiedMigrationTests.convert)) }
    #expect(error?.code == .alreadyOpen)
    #expect(open.dynamicObjects("Row").count == 100)
  }

  @Test("small files are migrated in place")
  func small() throws {
    try write(100)
    let before = try inode()
    let realm = try Realm(configuration: configuration(memory: 1 << 30, migration: CopiedMigrationTests.convert))
    try check(realm, 100)
    #expect(try inode() == before)
  }

  @Test("a file with a second name is migrated in place, keeps both names, and the log states why")
  func secondName() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let tests = try CopiedMigrationTests()
      try tests.write(100)
      try FileManager.default.linkItem(atPath: tests.path, toPath: tests.folder.file("other.realm"))
      let before = try tests.inode()
      let realm = try Realm(configuration: tests.configuration(migration: CopiedMigrationTests.convert))
      try tests.check(realm, 100)
      #expect(try tests.inode() == before)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("has 2 names (hard links)"))
  }
}
