import Ashlar
import Foundation
import Testing

@testable import AshlarSwiftUI

@MainActor @Suite("Properties of views whose root is deleted before they are read", .serialized)
struct DeletedRootTests {
  @Test("they return the values at their creation")
  func values() throws {
    let realm = try Realm(
      configuration: Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: [ViewItem.self, ViewLock.self]))
    let item = try realm.write { realm.create(ViewItem.self, value: ["code": "a", "level": 3] as [String: Any]) }
    let level = BoundProperty({ item }, \.level, touched: { _ in })
    try realm.write { realm.delete(item) }
    #expect(level.value == 3)
    level.set(4)
    #expect(level.value == 3)
  }
}
