import Ashlar
import AshlarCombine
import Models
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

@Suite("The publisher objectWillChange")
struct WillChangeTests {
  @Test("calls after each change of an object, of embedded objects, of projections and of collections")
  func calls() throws {
    let bed = try Bed()
    let first = bed.people[0]
    try bed.write { first.home = Address(value: ["city": "x"]) }
    let home = try #require(first.home)
    let sent = Sent()
    var cancellables: Set<AnyCancellable> = []
    first.objectWillChange.note(in: sent) { "object" }.store(in: &cancellables)
    home.objectWillChange.note(in: sent) { "embedded" }.store(in: &cancellables)
    Card(projecting: first).objectWillChange.note(in: sent) { "projection" }.store(in: &cancellables)
    bed.realm.objects(Person.self).objectWillChange.note(in: sent) { "results" }.store(in: &cancellables)
    first.friends.objectWillChange.note(in: sent) { "list" }.store(in: &cancellables)
    first.tags.objectWillChange.note(in: sent) { "set" }.store(in: &cancellables)
    first.scores.objectWillChange.note(in: sent) { "map" }.store(in: &cancellables)
    bed.realm.objectWillChange.note(in: sent) { "realm" }.store(in: &cancellables)
    bed.realm.refresh()
    #expect(sent.take() == ["results", "list", "set", "map"], "collections call at first")
    try bed.write {
      first.name = "x"
      home.city = "y"
      first.friends.append(first)
      first.tags.insert("t")
      first.scores["k"] = 1
    }
    #expect(sent.take() == ["realm", "object", "embedded", "projection", "results", "list", "set", "map"])
  }

  @Test("objectWillChange of an unmanaged object never publishes")
  func unmanaged() {
    let sent = Sent()
    let person = Person()
    let cancellables = [person.objectWillChange.note(in: sent) { "object" }, person.friends.objectWillChange.note(in: sent) { "list" }]
    person.name = "x"
    #expect(sent.take() == [])
    withExtendedLifetime(cancellables) {}
  }

  @Test("objects and collections are what views observe")
  func conformance() {
    func check<T: ObservableObject>(_: T.Type) -> Bool { true }
    #expect(check(Person.self) && check(Address.self) && check(Card.self))
    #expect(check(List<Person>.self) && check(MutableSet<String>.self) && check(Map<String, Int>.self))
  }
}
