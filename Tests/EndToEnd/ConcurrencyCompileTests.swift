import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("What the compiler lets cross from one isolation to another", .blocking)
struct ConcurrencyCompileTests {
  private static let modes: [[String]] = [
    [], ["-default-isolation", "MainActor"], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    ["-default-isolation", "MainActor", "-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
  ]

  private static let models = """
    nonisolated final class Person: Object {}

    actor Store {
      private var realm: Realm!
      init() async throws { realm = try await Realm(actor: self) }
      func open() async throws { realm = try await Realm.open() }
      func write() async throws -> Int {
        let people = realm.objects(Person.self)
        let count = try await realm.asyncWrite {
          realm.add(Person())
          return people.count
        }
        return count + people.count
      }
      func person() -> Person? { realm.objects(Person.self).first }
    }

    """

  @Test("what is safe compiles without a mark", arguments: 0..<4)
  func accepted(_ mode: Int) throws {
    let messages = try CompilerMessages.of(
      ConcurrencyCompileTests.models + """
        @MainActor func onTheMainActor() async throws {
          let realm = try await Realm.open()
          let person = try await realm.asyncWrite { realm.create(Person.self) }
          print(person.isInvalidated, try Realm() == realm)
        }
        nonisolated func inATask() async throws {
          let realm = try await Realm.open()
          let person = try await realm.asyncWrite { realm.create(Person.self) }
          await realm.asyncRefresh()
          print(person.isInvalidated)
        }
        nonisolated func sent(_ people: Results<Person>) {
          let frozen = people.freeze()
          Task.detached { print(frozen.count) }
        }
        nonisolated func shared(_ person: Person, _ people: Results<Person>) {
          let (frozen, all) = (Frozen(person), FrozenResults(people))
          Task.detached { print(frozen, all.count) }
          print(frozen, all.count)
        }
        nonisolated func referred(_ person: Person) {
          let reference = ThreadSafeReference(to: person)
          Task.detached { print(try await Realm.open().resolve(reference)?.isFrozen ?? true) }
        }
        nonisolated func pooled(_ pool: RealmPool) async throws {
          let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 { group.addTask { try pool.read { $0.objects(Person.self).count } } }
            return try await group.reduce(0, +)
          }
          let added = try await pool.write { realm in
            realm.add(Person())
            return realm.objects(Person.self).count
          }
          let frozen = try pool.read { FrozenResults($0.objects(Person.self)) }
          Task.detached { print(count, added, frozen.count) }
        }
        // Found when it runs.
        nonisolated func escaping(_ pool: RealmPool) throws {
          var escaped: Person?
          try pool.read { escaped = $0.objects(Person.self).first }
          print(escaped as Any)
        }

        """, ConcurrencyCompileTests.modes[mode])
    #expect(messages == "")
  }

  @Test("what is not safe is an error", arguments: 0..<4)
  func refused(_ mode: Int) throws {
    let uses: [(use: String, message: String)] = [
      (
        "nonisolated func a(_ store: Store) async { _ = await store.person() }",
        "non-Sendable 'Person?'-typed result can not be returned from actor-isolated"
      ),
      (
        "nonisolated func b(_ store: Store) async throws { _ = try await Realm(actor: store) }",
        "non-Sendable 'Realm'-typed result can not be returned from actor-isolated"
      ),
      (
        "nonisolated func c(_ realm: Realm) { Task.detached { print(realm.isEmpty) }; print(realm.isEmpty) }",
        "passing closure as a 'sending' parameter risks causing data races"
      ),
      (
        "nonisolated func d(_ person: Person) { Task.detached { print(person.isFrozen) }; print(person.isFrozen) }",
        "passing closure as a 'sending' parameter risks causing data races"
      ),
      (
        "nonisolated func e(_ person: Person) { let frozen = person.freeze(); Task.detached { print(frozen.isFrozen) }; print(frozen.isFrozen) }",
        "risks causing data races"
      ),
      (
        "nonisolated func f(_ pool: RealmPool) throws { _ = try pool.read { $0.objects(Person.self).first } }",
        "returning task-isolated '$0.objects' as a 'sending' result risks causing data races"
      ),
      (
        "nonisolated func g(_ pool: RealmPool) async throws { _ = try await pool.write { $0.objects(Person.self) } }",
        "returning task-isolated '$0.objects' as a 'sending' result risks causing data races"
      ),
      (
        "nonisolated func h(_ pool: RealmPool) throws { _ = try pool.read { $0 } }",
        "returning task-isolated '$0' as a 'sending' result risks causing data races"
      ),
    ]
    let text = ConcurrencyCompileTests.models + uses.map(\.use).joined(separator: "\n") + "\n"
    let messages = try CompilerMessages.of(text, ConcurrencyCompileTests.modes[mode])
    // Behind the three imports.
    let first = 4 + ConcurrencyCompileTests.models.split(separator: "\n", omittingEmptySubsequences: false).count - 1
    for (number, (use, message)) in uses.enumerated() {
      let lines = messages.split(separator: "\n").filter { $0.contains("Uses.swift:\(number + first):") && $0.contains("error:") }
      #expect(lines.contains { $0.contains(message) }, "\(use): \(lines)")
    }
  }
}
