import AshlarSchema

/// Assigns numbers to values of at most 16 bytes: a hash table with open addressing and linear probing.
///
/// Invariants: there are 2^n entries or none; at least half of them are free.
struct ShortValues {
  /// The bytes of a cell.
  struct Value: Equatable {
    let low: UInt64
    let high: UInt64
  }

  private struct Entry {
    var value: Value
    // The number plus one; 0 if the entry is free.
    var number: Int
  }

  private var entries: [Entry] = []
  private var count = 0

  /// Returns the number of a value. Inserts a missing value with the number `next`.
  mutating func number(of value: Value, orAdd next: Int) -> Int {
    if count * 2 >= entries.count { grow() }
    var place = ShortValues.place(value, entries.count)
    while entries[place].number != 0 {
      if entries[place].value == value { return entries[place].number - 1 }
      place = (place + 1) & (entries.count - 1)
    }
    entries[place] = Entry(value: value, number: next + 1)
    count += 1
    return next
  }

  private static func place(_ value: Value, _ capacity: Int) -> Int {
    // The increment and a multiplier of splitmix64. Only the high bits of the product depend on all bits of the value, so they are mixed
    // into the low ones.
    let mixed = (value.low ^ value.high &* 0x9E37_79B9_7F4A_7C15) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: (mixed ^ mixed >> 32) >> 8) & (capacity - 1)
  }

  private mutating func grow() {
    let old = entries
    entries = [Entry](repeating: Entry(value: Value(low: 0, high: 0), number: 0), count: max(32, old.count * 2))
    for entry in old where entry.number != 0 {
      var place = ShortValues.place(entry.value, entries.count)
      while entries[place].number != 0 { place = (place + 1) & (entries.count - 1) }
      entries[place] = entry
    }
  }
}

extension ShortValues.Value {
  /// Returns the bytes of a cell if they identify its value; nil if equal values can have different bytes, if the cell's text is stored
  /// outside of the cell, or if the bytes are those that represent null.
  init?(_ layout: ColumnLayout, _ cell: UnsafeMutableRawPointer, _ null: UnsafeMutableRawPointer?) {
    if let null, null.load(as: UInt8.self) == 0 {
      self.init(low: 0, high: .max)
      return
    }
    switch layout.width {
    case 1: self.init(low: UInt64(cell.load(as: UInt8.self)), high: 0)
    case 2: self.init(low: UInt64(cell.load(as: UInt16.self)), high: 0)
    case 4: self.init(low: UInt64(cell.load(as: UInt32.self)), high: 0)
    case 8: self.init(low: cell.load(as: UInt64.self), high: 0)
    case 12:
      // Equal `AnyRealmValue`s may have different bytes.
      if layout.kind == .any { return nil }
      if layout.kind == .string {
        let slot = Slot(at: cell)
        guard slot.isInline || slot.isNull else { return nil }
      }
      self.init(low: cell.loadUnaligned(as: UInt64.self), high: UInt64(cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    default:
      let (low, high) = (cell.loadUnaligned(as: UInt64.self), cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      // These numbers represent null.
      if low == 0, high == .max { return nil }
      self.init(low: low, high: high)
    }
  }
}
