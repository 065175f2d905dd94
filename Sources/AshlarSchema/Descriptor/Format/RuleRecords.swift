/// RULE: a rule of a type, or an index of several properties. The content of `flags`, `low` and `high` depends on `kind`.
package enum RuleRecord {
  static let entity = 0
  static let kind = 4
  static let flags = 5
  static let memberCount = 6
  static let firstMember = 8
  static let low = 12
  static let high = 16
  static let size = 24

  package static let fields: [RecordField] = [
    .init(name: "entity", offset: entity, size: 4),
    .init(name: "kind", offset: kind, size: 1),
    .init(name: "flags", offset: flags, size: 1),
    .init(name: "member count", offset: memberCount, size: 2),
    .init(name: "first member", offset: firstMember, size: 4),
    .init(name: "low", offset: low, size: 4),
    .init(name: "high", offset: high, size: 4),
    .init(name: "reserved", offset: 20, size: 4, meaning: .zero),
  ]
}

/// RMEM and RVAL: an element of a rule, which is the ordinal of a stored property or an index into DFLT.
package enum RuleReferenceRecord {
  static let index = 0
  static let size = 4

  package static let fields: [RecordField] = [.init(name: "index", offset: index, size: 4)]
}
