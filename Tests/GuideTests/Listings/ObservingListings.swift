import Ashlar
import Bookshop
import Foundation
import Observation
import Synchronization
import Testing

@Suite("Guide: observing")
struct ObservingListings {
  // A list on a screen.
  private final class Table {
    var rows: [String] = []
  }

  @Test("a collection is observed")
  func collection() throws {
    let realm = try bookshop()
    let table = Table()
    // listing: collection
    let novels = realm.objects(Novel.self).sorted(byKeyPath: "title")
    let token = novels.observe { change in
      switch change {
      case .initial(let novels):
        table.rows = novels.map(\.title)
      case .update(let novels, let deletions, let insertions, let modifications):
        for index in deletions.reversed() { table.rows.remove(at: index) }
        for index in insertions { table.rows.insert(novels[index].title, at: index) }
        if !modifications.isEmpty { table.rows = novels.map(\.title) }
      case .error: break
      }
    }
    // end
    realm.refresh()
    #expect(table.rows == novels.map(\.title))
    try realm.write { realm.create(Novel.self, value: ["isbn": "observed", "title": "A first one"]) }
    realm.refresh()
    #expect(table.rows == novels.map(\.title) && table.rows.contains("A first one"))
    token.invalidate()
  }

  @Test("an object is observed")
  func object() throws {
    let realm = try bookshop()
    let novel = try #require(realm.objects(Novel.self).first)
    var names: [String] = []
    // listing: object
    let token = novel.observe { (change: ObjectChange<Novel>) in
      switch change {
      case .change(_, let properties): names = properties.map(\.name)
      case .deleted: print("The novel is gone.")
      case .error: break
      }
    }
    // end
    try realm.write { novel.title = "Another title" }
    realm.refresh()
    #expect(names == ["title"])
    token.invalidate()
  }

  @Test("key paths choose what counts, and a commit leaves tokens out")
  func choosing() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    var calls = 0
    // listing: paths
    let token = novels.observe(keyPaths: ["title"]) { _ in calls += 1 }
    // end
    realm.refresh()
    // listing: without
    try realm.write(withoutNotifying: [token]) {
      novels[0].title = "Typed into the field that shows it"
    }
    // end
    realm.refresh()
    #expect(calls == 1)
  }

  // What was added, on whatever thread.
  private final class Log: Sendable {
    private let titles = Mutex<[String]>([])
    var all: [String] { titles.withLock { $0 } }
    func add(_ title: String) { titles.withLock { $0.append(title) } }
  }

  @Test("a collection is observed on a queue")
  func queue() async throws {
    let realm = try bookshop()
    let queue = DispatchQueue(label: "log")
    let log = Log()
    // listing: queue
    let token = realm.objects(Novel.self).observe(on: queue) { change in
      if case .update(let novels, _, let insertions, _) = change {
        for index in insertions { log.add(novels[index].title) }
      }
    }
    // end
    queue.sync {}
    queue.sync {}
    try realm.write { realm.create(Novel.self, value: ["isbn": "observed", "title": "Seen"]) }
    for _ in 0..<12_000 where log.all.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    #expect(log.all == ["Seen"])
    token.invalidate()
  }

  @Test("changes come in a loop")
  func sequence() async throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self).where { $0.isbn.starts(with: "loop") }
    let configuration = realm.configuration
    var titles: [String] = []
    let writing = Task.detached {
      let realm = try await Realm.open(configuration: configuration)
      for number in 1..<1_000 where !Task.isCancelled {
        try realm.write { realm.create(Novel.self, value: ["isbn": "loop \(number)", "title": "\(number)"]) }
        try? await Task.sleep(for: .milliseconds(10))
      }
    }
    // listing: sequence
    for await change in novels.changes() {
      guard case .update(let novels, _, let insertions, _) = change else { continue }
      titles += insertions.map { novels[$0].title }
      if titles.count >= 2 { break }
    }
    // end
    writing.cancel()
    try await writing.value
    #expect(titles.count >= 2)
  }

  @Test("a change of data that was read is reported")
  func tracking() async throws {
    let realm = try bookshop()
    let log = Log()
    var titles: [String] = []
    // listing: tracking
    var configuration = realm.configuration
    configuration.tracksReads = true
    let tracked = try await Realm.open(configuration: configuration)
    withObservationTracking {
      titles = tracked.objects(Novel.self).map(\.title)
    } onChange: {
      log.add("read again")
    }
    // end
    #expect(titles.count == tracked.objects(Novel.self).count)
    try realm.write { realm.create(Novel.self, value: ["isbn": "tracked", "title": "New"]) }
    tracked.refresh()
    #expect(log.all == ["read again"])
  }

  @Test("frozen changes go to another task")
  func frozen() async throws {
    let realm = try bookshop()
    // listing: frozen
    let changes = realm.objects(Novel.self).frozenChanges()
    let task = Task.detached {
      for await change in changes {
        if case .update(let novels, _, let insertions, _) = change { return insertions.map { novels[$0].title } }
      }
      return []
    }
    // end
    let log = Log()
    Task { for title in await task.value { log.add(title) } }
    for number in 0..<1_000 where log.all.isEmpty {
      try realm.write { realm.create(Novel.self, value: ["isbn": "frozen \(number)", "title": "Ice"]) }
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(log.all.first == "Ice")
  }

  // listing: actor
  actor Counter {
    private(set) var changes = 0
    func count(_ novel: Novel) async throws -> NotificationToken {
      await novel.observe(on: self) { counter, _ in counter.changes += 1 }
    }
  }
  // end
}
