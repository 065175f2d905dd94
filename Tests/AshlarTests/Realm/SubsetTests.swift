import Ashlar
import Testing
import TestSupport

@testable import Fleet

@Suite("Realms with some of the types")
struct SubsetTests {
  @Test("deleting a row makes links from types that are not listed read nil")
  func links() throws {
    let folder = try TemporaryFolder()
    try {
      let realm = try Realm(configuration: folder.configuration())
      try realm.write { realm.create(Trip.self, value: ["driver": ["licence": "x"]]) }
    }()
    try {
      var configuration = folder.configuration("data.realm", [Driver.self])
      configuration.schemaVersion = 3
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.delete(realm.objects(Driver.self)) }
    }()
    let realm = try Realm(configuration: folder.configuration())
    #expect(realm.objects(Trip.self).first?.driver == nil)
    #expect(realm.objects(Trip.self).where { $0.driver == nil }.count == 1)
  }
}
