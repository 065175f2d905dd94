import Foundation
import Testing
import TestSupport
import TestTraits

/// The table in `docs/guide/Observing.md`.
@Suite(
  "What the compiler lets a block on a queue use", .blocking, .enabled(if: Compiler.modules != nil, "the library is built beside the tests")
)
struct QueueBlocksCompileTests {
  private enum Answer: Equatable {
    case compiles
    case warning(String)
    case error(String)
  }

  private struct Row: CustomTestStringConvertible {
    let what: String
    // A member of a class of the main actor.
    let use: String
    let swift5: Answer
    let swift6: Answer
    var testDescription: String { what }
  }

  private static let ofMainActor = Answer.error("main actor-isolated property 'count' can not be mutated from a Sendable closure")

  private static let rows: [Row] = [
    Row(
      what: "no queue, something of the main actor",
      use: "func f() { token = people.observe { _ in self.count += 1 } }", swift5: .compiles, swift6: .compiles),
    Row(
      what: "a queue, nothing of the main actor",
      use: "func f() { token = people.observe(on: queue) { _ in print(1) } }", swift5: .compiles, swift6: .compiles),
    Row(
      what: "a queue, something of the main actor",
      use: "func f() { token = people.observe(on: queue) { _ in self.count += 1 } }", swift5: ofMainActor, swift6: ofMainActor),
    Row(
      what: "the main queue, something of the main actor",
      use: "func f() { token = people.observe(on: .main) { _ in self.count += 1 } }", swift5: ofMainActor, swift6: ofMainActor),
    Row(
      what: "the main queue, something of the main actor, in assumeIsolated",
      use: "func f() { token = people.observe(on: .main) { _ in MainActor.assumeIsolated { self.count += 1 } } }", swift5: .compiles,
      swift6: .compiles),
    Row(
      what: "a queue, an object that is not Sendable",
      use: "func f(_ person: Person) { token = people.observe(on: queue) { _ in print(person.isFrozen) } }", swift5: .compiles,
      swift6: .error("capture of 'person' with non-Sendable type 'Person' in a '@Sendable' closure")),
    Row(
      what: "a queue, a variable that it changes",
      use: "func f() { var calls = 0; token = people.observe(on: queue) { _ in calls += 1 }; print(calls) }",
      swift5: .warning("mutation of captured var 'calls' in concurrently-executing code"),
      swift6: .error("mutation of captured var 'calls' in concurrently-executing code")),
    Row(
      what: "a queue, a block from elsewhere that is not @Sendable",
      use: "func f(_ block: @escaping (RealmCollectionChange<Results<Person>>) -> Void) { token = people.observe(on: queue, block) }",
      swift5: .compiles, swift6: .compiles),
    Row(
      what: "an optional queue, something of the main actor",
      use: "func f(_ queue: DispatchQueue?) { token = people.observe(on: queue) { _ in self.count += 1 } }", swift5: .compiles,
      swift6: .compiles),
    Row(
      what: "asyncOpen on the main queue, something of the main actor",
      use: "func f() { Realm.asyncOpen { _ in self.count += 1 } }", swift5: .compiles, swift6: .compiles),
    Row(
      what: "asyncOpen on a queue, something of the main actor",
      use: "func f() { Realm.asyncOpen(callbackQueue: queue) { _ in self.count += 1 } }", swift5: ofMainActor, swift6: ofMainActor),
    Row(
      what: "an asynchronous write, something of the main actor",
      use: "func f() { realm.writeAsync { self.count += 1 } onComplete: { _ in self.count += 1 } }", swift5: .compiles, swift6: .compiles),
  ]

  private static let head = """
    nonisolated final class Person: Object {}
    nonisolated final class Part: EmbeddedObject {}
    nonisolated final class Card: Projection<Person> {}
    @MainActor final class Screen {
      var count = 0
      var token: NotificationToken?
      let queue = DispatchQueue(label: "q")
      let (realm, people): (Realm, Results<Person>)
      init(_ realm: Realm) { (self.realm, people) = (realm, realm.objects(Person.self)) }

    """

  private func answer(_ use: String, _ version: Int) throws -> String {
    try CompilerMessages.of(Self.head + use + "\n}\n", ["-swift-version", "\(version)"])
  }

  @Test("each row of the guide's table compiles, warns or fails as stated", arguments: rows.indices, [5, 6])
  func row(_ index: Int, version: Int) throws {
    let row = Self.rows[index]
    let messages = try answer(row.use, version)
    switch version == 5 ? row.swift5 : row.swift6 {
    case .compiles: #expect(messages == "", "\(row.what)")
    case .warning(let text): #expect(messages.contains("warning: \(text)") && !messages.contains("error: "), "\(row.what): \(messages)")
    case .error(let text): #expect(messages.contains("error: \(text)"), "\(row.what): \(messages)")
    }
  }

  @Test("the same of everything that can be observed on a queue")
  func everywhere() throws {
    let observed: [(type: String, arguments: String, block: String)] = [
      ("Person", "", "(_: ObjectChange<Person>) in"), ("Person", "keyPaths: [\\Person.isFrozen], ", "(_: ObjectChange<Person>) in"),
      ("Part", "", "(_: ObjectChange<Part>) in"), ("Card", "", "_ in"), ("Card", "keyPaths: [\\.isFrozen], ", "_ in"),
      ("Results<Person>", "keyPaths: [\\.isFrozen], ", "_ in"), ("List<Int>", "", "_ in"), ("MutableSet<Int>", "", "_ in"),
      ("LinkingObjects<Person>", "", "_ in"), ("AnyRealmCollection<Person>", "", "_ in"), ("Map<String, Int>", "", "_ in"),
      ("Map<String, Person?>", "keyPaths: [\\.isFrozen], ", "_ in"), ("ProjectedCollection<Int>", "", "_ in"),
      ("SectionedResults<String, Person>", "", "_ in"), ("SectionedResults<String, Person>", "keyPaths: [\\.isFrozen], ", "_ in"),
      ("ResultsSection<String, Person>", "", "_ in"), ("ResultsSection<String, Person>", "keyPaths: [\\.isFrozen], ", "_ in"),
    ]
    let uses = observed.enumerated().map { number, one in
      "func f\(number)(_ x: \(one.type)) { token = x.observe(\(one.arguments)on: queue) { \(one.block) self.count += 1 } }"
    }
    let lines = try answer(uses.joined(separator: "\n"), 6).split(separator: "\n")
    // Behind the three imports and the head.
    let first = 4 + Self.head.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    for (number, use) in uses.enumerated() {
      let found = lines.filter { $0.contains("Uses.swift:\(number + first):") && $0.contains("error:") }
      #expect(
        found.count == 1 && found[0].contains("main actor-isolated property 'count' can not be mutated from a Sendable closure"),
        "\(use): \(found)")
    }
  }
}
