import Ashlar
import People
import Testing

@testable import AshlarSwiftUI

@MainActor @Suite("Queries of a view", .serialized)
struct ShownQueryTests {
  private typealias Question = ViewQuestion<Person>
  private let base: Shown
  private var realm: Realm { base.realm }

  init() throws {
    base = try Shown()
    try base.add("ann", "bob", "Cid", "anna")
  }

  private func query(_ question: Question) -> ShownQuery<Person, Results<Person>> {
    let query = ShownQuery<Person, Results<Person>>(question) { $1.isEmpty ? $0 : $0.sorted(by: $1) }
    query.resume(question, base.configuration)
    return query
  }

  private func names(_ query: ShownQuery<Person, Results<Person>>) -> [String] { query.shown.map(\.firstName) }
  private func beginning(_ text: String) -> Question.Condition { .init { $0.firstName.starts(with: text) } }

  @Test("results are frozen, and read again after a change")
  func results() throws {
    let query = query(Question())
    var calls = 0
    query.changed = { calls += 1 }
    #expect(query.shown.isFrozen && query.shown.count == 4)
    try base.elsewhere { _ = $0.create(Person.self, value: ["firstName": "dan"]) }
    #expect(query.shown.count == 4)
    realm.refresh()
    #expect(query.shown.count == 5 && calls == 1)
  }

  @Test("a condition and an order that are set are used until the query of the view changes")
  func state() throws {
    let query = query(Question(beginning("a")))
    #expect(names(query) == ["ann", "anna"])
    query.condition = beginning("b")
    query.order = [SortDescriptor(keyPath: "firstName", ascending: false)]
    query.resume(Question(beginning("a")), base.configuration)
    #expect(names(query) == ["bob"], "the same question again")
    query.condition = nil
    #expect(names(query) == ["bob", "anna", "ann", "Cid"])
    query.resume(Question(beginning("C")), base.configuration)
    #expect(names(query) == ["Cid"], "another question")
  }

  @Test("blocks that capture other values are other queries")
  func captured() {
    var prefix = "a"
    func question() -> Question { Question(.init { [prefix] in $0.firstName.starts(with: prefix) }) }
    #expect(question().isSame(as: question()))
    let first = question()
    prefix = "b"
    #expect(!question().isSame(as: first))
  }

  @Test("an earlier query is no longer observed")
  func changes() throws {
    let query = query(Question(beginning("a")))
    var calls = 0
    query.changed = { calls += 1 }
    query.condition = beginning("b")
    #expect(calls == 1)
    query.condition = beginning("b")
    #expect(calls == 1, "the same condition")
    #expect(names(query) == ["bob"])
    try realm.write { base.person("ann")?.lastName = "new" }
    realm.refresh()
    #expect(calls == 1)
    try realm.write { base.person("bob")?.lastName = "new" }
    realm.refresh()
    #expect(calls == 2)
  }

  @Test("key paths choose what makes the view read again")
  func keyPaths() throws {
    let query = query(Question(nil, ["firstName"]))
    var calls = 0
    query.changed = { calls += 1 }
    try realm.write { base.person("ann")?.lastName = "new" }
    realm.refresh()
    #expect(calls == 0)
    try realm.write { base.person("ann")?.firstName = "new" }
    realm.refresh()
    #expect(calls == 1)
  }

  @Test("a text is sought in any case of letters, together with the condition; an empty one shows all")
  func search() {
    let query = query(Question(.init { $0.firstName != "anna" }))
    var calls = 0
    query.changed = { calls += 1 }
    func search(_ text: String) { query.search(text) { .init(text: text, in: \.firstName) } }
    search("")
    #expect(calls == 0)
    search("AN")
    #expect(names(query) == ["ann"] && calls == 1)
    search("AN")
    #expect(calls == 1)
    search("'\" OR TRUEPREDICATE")
    #expect(names(query) == [])
    search("")
    #expect(names(query) == ["ann", "bob", "Cid"])
  }

  @Test("text conditions are kept and compared with their arguments")
  func predicates() {
    let query = query(Question(.init(RealmPredicate(format: "firstName == %@", "bob"))))
    #expect(names(query) == ["bob"])
    #expect(query.condition?.predicate != nil && query.condition?.isIncluded == nil)
    query.resume(Question(.init(RealmPredicate(format: "firstName == %@", "ann"))), base.configuration)
    #expect(names(query) == ["ann"])
  }

  @Test("the configuration of the environment is used where the view names none, and followed when it changes")
  func environment() throws {
    let other = try Shown()
    try other.add("zoe")
    let query = query(Question())
    #expect(query.shown.count == 4)
    query.resume(Question(), other.configuration)
    #expect(names(query) == ["zoe"])
    let own = Question(nil, nil, base.configuration)
    let named = self.query(own)
    named.resume(own, other.configuration)
    #expect(named.shown.count == 4)
  }

  @Test("a configuration that differs only in tracking reads is another one, of the view and of the environment")
  func tracking() {
    var tracking = base.configuration
    tracking.tracksReads = true
    #expect(!Question(nil, nil, tracking).isSame(as: Question(nil, nil, base.configuration)))
    let query = query(Question())
    #expect(query.shown.realm?.configuration.tracksReads == false)
    query.resume(Question(), tracking)
    #expect(query.shown.realm?.configuration.tracksReads == true)
  }

  @Test("sections are shown in the same way")
  func sections() throws {
    let question = Question(beginning("a"), order: [SortDescriptor(keyPath: "firstName")])
    let query = ShownQuery<Person, SectionedResults<String, Person>>(question) {
      $0.sectioned(sortDescriptors: $1) { "\($0.firstName.count)" }
    }
    query.resume(question, base.configuration)
    #expect(query.shown.isFrozen && query.shown.allKeys == ["3", "4"])
    try base.add("al")
    #expect(query.shown.allKeys == ["3", "4"])
    realm.refresh()
    #expect(query.shown.allKeys == ["2", "3", "4"])
    deleteFromView([query.shown[1][0]])
    realm.refresh()
    #expect(query.shown.allKeys == ["2", "4"])
  }
}
