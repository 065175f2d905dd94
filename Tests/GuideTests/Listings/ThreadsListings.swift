import Ashlar
import Bookshop
import Foundation
import Testing

// listing: actor
actor Shop {
  private var realm: Realm!

  init(_ configuration: Realm.Configuration) async throws {
    realm = try await Realm(configuration: configuration, actor: self)
  }

  func add(_ title: String, isbn: String) throws {
    try realm.write { realm.create(Novel.self, value: ["isbn": isbn, "title": title]) }
  }

  func titles() -> [String] { realm.objects(Novel.self).map(\.title) }
}
// end

@Suite("Guide: threads")
struct ThreadsListings {
  @Test("an actor has a Realm, and so do a task and a queue")
  func places() async throws {
    let file = try TemporaryFile()
    let configuration = Realm.Configuration(fileURL: file.url, objectTypes: BookshopSchema.objectTypes)
    let shop = try await Shop(configuration)
    try await shop.add("Persuasion", isbn: "2")
    #expect(await shop.titles() == ["Persuasion"])
    // listing: task
    let count = try await Task {
      let realm = try await Realm.open(configuration: configuration)
      let novels = realm.objects(Novel.self)
      try await Task.sleep(for: .milliseconds(10))
      realm.refresh()
      return novels.count
    }.value
    // end
    #expect(count == 1)
    try onQueue(configuration)
    // The write of the actor sees the commit of the queue, whether or not the actor has been notified of it.
    try await shop.add("Sanditon", isbn: "3")
    #expect(await Set(shop.titles()) == ["Persuasion", "Emma", "Sanditon"])
  }

  @Test("a task and a queue write without blocking")
  func writing() async throws {
    let file = try TemporaryFile()
    let configuration = Realm.Configuration(fileURL: file.url, objectTypes: BookshopSchema.objectTypes)
    // listing: asyncWrite
    let realm = try await Realm.open(configuration: configuration)
    let novel = try await realm.asyncWrite {
      realm.create(Novel.self, value: ["isbn": "4", "title": "Middlemarch"])
    }
    print(novel.title)
    // end
    try later(configuration)
    realm.refresh()
    #expect(Set(realm.objects(Novel.self).map(\.title)) == ["Middlemarch", "Romola"])
  }

  private func later(_ configuration: Realm.Configuration) throws {
    let done = DispatchSemaphore(value: 0)
    let queue = DispatchQueue(label: "import")
    let kept = try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      // listing: writeAsync
      realm.writeAsync {
        realm.create(Novel.self, value: ["isbn": "5", "title": "Romola"])
      } onComplete: { error in
        print(error.map { "Not stored: \($0)" } ?? "Stored")
        done.signal()
      }
      // end
      return realm
    }
    done.wait()
    withExtendedLifetime(kept) {}
  }

  private func onQueue(_ configuration: Realm.Configuration) throws {
    // listing: queue
    let queue = DispatchQueue(label: "import")
    try queue.sync {
      let realm = try Realm(configuration: configuration, queue: queue)
      try realm.write { realm.create(Novel.self, value: ["isbn": "1", "title": "Emma"]) }
    }
    // end
  }

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
    let novels = FrozenResults(realm.objects(Novel.self).sorted(byKeyPath: "title"))
    Thread.detachNewThread {
      print(novels.map(\.title).joined(separator: ", "))
      done.signal()
    }
    // end
    done.wait()
    #expect(novels.count == 3)
  }

  @Test("a reference takes an object to a task")
  func reference() async throws {
    let realm = try bookshop()
    let configuration = realm.configuration
    let novel = try #require(realm.objects(Novel.self).first)
    // listing: reference
    let reference = ThreadSafeReference(to: novel)
    let title = try await Task.detached {
      let realm = try await Realm.open(configuration: configuration)
      return realm.resolve(reference)?.title
    }.value
    // end
    #expect(title == novel.title)
  }
}
