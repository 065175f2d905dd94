import Ashlar
import Bookshop
import Foundation
import TestSupport

/// A shop in memory with three novels.
func bookshop() throws -> Realm {
  let realm = try Realm(configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: BookshopSchema.objectTypes))
  try realm.write {
    let ursula = realm.create(Novelist.self, value: ["name": "Ursula K. Le Guin", "born": 1929])
    realm.create(Novel.self, value: ["isbn": "1", "title": "The Dispossessed", "pages": 387, "price": 9.5, "author": ursula])
    realm.create(Novel.self, value: ["isbn": "2", "title": "A Wizard of Earthsea", "pages": 183, "price": 7, "author": ursula])
    realm.create(Novel.self, value: ["isbn": "3", "title": "Ficciones", "pages": 174, "price": 8.25])
  }
  return realm
}

/// The path of a file in a folder that is removed together with this value.
final class TemporaryFile {
  private let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.url.appending(path: "shop.realm")
  }
}
