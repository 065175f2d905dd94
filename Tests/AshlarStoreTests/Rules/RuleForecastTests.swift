import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

/// Random rules that come and go over random rows. A model judges the rows; a forecast and an opening have to agree with it.
@Suite("Forecasts of rules that are added", .blocking)
struct RuleForecastTests {
  private typealias Row = [String: RuledValues.Value]

  /// The rules of a version.
  private struct Release {
    let version: UInt64
    let rules: [EntityRule]

    init(_ version: UInt64, _ random: inout SeededGenerator, mayBeUnique: Bool = true) {
      self.version = version
      var rules = RuledValues.rules(&random).filter { _ in random.once(in: 3) }
      if mayBeUnique {
        for name in ["int2", "text2", "text"] where random.once(in: 5) { rules.append(.unique(UniqueRule([name]))) }
      }
      self.rules = EntityRule.sorted(rules)
    }

    // Unique columns have an index.
    func change(_ entity: inout EntityModel) {
      for case .unique(let rule) in rules { entity.properties[RuledSchema.column(rule.properties[0])].isIndexed = true }
    }

    var model: SchemaModel { RuledSchema.model(rules, version: version, change) }

    var wanted: WantedSchema {
      WantedSchema(model, ordinals: RuledSchema.ordinals, unlisted: UnlistedOrdinals(from: RuledSchema.ordinals.count).ordinal)
    }

    func open(_ path: String) throws -> SampleStore { try SampleStore(ruled: path, rules, version: version, change) }

    /// The rules that rows break.
    func broken(_ rows: [Row]) -> Set<EntityRule> {
      Set(
        rules.filter { rule in
          guard case .unique(let unique) = rule else { return rows.contains { RuledValues.isBroken(rule, $0) } }
          let cells = rows.compactMap { $0[unique.properties[0]].map { RuledValues.cell(unique.properties[0], $0) } }.filter { $0 != .null }
          return Set(cells).count < cells.count
        })
    }
  }

  // Stores random rows that satisfy the rules of a release, most of them also those of another.
  private func fill(_ store: SampleStore, _ release: Release, _ next: Release, _ random: inout SeededGenerator) throws -> [Row] {
    var rows: [Row] = []
    let rules = release.rules + (random.once(in: 3) ? [] : next.rules)
    for _ in 0..<random.below(5) {
      var row: Row = [:]
      for name in RuledValues.names { row[name] = RuledValues.permitted(name, rules.filter { $0.kind != .unique }, &random) }
      do {
        try store.write { try store.insertRuled(row.reduce(into: [:]) { $0[$1.key] = RuledValues.cell($1.key, $1.value) }) }
        rows.append(row)
      } catch is RuleError {
        // Two columns are not in order, or a value is taken.
      }
    }
    return rows
  }

  // The error of an opening; nil if it succeeds.
  private func error(_ body: () throws -> Void) throws -> CatalogError? {
    do {
      try body()
      return nil
    } catch let error as CatalogError {
      return error
    }
  }

  private func rule(_ error: CatalogError?) -> EntityRule? {
    if case .ruleBroken(_, let violation, _)? = error { violation.rule } else { nil }
  }

