import Ashlar
import Foundation
import People
import TestSupport

/// The main actor's Realm of a database of its own, and how others write to it.
@MainActor struct Shown {
  let configuration = Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: PeopleSchema.objectTypes)
  let realm: Realm

  init() throws { realm = try Realm(configuration: configuration) }

  func add(_ names: String...) throws {
    try realm.write { for name in names { realm.create(Person.self, value: ["firstName": name]) } }
  }

  func person(_ name: String) -> Person? { realm.objects(Person.self).where { $0.firstName == name }.first }

  /// Another thread commits; the main actor's Realm does not move yet.
  func elsewhere(_ body: @escaping @Sendable (Realm) throws -> Void) throws {
    let configuration = configuration
    try onThread {
      let realm = try Realm(configuration: configuration)
      try realm.write { try body(realm) }
    }
  }
}
