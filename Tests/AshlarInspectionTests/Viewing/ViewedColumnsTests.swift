import Ashlar
import AshlarSchema
import Foundation
import Kinds
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Columns of views")
struct ViewedColumnsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("all properties of a type can be columns, even if there are more than 500")
  func many() throws {
    let path = folder.file("kinds.realm")
    let realm = try Realm(configuration: Realm.Configuration(fileURL: URL(fileURLWithPath: path), objectTypes: KindsSchema.objectTypes))
    let types = StoredTypes(realm, at: path)
    func columns(_ count: Int, of properties: Int) throws(ViewFailure) -> [String] {
      let model = EntityModel(name: "Wide", properties: (0..<properties).map { PropertyModel(name: "p\($0)", type: .int) })
      return try ViewedColumns((0..<count).map { "p\($0 % properties)" }.joined(separator: ","), model, types).names
    }
    #expect(try columns(600, of: 600).count == 600)
    #expect(try columns(500, of: 3).count == 500)
    #expect(throws: ViewFailure.self) { try columns(601, of: 600) }
    #expect(throws: ViewFailure.self) { try columns(501, of: 3) }
  }
}