  @Test("a forecast fails exactly if the opening does and states its error, and both exactly if a row breaks a rule", arguments: 0..<4)
  func openings(_ part: Int) throws {
    let seed = seed() &+ UInt64(part)
    print("forecasts of rules: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (refused, opened) = (0, 0)
    for round in 0..<rounds(.ruleForecasts) / 4 {
      let note: Comment = "seed \(seed), round \(round)"
      let folder = try TemporaryFolder()
      let path = RealPath.of(folder.file("store"))
      let (before, after) = (Release(1, &random), Release(2, &random))
      let rows: [Row]
      let stored: [Int64: [CellValue]]
      do {
        let store = try before.open(path)
        rows = try fill(store, before, after, &random)
        stored = try store.rows(RuledSchema.row)
      }
      let broken = after.broken(rows)
      let forecast = try MigrationForecast(
        EnvironmentRegistry.open(path: path), to: after.wanted, version: 2, reach: .nothing, steps: [])
      #expect(forecast.fails == !broken.isEmpty, note)
      let onCopy = random.once(in: 2)
      if onCopy { try folder.closeIdleFiles() }
      let found = try error {
        if onCopy {
          let hop = MigrationHop(to: after.wanted, version: 2, with: RowCode { _, _ in })
          _ = try CopiedMigration([hop], for: WriteHolder(), memory: 0) { _, _ in }.open(path: path)
        } else {
          _ = try after.open(path)
        }
      }
      #expect((found == nil) == broken.isEmpty, note)
      if let found {
        refused += 1
        #expect(rule(found).map { broken.contains($0) } == true, note)
        #expect(forecast.lines.compactMap(\.failure).contains(found.description), note)
        #expect(Set(forecast.lines.compactMap(\.failure)).count == broken.count, note)
        let store = try before.open(path)
        #expect(try store.rows(RuledSchema.row) == stored, note)
        #expect(try store.contradictions() == [], note)
      } else {
        opened += 1
        let store = try after.open(path)
        #expect(try store.rows(RuledSchema.row) == stored, note)
        #expect(try store.contradictions() == [], note)
        #expect(store.session.table(RuledSchema.row)?.entity.rules == after.rules, note)
      }
      try folder.closeIdleFiles()
      #expect(try RuleVerification.faults(path) == [], note)
      try folder.closeIdleFiles()
      _ = try FileInspection.read(path, checksums: true)
    }
    print("forecasts of rules: \(refused) refused, \(opened) opened")
  }

  @Test("a migration through releases fails at the first whose rules a row breaks, and the file is unchanged")
  func hops() throws {
    let seed = seed()
    print("releases with rules: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (refused, opened) = (0, 0)
    for round in 0..<rounds(.ruleForecasts) / 4 {
      let note: Comment = "seed \(seed), round \(round)"
      let folder = try TemporaryFolder()
      let path = RealPath.of(folder.file("store"))
      let releases = (1..<5 as Range<UInt64>).map { Release($0, &random) }
      let likely = releases[random.below(4)]
      let rows: [Row]
      let stored: [Int64: [CellValue]]
      do {
        let store = try releases[0].open(path)
        rows = try fill(store, releases[0], likely, &random)
        stored = try store.rows(RuledSchema.row)
      }
      try folder.closeIdleFiles()
      let hops = releases.dropFirst().map { MigrationHop(to: $0.wanted, version: $0.version, with: RowCode { _, _ in }) }
      let found = try error { _ = try CopiedMigration(hops, for: WriteHolder(), memory: 0) { _, _ in }.open(path: path) }
      let expected = releases.dropFirst().lazy.map { $0.broken(rows) }.first { !$0.isEmpty }
      #expect((found == nil) == (expected == nil), note)
      if let found {
        refused += 1
        #expect(rule(found).map { expected?.contains($0) } == true, note)
      } else {
        opened += 1
      }
      let store = try (found == nil ? releases[3] : releases[0]).open(path)
      #expect(try store.rows(RuledSchema.row) == stored, note)
      #expect(try store.contradictions() == [], note)
    }
    print("releases with rules: \(refused) refused, \(opened) opened")
  }

  // MARK: - Chains

  // Inserts, changes or deletes a row in the open write and in a model.
  private func change(_ store: SampleStore, _ rows: inout [Int64: Row], _ release: Release, _ random: inout SeededGenerator) throws {
    let rules = release.rules.filter { $0.kind != .unique }
    guard let key = rows.keys.sorted().randomElement(using: &random), !random.once(in: 3) else {
      var row: Row = [:]
      for name in RuledValues.names { row[name] = RuledValues.permitted(name, rules, &random) }
      let key = try store.insertRuled(row.reduce(into: [:]) { $0[$1.key] = RuledValues.cell($1.key, $1.value) })
      rows[key] = row
      return
    }
    if random.once(in: 4) {
      try store.session.delete(RuledSchema.row, key)
      rows[key] = nil
      return
    }
    let name = random.pick(RuledValues.names)
    let value = random.once(in: 2) ? random.pick(RuledValues.values(name)) : RuledValues.permitted(name, rules, &random)
    try store.set(key, name, RuledValues.cell(name, value))
    rows[key]?[name] = value
  }

  // Deletes rows until no other breaks a rule of a release.
  private func prepare(_ store: SampleStore, _ rows: inout [Int64: Row], for next: Release) throws {
    try store.write {
      while !next.broken(Array(rows.values)).isEmpty, let key = rows.keys.min() {
        try store.session.delete(RuledSchema.row, key)
        rows[key] = nil
      }
    }
  }

  private func expect(_ store: SampleStore, _ rows: [Int64: Row], _ note: Comment) throws {
    let stored = try store.rows(RuledSchema.row)
    #expect(Set(stored.keys) == Set(rows.keys), note)
    for (key, row) in rows {
      for (name, value) in row { #expect(stored[key]?[RuledSchema.column(name)] == RuledValues.cell(name, value), note) }
    }
    #expect(try store.contradictions() == [], note)
  }

  @Test("in a chain of versions with changing rules, each write and each opening fails exactly if rows of a model break a rule")
  func chains() throws {
    let seed = seed()
    print("chains of rules: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (failed, committed, refused, opened) = (0, 0, 0, 0)
    for chain in 0..<max(2, rounds(.ruleForecasts) / 12) {
      let folder = try TemporaryFolder()
      let path = RealPath.of(folder.file("store"))
      var rows: [Int64: Row] = [:]
      var release = Release(1, &random)
      for step in 0..<8 {
        let note: Comment = "seed \(seed), chain \(chain), step \(step)"
        let next = Release(release.version + 1, &random)
        do {
          let store = try release.open(path)
          #expect(store.session.table(RuledSchema.row)?.entity.rules == release.rules, note)
          try expect(store, rows, note)
          for _ in 0..<6 {
            var after = rows
            try store.session.beginWrite()
            for _ in 0..<1 + random.below(3) { try change(store, &after, release, &random) }
            let broken = release.broken(Array(after.values))
            let ofValues = broken.filter(\.concernsValues)
            do {
              try store.session.commitWrite(.unsynced)
              #expect(broken.isEmpty, note)
              rows = after
              committed += 1
            } catch let error as RuleError {
              // Unique rules are judged only if no rule about values is broken.
              #expect(Set(error.violations.map(\.rule)) == (ofValues.isEmpty ? broken : ofValues), note)
              failed += 1
            }
          }
          if random.once(in: 2) { try prepare(store, &rows, for: next) }
          try expect(store, rows, note)
        }
        try folder.closeIdleFiles()
        #expect(try RuleVerification.faults(path) == [], note)
        try folder.closeIdleFiles()
        _ = try FileInspection.read(path, checksums: true)
        let broken = next.broken(Array(rows.values))
        let found = try error { _ = try next.open(path) }
        #expect((found == nil) == broken.isEmpty, note)
        if found == nil {
          release = next
          opened += 1
        } else {
          #expect(rule(found).map { broken.contains($0) } == true, note)
          refused += 1
        }
        try folder.closeIdleFiles()
      }
    }
    #expect(committed > 0 && failed > 0 && opened > 0)
    print("chains of rules: \(committed) writes, \(failed) failed; \(opened) openings, \(refused) refused")
  }
}
