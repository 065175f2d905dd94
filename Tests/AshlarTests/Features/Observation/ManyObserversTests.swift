import AshlarStore
import Foundation
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

/// Observers of single objects, which are found by the rows that changed.
@Suite("Many observers of objects", .blocking)
struct ManyObserversTests {
  private final class Told {
    var list: [String] = []
    func take() -> [String] {
      defer { list = [] }
      return list
    }
  }

  private func people(_ count: Int, _ realm: Realm) throws -> [Person] {
    try realm.write { (0..<count).map { realm.create(Person.self, value: ["firstName": "\($0)", "lastName": "z"]) } }
  }

  @Test(
    "each is told of its object alone, in the order of registration among observers of other kinds, with the old value where it is known")
  func each() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let watched = try Watched()
    let realm = watched.realm
    let people = try people(40, realm)
    let told = Told()
    var tokens: [Int: NotificationToken] = [:]
    var order: [Int] = []
    func observe(_ index: Int) {
      tokens[index] = people[index].observe(keyPaths: index % 3 == 0 ? ["firstName"] : nil) { (change: ObjectChange<Person>) in
        switch change {
        case .change(let person, let properties):
          #expect(properties.allSatisfy { $0.newValue as? String == person.value(forKey: $0.name) as? String })
          told.list.append("\(index) \(properties.map { "\($0.name) \($0.oldValue ?? "-")" })")
        case .deleted: told.list.append("\(index) deleted")
        case .error: Issue.record("an error")
        }
      }
      order.append(index)
    }
    for index in 0..<20 { observe(index) }
    let all = realm.objects(Person.self).observe { if case .update = $0 { told.list.append("all") } }
    for index in 20..<40 { observe(index) }
    realm.refresh()
    #expect(told.take() == [])
    var gone: Set<Int> = []
    for step in 0..<rounds(.manyObservers) {
      let label: Comment = "step \(step), seed \(seed)"
      var changed: [Int: [String: String]] = [:]
      var deleted: Set<Int> = []
      let isOther = random.once(in: 2)
      let writer = isOther ? watched.other : realm
      try writer.write {
        for _ in 0...random.below(4) {
          let index = random.below(people.count)
          if gone.contains(index) || deleted.contains(index) { continue }
          guard let person = writer._core.object(Person.self, people[index]._rowAccess.key) else { continue }
          if gone.count + deleted.count < 15, random.once(in: 12) {
            deleted.insert(index)
            changed[index] = nil
            writer.delete(person)
          } else {
            let name = random.once(in: 2) ? "firstName" : "lastName"
            let old = person.value(forKey: name) as? String ?? ""
            if changed[index]?[name] == nil { changed[index, default: [:]][name] = isOther ? old : "-" }
            person.setValue("\(step)", forKey: name)
          }
        }
      }
      if random.once(in: 5), let index = tokens.keys.sorted().first(where: { _ in random.once(in: 8) }) {
        tokens[index] = nil
        order.removeAll { $0 == index }
      }
      realm.refresh()
      var wanted: [String] = []
      func add(_ index: Int) {
        if deleted.contains(index) { return wanted.append("\(index) deleted") }
        let names = (changed[index] ?? [:]).filter { index % 3 != 0 || $0.key == "firstName" }
        if names.isEmpty { return }
        wanted.append("\(index) \(names.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })")
      }
      for index in order where index < 20 { add(index) }
      if !changed.isEmpty || !deleted.isEmpty { wanted.append("all") }
      for index in order where index >= 20 { add(index) }
      #expect(told.take() == wanted, label)
      gone.formUnion(deleted)
      order.removeAll { deleted.contains($0) }
    }
    tokens = [:]
    all.invalidate()
    #expect(realm._core.observers?.isEmpty == true && !realm._core.session.engine.changes.isObserved, "ended tokens leave nothing")
  }

  @Test(
    "of an equal value that another instance stores the old value is known, before a write and while one waits to begin",
    arguments: [false, true])
  func equal(writesToo: Bool) throws {
    let watched = try Watched()
    let people = try people(2, watched.realm)
    let told = Told()
    let tokens = people.map { person in
      person.observe { (change: ObjectChange<Person>) in
        guard case .change(_, let properties) = change else { return }
        told.list.append(contentsOf: properties.map { "\($0.name): \($0.oldValue ?? "-") → \($0.newValue ?? "-")" })
      }
    }
    watched.realm.refresh()
    try watched.other.write {
      let person = try #require(watched.other._core.object(Person.self, people[0]._rowAccess.key))
      person.firstName = "0"
    }
    if writesToo { try watched.realm.write { people[1].lastName = "new" } }
    watched.realm.refresh()
    #expect(told.take() == ["firstName: 0 → 0"] + (writesToo ? ["lastName: - → new"] : []))
    withExtendedLifetime(tokens) {}
  }

  @Test("while another thread commits continuously, every old value is the one notified before")
  func race() throws {
    let name = "race \(ObjectId.generate())"
    let watched = try Watched(name)
    let person = try people(1, watched.realm)[0]
    let key = person._rowAccess.key
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      defer { isOver.signal() }
      do {
        let realm = try Watched(name).other
        let person = try #require(realm._core.object(Person.self, key))
        for number in 1...rounds(.busyWrites) { try realm.write { person.firstName = "\(number)" } }
      } catch {
        Issue.record(error)
      }
    }.start()
    var last = "0"
    let token = person.observe { (change: ObjectChange<Person>) in
      guard case .change(let person, let properties) = change else { return }
      #expect(properties.map { $0.oldValue as? String } == [last])
      last = person.firstName
    }
    while isOver.wait(timeout: .now()) == .timedOut { watched.realm.refresh() }
    watched.realm.refresh()
    #expect(last == "\(rounds(.busyWrites))")
    withExtendedLifetime(token) {}
  }

  @Test("a callback that stores to objects: those that come after it are told at once, it and those before in the next turn")
  func writing() throws {
    let realm = try Watched().realm
    let people = try people(3, realm)
    let told = Told()
    let tokens = people.enumerated().map { index, person in
      person.observe { (_: ObjectChange<Person>) in
        told.list.append("\(index)")
        if index == 1, people[0].lastName == "z" { try? realm.write { for person in people { person.lastName = "y" } } }
      }
    }
    try realm.write { people[1].firstName = "changed" }
    realm.refresh()
    #expect(told.take() == ["1", "2"])
    realm.refresh()
    #expect(told.take() == ["0", "1"])
    realm.refresh()
    #expect(told.take() == [])
    withExtendedLifetime(tokens) {}
  }

  @Test("a token that is not notified is told of the next commit only, and of an earlier one that it has not been told of")
  func skipping() throws {
    let watched = try Watched()
    let realm = watched.realm
    let people = try people(2, realm)
    let told = Told()
    let tokens = people.enumerated().map { index, person in
      person.observe { (change: ObjectChange<Person>) in
        if case .change(_, let properties) = change { told.list.append("\(index) \(properties.map(\.name))") }
      }
    }
    try realm.write(withoutNotifying: [tokens[0]]) { for person in people { person.firstName = "a" } }
    realm.refresh()
    #expect(told.take() == ["1 [\"firstName\"]"])
    try realm.write(withoutNotifying: [tokens[1]]) { people[0].lastName = "b" }
    realm.refresh()
    #expect(told.take() == ["0 [\"lastName\"]"])
    withExtendedLifetime(tokens) {}
  }

  @Test("a turn examines no observer whose rows did not change")
  func cost() throws {
    let realm = try Watched().realm
    let people = try people(300, realm)
    let told = Told()
    let tokens = people.enumerated().map { index, person in person.observe { (_: ObjectChange<Person>) in told.list.append("\(index)") } }
    try realm.write { people[200].firstName = "changed" }
    let observers = try #require(realm._core.observers)
    #expect(observers.concernedRows == 1)
    realm.refresh()
    #expect(told.take() == ["200"])
    #expect(observers.concernedRows == 0)
    withExtendedLifetime(tokens) {}
  }

  @Test("ending many observations one by one examines each registration a few times at most, and removes all")
  func ending() throws {
    let watched = try Watched()
    let realm = watched.realm
    let person = try people(1, realm)[0]
    let count = 1000
    var tokens: [NotificationToken] = []
    for _ in 0..<count {
      tokens.append(realm.objects(Person.self).observe { _ in })
      tokens.append(person.observe { (_: ObjectChange<Person>) in })
      tokens.append(realm.observe { _, _ in })
    }
    realm.refresh()
    let table = try #require(realm._core.observers)
    let before = table.visits
    for index in tokens.indices.reversed() { tokens.remove(at: index).invalidate() }
    #expect(table.visits - before <= 8 * count)
    #expect(table.isEmpty && table.blocks.isEmpty)
  }

  @Test("of many observers of one object, the remaining ones are called, whatever the order in which the others ended")
  func rest() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let watched = try Watched()
    let realm = watched.realm
    let person = try people(1, realm)[0]
    let told = Told()
    var tokens: [Int: NotificationToken] = [:]
    for index in 0..<60 { tokens[index] = person.observe { (_: ObjectChange<Person>) in told.list.append("\(index)") } }
    realm.refresh()
    while tokens.count > 3 {
      for index in tokens.keys.sorted().shuffled(using: &random).prefix(1 + random.below(9)) { tokens[index] = nil }
      try realm.write { person.firstName += "x" }
      // Some end between the commit and the call.
      if let index = tokens.keys.sorted().randomElement(using: &random) { tokens[index] = nil }
      realm.refresh()
      #expect(told.take() == tokens.keys.sorted().map { "\($0)" }, "seed \(seed)")
    }
  }
}
