import Ashlar
import AshlarCombine
import Models
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

@Suite("Publishers of changes")
struct ChangesetTests {
  @Test("a publisher of an object reports its properties, then its deletion, and finishes")
  func object() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = changesetPublisher(bed.people[0]).sink(receiveCompletion: { sent.add($0) }, receiveValue: { sent.add($0) })
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.realm.delete(bed.people[0]) }
    #expect(sent.take() == ["name - → x", "deleted", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("a publisher of a projection reports its own names")
  func projection() throws {
    let bed = try Bed()
    let sent = Sent()
    let cancellable = changesetPublisher(Card(projecting: bed.people[0])).sink(
      receiveCompletion: { sent.add($0) }, receiveValue: { sent.add($0) })
    try bed.write { bed.people[0].name = "x" }
    try bed.write { bed.realm.delete(bed.people[0]) }
    #expect(sent.take() == ["title - → x", "deleted", "finished"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("a publisher of a collection or map reports the whole, then positions and keys, and does not finish with its owner")
  func collections() throws {
    let bed = try Bed()
    let first = bed.people[0]
    let (list, map) = (Sent(), Sent())
    let cancellables = [
      changesetPublisher(first.friends).sink(receiveCompletion: { list.add($0) }, receiveValue: { list.add($0) }),
      first.scores.changesetPublisher.sink(receiveCompletion: { map.add($0) }, receiveValue: { map.add($0) }),
    ]
    bed.realm.refresh()
    try bed.write {
      first.friends.append(bed.people[1])
      first.scores["k"] = 1
    }
    #expect(list.take() == ["initial", "-[] +[0] ~[]"])
    #expect(map.take() == ["initial", "-[] +[\"k\"] ~[]"])
    try bed.write { bed.realm.delete(first) }
    try bed.write { bed.people[1].name = "x" }
    #expect(list.take() == ["-[0] +[] ~[]"])
    #expect(map.take() == ["-[\"k\"] +[] ~[]"])
    withExtendedLifetime(cancellables) {}
  }

  @Test("a publisher of sections, or of one section, reports changes")
  func sections() throws {
    let bed = try Bed(["ax", "ay", "bx"])
    let sections = bed.realm.objects(Person.self).sectioned(
      by: { String($0.name.prefix(1)) }, sortDescriptors: [SortDescriptor(keyPath: "name")])
    let (all, one) = (Sent(), Sent())
    let cancellables = [
      sections.changesetPublisher.sink { all.add($0) }, sections[1].changesetPublisher.sink { one.add($0) },
    ]
    bed.realm.refresh()
    try bed.write { bed.people[0].name = "bw" }
    #expect(all.take() == ["initial", "-[[0, 0]] +[[1, 0]] ~[], sections +[] -[]"])
    #expect(one.take() == ["initial", "-[] +[[1, 0]] ~[], sections +[] -[]"])
    withExtendedLifetime(cancellables) {}
  }

  private final class Holder { var token: NotificationToken? }

  @Test("a saved token silences a write, and key paths stay")
  func saving() throws {
    let bed = try Bed()
    let (holder, sent) = (Holder(), Sent())
    let cancellable = bed.realm.objects(Person.self).changesetPublisher(keyPaths: ["age"]).saveToken(on: holder, at: \.token)
      .sink { sent.add($0) }
    bed.realm.refresh()
    _ = sent.take()
    let token = try #require(holder.token)
    try bed.realm.write(withoutNotifying: [token]) { bed.people[0].age = 1 }
    bed.realm.refresh()
    try bed.write { bed.people[0].name = "x" }
    #expect(sent.take() == [])
    try bed.write { bed.people[0].age = 2 }
    #expect(sent.take() == ["-[] +[] ~[0]"])
    withExtendedLifetime(cancellable) {}
  }

  @Test("tokens of publishers of values, of objects and of Realms are saved as well")
  func savingOthers() throws {
    let bed = try Bed()
    let (value, object, will, realm) = (Holder(), Holder(), Holder(), Holder())
    let sent = Sent()
    let cancellables: [AnyCancellable] = [
      valuePublisher(bed.people[0]).saveToken(on: value, at: \.token).note(in: sent) { "value \($0.name)" },
      changesetPublisher(bed.people[0]).saveToken(on: object, at: \.token).note(in: sent) { _ in "object" },
      bed.people[0].objectWillChange.saveToken(on: will, at: \.token).note(in: sent) { "will" },
      bed.realm.objectWillChange.saveToken(on: realm, for: \.token).note(in: sent) { "realm" },
    ]
    let tokens = [value, object, will].compactMap(\.token)
    #expect(tokens.count == 3 && realm.token != nil)
    try bed.realm.write(withoutNotifying: tokens) { bed.people[0].name = "x" }
    bed.realm.refresh()
    #expect(sent.take() == ["realm"])
    try bed.write { bed.people[0].name = "y" }
    #expect(sent.take() == ["realm", "value y", "object", "will"])
    withExtendedLifetime(cancellables) {}
  }
}
