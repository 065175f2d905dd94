import Ashlar
import AshlarCombine
import Dispatch
import Foundation
import Models
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
  import OpenCombineDispatch
#endif

@Suite("Publishers across threads")
struct HandoverTests {
  private static let key = DispatchSpecificKey<String>()

  private func queue(_ name: String) -> DispatchQueue {
    let queue = DispatchQueue(label: name)
    queue.setSpecific(key: HandoverTests.key, value: name)
    return queue
  }

  private static var here: String { DispatchQueue.getSpecific(key: key) ?? "elsewhere" }

  @Test("subscribe(on:) observes on a queue, with values of the queue's own Realm")
  func subscribing() throws {
    let bed = try Bed()
    let sent = Sent()
    let queue = queue("observed")
    let cancellables: [AnyCancellable] = [
      bed.realm.objects(Person.self).collectionPublisher.subscribe(on: queue).note(in: sent) { "\(HandoverTests.here) \($0.count)" },
      changesetPublisher(bed.people[0]).subscribe(on: queue).note(in: sent) { _ in "object \(HandoverTests.here)" },
    ]
    #expect(sent.wait())
    try bed.realm.write { bed.people[0].name = "x" }
    #expect(sent.wait() && sent.wait())
    #expect(sent.take().sorted() == ["object observed", "observed 3", "observed 3"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("receive(on:) of values: live ones of a Realm at the target")
  func values() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = valuePublisher(bed.people[0]).receive(on: queue("target")).note(in: sent) {
      "\(HandoverTests.here) \($0.name) \($0.isFrozen)"
    }
    try bed.write { bed.people[0].name = "x" }
    #expect(sent.wait())
    #expect(sent.take() == ["target x false"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("receive(on:) leaves out what is deleted before it arrives, and then ends")
  func deleted() throws {
    let bed = try Bed()
    let sent = Sent()
    let target = queue("target")
    let cancellable = valuePublisher(bed.people[0]).receive(on: target).note(in: sent) { $0.name }
    target.suspend()
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.realm.delete(bed.people[0]) }
    target.resume()
    #expect(sent.wait())
    #expect(sent.take() == ["finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("what is on its way to a target that does not run keeps no file open once the subscription is cancelled")
  func cancelled() throws {
    let sent = Sent()
    let target = queue("target")
    target.suspend()
    let configuration: Realm.Configuration
    do {
      let bed = try Bed()
      configuration = bed.realm.configuration
      let cancellable = valuePublisher(bed.people[0]).receive(on: target).note(in: sent) { $0.name }
      try bed.write { bed.people[0].name = "x" }
      cancellable.cancel()
    }
    #expect(!Realm.fileExists(for: configuration))
    target.resume()
    target.sync {}
    #expect(sent.take() == [])
  }

  @Test("receive(on:) of changes: positions fit the collection, which is live where its version is the newest and else frozen")
  func changes() throws {
    let bed = try Bed()
    let sent = Sent()
    let target = queue("target")
    let cancellable = bed.realm.objects(Person.self).changesetPublisher.receive(on: target).note(in: sent) { change in
      guard case .update(let people, _, let insertions, _) = change else { return "initial" }
      return "\(HandoverTests.here) \(insertions.map { people[$0].name }) of \(people.count), frozen \(people.isFrozen)"
    }
    bed.realm.refresh()
    #expect(sent.wait())
    #expect(sent.take() == ["initial"])
    try bed.write { bed.realm.create(Person.self, value: ["name": "d"]) }
    #expect(sent.wait())
    #expect(sent.take() == ["target [\"d\"] of 4, frozen false"])
    target.suspend()
    try bed.write { bed.realm.create(Person.self, value: ["name": "e"]) }
    try bed.write { bed.realm.create(Person.self, value: ["name": "f"]) }
    target.resume()
    #expect(sent.wait() && sent.wait())
    #expect(sent.take() == ["target [\"e\"] of 5, frozen true", "target [\"f\"] of 6, frozen false"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("receive(on:) of an object's changes, of a map's, of sections' and of one section's")
  func otherChanges() throws {
    let bed = try Bed()
    let first = bed.people[0]
    let sections = bed.realm.objects(Person.self).sectioned(by: { $0.age }, sortDescriptors: [SortDescriptor(keyPath: "age")])
    let target = queue("target")
    let sent = Sent()
    let cancellables: [AnyCancellable] = [
      changesetPublisher(first).receive(on: target).note(in: sent) {
        guard case .change(let person, let properties) = $0 else { return "deleted" }
        return "object \(person.name) \(properties.map(\.name)) \(HandoverTests.here)"
      },
      first.scores.changesetPublisher.receive(on: target).note(in: sent) {
        guard case .update(let map, _, let keys, _) = $0 else { return "map initial" }
        return "map \(keys.map { map[$0] ?? 0 }) \(HandoverTests.here)"
      },
      sections.changesetPublisher.receive(on: target).note(in: sent) {
        guard case .update(let sections, _, _, _, let inserted, _) = $0 else { return "sections initial" }
        return "sections \(inserted.map { sections[$0].key }) \(HandoverTests.here)"
      },
      sections[0].changesetPublisher.receive(on: target).note(in: sent) {
        guard case .update(let section, let deletions, _, _, _, _) = $0 else { return "section initial" }
        return "section \(section.count) \(deletions.map(Array.init)) \(HandoverTests.here)"
      },
    ]
    bed.realm.refresh()
    for _ in 0..<3 { #expect(sent.wait()) }
    _ = sent.take()
    try bed.write {
      first.age = 9
      first.scores["k"] = 5
    }
    for _ in 0..<4 { #expect(sent.wait()) }
    #expect(
      sent.take().sorted() == [
        "map [5] target", "object a [\"age\", \"scores\"] target", "section 2 [[0, 0]] target", "sections [9] target",
      ])
    withExtendedLifetime(cancellables) {}
  }

  @Test("behind other operators threadSafeReference() or freeze() comes before receive(on:)")
  func behindOperators() throws {
    let bed = try Bed()
    let first = bed.people[0]
    let target = queue("target")
    let sent = Sent()
    func say(_ person: Person, _ kind: String) -> String { "\(kind) \(person.name) \(HandoverTests.here) \(person.isFrozen)" }
    let cancellables: [AnyCancellable] = [
      valuePublisher(first).filter { $0.age == 0 }.threadSafeReference().receive(on: target).note(in: sent) { say($0, "value") },
      valuePublisher(first).freeze().receive(on: target).note(in: sent) { say($0, "frozen") },
      changesetPublisher(first).filter { _ in true }.threadSafeReference().receive(on: target).note(in: sent) {
        if case .change(let person, _) = $0 { say(person, "change") } else { "deleted" }
      },
      changesetPublisher(first).freeze().receive(on: target).note(in: sent) {
        if case .change(let person, _) = $0 { say(person, "frozen change") } else { "deleted" }
      },
    ]
    try bed.write { first.name = "x" }
    for _ in 0..<4 { #expect(sent.wait()) }
    #expect(
      sent.take().sorted() == ["change x target false", "frozen change x target true", "frozen x target true", "value x target false"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("changes of collections, maps and sections are frozen and referred to in the same way")
  func collectionsBehindOperators() throws {
    let bed = try Bed()
    let first = bed.people[0]
    let people = bed.realm.objects(Person.self)
    let sections = people.sectioned(by: { $0.age }, sortDescriptors: [SortDescriptor(keyPath: "age")])
    let target = queue("target")
    let sent = Sent()
    func note<C: ThreadConfined>(_ kind: String, _ collection: C) -> String { "\(kind) \(HandoverTests.here) \(collection.isFrozen)" }
    func list(_ kind: String) -> (RealmCollectionChange<Results<Person>>) -> String {
      { if case .update(let people, _, _, _) = $0 { note(kind, people) } else { "initial" } }
    }
    func map(_ kind: String) -> (RealmMapChange<Map<String, Int>>) -> String {
      { if case .update(let map, _, _, _) = $0 { note(kind, map) } else { "initial" } }
    }
    func section(_ kind: String) -> (SectionedResultsChange<SectionedResults<Int, Person>>) -> String {
      { if case .update(let sections, _, _, _, _, _) = $0 { note(kind, sections) } else { "initial" } }
    }
    let cancellables: [AnyCancellable] = [
      people.changesetPublisher.freeze().receive(on: target).note(in: sent, list("frozen list")),
      people.changesetPublisher.filter { _ in true }.threadSafeReference().receive(on: target).note(in: sent, list("list")),
      first.scores.changesetPublisher.freeze().receive(on: target).note(in: sent, map("frozen map")),
      first.scores.changesetPublisher.filter { _ in true }.threadSafeReference().receive(on: target).note(in: sent, map("map")),
      sections.changesetPublisher.freeze().receive(on: target).note(in: sent, section("frozen sections")),
      sections.changesetPublisher.filter { _ in true }.threadSafeReference().receive(on: target).note(in: sent, section("sections")),
    ]
    bed.realm.refresh()
    for _ in 0..<6 { #expect(sent.wait()) }
    _ = sent.take()
    try bed.write {
      first.age = 1
      first.scores["k"] = 1
    }
    for _ in 0..<6 { #expect(sent.wait()) }
    #expect(
      sent.take().sorted() == [
        "frozen list target true", "frozen map target true", "frozen sections target true", "list target false", "map target false",
        "sections target false",
      ])
    withExtendedLifetime(cancellables) {}
  }

  @Test("nothing is delivered after it was cancelled, also of what is under way")
  func cancelledUnderWay() throws {
    let bed = try Bed()
    let sent = Sent()
    let target = queue("target")
    let cancellable = valuePublisher(bed.people[0]).receive(on: target).note(in: sent) { $0.name }
    target.suspend()
    try bed.write { bed.people[0].name = "x" }
    cancellable.cancel()
    target.resume()
    target.sync {}
    #expect(sent.take() == [])
  }

  // `Sink` lets nothing through after it was cancelled; this does.
  private final class Open: Subscriber {
    let sent: Sent
    var subscription: (any Subscription)?

    init(_ sent: Sent) { self.sent = sent }

    func receive(subscription: any Subscription) { self.subscription = subscription }
    func receive(_ input: Person) -> Subscribers.Demand {
      sent.add(input.name)
      return .none
    }
    func receive(completion: Subscribers.Completion<any Error>) { sent.add(completion) }
  }

  @Test("a subscriber is sent nothing after it has cancelled, on its own thread and on another, whatever it asked for")
  func cancelledSubscriber() throws {
    let bed = try Bed()
    let sent = Sent()
    let target = queue("target")
    let (near, far) = (Open(sent), Open(sent))
    valuePublisher(bed.people[0]).subscribe(near)
    valuePublisher(bed.people[0]).receive(on: target).subscribe(far)
    near.subscription?.request(.max(1))
    try bed.write { bed.people[0].name = "x" }
    #expect(sent.wait() && sent.wait())
    #expect(sent.take() == ["x", "x"])
    target.suspend()
    try bed.write { bed.people[0].name = "y" }
    #expect(sent.take() == ["y"])
    far.subscription?.cancel()
    near.subscription?.cancel()
    target.resume()
    target.sync {}
    try bed.write { bed.realm.delete(bed.people[0]) }
    target.sync {}
    #expect(sent.take() == [])
  }

  @Test("a publisher opens a Realm on a queue, and fails where it cannot be opened")
  func opening() throws {
    let bed = try Bed()
    let target = queue("target")
    let sent = Sent()
    let opened = Realm.asyncOpen(configuration: bed.realm.configuration).receive(on: target).note(in: sent) {
      "\(HandoverTests.here) \($0.objects(Person.self).count)"
    }
    #expect(sent.wait() && sent.wait())
    #expect(sent.take() == ["target 3", "finished"])
    var wrong = Realm.Configuration(objectTypes: ModelsSchema.objectTypes)
    wrong.fileURL = .init(fileURLWithPath: "/dev/null/none")
    let failed = Realm.asyncOpen(configuration: wrong).receive(on: target).note(in: sent) { _ in "opened" }
    #expect(sent.wait())
    #expect(sent.take().first?.hasPrefix("failed: ") == true)
    withExtendedLifetime([opened, failed]) {}
  }

  @Test("a subscription that is cancelled while the Realm is being opened receives nothing")
  func cancelledOpening() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).realm")
    var configuration = Realm.Configuration(fileURL: url, schemaVersion: 10, objectTypes: ModelsSchema.objectTypes)
    defer { #expect(throws: Never.self) { try Realm.deleteFiles(for: configuration) } }
    do { _ = try Realm(configuration: configuration) }
    let (target, sent) = (queue("target"), Sent())
    // Written before the queue is resumed.
    nonisolated(unsafe) var opening: AnyCancellable?
    configuration.schemaVersion = 11
    configuration.migrationBlock = { _, _ in opening?.cancel() }
    target.suspend()
    opening = Realm.asyncOpen(configuration: configuration).receive(on: target).note(in: sent) { _ in "opened" }
    target.resume()
    target.sync {}
    #expect(sent.take() == [])
    configuration.migrationBlock = nil
    #expect(try schemaVersionAtURL(url) == 11)
  }

  @Test("only managed objects and collections can be published")
  func unmanaged() async {
    await #expect(processExitsWith: .failure) { _ = valuePublisher(Person()) }
    await #expect(processExitsWith: .failure) { _ = Person().friends.changesetPublisher }
  }

  @Test("freeze() forwards an object that was deleted before it arrived, as it does collections")
  func deletedBeforeFreezing() throws {
    let bed = try Bed()
    let first = bed.people[0]
    let changes = PassthroughSubject<ObjectChange<Person>, Never>()
    let values = PassthroughSubject<Person, Never>()
    var found: [String] = []
    let cancellables: [AnyCancellable] = [
      changes.freeze().sink { if case .change(let person, _) = $0 { found.append("change \(person.isInvalidated)") } },
      values.freeze().sink { found.append("value \($0.isInvalidated)") },
    ]
    try bed.realm.write { bed.realm.delete(first) }
    changes.send(.change(first, []))
    values.send(first)
    #expect(found == ["change true", "value true"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("only serial dispatch queues can be subscribed on")
  func schedulers() async {
    await #expect(processExitsWith: .failure) {
      let realm = try Realm(configuration: Bed.configuration())
      _ = realm.objects(Person.self).collectionPublisher.subscribe(on: ImmediateScheduler.shared)
    }
  }
}
