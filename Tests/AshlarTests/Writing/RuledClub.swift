import AshlarSchema

@testable import Ashlar

/// The schema of a club, with or without delete rules. A badge cannot be deleted while there is a lock for it.
private func club(isRuled: Bool) -> _LinkedSchema {
  var team = EntityModel(
    name: "ClubTeam",
    properties: [
      property("name", .string), property("members", .object, .list, target: "ClubMember"),
      property("badges", .object, .set, target: "ClubBadge"), property("rooms", .object, .map, target: "ClubRoom"),
      property("spares", .object, .list, target: "ClubBadge"), property("any", .any), property("anyList", .any, .list),
    ])
  var member = EntityModel(
    name: "ClubMember",
    properties: [
      property("name", .string), property("mentor", .object, target: "ClubMember"), property("own", .object, target: "ClubBadge"),
      property("address", .object, target: "ClubAddress"),
      property("addresses", .object, .list, target: "ClubAddress"), property("places", .object, .map, target: "ClubAddress"),
    ])
  var address = EntityModel(
    name: "ClubAddress", kind: .embedded, properties: [property("street", .string), property("badge", .object, target: "ClubBadge")])
  var lock = EntityModel(name: "ClubLock", properties: [property("badge", .object, target: "ClubBadge")])
  if isRuled {
    team.rules = [.holderDeleted("members", .deny), .holderDeleted("badges", .cascade), .holderDeleted("rooms", .cascade)]
    member.rules = [.targetDeleted("mentor", .cascade), .targetDeleted("own", .cascade)]
    address.rules = [.holderDeleted("badge", .cascade)]
    lock.rules = [.targetDeleted("badge", .deny)]
  }
  return _LinkedSchema(
    SchemaModel(
      name: "Club",
      entities: [
        team, member, address, lock, EntityModel(name: "ClubBadge", properties: [property("code", .string)]),
        EntityModel(name: "ClubRoom", properties: [property("number", .int)]),
      ]))
}

/// A club with delete rules.
enum RuledClub {
  static let schema = club(isRuled: true)
  enum Team: EraType { static let entity = schema.entity("ClubTeam", Era<Team>.self) }
  enum Member: EraType { static let entity = schema.entity("ClubMember", Era<Member>.self) }
  enum Address: EraType { static let entity = schema.entity("ClubAddress", EmbeddedEra<Address>.self) }
  enum Lock: EraType { static let entity = schema.entity("ClubLock", Era<Lock>.self) }
  enum Badge: EraType { static let entity = schema.entity("ClubBadge", Era<Badge>.self) }
  enum Room: EraType { static let entity = schema.entity("ClubRoom", Era<Room>.self) }
  static let unlocked: [ObjectBase.Type] = [
    Era<Team>.self, Era<Member>.self, EmbeddedEra<Address>.self, Era<Badge>.self, Era<Room>.self,
  ]
  static let types = unlocked + [Era<Lock>.self]
}

/// A club without rules.
enum UnruledClub {
  static let schema = club(isRuled: false)
  enum Team: EraType { static let entity = schema.entity("ClubTeam", Era<Team>.self) }
  enum Member: EraType { static let entity = schema.entity("ClubMember", Era<Member>.self) }
  enum Address: EraType { static let entity = schema.entity("ClubAddress", EmbeddedEra<Address>.self) }
  enum Lock: EraType { static let entity = schema.entity("ClubLock", Era<Lock>.self) }
  enum Badge: EraType { static let entity = schema.entity("ClubBadge", Era<Badge>.self) }
  enum Room: EraType { static let entity = schema.entity("ClubRoom", Era<Room>.self) }
  static let types: [ObjectBase.Type] = [
    Era<Team>.self, Era<Member>.self, EmbeddedEra<Address>.self, Era<Badge>.self, Era<Room>.self, Era<Lock>.self,
  ]
}
