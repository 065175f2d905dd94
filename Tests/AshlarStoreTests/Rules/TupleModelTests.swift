import AshlarSchema
import Foundation
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Random writes under unique rules of several columns with every flag, judged by dictionaries: which commits fail, with which rows, and
/// what a failed one leaves.
@Suite("Unique values of several columns against a dictionary", .blocking)
struct TupleModelTests {
  private struct Row: Equatable {
    var kind: Int64
    var name: String?
    var parent: Int64?
    var flag = false
    var gone: Int64?

    func cell(_ property: String) -> CellValue {
      switch property {
      case "kind": .int(kind)
      case "name": name.map { .text($0) } ?? .null
      case "parent": parent.map { .link($0) } ?? .null
      case "flag": .flag(flag)
      default: gone.map { .date($0) } ?? .null
      }
    }

    func values(_ properties: [String]) -> [CellValue] { properties.map(cell) }
  }

  private struct Found: Hashable {
    let rule: UniqueRule
    let row: Int64
    let holder: Int64
  }

  private static let rules: [EntityRule] = [
    .unique("kind", "name"), .unique("name", whenNil: "gone"), .unique("parent", "name", nilCounts: true),
    .unique("kind", "parent", when: "flag", is: true), .unique("kind", "parent", when: "flag", is: false),
    .unique("parent", "kind", whenNil: "gone", nilCounts: true), .index(["name", "score", "kind"]),
  ]
  private static let long = String(repeating: "long text ", count: 50)
  private static let names: [String?] = [nil, "", "a", "\(long)1", "\(long)2", "\(long)3"] + (0..<40).map { "name \($0)" }

  private static var unique: [UniqueRule] {
    rules.compactMap { rule -> UniqueRule? in
      guard case .unique(let unique) = rule else { return nil }
      return unique
    }
  }

  /// The violations that a commit of `rows` finds.
  /// - Parameter written: The properties that the write has stored, by row, although they may have their old values.
  private func violations(_ rows: [Int64: Row], before: [Int64: Row], written: [Int64: Set<String>]) -> Set<Found> {
    var found: Set<Found> = []
    for rule in TupleModelTests.unique {
      let all = rule.properties + (rule.condition.map { [$0.property] } ?? [])
      func concerns(_ row: Row) -> Bool {
        if let condition = rule.condition, row.cell(condition.property) != (condition.value.map { .flag($0) } ?? .null) { return false }
        return rule.nilCounts || !row.values(rule.properties).contains(.null)
      }
      // A text that the index does not contain whole is compared again if its row was written.
      func isRewritten(_ key: Int64, _ row: Row) -> Bool {
        all.contains("name") && (row.name?.utf8.count ?? 0) > 240 && !(written[key] ?? []).isDisjoint(with: all)
      }
      for (_, group) in Dictionary(grouping: rows.filter { concerns($0.value) }, by: { $0.value.values(all) }) where group.count > 1 {
        let keys = group.map(\.key).sorted()
        let gained = group.filter { key, row in before[key]?.values(all) != row.values(all) || isRewritten(key, row) }.map(\.key)
        let holder = keys.first { !gained.contains($0) } ?? keys[0]
        for row in gained where row != holder { found.insert(Found(rule: rule, row: row, holder: holder)) }
      }
    }
    return found
  }

  private func found(_ violations: [StoredViolation]) -> Set<Found> {
    Set(
      violations.compactMap { violation in
        guard case .unique(let rule) = violation.rule else { return nil }
        return Found(rule: rule, row: violation.object.row, holder: violation.holder?.row ?? -1)
      })
  }

  private func read(_ rows: TupleStore) throws -> [Int64: Row] {
    let columns = try ["kind", "name", "parent", "flag", "gone"].map { try rows.column($0) }
    return try rows.store.rows(0).mapValues { cells in
      var row = Row(kind: cells[columns[0]].integer ?? -1)
      if case .bytes(let bytes) = cells[columns[1]] { row.name = String(decoding: bytes, as: UTF8.self) }
      if case .link(let key) = cells[columns[2]] { row.parent = key }
      row.flag = cells[columns[3]] == .flag(true)
      if case .bytes(let bytes) = cells[columns[4]] { row.gone = Int64(bytes[0]) }
      return row
    }
  }

