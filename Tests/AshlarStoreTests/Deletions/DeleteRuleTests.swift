import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Deletions under delete rules", .blocking)
struct DeleteRuleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // One type of nodes with a link, a list and a text.
  private static func nodes(_ rules: [EntityRule], version: UInt64 = 1) -> SchemaModel {
    var node = EntityModel(
      name: "Node",
      properties: [
        PropertyModel(name: "name", type: .string, isPrimaryKey: true),
        PropertyModel(name: "next", type: .object, isOptional: true, target: "Node"),
        PropertyModel(name: "others", type: .object, collection: .list, target: "Node"),
      ])
    node.rules = rules
    return SchemaModel(name: "Nodes", version: version, entities: [node])
  }

  private func open(_ model: SchemaModel, _ name: String = "store") throws -> SampleStore {
    try SampleStore(EnvironmentRegistry.open(path: folder.file(name)), model: model, ordinals: ["Node": 0])
  }

  private func open(_ rules: [EntityRule]) throws -> SampleStore { try open(DeleteRuleTests.nodes(rules)) }

  // Inserts nodes, each with a link and a list of links by row.
  private func insert(_ store: SampleStore, _ links: [(next: Int64?, others: [Int64])]) throws {
    for index in links.indices { try store.insert(0, [.text("node \(index)")]) }
    for (index, links) in links.enumerated() {
      if let next = links.next { try store.set(0, Int64(index), 1, .link(next)) }
      if !links.others.isEmpty { try store.set(0, Int64(index), 2, .list(links.others.map { .link($0) })) }
    }
  }

  private func place(_ row: Int64) -> StoredViolation.Place { StoredViolation.Place(type: "Node", row: row, key: "node \(row)") }

  @Test("a long chain of rows is deleted on a small stack, in either direction", arguments: [true, false])
  func chain(_ isForward: Bool) throws {
    nonisolated(unsafe) let store = try open([isForward ? .holderDeleted("next", .cascade) : .targetDeleted("next", .cascade)])
    let count = Int64(rounds(.chainedRows))
    try store.session.beginWrite()
    for key in 0..<count { try store.insert(0, [.text("node \(key)")]) }
    for key in 0..<count - 1 { try store.set(0, key, 1, .link(key + 1)) }
    try store.session.commitWrite(sync: false)
    try store.session.beginWrite()
    nonisolated(unsafe) var deleted: Bool?
    onStack(256) { deleted = try? store.session.delete(0, isForward ? 1 : count - 2) }
    #expect(deleted == true)
    #expect(try store.session.liveKeys(0) == [isForward ? 0 : count - 1])
    try store.session.commitWrite(sync: false)
    #expect(try store.rows(0).values.map { $0[1] } == [.null])
    #expect(try store.contradictions() == [])
  }

  // Deletes row 0 of a store whose other rows have links from or to it, and checks that the first `kept` of the others are left, without
  // links.
  private func deleteCenter(_ store: SampleStore, kept: Int64) throws {
    try store.session.beginWrite()
    #expect(try store.session.delete(0, 0))
    #expect(try store.session.liveKeys(0) == Array(1..<(1 + kept)))
    try store.session.commitWrite(sync: false)
    #expect(store.session.count(0) == Int(kept))
    #expect(try store.rows(0).values.allSatisfy { $0[1] == .null && $0[2] == .list([]) })
    try StructureWalk.check(store.session.engine.path)
  }

  @Test("many rows that link to one are deleted with it, and only half of them if the others have no link", arguments: [true, false])
  func star(_ isWhole: Bool) throws {
    let store = try open([.targetDeleted("next", .cascade)])
    let count = Int64(rounds(.starredRows))
    let kept = isWhole ? 0 : count / 2
    try store.session.beginWrite()
    for key in 0..<(1 + count) { try store.insert(0, [.text("node \(key)")]) }
    for key in (1 + kept)..<(1 + count) { try store.set(0, key, 1, .link(0)) }
    try store.session.commitWrite(sync: false)
    try deleteCenter(store, kept: kept)
  }

  @Test("many rows that a list of one contains, some of them twice, are deleted with it")
  func listedStar() throws {
    let store = try open([.holderDeleted("others", .cascade)])
    let count = Int64(rounds(.starredRows))
    try store.session.beginWrite()
    for key in 0..<(1 + count) { try store.insert(0, [.text("node \(key)")]) }
    // The first rows are in no list, and link to rows that go.
    let kept: Int64 = 5
    for key in 1..<(1 + kept) { try store.set(0, key, 1, .link(count - key)) }
    try store.set(0, 0, 2, .list(((1 + kept)..<(1 + count)).map { .link($0) } + [.link(count), .link(count - 1)]))
    try store.session.commitWrite(sync: false)
    try deleteCenter(store, kept: kept)
  }

  @Test("rows that link to each other or to themselves are deleted together, and do not deny each other's deletion")
  func together() throws {
    let store = try open([.holderDeleted("others", .deny), .targetDeleted("next", .deny)])
    try store.session.beginWrite()
    try insert(store, [(1, [1, 1]), (0, []), (2, [2]), (nil, [4]), (nil, [])])
    for keys in [[0], [1], [3]] as [[Int64]] { #expect(try store.session.refusal(ofDeleting: [0: keys]) != nil) }
    // A row that links to itself, a cycle, and a holder with its target.
    for keys in [[2], [0, 1], [4, 3], [4]] as [[Int64]] { #expect(try store.session.refusal(ofDeleting: [0: keys]) == nil) }
    #expect(try store.session.delete(0, 2))
    #expect(try store.session.delete(0, [1, 0]))
    #expect(try store.session.delete(0, [4, 3]))
    #expect(store.session.count(0) == 0)
    try store.session.commitWrite(sync: false)
  }

  @Test("a diamond of cascade and deny is deleted as a whole")
  func diamond() throws {
    let store = try open([.holderDeleted("others", .cascade), .targetDeleted("next", .deny)])
    try store.session.beginWrite()
    // Row 0 owns 1 and 2, and 1 links to 2, which would deny the deletion of 2 alone.
    try insert(store, [(nil, [1, 2]), (2, []), (nil, [])])
    #expect(
      try store.session.refusal(ofDeleting: [0: [2]])
        == StoredViolation(.targetDeleted("next", .deny), object: place(2), holder: place(1)))
    #expect(try store.session.delete(0, 0))
    #expect(store.session.count(0) == 0)
  }

  @Test("a refused deletion changes nothing, names a row that prevents it, and makes the commit throw")
  func refused() throws {
    let store = try open([.holderDeleted("others", .cascade), .targetDeleted("next", .deny)])
    try store.session.beginWrite()
    try insert(store, [(nil, [1, 2]), (nil, []), (nil, []), (2, []), (2, []), (2, [])])
    try store.session.commitWrite(sync: false)
    let before = try store.rows(0)
    try store.session.beginWrite()
    try store.set(0, 1, 0, .text("changed"))
    let changed = try store.rows(0)
    let violation = StoredViolation(.targetDeleted("next", .deny), object: place(2), holder: place(3), more: 2)
    #expect(try !store.session.delete(0, 0))
    #expect(try !store.session.mayDelete([0: [0]]))
    #expect(try store.rows(0) == changed)
    let error = RuleError(path: store.session.engine.path, [violation])
    #expect(store.session.writeRefusal as? RuleError == error)
    #expect(throws: error) { try store.session.commitWrite(sync: false) }
    #expect(try store.rows(0) == before)
    #expect(
      "\(error)".hasSuffix(
        "- row 2 with the primary key node 2 of 'Node' cannot be deleted, because 'Node.next' denies it: row 3 with the primary key node 3 of "
          + "'Node' and 2 more objects would link to a deleted object"))
    try store.session.beginWrite()
    #expect(try store.session.delete(0, [3, 4, 5, 0]))
    try store.session.commitWrite(sync: false)
    #expect(store.session.count(0) == 0)
  }

  @Test("a denial by the object itself names a row to which it links")
  func deniedByHolder() throws {
    let store = try open([.holderDeleted("others", .deny)])
    try store.session.beginWrite()
    try insert(store, [(nil, [2, 1, 2]), (nil, []), (nil, [])])
    let violation = StoredViolation(.holderDeleted("others", .deny), object: place(0), holder: place(1), more: 1)
    #expect(try store.session.refusal(ofDeleting: [0: [0]]) == violation)
    #expect(
      "\(violation)"
        == "row 0 with the primary key node 0 of 'Node' cannot be deleted, because 'Node.others' denies it: the object links to row 1 with "
        + "the primary key node 1 of 'Node' and 1 more object")
    #expect(try store.session.delete(0, 1))
    #expect(try store.session.delete(0, [0, 2]))
  }

  @Test("rules of the file apply to a session whose schema lacks them, even if another session adds them while it is open")
  func otherSession() throws {
    let without = DeleteRuleTests.nodes([])
    let old = try open(without)
    try old.session.beginWrite()
    try insert(old, [(1, []), (nil, [0])])
    try old.session.commitWrite(sync: false)
    #expect(!old.session.hasDeleteRules)
    #expect(throws: CatalogError.self) { try open(DeleteRuleTests.nodes([.targetDeleted("others", .deny)])) }
    let new = try open(DeleteRuleTests.nodes([.targetDeleted("others", .deny)], version: 2))
    #expect(try Catalog.read(new.session.engine)?.features.contains(.deletes) == true)
    try old.session.beginWrite()
    #expect(old.session.hasDeleteRules)
    #expect(try !old.session.delete(0, 0))
    #expect(throws: RuleError.self) { try old.session.commitWrite(sync: false) }
    // Another rule under a higher version is applied to the rows as they are.
    let newest = try open(DeleteRuleTests.nodes([.holderDeleted("next", .cascade)], version: 3))
    try old.session.beginWrite()
    #expect(try old.session.delete(0, 0))
    try old.session.commitWrite(sync: false)
    try newest.session.advance()
    #expect(newest.session.count(0) == 0)
    // Without rules, the file still lists the feature.
    do { _ = try open(DeleteRuleTests.nodes([], version: 4)) }
    try old.session.beginWrite()
    #expect(!old.session.hasDeleteRules)
    old.session.cancelWrite()
  }

  @Test("a session with the former name of a link obeys its delete rule after another session has renamed it")
  func renamed() throws {
    let old = try open([.targetDeleted("next", .deny)])
    try old.session.beginWrite()
    try insert(old, [(1, []), (nil, [])])
    try old.session.commitWrite(sync: false)
    var model = DeleteRuleTests.nodes([.targetDeleted("successor", .deny)], version: 2)
    model.entities[0].properties[1] = PropertyModel(name: "successor", type: .object, isOptional: true, target: "Node")
    model.entities[0].properties[1].was = ["next"]
    do { _ = try open(model) }
    try old.session.beginWrite()
    #expect(try !old.session.delete(0, 1))
    let violation = StoredViolation(.targetDeleted("successor", .deny), object: place(1), holder: place(0))
    #expect(throws: RuleError(path: old.session.engine.path, [violation])) { try old.session.commitWrite(sync: false) }
    #expect(old.session.count(0) == 2)
  }

  @Test("a frozen session reports the refusals of its own version")
  func frozen() throws {
    let store = try open([.targetDeleted("next", .deny)])
    try store.session.beginWrite()
    try insert(store, [(1, []), (nil, [])])
    try store.session.commitWrite(sync: false)
    let context = AccessContext.allocated()
    defer { context.deallocate() }
    do {
      let frozen = try ReadSession(freezing: store.session, context: context)
      try store.session.beginWrite()
      try store.session.delete(0, 0)
      #expect(try store.session.refusal(ofDeleting: [0: [1]]) == nil)
      try store.session.commitWrite(sync: false)
      #expect(try frozen.refusal(ofDeleting: [0: [1]])?.holder == place(0))
      #expect(try frozen.refusal(ofDeleting: [0: [0, 1]]) == nil)
    }
  }

  // The searches in the index of backlinks, and the rows that they returned, during `body`.
  private func work(_ session: StoreSession, _ body: () throws -> Void) rethrows -> Int {
    let before = session.backlinkSearches + session.visitedSources
    try body()
    return session.backlinkSearches + session.visitedSources - before
  }

  @Test("deleting rows one by one takes a constant number of searches for each, as without rules")
  func loop() throws {
    func searches(_ rules: [EntityRule], _ name: String, _ count: Int64) throws -> Int {
      let store = try open(DeleteRuleTests.nodes(rules), name)
      try store.session.beginWrite()
      // Each second row links to the row before it.
      try insert(store, (0..<count).map { ($0 % 2 == 1 ? $0 - 1 : nil, []) })
      try store.session.commitWrite(sync: false)
      try store.session.beginWrite()
      let found = try work(store.session) { for key in 0..<count { try store.session.delete(0, key) } }
      #expect(store.session.count(0) == 0)
      try store.session.commitWrite(sync: false)
      return found
    }
    let cases: [[EntityRule]] = [
      [.targetDeleted("next", .cascade)], [.targetDeleted("others", .deny)],
      [.holderDeleted("others", .cascade), .targetDeleted("others", .cascade)],
    ]
    let without = try searches([], "without", 4_000)
    for (index, rules) in cases.enumerated() {
      let few = try searches(rules, "few \(index)", 500)
      let many = try searches(rules, "many \(index)", 4_000)
      #expect(many <= few * 10, "the work for each row does not grow with their number")
      #expect(many <= without * 2, "the rules cost no more than the deletion itself")
    }
  }

  @Test("a deletion reads the column of links once if there are many rows, and the index if there are few")
  func sources() throws {
    let store = try open([.targetDeleted("next", .cascade)])
    try store.session.beginWrite()
    try insert(store, (0..<6_400).map { ($0 == 0 ? nil : $0 < 200 ? 0 : 1, []) })
    try store.session.commitWrite(sync: false)
    func searches(_ keys: [Int64]) throws -> Int {
      try store.session.beginWrite()
      defer { store.session.cancelWrite() }
      let before = store.session.backlinkSearches
      #expect(try store.session.refusal(ofDeleting: [0: keys]) == nil)
      return store.session.backlinkSearches - before
    }
    // The key, and the rows that link to it: enough for a scan.
    #expect(try (1...8).contains(searches([0])))
    #expect(try searches([6_000]) == 1)
    #expect(try searches(Array(6_000..<6_099)) > 0)
    #expect(try searches(Array(6_000..<6_200)) == 0)
  }

  @Test("tables that no rule reaches are not searched for rules")
  func unreached() throws {
    let store = try SampleStore(path: folder.file("plain"))
    #expect(!store.session.hasDeleteRules)
    #expect(SampleSchema.ordinals.values.allSatisfy { !store.session.obeysDeleteRules($0) })
  }

  @Test("a rule of an embedded object concerns every type that owns it through any number of others", arguments: [false, true])
  func owners(isReversed: Bool) throws {
    // Each type owns objects of the next one, and the last type has the rule. The first link is to another object of the first type.
    let count = 40
    var entities = (0..<count).map { number in
      var entity = EntityModel(
        name: "Part\(number)", kind: number == 0 ? .object : .embedded, properties: [PropertyModel(name: "number", type: .int)])
      let isLast = number == count - 1
      entity.properties.append(
        PropertyModel(name: "next", type: .object, isOptional: true, target: isLast ? "Part0" : "Part\(number + 1)"))
      if isLast { entity.rules = [.holderDeleted("next", .cascade)] }
      return entity
    }
    entities.append(EntityModel(name: "Other", properties: [PropertyModel(name: "number", type: .int)]))
    let names = entities.map(\.name)
    let ordinals = Dictionary(uniqueKeysWithValues: (isReversed ? names.reversed() : names).enumerated().map { ($1, $0) })
    let model = SchemaModel(name: "Parts", version: 1, entities: entities)
    let store = try SampleStore(EnvironmentRegistry.open(path: folder.file("owners")), model: model, ordinals: ordinals)
    for (name, ordinal) in ordinals { #expect(store.session.obeysDeleteRules(ordinal) == (name != "Other"), "\(name)") }
  }
}
