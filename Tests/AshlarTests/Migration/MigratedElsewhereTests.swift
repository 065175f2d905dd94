import AshlarSchema
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private enum First {
  enum Row: EraType { static let entity = rows().entity("Row", Era<Row>.self) }
}

private enum Second {
  enum Row: EraType { static let entity = rows(property("more", .string)).entity("Row", Era<Row>.self) }
}

private func rows(_ more: PropertyModel...) -> _LinkedSchema {
  _LinkedSchema(SchemaModel(name: "Elsewhere", entities: [EntityModel(name: "Row", properties: [property("value", .int)] + more)]))
}

@Suite("A Realm whose file another process brings to a higher schema version")
struct MigratedElsewhereTests {
  // The other process finds it by the number of this one.
  private static func folder(of process: Int32) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("ashlar-elsewhere-\(process)")
  }

  private static func configuration(_ process: Int32, _ version: UInt64, _ type: ObjectBase.Type) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: folder(of: process).appendingPathComponent("data.realm"), schemaVersion: version, objectTypes: [type])
  }

  @MainActor @Test("reads as before, is not refreshed any more, and reports at the next write which process changed what")
  func stays() async throws {
    let folder = Self.folder(of: getpid())
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let realm = try Realm(configuration: Self.configuration(getpid(), 1, Era<First.Row>.self))
    try realm.write { realm.dynamicCreate("Row", value: ["value": 1]) }
    await #expect(processExitsWith: .success) {
      TestEngine.choose()
      let realm = try Realm(configuration: Self.configuration(getppid(), 2, Era<Second.Row>.self))
      try realm.write { realm.dynamicObjects("Row").setValue("new", forKey: "more") }
    }
    #expect(!realm.refresh())
    #expect(realm.dynamicObjects("Row").map { $0["value"] as? Int } == [1])
    let error = try #require(throws: Realm.Error.self) { try realm.write { realm.dynamicCreate("Row", value: ["value": 2]) } }
    #expect(error.code == .schemaMismatch)
    #expect(
      error.localizedDescription
        == "'\(error.fileURL?.path ?? "")' was migrated to schema version 2 by another process while it was open here. Realms that are open here continue to read their version and cannot write. Close all of them, and open the file again with that schema."
    )
    #expect(!realm.isInWriteTransaction)
    let pinned = try realm.pinnedVersions()
    #expect(pinned.count == 1)
    guard case .outdatedRealm = pinned.first?.holder else {
      Issue.record("\(pinned)")
      return
    }
    #expect(pinned[0].description.contains("a Realm that stays at its version because the schema was changed elsewhere"))
  }
}
