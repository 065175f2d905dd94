import Ashlar
import Foundation
import Kinds
import People
import Testing

@Suite("Conditions on nil, text and collections")
struct NullTests {
  private func texts() throws -> Results<Scalars> {
    let realm = try memoryRealm()
    try realm.write {
      for (index, text) in ["b", nil, "", "a", "É", "éa"].enumerated() {
        realm.create(
          Scalars.self, value: ["int": index, "anyString": text as Any, "string": text ?? "", "anyData": text.map { Data($0.utf8) } as Any])
      }
    }
    return realm.objects(Scalars.self)
  }

  private func numbers(_ results: Results<Scalars>) -> [Int] { results.map(\.int) }

  @Test("nil equals nil, differs from every value, and comes before all text")
  func optionalText() throws {
    let all = try texts()
    #expect(numbers(all.where { $0.anyString == nil }) == [1])
    #expect(numbers(all.where { $0.anyString != nil }) == [0, 2, 3, 4, 5])
    #expect(numbers(all.where { $0.anyString == "" }) == [2] && numbers(all.where { $0.anyString != "" }) == [0, 1, 3, 4, 5])
    #expect(numbers(all.where { $0.anyString < "a" }) == [1, 2] && numbers(all.where { $0.anyString <= "a" }) == [1, 2, 3])
    #expect(
      numbers(all.where { $0.anyString > nil }) == [0, 2, 3, 4, 5] && numbers(all.where { $0.anyString >= nil }) == [0, 1, 2, 3, 4, 5])
    #expect(numbers(all.where { $0.anyString < nil }) == [] && numbers(all.where { $0.anyString <= nil }) == [1])
    #expect(numbers(all.where { $0.anyData == nil }) == [1] && numbers(all.where { $0.anyData == Data() }) == [2])
  }

  @Test("searching for empty text or nil finds nothing; case is ignored for Latin-1 only if requested")
  func search() throws {
    let all = try texts()
    #expect(all.where { $0.string.contains("") || $0.string.starts(with: "") || $0.string.ends(with: "") }.isEmpty)
    #expect(numbers(all.where { $0.anyString.isEmpty }) == [2] && numbers(all.where { $0.string.isEmpty }) == [1, 2])
    #expect(all.where { $0.anyString.contains(nil) || $0.anyString.starts(with: nil) }.isEmpty)
    #expect(numbers(all.where { $0.anyString.equals(nil) }) == [1] && numbers(all.where { $0.anyString.equals("") }) == [2])
    #expect(numbers(all.where { $0.string.starts(with: "é", options: .caseInsensitive) }) == [4, 5])
    #expect(
      numbers(all.where { $0.string.starts(with: "é") }) == [5]
        && numbers(all.where { $0.string.ends(with: "A", options: .caseInsensitive) }) == [3, 5])
    #expect(numbers(all.where { $0.anyString.notEquals("B", options: .caseInsensitive) }) == [1, 2, 3, 4, 5])
    #expect(numbers(all.where { !$0.anyString.contains("a") }) == [0, 1, 2, 4])
    #expect(numbers(all.where { $0.string == "e\u{301}a" }) == [], "text is compared by its bytes")
  }

  @Test("NaN equals nothing, and the two zeros are equal")
  func nan() throws {
    let realm = try memoryRealm()
    try realm.write {
      for (index, value) in [Double.nan, 0, -0.0, 1].enumerated() {
        realm.create(Scalars.self, value: ["int": index, "double": value, "float": value])
      }
    }
    let all = realm.objects(Scalars.self)
    #expect(numbers(all.where { $0.double == 0 }) == [1, 2] && numbers(all.where { $0.float == -0.0 }) == [1, 2])
    #expect(numbers(all.where { $0.double != 0 }) == [0, 3] && numbers(all.where { $0.double == .nan }) == [])
    #expect(numbers(all.where { $0.double < 5 }) == [1, 2, 3] && numbers(all.where { $0.float >= 0 }) == [1, 2, 3])
  }

  @Test("lists hold a condition when any element does, and counts are compared")
  func lists() throws {
    let realm = try memoryRealm()
    try realm.write {
      for values in [[], [1], [1, 2], [2, 2, 3]] {
        realm.create(
          Lists.self,
          value: [
            "ints": values, "strings": values.map { "text number \($0)" }, "shades": values.map { $0 > 1 ? Shade.light : .dark },
            "dates": values.map { Date(timeIntervalSince1970: Double($0)) }, "uuids": values.map { _ in UUID() },
          ])
      }
    }
    let all = realm.objects(Lists.self)
    func counts(_ results: Results<Lists>) -> [Int] { results.map(\.ints.count) }
    #expect(counts(all.where { $0.ints.contains(1) }) == [1, 2] && counts(all.where { !$0.ints.contains(1) }) == [0, 3])
    #expect(counts(all.where { $0.strings.contains("text number 3") }) == [3])
    #expect(counts(all.where { $0.shades.contains(.light) }) == [2, 3])
    #expect(counts(all.where { $0.dates.contains(Date(timeIntervalSince1970: 1)) }) == [1, 2])
    #expect(counts(all.where { $0.ints.count == 0 }) == [0] && counts(all.where { $0.ints.count > 1 && $0.uuids.count < 3 }) == [2])
    try realm.write { all[1].ints.append(1) }
    #expect(counts(all.where { $0.ints.count == 2 }) == [2, 2])
  }

  @Test("conditions follow links to objects, compare rows, and use linking objects")
  func links() throws {
    let realm = try memoryRealm()
    let (ann, bob) = (Person(value: ["firstName": "Ann", "mood": "busy", "priority": 9]), Person(value: ["firstName": "Bob"]))
    ann.friends.append(bob)
    ann.home = Address(value: ["street": "s", "city": "c"])
    try realm.write {
      realm.add([ann, bob])
      for (index, owner) in [ann, bob, nil, ann].enumerated() {
        realm.create(Dog.self, value: ["name": "d\(index)", "age": index, "owner": owner as Any])
      }
    }
    let (dogs, people) = (realm.objects(Dog.self), realm.objects(Person.self))
    #expect(dogs.where { $0.owner == ann }.map(\.age) == [0, 3] && dogs.where { $0.owner != ann }.map(\.age) == [1, 2])
    #expect(dogs.where { $0.owner.home.city == "c" }.map(\.age) == [0, 3] && dogs.where { $0.owner.home == nil }.map(\.age) == [1, 2])
    #expect(dogs.where { $0.owner.priority == .high && $0.owner.mood == .busy }.map(\.age) == [0, 3])
    #expect(
      dogs.where { $0.owner.priority == nil }.map(\.age) == [1, 2] && dogs.where { $0.owner.friends.count == 0 }.map(\.age) == [1, 2])
    #expect(people.where { $0.dogs.age > 2 }.map(\.firstName) == ["Ann"] && people.where { $0.dogs.count == 1 }.map(\.firstName) == ["Bob"])
    #expect(
      people.where { $0.friends.contains(bob) }.map(\.firstName) == ["Ann"] && people.where { $0.friends.dogs.name == "d1" }.count == 1)
    #expect(people.where { $0.priority.in([.high, nil]) }.count == 2 && people.where { $0.mood.in([.busy]) }.count == 1)
    #expect(dogs.where { $0.owner.in([bob, nil]) }.map(\.age) == [1, 2])
    #expect(dogs.where { $0.age > 0 }.where { $0.age < 3 }.map(\.age) == [1, 2])
  }
}
