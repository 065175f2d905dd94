import Ashlar
import AshlarCombine
import Models
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

@Suite("Cancelled subscriptions")
struct CancellationTests {
  private final class Holder {
    var token: NotificationToken?
  }

  /// Subscribes to each kind of publisher, with the property that has its token.
  private func subscribe(_ bed: Bed, _ sent: Sent) -> [(name: String, holder: Holder, cancellable: AnyCancellable)] {
    let person = bed.people[0]
    let people = bed.realm.objects(Person.self)
    let sections = people.sectioned(by: \.name)
    var all: [(String, Holder, AnyCancellable)] = []
    func add<P: Publisher>(_ name: String, _ make: (Holder) -> P) where P.Failure == Never {
      let holder = Holder()
      all.append((name, holder, make(holder).sink { _ in sent.add(name) }))
    }
    add("realm") { bed.realm.objectWillChange.saveToken(on: $0, for: \.token) }
    add("object") { changesetPublisher(person).saveToken(on: $0, at: \.token) }
    add("projection") { changesetPublisher(Card(projecting: person)).saveToken(on: $0, at: \.token) }
    add("results") { people.changesetPublisher.saveToken(on: $0, at: \.token) }
    add("list") { person.friends.changesetPublisher.saveToken(on: $0, at: \.token) }
    add("map") { person.scores.changesetPublisher.saveToken(on: $0, at: \.token) }
    add("sections") { sections.changesetPublisher.saveToken(on: $0, at: \.token) }
    add("section") { sections[0].changesetPublisher.saveToken(on: $0, at: \.token) }
    add("willChange") { person.objectWillChange.saveToken(on: $0, at: \.token) }
    return all
  }

  @Test("end their observation, whether they are cancelled or released")
  func cancelled() throws {
    let bed = try Bed()
    let sent = Sent()
    var subscriptions = subscribe(bed, sent)
    bed.realm.refresh()
    _ = sent.take()
    let person = bed.people[0]
    try bed.write {
      person.name = "x"
      person.friends.append(person)
      person.scores["k"] = 1
    }
    #expect(Set(sent.take()) == Set(subscriptions.map(\.name)), "all are told")
    let tokens = try subscriptions.map { try #require($0.holder.token) }
    for subscription in subscriptions.prefix(4) { subscription.cancellable.cancel() }
    let names = subscriptions.map(\.name)
    subscriptions = []
    for (name, token) in zip(names, tokens) { #expect(!token.invalidate(), "\(name): the observation has ended already") }
    try bed.write { person.name = "y" }
    #expect(sent.take() == [])
  }

  @Test("release what their subscriber holds")
  func released() throws {
    let bed = try Bed()
    weak var held: Holder?
    var cancellable: AnyCancellable?
    do {
      let holder = Holder()
      held = holder
      cancellable = bed.realm.objects(Person.self).changesetPublisher.sink { _ in withExtendedLifetime(holder) {} }
    }
    #expect(held != nil)
    cancellable?.cancel()
    cancellable = nil
    #expect(held == nil)
  }
}
