import Ashlar
import AshlarCombine
import Models
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

@Suite("Publishers of values")
struct ValueTests {
  @Test("a publisher of an object has no first value, publishes each change, and finishes when the object is deleted")
  func object() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = valuePublisher(bed.people[0]).note(in: sent) { $0.name }
    bed.realm.refresh()
    #expect(sent.take() == [])
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.people[1].name = "y" }
    #expect(sent.take() == ["x"])
    try bed.write { bed.realm.delete(bed.people[0]) }
    #expect(sent.take() == ["finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("key paths choose what of an object counts")
  func objectPaths() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = valuePublisher(bed.people[0], keyPaths: ["age"]).note(in: sent) { "\($0.age)" }
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.people[0].age = 7 }
    #expect(sent.take() == ["7"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("a publisher of a projection publishes as one of its object")
  func projection() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = valuePublisher(Card(projecting: bed.people[0])).note(in: sent) { $0.title }
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.people[0].age = 3 }
    try bed.write { bed.realm.delete(bed.people[0]) }
    #expect(sent.take() == ["x", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("a publisher of a collection of any kind publishes it at first, and with each change")
  func collections() throws {
    let bed = try Bed()
    let first = bed.people[0]
    var cancellables: Set<AnyCancellable> = []
    let sent = Sent()
    bed.realm.objects(Person.self).collectionPublisher.note(in: sent) { "results \($0.count)" }.store(in: &cancellables)
    first.friends.collectionPublisher.note(in: sent) { "list \($0.count)" }.store(in: &cancellables)
    first.tags.collectionPublisher.note(in: sent) { "set \($0.count)" }.store(in: &cancellables)
    first.scores.collectionPublisher.note(in: sent) { "map \($0.count)" }.store(in: &cancellables)
    bed.people[1].fans.collectionPublisher.note(in: sent) { "linking \($0.count)" }.store(in: &cancellables)
    valuePublisher(AnyRealmCollection(first.friends)).note(in: sent) { "any \($0.count)" }.store(in: &cancellables)
    bed.realm.refresh()
    #expect(sent.take() == ["results 3", "list 0", "set 0", "map 0", "linking 0", "any 0"])
    try bed.write {
      first.friends.append(bed.people[1])
      first.tags.insert("t")
      first.scores["k"] = 1
    }
    #expect(sent.take() == ["results 3", "list 1", "set 1", "map 1", "linking 1", "any 1"])
  }

  @Test("a publisher of sections, or of one section, publishes them")
  func sections() throws {
    let bed = try Bed(["ax", "ay", "bx"])
    let sections = bed.realm.objects(Person.self).sectioned(
      by: { String($0.name.prefix(1)) }, sortDescriptors: [SortDescriptor(keyPath: "name")])
    let sent = Sent()
    var cancellables: Set<AnyCancellable> = []
    sections.collectionPublisher.note(in: sent) { "sections \($0.count)" }.store(in: &cancellables)
    sections[0].collectionPublisher.note(in: sent) { "section \($0.count)" }.store(in: &cancellables)
    bed.realm.refresh()
    #expect(sent.take() == ["sections 2", "section 2"])
    try bed.write { bed.people[0].name = "cx" }
    #expect(sent.take() == ["sections 3", "section 1"])
  }

  @Test("key paths choose what modifies an element")
  func collectionPaths() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = bed.realm.objects(Person.self).collectionPublisher(keyPaths: ["age"]).note(in: sent) { "\($0.count)" }
    bed.realm.refresh()
    _ = sent.take()
    try bed.write { bed.people[0].name = "x" }
    #expect(sent.take() == [])
    try bed.write { bed.people[0].age = 4 }
    #expect(sent.take() == ["3"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("cancelling ends the observation, and so does letting go of what cancels")
  func cancelling() throws {
    let bed = try Bed()
    let sent = Sent()
    var cancellable: AnyCancellable? = valuePublisher(bed.people[0]).note(in: sent) { $0.name }
    let other = bed.realm.objects(Person.self).changesetPublisher.sink { sent.add($0) }
    weak var kept: Sent?
    do {
      let inner = Sent()
      kept = inner
      let third = bed.people[1].friends.collectionPublisher.note(in: inner) { "\($0.count)" }
      third.cancel()
    }
    cancellable = nil
    other.cancel()
    try bed.write { bed.people[0].name = "x" }
    #expect(sent.take() == [])
    #expect(cancellable == nil && kept == nil, "a cancelled subscription keeps nothing")
  }
}
