import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

private let names = ["ClubAddress", "ClubBadge", "ClubLock", "ClubMember", "ClubRoom", "ClubTeam"]

private func counts(_ realm: Realm) -> [String: Int] {
  Dictionary(uniqueKeysWithValues: names.map { ($0, realm.dynamicObjects($0).count) })
}

/// A team with a spare badge that a lock is for, and a member whose addresses own this badge.
private struct Objects {
  let badge: DynamicObject
  let free: DynamicObject
  let lock: DynamicObject
  let member: DynamicObject
  let team: DynamicObject

  init(_ realm: Realm) {
    badge = realm.dynamicCreate("ClubBadge", value: ["code": "locked"])
    free = realm.dynamicCreate("ClubBadge", value: ["code": "free"])
    lock = realm.dynamicCreate("ClubLock", value: ["badge": badge])
    member = realm.dynamicCreate(
      "ClubMember",
      value: [
        "name": "Ada", "address": ["street": "0", "badge": badge],
        "addresses": [["street": "1", "badge": badge], ["street": "2", "badge": free]], "places": ["p": ["street": "3", "badge": badge]],
      ])
    team = realm.dynamicCreate("ClubTeam", value: ["name": "Blue", "spares": [badge]])
  }
}

@Suite("Delete rules")
struct DeleteRuleTests {
  /// The calls that would delete the badge, each of which the lock denies.
  enum Door: String, CaseIterable {
    case object, array, results, list, mixed, owner, link, newLink, embeddedObject
    case removeAll, removeFirst, removeOffsets, newList, removeKey, removeEntries, newMap, newEntry