  @Test("a commit fails exactly if values repeat, names the rows, and leaves everything as it was", arguments: 1...4 as ClosedRange<UInt64>)
  func random(_ seed: UInt64) throws {
    print("unique values of several columns: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var store = try TupleStore(path, TupleModelTests.rules)
    var model: [Int64: Row] = [:]
    var (failed, committed) = (0, 0)
    var id: Int64 = 0
    for round in 0..<120 {
      var next = model
      var written: [Int64: Set<String>] = [:]
      func set(_ key: Int64, _ property: String, _ change: (inout Row) -> Void) throws {
        guard var row = next[key] else { return }
        change(&row)
        next[key] = row
        written[key, default: []].insert(property)
        try store.set(key, property, row.cell(property))
      }
      try store.session.beginWrite()
      // Large writes almost always repeat a value, so that most are small.
      for _ in 0..<(round == 0 ? 30 : 1 + random.below(4)) {
        let keys = next.keys.sorted()
        let (key, other) = keys.isEmpty ? (0, 0) : (random.pick(keys), random.pick(keys))
        let kind = round == 0 ? Int64(next.count) : Int64(random.below(60))
        let name = round == 0 ? "first \(next.count)" : random.pick(TupleModelTests.names)
        let parent = keys.isEmpty || round == 0 || random.once(in: 3) ? nil : random.pick(keys)
        let gone = random.once(in: 3) ? Int64(random.below(3)) : nil
        switch round == 0 ? 0 : random.below(9) {
        case 0, 1:
          let row = Row(kind: kind, name: name, parent: parent, flag: random.once(in: 2), gone: gone)
          let properties = ["kind", "name", "parent", "flag", "gone"]
          let made = try store.insert(id, Dictionary(uniqueKeysWithValues: properties.map { ($0, row.cell($0)) }))
          next[made] = row
          id += 1
        case 2:
          try store.session.delete(0, key)
          next[key] = nil
          for (row, value) in next where value.parent == key {
            next[row]?.parent = nil
            written[row, default: []].insert("parent")
          }
        case 3:
          // Two rows swap their kinds and names.
          guard let a = next[key], let b = next[other] else { continue }
          try set(key, "kind") { $0.kind = b.kind }
          try set(key, "name") { $0.name = b.name }
          try set(other, "kind") { $0.kind = a.kind }
          try set(other, "name") { $0.name = a.name }
        case 4: try set(key, "name") { $0.name = name }
        case 5: try set(key, "parent") { $0.parent = parent }
        case 6: try set(key, "gone") { $0.gone = gone }
        case 7: try set(key, "flag") { $0.flag.toggle() }
        default: try set(key, "kind") { $0.kind = kind }
        }
      }
      let expected = violations(next, before: model, written: written)
      #expect(found(try store.session.ruleViolations()) == expected, "seed \(seed), round \(round)")
      if round > 0, random.once(in: 10) {
        store.session.cancelWrite()
      } else {
        var thrown: Set<Found> = []
        do { try store.session.commitWrite(sync: false) } catch let error as RuleError { thrown = found(error.violations) }
        #expect(thrown == expected, "seed \(seed), round \(round)")
        if thrown.isEmpty { model = next }
        if thrown.isEmpty { committed += 1 } else { failed += 1 }
      }
      #expect(try read(store) == model, "seed \(seed), round \(round)")
      if round % 20 == 19 {
        #expect(try store.faults() == [], "seed \(seed), round \(round)")
        #expect(try store.store.contradictions() == [], "seed \(seed), round \(round)")
        _ = try FileInspection.read(path, checksums: true)
        try folder.closeIdleFiles()
        store = try TupleStore(path, TupleModelTests.rules)
        #expect(try read(store) == model, "seed \(seed), round \(round)")
      }
    }
    #expect(failed > 10, "seed \(seed)")
    #expect(committed > 10, "seed \(seed)")
  }
}
