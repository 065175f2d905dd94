import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Deletions in a database of SQLite 3 with foreign keys, each in a transaction: `ON DELETE CASCADE`, `SET NULL`, and for `deny` a deferred
/// `NO ACTION`, which is judged when the transaction ends. A line of the fixture has fields between tabs: for each of three tables, between
/// slashes, the target and the rule of its three links; its rows, between semicolons, with the row to which each link leads; then the
/// deletions, each with a table, its rows, and what remains, or `refused`.
@Suite("Deletions in a store and in SQLite", .blocking)
struct SQLiteDeletionTests {
  private static let names = ["A", "B", "C"]

  private func model(_ field: Substring) throws -> SchemaModel {
    let entities = try zip(SQLiteDeletionTests.names, parts(field, "/")).map { name, links in
      var properties = [PropertyModel(name: "id", type: .int)]
      var rules: [EntityRule] = []
      for (column, link) in links.split(separator: " ").enumerated() {
        let target = try #require(link.first?.wholeNumberValue)
        properties.append(
          PropertyModel(name: "l\(column)", type: .object, isOptional: true, target: SQLiteDeletionTests.names[target]))
        switch link.last {
        case "c": rules.append(.targetDeleted("l\(column)", .cascade))
        case "d": rules.append(.targetDeleted("l\(column)", .deny))
        default: break
        }
      }
      var entity = EntityModel(name: name, properties: properties)
      entity.rules = EntityRule.sorted(rules)
      return entity
    }
    return SchemaModel(name: "Links", version: 1, entities: entities)
  }

  private func parts(_ text: Substring, _ separator: Character) -> [Substring] {
    text.split(separator: separator, omittingEmptySubsequences: false)
  }

  private func cells(_ links: Substring) -> [CellValue] { parts(links, ",").map { Int64($0).map { .link($0) } ?? .null } }

  // The rows of all tables as the fixture writes them.
  private func contents(_ store: SampleStore) throws -> String {
    try (0..<3).map { table in
      try store.rows(table).sorted { $0.key < $1.key }.map { key, cells in
        "\(key):" + cells.dropFirst().map { $0.targets.first.map { "\($0)" } ?? "-" }.joined(separator: ",")
      }.joined(separator: ";")
    }.joined(separator: "/")
  }

  @Test("the same deletions are refused, and the same rows and links remain")
  func histories() throws {
    let folder = try TemporaryFolder()
    var (refused, deleted) = (0, 0)
    let lines = try Repository.text("Tests/AshlarStoreTests/Fixtures/deletions-sqlite.tsv").split(separator: "\n")
    for (number, line) in lines.enumerated() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      let store = try SampleStore(
        EnvironmentRegistry.open(path: folder.file("\(number)")), model: model(fields[0]), ordinals: ["A": 0, "B": 1, "C": 2])
      try store.session.beginWrite()
      let rows = parts(fields[1], "/").map { $0.split(separator: ";") }
      for table in 0..<3 { for key in rows[table].indices { try store.insert(table, [.int(Int64(key))]) } }
      for table in 0..<3 {
        for (key, links) in rows[table].enumerated() {
          for (column, cell) in cells(links).enumerated() { try store.set(table, Int64(key), column + 1, cell) }
        }
      }
      try store.session.commitWrite(sync: false)
      for field in fields.dropFirst(2) {
        let note: Comment = "line \(number + 1), deletion \(field)"
        let sides = parts(field, "=")
        let words = parts(sides[0], " ")
        let table = try #require(Int(words[0]))
        let keys = parts(words[1], ",").compactMap { Int64($0) }
        let before = try contents(store)
        try store.session.beginWrite()
        let isDeleted = try store.session.delete(table, keys)
        #expect(isDeleted == (sides[1] != "refused"), note)
        if isDeleted {
          deleted += 1
          try store.session.commitWrite(sync: false)
          #expect(try contents(store) == String(sides[1]), note)
        } else {
          refused += 1
          #expect(throws: RuleError.self, note) { try store.session.commitWrite(sync: false) }
          #expect(try contents(store) == before, note)
        }
      }
      #expect(try store.contradictions() == [], "line \(number + 1)")
    }
    #expect(refused > 50)
    #expect(deleted > 50)
  }
}
