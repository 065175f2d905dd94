import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Random writes, judged by dictionaries: which commits fail, with which rows, and what a failed one leaves.
@Suite("Unique values against a dictionary", .blocking)
struct UniqueModelTests {
  private struct Row: Equatable {
    var code: Int64
    var name: String?
    var mate: Int64?
  }

  private static let long = String(repeating: "long text ", count: 50)
  private static let names: [String?] =
    [nil, "", "a", "b", "ten letters", "\(long)1", "\(long)2", "\(long)3"] + (0..<30).map { "name \($0)" }

  /// The conflicts that a commit of `rows` finds.
  private func conflicts(_ rows: [Int64: Row], before: [Int64: Row]) -> Set<Conflict> {
    var found: Set<Conflict> = []
    func compare<Value: Hashable>(_ property: String, _ value: (Row) -> Value?) {
      for (_, keys) in Dictionary(grouping: rows.keys.filter { rows[$0].flatMap(value) != nil }, by: { rows[$0].flatMap(value) }) {
        let sorted = keys.sorted()
        let gained = sorted.filter { rows[$0].flatMap(value) != before[$0].flatMap(value) }
        guard sorted.count > 1, let holder = sorted.first(where: { !gained.contains($0) }) ?? sorted.first else { continue }
        for row in gained where row != holder { found.insert(Conflict(property, row, with: holder)) }
      }
    }
    compare("code") { $0.code }
    compare("name") { $0.name }
    compare("mate") { $0.mate }
    return found
  }

  private func read(_ store: UniqueStore) throws -> [Int64: Row] {
    try store.store.rows(0).mapValues { cells in
      var row = Row(code: cells[store.columns.code].integer ?? -1)
      if case .bytes(let bytes) = cells[store.columns.name] { row.name = String(decoding: bytes, as: UTF8.self) }
      if case .link(let key) = cells[store.columns.mate] { row.mate = key }
      return row
    }
  }

  @Test("a commit fails exactly if values repeat, names the rows, and leaves everything as it was", arguments: 1...4 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    print("unique values: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var store = try UniqueStore(EnvironmentRegistry.open(path: path))
    var model: [Int64: Row] = [:]
    var (failed, committed) = (0, 0)
    for round in 0..<120 {
      var next = model
      try store.session.beginWrite()
      // Large writes almost always repeat a value, so that most are small.
      for _ in 0..<(round == 0 ? 40 : Int.random(in: 1...4, using: &random)) {
        let keys = next.keys.sorted()
        let kind = round == 0 ? 0 : Int.random(in: 0..<8, using: &random)
        let code = round == 0 ? Int64(next.count) : Int64.random(in: 0..<400, using: &random)
        let name = round == 0 || random.once(in: 2) ? nil : UniqueModelTests.names.randomElement(using: &random) ?? nil
        let mate = random.once(in: 2) ? nil : keys.randomElement(using: &random)
        switch kind {
        case 0, 1:
          let key = try store.insert(code, name, mate: round == 0 ? nil : mate)
          next[key] = Row(code: code, name: name, mate: round == 0 ? nil : mate)
        case 2:
          guard let key = keys.randomElement(using: &random) else { continue }
          try store.delete(key)
          next[key] = nil
          for (other, row) in next where row.mate == key { next[other]?.mate = nil }
        case 3:
          // Two rows swap their codes.
          guard let a = keys.randomElement(using: &random), let b = keys.randomElement(using: &random), let rowA = next[a],
            let rowB = next[b]
          else { continue }
          try store.set(a, code: rowB.code)
          try store.set(b, code: rowA.code)
          next[a]?.code = rowB.code
          if a != b { next[b]?.code = rowA.code }
        case 4, 5:
          guard let key = keys.randomElement(using: &random) else { continue }
          try store.set(key, name: name)
          next[key]?.name = name
        case 6:
          guard let key = keys.randomElement(using: &random) else { continue }
          try store.set(key, mate: mate)
          next[key]?.mate = mate
        default:
          guard let key = keys.randomElement(using: &random) else { continue }
          try store.set(key, code: code)
          next[key]?.code = code
        }
      }
      let expected = conflicts(next, before: model)
      #expect(Set(try store.session.ruleViolations().map { Conflict($0) }) == expected, "seed \(seed), round \(round)")
      if random.once(in: 10) {
        store.session.cancelWrite()
      } else {
        var found: Set<Conflict> = []
        do { try store.session.commitWrite(sync: false) } catch let error as RuleError {
          found = Set(error.violations.map { Conflict($0) })
        }
        #expect(found == expected, "seed \(seed), round \(round)")
        if found.isEmpty { model = next }
        if found.isEmpty { committed += 1 } else { failed += 1 }
      }
      #expect(try read(store) == model, "seed \(seed), round \(round)")
      if round % 20 == 19 {
        #expect(try store.store.contradictions() == [], "seed \(seed), round \(round)")
        _ = try FileInspection.read(path, checksums: true)
        EnvironmentRegistry.closeIdleFile(path: path)
        store = try UniqueStore(EnvironmentRegistry.open(path: path))
        #expect(try read(store) == model, "seed \(seed), round \(round)")
      }
    }
    #expect(failed > 10, "seed \(seed)")
    #expect(committed > 10, "seed \(seed)")
  }
}
