@testable import Ashlar
import AshlarSchema
import Foundation
import Kinds
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Exports of views")
struct ViewExportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("an export determines the order of its objects when it is created, so that reading its parts does not block a thread")
  func evaluated() throws {
    let path = folder.file("kinds.realm")
    let typed = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: KindsSchema.objectTypes))
    // The first rows of an order are found without the others.
    let count = _ResultsCore.start + 1
    try typed.write {
      for number in 0..<count { _ = typed.create(Scalars.self, value: ["int": number * 7 % count]) }
    }
    let realm = try Realm(storedTypesAt: path, readOnly: false)
    let model = try #require(realm._types.first { $0.name == "Scalars" })
    let objects = realm.dynamicObjects("Scalars").sorted(byKeyPath: "int")
    #expect(objects._resultsCore.cache.rows.count == nil)
    _ = ViewExport(objects, model, nil, .jsonl)
    #expect(objects._resultsCore.cache.rows.count == count)
  }
}
