import StoreFixtures
import Testing

@testable import AshlarStore

/// What a store must hold: plain dictionaries, changed as the store is.
struct Reference: Equatable {
  private(set) var rows: [Int: [Int64: [CellValue]]]
  private var nextKeys: [Int: Int64]

  init() {
    rows = Dictionary(uniqueKeysWithValues: SampleSchema.ordinals.values.map { ($0, [:]) })
    nextKeys = [:]
  }

  func keys(_ table: Int) -> [Int64] { (rows[table] ?? [:]).keys.sorted() }

  mutating func insert(_ table: Int, _ values: [CellValue]) -> Int64 {
    let key = nextKeys[table, default: 0]
    nextKeys[table] = key + 1
    rows[table]?[key] = values
    return key
  }

  mutating func set(_ table: Int, _ key: Int64, _ column: Int, _ value: CellValue) { rows[table]?[key]?[column] = value }

  /// Deletes a row: links to it become null, elements go, and so does what it owns.
  mutating func delete(_ table: Int, _ key: Int64, in store: SampleStore) {
    guard let values = rows[table]?.removeValue(forKey: key), let definition = store.session.table(table) else { return }
    for link in definition.backlinks {
      for (source, cells) in rows[link.source] ?? [:] {
        switch cells[link.column] {
        case .link(key): rows[link.source]?[source]?[link.column] = .null
        case .list(let elements): rows[link.source]?[source]?[link.column] = .list(elements.filter { $0 != .link(key) })
        default: break
        }
      }
    }
    for link in definition.links where link.isEmbedded {
      if case .link(let child) = values[link.column] { delete(link.target, child, in: store) }
    }
  }

  func expectSame(_ store: SampleStore, _ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for (name, table) in SampleSchema.ordinals {
      let stored = try store.rows(table)
      #expect(stored == rows[table] ?? [:], "\(name), \(comment)", sourceLocation: sourceLocation)
      #expect(store.session.count(table) == rows[table]?.count, "\(name), \(comment)", sourceLocation: sourceLocation)
    }
    let contradictions = try store.contradictions()
    #expect(contradictions == [], comment, sourceLocation: sourceLocation)
  }
}
