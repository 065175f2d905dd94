import AshlarSchema
import AshlarStore
import Foundation
import TestSupport
import Testing

@testable import Ashlar

private func rows(keyed: Bool) -> _LinkedSchema {
  _LinkedSchema(
    SchemaModel(
      name: "Rows",
      entities: [
        EntityModel(
          name: "Row",
          properties: [
            property("id", .int) { if keyed { ($0.isPrimaryKey, $0.isIndexed) = (true, true) } },
            property("text", .string) { $0.isIndexed = keyed },
          ])
      ]))
}

private enum Plain {
  static let schema = rows(keyed: false)
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

private enum Indexed {
  static let schema = rows(keyed: true)
  enum Row: EraType { static let entity = schema.entity("Row", Era<Row>.self) }
}

@Suite("The progress of a migration")
struct MigrationProgressTests {
  private static let count = 3000
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let realm = try Realm(configuration: folder.release(1, [Era<Plain.Row>.self]))
    try realm.write {
      for number in 0..<MigrationProgressTests.count { realm.dynamicCreate("Row", value: ["id": number / 2, "text": "text \(number)"]) }
    }
  }

  private func migrated(_ report: @escaping @Sendable (MigrationProgress) throws -> Void) throws -> Realm {
    var configuration = folder.release(2, [Era<Indexed.Row>.self]) { migration, _ in
      migration.enumerateObjects(ofType: "Row") { old, new in new?["text"] = "new \(old?["text"] ?? "")" }
      migration.resolveDuplicates(ofType: "Row", onDuplicate: .keepFirst)
    }
    configuration.migrationProgress = report
    return try Realm(configuration: configuration)
  }

  @Test("goes through all phases, each to its end")
  func phases() throws {
    let reports = Guarded<[MigrationProgress]>([])
    let realm = try migrated { report in reports.withLock { $0.append(report) } }
    #expect(realm.dynamicObjects("Row").count == MigrationProgressTests.count / 2)
    let ended = reports.withLock { $0 }.filter { $0.done == $0.total }
    #expect(ended.map(\.phase) == [.objects, .resolving, .indexes, .indexes, .keys])
    #expect(ended.map(\.total) == [3000, 1500, 1500, 1500, 1500])
    #expect(ended.allSatisfy { $0.type == "Row" && $0.remaining == .zero })
  }

  private struct Cancelled: Error {}

  @Test(
    "cancelling in any phase leaves the file as it was", arguments: [MigrationProgress.Phase.objects, .resolving, .indexes, .keys])
  func cancelling(phase: MigrationProgress.Phase) throws {
    #expect(throws: Cancelled.self) { try migrated { if $0.phase == phase { throw Cancelled() } } }
    #expect(try schemaVersionAtURL(folder.url("data.realm")) == 1)
    let realm = try Realm(configuration: folder.release(1, [Era<Plain.Row>.self]))
    #expect(realm.dynamicObjects("Row").map { $0.text as? String } == (0..<MigrationProgressTests.count).map { "text \($0)" })
  }

  @Test("estimates the remaining time from the speed so far")
  func remaining() {
    func remaining(_ done: UInt64, _ time: Duration) -> Duration? { ProgressReports.remaining(done, of: 100, after: time) }
    #expect(remaining(25, .seconds(2)) == .seconds(6))
    #expect(remaining(100, .seconds(2)) == .zero)
    #expect(remaining(0, .seconds(2)) == nil)
    #expect(remaining(25, .milliseconds(199)) == nil)
  }
}
