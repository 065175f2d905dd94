import AshlarSchema

@testable import Ashlar

// The types of the page on rules, as the plugin generates them from its YAML.
private let membership = _LinkedSchema(membershipSchema(version: 2, isUnique: true))
private let olderMembership = _LinkedSchema(membershipSchema(version: 1, isUnique: false))

private func membershipSchema(version: UInt64, isUnique: Bool) -> SchemaModel {
  var member = EntityModel(
    name: "Member",
    properties: [
      PropertyModel(name: "id", type: .int, isPrimaryKey: true), PropertyModel(name: "email", type: .string, isIndexed: isUnique),
      PropertyModel(name: "badge", type: .int, isOptional: true, isIndexed: isUnique),
      PropertyModel(name: "locker", type: .object, isOptional: true, target: "Locker"),
    ])
  if isUnique { member.rules = EntityRule.sorted(["email", "badge", "locker"].map { .unique(UniqueRule([$0])) }) }
  let locker = EntityModel(name: "Locker", properties: [PropertyModel(name: "number", type: .int, isPrimaryKey: true)])
  return SchemaModel(name: "Membership", version: version, entities: [member, locker])
}

final class Member: Object {
  static let entity = membership.entity("Member", Member.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Member(row, own), to: Self.self) }

  var id: Int {
    get { self["id"] as? Int ?? 0 }
    set { self["id"] = newValue }
  }
  var email: String {
    get { self["email"] as? String ?? "" }
    set { self["email"] = newValue }
  }
  var badge: Int? {
    get { self["badge"] as? Int }
    set { self["badge"] = newValue }
  }
  var locker: Locker? {
    get { self["locker"] as? Locker }
    set { self["locker"] = newValue }
  }
}

final class Locker: Object {
  static let entity = membership.entity("Locker", Locker.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Locker(row, own), to: Self.self) }

  var number: Int {
    get { self["number"] as? Int ?? 0 }
    set { self["number"] = newValue }
  }
}

/// The type 'Member' of a release without rules.
final class OlderMember: Object {
  static let entity = olderMembership.entity("Member", OlderMember.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(OlderMember(row, own), to: Self.self) }
}

final class OlderLocker: Object {
  static let entity = olderMembership.entity("Locker", OlderLocker.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(OlderLocker(row, own), to: Self.self) }
}
