import AshlarSchema
import Foundation
import TestSupport
import Testing
import Twins

@testable import Ashlar

@Suite("The embedded classes of all schemas written by hand")
struct TwinPartTests {
  private func both(_ part: TwinPart) -> [TwinPair.Side] { [part.pair.generated, part.pair.byHand] }

  @Test("are embedded as a value, in lists and in maps")
  func kinds() {
    #expect(Set(TwinPart.all.map(\.property.collection)) == [.none, .list, .map])
    #expect(TwinPart.all.count == 22)
  }

  @Test("start with the same values, and have the same storage", arguments: TwinPart.all)
  func defaults(_ part: TwinPart) throws {
    let (generated, byHand) = (try part.type(part.pair.generated), try part.type(part.pair.byHand))
    #expect(storageFingerprint(generated) == storageFingerprint(byHand))
    #expect(forms(byHand.init()) == forms(generated.init()))
    #expect(try typedForms(byHand.init()) == forms(generated.init()))
  }

  @Test("are read as they were set, by names and by their own accessors, before and after the owner is in a Realm", arguments: TwinPart.all)
  func reading(_ part: TwinPart) throws {
    for side in both(part) {
      let realm = try memoryRealm(side.types)
      let made = try [part.make(side, turn: 3), part.make(side, turn: 4)]
      let expected = made.map { forms($0) }
      #expect(expected[0] != expected[1])
      let owner = side.make()
      func check(_ parts: [ObjectBase]) throws {
        #expect(parts.map { forms($0) } == Array(expected.prefix(parts.count)))
        if side.type == part.pair.byHand.type { #expect(try parts.map { try typedForms($0) } == Array(expected.prefix(parts.count))) }
        #expect(parts.count == (part.property.collection == .none ? 1 : 2))
      }
      owner[part.property.name] = part.value(made)
      try check(part.parts(owner))
      try realm.write { realm.add(owner) }
      try check(part.parts(owner))
      try check(part.parts(try #require(side.first(realm))))
      // What was given is what is in the Realm now.
      #expect(made.prefix(part.parts(owner).count).allSatisfy { ($0 as? EmbeddedObject)?.realm == realm })
    }
  }

  @Test("are equal, and the same row, where generated ones are", arguments: TwinPart.all)
  func equality(_ part: TwinPart) throws {
    let answers = try both(part).map { side in
      let realm = try memoryRealm(side.types)
      let owner = side.make()
      owner[part.property.name] = part.value(try [part.make(side, turn: 3), part.make(side, turn: 3)])
      let other = side.make()
      other[part.property.name] = part.value(try [part.make(side, turn: 3), part.make(side, turn: 3)])
      // Two objects of a class with a key need two.
      if let key = side.type.primaryKey() { other[key] = TwinValues(turn: 7).values(part.pair.byHand.type)[key] }
      try realm.write { realm.add([owner, other]) }
      let objects = side.all(realm)
      func first(_ owner: Object) throws -> EmbeddedObject { try #require(part.parts(owner).first as? EmbeddedObject) }
      let (one, same, twin) = (try first(objects[0]), try first(objects[0]), try first(objects[1]))
      let frozen = try side.all(realm.freeze()).map(first)
      let again = try side.all(realm.freeze()).map(first)
      return [
        one == one, one == same, one == twin, one.isSameObject(as: same), one.isSameObject(as: twin), frozen[0] == again[0],
        frozen[0].hashValue == again[0].hashValue, frozen[0] == frozen[1], frozen[0] == one, try part.make(side, turn: 3) == one,
        forms(one) == forms(twin), forms(frozen[0]) == forms(one),
      ]
    }
    #expect(answers[0] == [true, false, false, true, false, true, true, false, false, false, true, true])
    #expect(answers[1] == answers[0])
  }

  @Test("conditions on each of their properties hold for the same owners", arguments: TwinPart.all)
  func conditions(_ part: TwinPart) throws {
    let members = try part.type(part.pair.byHand)._entity.model.columns.filter { $0.type != .object && $0.collection == .none }
    let counts = try both(part).map { side in
      let realm = try memoryRealm(side.types)
      try realm.write {
        for turn in 0..<6 {
          let owner = side.make()
          for (name, value) in TwinValues(turn: 10 + turn).values(part.pair.byHand.type) { owner[name] = value }
          // One owner has none.
          if turn > 0 { owner[part.property.name] = part.value(try [part.make(side, turn: turn / 2), part.make(side, turn: turn)]) }
          realm.add(owner)
        }
      }
      let owners = side.all(realm)
      #expect(owners.count == 6)
      let head =
        switch part.property.collection {
        case .map: "ANY \(part.property.name).@allValues"
        case .list: "ANY \(part.property.name)"
        default: part.property.name
        }
      return members.flatMap { member in
        (0..<3).map { turn in
          let value = TwinValues(turn: turn).values((try? part.type(part.pair.byHand)) ?? part.pair.byHand.type)[member.name] as Any
          let held = owners.count { owner in
            part.parts(owner).contains { form(plainValue($0[member.name] as Any)) == form(converted(value, like: $0[member.name])) }
          }
          #expect(side.count(realm, "\(head).\(member.name) == %@", [value]) == held, "\(member.name)")
          #expect(held > 0, "\(member.name)")
          return held
        }
      }
    }
    #expect(counts[1] == counts[0] && !counts[0].isEmpty || members.isEmpty)
  }

  /// Values of properties are given as Swift has them without a type: an `Int` for each integer.
  private func converted(_ value: Any, like read: Any?) -> Any {
    guard let number = value as? Int else { return value }
    return switch flattened(read as Any) {
    case is Int8: Int8(number)
    case is Int16: Int16(number)
    case is Int32: Int32(number)
    default: number
    }
  }
}
