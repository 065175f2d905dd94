import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: threads")
struct ThreadsListings {
  @Test("each thread opens its own Realm")
  func threads() throws {
    let file = try TemporaryFile()
    let configuration = Realm.Configuration(fileURL: file.url, objectTypes: BookshopSchema.objectTypes)
    let done = DispatchSemaphore(value: 0)
    // listing: thread
    Thread.detachNewThread {
      do {
        let realm = try Realm(configuration: configuration)
        try realm.write { realm.create(Novel.self, value: ["isbn": "1", "title": "Emma"]) }
      } catch {
        print(error)
      }
      done.signal()
    }
    // end
    done.wait()
    #expect(try Realm(configuration: configuration).objects(Novel.self).count == 1)
  }

  @Test("frozen objects may be read anywhere")
  func frozen() throws {
    let realm = try bookshop()
    let done = DispatchSemaphore(value: 0)
    // listing: freeze
    nonisolated(unsafe) let novels = realm.objects(Novel.self).sorted(byKeyPath: "title").freeze()
    Thread.detachNewThread {
      print(novels.map(\.title).joined(separator: ", "))
      done.signal()
    }
    // end
    done.wait()
    #expect(novels.isFrozen)
  }
}
