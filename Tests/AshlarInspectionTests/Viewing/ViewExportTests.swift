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
    _ = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: KindsSchema.objectTypes))
    let realm = try Realm(storedTypesAt: path, readOnly: false)
    var random = RandomObjects(realm, seed: seed(), objects: 120)
    try random.fill()
    var tested = 0
    for type in realm._types where type.kind == .object {
      for column in type.columns where column.collection == .none && column.type == .string && !column.isIndexed {
        let objects = realm.dynamicObjects(type.name).sorted(byKeyPath: column.name)
        // The first rows of an order are found without the others.
        if objects.count <= _ResultsCore.start { continue }
        #expect(objects._resultsCore.cache.rows.count == nil)
        _ = ViewExport(objects, type, nil, .jsonl)
        #expect(objects._resultsCore.cache.rows.count == objects.count)
        tested += 1
      }
    }
    #expect(tested > 0)
  }
}
