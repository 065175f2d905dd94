import AshlarSchema
import StoreFixtures
import Testing

@testable import AshlarStore

/// The numbers of all stored values.
func storedValues(_ store: SampleStore) throws -> Set<UInt64> {
  var numbers: Set<UInt64> = []
  try store.session.shared.snapshot.scan(.values, prefix: [], from: nil) { key, _ in
    numbers.insert(key.loadUnaligned(as: UInt64.self))
    return true
  }
  return numbers
}

// The numbers that rows refer to, in the order of rows and columns.
private func referredValues(_ store: SampleStore) throws -> [UInt64] {
  var numbers: [UInt64] = []
  func add(_ cell: UnsafeMutableRawPointer) {
    if Slot(at: cell).tag == Slot.valueTag { numbers.append(Slot(at: cell).valueNumber) }
  }
  func add(_ cell: UnsafeMutableRawPointer, _ element: ElementLayout?, _ home: SlotHome) throws {
    guard let element else { return add(cell) }
    if Slot(at: cell).tag == Slot.segmentsTag {
      numbers.append(Slot(at: cell).valueNumber)
      let directory = try store.session.values.directory(Slot(at: cell))
      for segment in 0..<directory.count { numbers.append(directory.number(segment)) }
    }
    guard element.hasSlots else { return }
    store.session.elements(cell, in: home, element).forEachRun { elements, _ in ElementRun(elements, element).forEachSlot(add) }
  }
  for table in store.ordinals.values.sorted() {
    // Values of removed columns stay until their cluster is written.
    if let definition = store.session.table(table), !definition.olderLayouts.isEmpty {
      try store.session.forEachCluster(table) { _, base in
        guard let older = definition.olderLayout(Cluster(base).layout),
          let offsets = older.offsets(capacity: Cluster(base).capacity)?.columns
        else { return }
        for column in older.droppedSlots {
          for slot in RowSet(liveIn: Cluster(base)) {
            let cell = base + offsets[column.ordinal].offset + slot * Slot.size
            try add(cell, column.element, SlotHome(base: base, context: store.context))
          }
        }
      }
    }
    for key in try store.session.liveKeys(table) {
      guard let row = try store.session.locate(table, key) else { continue }
      for (column, layout) in store.columns(table).enumerated() where layout.isSlot {
        let cell = row.base + row.columns[column].offset + row.slot * Slot.size
        try add(cell, layout.element, row.home)
      }
    }
  }
  return numbers
}

/// Exactly the values that rows refer to must be stored, each for one slot.
func expectExactValues(_ store: SampleStore, _ comment: Comment) throws {
  let referred = try referredValues(store)
  #expect(Set(referred).count == referred.count, comment)
  let stored = try storedValues(store)
  #expect(stored.subtracting(referred) == [], comment)
  #expect(Set(referred).subtracting(stored) == [], comment)
  #expect(referred.allSatisfy { $0 < store.session.counters.nextValue }, comment)
  #expect(store.session.values.failure == nil, comment)
}