    fileprivate func delete(_ objects: Objects, _ realm: Realm) throws {
      let addresses = try #require(objects.member.addresses as? List<DynamicObject>)
      let places = try #require(objects.member.places as? Map<String, DynamicObject?>)
      switch self {
      case .object: realm.delete(objects.badge)
      case .array: realm.delete([objects.free, objects.badge])
      case .results: realm.delete(realm.dynamicObjects("ClubBadge"))
      case .list: realm.delete(try #require(objects.team.spares as? List<DynamicObject>))
      case .mixed: realm.delete([objects.team, objects.badge])
      case .owner: realm.delete(objects.member)
      case .link: objects.member.address = nil
      case .newLink: objects.member.address = ["street": "new"]
      case .embeddedObject: realm.delete(try #require(untyped(objects.member.address)))
      case .removeAll: addresses.removeAll()
      case .removeFirst: addresses.remove(at: 0)
      case .removeOffsets: addresses.remove(atOffsets: [0, 1])
      case .newList: objects.member.addresses = [["street": "new"]]
      case .removeKey: places.removeObject(for: "p")
      case .removeEntries: places.removeAll()
      case .newMap: objects.member.places = ["q": ["street": "new"]]
      case .newEntry: objects.member.places = ["p": ["street": "new"]]
      }
    }
  }

  @Test("a call that is refused deletes and changes nothing, and the commit throws", arguments: Door.allCases)
  func refused(_ door: Door) throws {
    let realm = try memoryRealm(RuledClub.types)
    let objects = try realm.write { Objects(realm) }
    let before = counts(realm)
    realm.beginWrite()
    try door.delete(objects, realm)
    #expect(counts(realm) == before)
    for object in [objects.badge, objects.free, objects.member, objects.team] { #expect(!object.isInvalidated) }
    #expect(untyped(objects.member.address)?.street as? String == "0")
    #expect((objects.member.addresses as? List<DynamicObject>)?.map { $0.street as? String } == ["1", "2"])
    #expect((objects.member.places as? Map<String, DynamicObject?>)?.keys.map { $0 } == ["p"])
    let refusal = try #require(realm._core.session.writeRefusal as? RuleError)
    #expect(refusal.violations.map(\.rule) == [.targetDeleted("badge", .deny)])
    #expect(refusal.violations.map(\.object.type) == ["ClubBadge"])
    #expect(refusal.violations.map(\.holder?.type) == ["ClubLock"])
    #expect(throws: (any Error).self) { try realm.commitWrite() }
    #expect(!realm.isInWriteTransaction)
    #expect(counts(realm) == before)
  }

  @Test("each of these calls deletes the badge if the lock is deleted first", arguments: Door.allCases)
  func permitted(_ door: Door) throws {
    let realm = try memoryRealm(RuledClub.types)
    let objects = try realm.write { Objects(realm) }
    try realm.write {
      realm.delete(objects.lock)
      try door.delete(objects, realm)
      #expect(objects.badge.isInvalidated)
    }
    #expect(realm.dynamicObjects("ClubBadge").count <= 1)
  }

  @Test("new embedded objects lose their links to objects that are deleted with the old ones")
  func sameTarget() throws {
    let realm = try memoryRealm(RuledClub.types)
    let objects = try realm.write { Objects(realm) }
    try realm.write {
      realm.delete(objects.lock)
      let new: [String: Any] = ["street": "new", "badge": objects.badge]
      objects.member.addresses = [new]
    }
    #expect(realm.dynamicObjects("ClubBadge").isEmpty)
    let addresses = try #require(objects.member.addresses as? List<DynamicObject>)
    #expect(addresses.map { $0.street as? String } == ["new"])
    #expect(untyped(addresses[0].badge) == nil)
    #expect(realm.dynamicObjects("ClubAddress").count == 3)
  }

  @Test("a replacement of embedded objects may delete their owner, together with the new ones", arguments: 0..<5)
  func owner(_ form: Int) throws {
    let realm = try memoryRealm(RuledClub.types)
    let member = try realm.write {
      let badge = realm.dynamicCreate("ClubBadge")
      let old: [String: Any] = ["street": "old", "badge": badge]
      return realm.dynamicCreate(
        "ClubMember", value: ["own": badge, "address": old, "addresses": [old, old], "places": ["a": old, "b": old]])
    }
    let new = ["street": "new"]
    try realm.write {
      switch form {
      case 0: member.address = new
      case 1: member.addresses = [new, new]
      case 2: member.places = ["b": new, "c": new]
      case 3: (member.addresses as? List<DynamicObject>)?.removeAll()
      default: (member.places as? Map<String, DynamicObject?>)?.removeObject(for: "b")
      }
    }
    #expect(member.isInvalidated)
    #expect(realm.isEmpty)
    #expect(realm.dynamicObjects("ClubAddress").isEmpty)
  }

  @Test("a link of several objects to the deleted one is counted")
  func violation() throws {
    let realm = try memoryRealm(RuledClub.types)
    let objects = try realm.write { Objects(realm) }
    try realm.write { for _ in 0..<2 { realm.dynamicCreate("ClubLock", value: ["badge": objects.badge]) } }
    let violation = realm.refusal(ofDeleting: [objects.member])
    #expect(violation?.more == 2)
    #expect(violation?.holder?.row == objects.lock._rowAccess.key)
    #expect(realm.refusal(ofDeleting: [objects.free]) == nil)
    #expect(realm.refusal(ofDeleting: [objects.team]) == nil)
    // The lock has the rule, and the badge would be deleted with its owner.
    #expect(violation?.type == "ClubLock" && violation?.properties == ["badge"])
    #expect(violation?.object.type == "ClubBadge" && violation?.holder?.type == "ClubLock")
    let full = try realm.write { realm.dynamicCreate("ClubTeam", value: ["members": [objects.member]]) }
    let other = realm.refusal(ofDeleting: [full])
    #expect(other?.type == "ClubTeam" && other?.properties == ["members"])
    #expect(other?.object.type == "ClubTeam" && other?.holder?.type == "ClubMember")
    let frozen = realm.freeze()
    try realm.write { realm.delete(realm.dynamicObjects("ClubLock")) }
    #expect(realm.refusal(ofDeleting: [objects.member]) == nil)
    #expect(frozen.refusal(ofDeleting: frozen.dynamicObjects("ClubMember")) == violation)
  }

  @Test("a set and a map cascade, values of any type do not, and links to deleted objects become nil")
  func cascades() throws {
    let realm = try memoryRealm(RuledClub.types)
    let team = try realm.write {
      let (badge, room) = (realm.dynamicCreate("ClubBadge"), realm.dynamicCreate("ClubRoom"))
      let kept = realm.dynamicCreate("ClubBadge", value: ["code": "kept"])
      let team = realm.dynamicCreate("ClubTeam", value: ["badges": [badge], "rooms": ["a": room], "any": kept, "anyList": [kept]])
      realm.dynamicCreate("ClubTeam", value: ["spares": [badge, kept, badge], "any": badge, "anyList": [badge, 1, kept] as [Any]])
      return team
    }
    try realm.write { realm.delete(team) }
    #expect(realm.dynamicObjects("ClubBadge").map { $0.code as? String } == ["kept"])
    #expect(realm.dynamicObjects("ClubRoom").isEmpty)
    let other = try #require(realm.dynamicObjects("ClubTeam").first)
    #expect((other.spares as? List<DynamicObject>)?.map { $0.code as? String } == ["kept"])
    #expect(untyped(other.any) == nil)
    #expect((other.anyList as? List<AnyRealmValue>)?.count == 2)
  }

  @Test("a holder that denies can be deleted together with the objects to which it links, in one call of any form")
  func together() throws {
    let realm = try memoryRealm(RuledClub.types)
    func fill() throws -> (team: DynamicObject, mentor: DynamicObject, member: DynamicObject) {
      try realm.write {
        let mentor = realm.dynamicCreate("ClubMember", value: ["name": "Grace"])
        let member = realm.dynamicCreate("ClubMember", value: ["name": "Ada", "mentor": mentor])
        return (realm.dynamicCreate("ClubTeam", value: ["members": [member]]), mentor, member)
      }
    }
    let first = try fill()
    realm.beginWrite()
    realm.delete(first.team)
    #expect(!first.team.isInvalidated)
    realm.cancelWrite()
    try realm.write { realm.delete([first.team, first.member]) }
    #expect(realm.dynamicObjects("ClubMember").map { $0.name as? String } == ["Grace"])
    let second = try fill()
    // The member is deleted with its mentor.
    try realm.write { realm.delete([second.mentor, second.team]) }
    #expect(realm.dynamicObjects("ClubTeam").isEmpty)
    #expect(second.member.isInvalidated)
    _ = try fill()
    try realm.write { realm.deleteAll() }
    #expect(realm.isEmpty)
  }

  @Test("deleteAll deletes objects that deny each other's deletion, and is refused by an object of a type that only the file has")
  func all() throws {
    let name = UUID().uuidString
    let realm = try memoryRealm(RuledClub.types, name)
    try realm.write { _ = Objects(realm) }
    let before = counts(realm)
    let other = try memoryRealm(RuledClub.unlocked, name)
    other.beginWrite()
    other.deleteAll()
    #expect(counts(other) == before)
    #expect(throws: (any Error).self) { try other.commitWrite() }
    realm.refresh()
    try realm.write { realm.deleteAll() }
    #expect(realm.isEmpty)
  }

  @Test("after a cancelled write, the accessor of the deleted object stays invalid, and those of cascaded objects are valid again")
  func cancelled() throws {
    let realm = try memoryRealm(RuledClub.types)
    let (team, room) = try realm.write {
      let room = realm.dynamicCreate("ClubRoom")
      return (realm.dynamicCreate("ClubTeam", value: ["rooms": ["a": room]]), room)
    }
    realm.beginWrite()
    realm.delete(team)
    // An accessor that was used after its row was deleted stays invalid.
    #expect(team.isInvalidated)
    #expect(realm.dynamicObjects("ClubRoom").isEmpty)
    realm.cancelWrite()
    #expect(team.isInvalidated)
    #expect(!room.isInvalidated)
    #expect(realm.dynamicObjects("ClubTeam").count == 1)
  }

  @Test("observers are notified of objects that rules delete, and of changes along key paths")
  func observers() throws {
    let realm = try memoryRealm(RuledClub.types)
    let objects = try realm.write {
      let objects = Objects(realm)
      objects.team.rooms = ["a": realm.dynamicCreate("ClubRoom"), "b": realm.dynamicCreate("ClubRoom")]
      realm.delete(objects.lock)
      return objects
    }
    let (badges, teams, room) = (Calls(), Calls(), Calls())
    let last = try #require(realm.dynamicObjects("ClubRoom").last)
    let tokens = [
      realm.dynamicObjects("ClubBadge").observe { [badges] in badges.add($0) },
      realm.dynamicObjects("ClubTeam").observe(keyPaths: ["spares"]) { [teams] in teams.add($0) },
      last.observe { [room] (change: ObjectChange<DynamicObject>) in room.add(change) },
    ]
    realm.refresh()
    for calls in [badges, teams, room] { _ = calls.take() }
    // The badges go with the addresses of the member, one of them from the spares of the team.
    try realm.write { realm.delete(objects.member) }
    realm.refresh()
    #expect(badges.take() == ["-[0, 1] +[] ~[]"])
    #expect(teams.take() == ["-[] +[] ~[0]"])
    try realm.write { realm.delete(objects.team) }
    realm.refresh()
    #expect(room.take() == ["deleted"])
    withExtendedLifetime(tokens) {}
  }
}
