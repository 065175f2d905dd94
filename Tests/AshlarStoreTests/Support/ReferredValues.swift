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
  for table in SampleSchema.ordinals.values.sorted() {
    for key in try store.session.liveKeys(table) {
      guard let row = try store.session.locate(table, key) else { continue }
      for (column, layout) in store.columns(table).enumerated() where layout.isSlot {
        let cell = row.base + Int(row.columns[column].offset) + row.slot * Slot.size
        guard let element = layout.element else {
          add(cell)
          continue
        }
        if Slot(at: cell).tag == Slot.segmentsTag {
          numbers.append(Slot(at: cell).valueNumber)
          let directory = try store.session.values.directory(Slot(at: cell))
          for segment in 0..<directory.count { numbers.append(directory.number(segment)) }
        }
        guard element.hasSlots else { continue }
        store.session.elements(cell, in: row.home, element).forEachRun { elements, _ in ElementRun(elements, element).forEachSlot(add) }
      }
    }
  }
  return numbers
}

/// Exactly the values that rows refer to must be stored, each for one slot.
func expectExactValues(_ store: SampleStore, _ comment: Comment) throws {
  let referred = try referredValues(store)
  #expect(Set(referred).count == referred.count, comment)
  #expect(try storedValues(store) == Set(referred), comment)
  #expect(referred.allSatisfy { $0 < store.session.counters.nextValue }, comment)
  #expect(store.session.values.failure == nil, comment)
}
