import AshlarSchema
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Deletions under random delete rules", .blocking)
struct DeletionClosureTests {
  // Few rows are found by reading columns, and more of them in the index of backlinks.
  private func rowCount(_ random: inout SeededGenerator) -> Int { random.once(in: 12) ? 70 + random.below(230) : random.below(9) }

  private func fill(_ store: SampleStore, _ random: inout SeededGenerator) throws {
    for table in 0..<3 {
      for _ in 0..<rowCount(&random) { try store.insert(table, [.int(store.session.views[table].nextKey)]) }
    }
    for table in 0..<3 {
      for key in try store.session.liveKeys(table) { try link(store, table, key, &random) }
    }
  }

  // Sets random links of a row. Its embedded objects get links, too.
  private func link(_ store: SampleStore, _ table: Int, _ key: Int64, _ random: inout SeededGenerator) throws {
    guard let definition = store.session.table(table) else { return }
    for link in definition.links {
      if link.isAny {
        if random.once(in: 4) { try linkToAny(store, link, key, &random) }
      } else if link.isEmbedded {
        // Embedded objects that the row owns remain its own.
        let old = try targets(store, table, key, link)
        guard random.once(in: 4), link.element != nil || old.isEmpty else { continue }
        var parts: [CellValue] = []
        for _ in 0..<(link.element == nil ? 1 : random.below(4)) {
          let part = try store.insert(RuledGraph.part, [.int(0)])
          try self.link(store, RuledGraph.part, part, &random)
          parts.append(.link(part))
        }
        try store.set(table, key, link.column, link.element == nil ? parts[0] : .list(old.map { .link($0) } + parts))
      } else {
        let others = try store.session.liveKeys(link.target)
        if link.element == nil {
          try store.set(table, key, link.column, others.isEmpty || random.once(in: 2) ? .null : .link(random.pick(others)))
        } else {
          let count = others.isEmpty || random.once(in: 2) ? 0 : random.below(4)
          try store.set(table, key, link.column, .list((0..<count).map { _ in .link(random.pick(others)) }))
        }
      }
    }
  }

  private func targets(_ store: SampleStore, _ table: Int, _ key: Int64, _ link: LinkColumn) throws -> [Int64] {
    let row = try #require(try store.session.locate(table, key))
    return store.value(table, row, link.column).targets
  }

  private func linkToAny(_ store: SampleStore, _ link: LinkColumn, _ key: Int64, _ random: inout SeededGenerator) throws {
    let table = random.below(3)
    let others = try store.session.liveKeys(table)
    guard !others.isEmpty, let target = store.session.anyLink(table, random.pick(others)) else { return }
    let row = try #require(try store.session.makeWritable(link.source, key))
    let cell = row.base + row.columns[link.column].offset + row.slot * Slot.size
    store.session.mark(row, link.column)
    store.session.forgetLinkChanges(link)
    store.session.storeAny(.link(target), at: cell, in: row.base)
  }

  // Compares the changes since a snapshot, computed and as the last commit told them, with the difference of two graphs.
  private func compareChanges(_ store: SampleStore, _ before: GraphRows, _ after: GraphRows, since old: SharedSnapshot, _ note: Comment)
    throws
  {
    let computed = try store.session.difference(from: old)
    let told = try #require(store.session.lastCommit?.changes, note)
    #expect(!computed.isAnything, note)
    #expect(!told.isAnything, note)
    for ordinal in RuledGraph.tables {
      let table = try #require(store.session.table(ordinal), note)
      let expected = GraphDifference(before, after, table: ordinal)
      #expect(GraphDifference(computed.tables[table.id], table) == expected, note)
      let written = GraphDifference(told.tables[table.id], table)
      #expect(written.inserted == expected.inserted, note)
      #expect(written.deleted == expected.deleted, note)
      // A commit also tells columns to which equal values were written.
      for (key, columns) in expected.modified { #expect(written.modified[key]?.isSuperset(of: columns) == true, note) }
    }
  }

  // Deletes rows by one of the calls that can delete them.
  private func delete(_ store: SampleStore, _ keys: [Int: [Int64]]) throws -> Bool {
    guard keys.count == 1, let (table, rows) = keys.first else { return try store.session.delete(keys) }
    return rows.count == 1 ? try store.session.delete(table, rows[0]) : try store.session.delete(table, rows)
  }

  @Test("they delete the least set that the rules require, or refuse and change nothing, as a model does", arguments: 0..<4)
  func likeModel(_ part: Int) throws {
    let seed = seed() &+ UInt64(part)
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var (refused, cascaded) = (0, 0)
    for round in 0..<rounds(.deletions) / 4 {
      let note: Comment = "seed \(seed), round \(round)"
      let store = try RuledGraph(&random).open(folder.file("graph \(round)"))
      try store.session.beginWrite()
      try fill(store, &random)
      try store.session.commitWrite(sync: false)
      store.session.engine.changes.addObserver()
      defer { store.session.engine.changes.removeObserver() }
      var committed = try GraphRows(store)
      var old = store.session.shared
      for _ in 0..<4 {
        if !store.session.isWriting { try store.session.beginWrite() }
        // Links that the write changes, before and after it reads backlinks.
        if random.once(in: 2) { #expect(try store.contradictions() == [], note) }
        for table in 0..<3 {
          for key in try store.session.liveKeys(table) where random.once(in: 6) { try link(store, table, key, &random) }
        }
        var keys: [Int: [Int64]] = [:]
        for _ in 0..<(1 + random.below(3)) {
          let table = random.below(4)
          let rows = try store.session.liveKeys(table)
          keys[table, default: []] += (0..<random.pick([1, 1, 2, 5])).compactMap { _ in rows.isEmpty ? nil : random.pick(rows) }
          if random.once(in: 5) { keys[table, default: []] += [-1, 5_000] }
        }
        let before = try GraphRows(store)
        let expected = ExpectedDeletion(store, before, keys)
        #expect(try store.session.refusal(ofDeleting: keys) == expected.violation, note)
        #expect(try store.session.refusal(ofDeleting: keys.mapValues { $0.shuffled(using: &random) }) == expected.violation, note)
        #expect(try GraphRows(store) == before, note)
        #expect(try delete(store, keys) == (expected.violation == nil), note)
        #expect(try GraphRows(store) == expected.after, note)
        #expect(try store.contradictions() == [], note)
        if let violation = expected.violation {
          refused += 1
          #expect(throws: RuleError(path: store.session.engine.path, [violation]), note) { try store.session.commitWrite(sync: false) }
          #expect(try GraphRows(store) == committed, note)
        } else {
          if expected.deleted.reduce(0, { $0 + $1.count }) > keys.values.reduce(0, { $0 + Set($1).count }) { cascaded += 1 }
          switch random.below(3) {
          case 0:
            try store.session.commitWrite(sync: false)
            #expect(try GraphRows(store) == expected.after, note)
            try compareChanges(store, committed, expected.after, since: old, note)
            committed = expected.after
            old = store.session.shared
          case 1:
            store.session.cancelWrite()
            #expect(try GraphRows(store) == committed, note)
          default: break
          }
        }
      }
      if store.session.isWriting { store.session.cancelWrite() }
      #expect(try store.contradictions() == [], note)
      if round % 8 == 0 { try StructureWalk.check(store.session.engine.path) }
    }
    #expect(refused > rounds(.deletions) / 40, "the rules refuse some deletions")
    #expect(cascaded > rounds(.deletions) / 40, "the rules extend some deletions")
  }
}
