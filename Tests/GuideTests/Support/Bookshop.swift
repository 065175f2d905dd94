import Ashlar
import Bookshop
import Foundation

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

/// A file in a folder of its own, which goes with the value.
final class TemporaryFile {
  let url: URL

  init() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("shop.realm")
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
}
