import Testing

@testable import AshlarSchema

@Suite("Differences between rules")
struct RuleDifferenceTests {
  private func all(_ old: [EntityRule], _ new: [EntityRule]) -> [SchemaDifference] {
    let (old, new) = (RuledModel.with(old), RuledModel.with(new))
    return SchemaDifference.between(old, new) + SchemaDifference.unstored(old, new)
  }

  private func lines(_ old: [EntityRule], _ new: [EntityRule]) -> [String] {
    all(old, new).map { "\($0.group)\($0.needsVersion ? ", version" : ""): \($0)" }
  }

  private let pair = EntityRule.unique(UniqueRule(["owner", "login"]))

  @Test("an added or removed rule is one line, with its group and whether it needs a version")
  func addedAndRemoved() {
    #expect(lines([], [pair]) == ["migration, version: A unique rule over 'accounts.owner', 'login' has been added."])
    #expect(lines([pair], []) == ["automatic, version: The unique rule over 'accounts.owner', 'login' has been removed."])
    let index = EntityRule.index(["owner", "opened"])
    #expect(lines([], [index]) == ["automatic: An index over 'accounts.owner', 'opened' has been added."])
    #expect(lines([index], []) == ["automatic: The index over 'accounts.owner', 'opened' has been removed."])
    let range = EntityRule.range("age", ValueBounds(low: .int(0), high: .int(120)))
    #expect(lines([], [range]) == ["migration, version: A range of 'accounts.age' (0...120) has been added."])
    #expect(
      lines([], [.targetDeleted("owner", .deny)])
        == ["automatic, version: A delete rule of the objects that 'accounts.owner' links to (deny) has been added."])
    #expect(
      lines([.primaryKey(["code", "login"])], [])
        == ["migration, version: The primary key over 'accounts.code', 'login' has been removed."])
    #expect(
      lines([], [.oneOf("status", [.string("open")])])
        == ["migration, version: A check of the cases of 'accounts.status' has been added."])
  }

  @Test("rows are examined for a rule that was narrowed, not for one that was widened")
  func changed() {
    let ranges: [(ValueBounds, ValueBounds, Bool)] = [
      (.init(low: .int(0), high: .int(9)), .init(low: .int(0), high: .int(10)), true),
      (.init(low: .int(0), high: .int(9)), .init(low: .int(0)), true),
      (.init(low: .int(0)), .init(low: .int(0), high: .int(9)), false),
      (.init(low: .int(0)), .init(low: .int(0), excludesLow: true), false),
      (.init(low: .int(0), excludesLow: true), .init(low: .int(0)), true),
      (.init(low: .int(0)), .init(high: .int(9)), false),
    ]
    for (old, new, isWider) in ranges {
      let found = all([.range("age", old)], [.range("age", new)])
      #expect(found.map(\.group) == [isWider ? .automatic : .migration], "\(old) \(new)")
      #expect(found.map(\.needsVersion) == [true])
    }
    #expect(
      lines([.length("login", CountBounds(low: 1))], [.length("login", CountBounds(low: 2))])
        == ["migration, version: The length rule of 'accounts.login' has been changed from '1...' to '2...'."])
    #expect(
      lines([.pattern("login", "a*")], [.pattern("login", "*")])
        == ["migration, version: The pattern of 'accounts.login' has been changed from 'a*' to '*'."])
    let cases = lines([.oneOf("status", [.string("a")])], [.oneOf("status", [.string("a"), .string("b")])])
    #expect(cases == ["automatic: The check of the cases of 'accounts.status' has been changed."])
    #expect(all([.order("opened", .less, "closed")], [.order("opened", .lessOrEqual, "closed")]).map(\.group) == [.automatic])
    #expect(all([pair], [.unique(UniqueRule(["owner", "login"], nilCounts: true))]).map(\.group) == [.migration])
    #expect(all([.holderDeleted("parts", .cascade)], [.holderDeleted("parts", .deny)]).map(\.group) == [.automatic])
  }

  @Test("rules follow a renamed property")
  func renamed() {
    let old = RuledModel.with([.length("login", CountBounds(low: 1)), pair])
    let new = RuledModel.with([.length("name", CountBounds(low: 1)), .unique(UniqueRule(["owner", "name"]))]) { entity in
      entity.properties[2].storedName = "name"
      entity.properties[2].was = ["login"]
    }
    #expect(SchemaDifference.between(old, new) == [.propertyRenamed(type: "accounts", property: "name", from: "login")])
  }

  @Test("there is a stored difference exactly if the storage fingerprints differ")
  func complete() {
    let rules = RuledModel.account.rules
    for (index, rule) in rules.enumerated() {
      let (old, new) = (RuledModel.with(Array(rules[..<index])), RuledModel.with(Array(rules[..<index]) + [rule]))
      #expect(SchemaDifference.between(old, new).isEmpty == (Fingerprint.storage(of: old) == Fingerprint.storage(of: new)), "\(rule)")
      #expect(!(SchemaDifference.between(old, new) + SchemaDifference.unstored(old, new)).isEmpty)
    }
  }

  @Test("the rules of asymmetric types concern no file")
  func asymmetric() {
    let (old, new) = (RuledModel.with([]) { $0.kind = .asymmetric }, RuledModel.with([pair]) { $0.kind = .asymmetric })
    #expect(SchemaDifference.between(old, new) == [])
    #expect(SchemaDifference.unstored(old, new).map(\.group) == [.api])
    #expect(SchemaDifference.unstored(old, new).map(\.needsVersion) == [false])
  }
}
