import AshlarSchema
import AshlarStore
import CAshlar

/// The order of rows by one column of the object itself, of numbers, Bools or text: sorted by digits, not by comparing.
struct ColumnSort {
  private let column: Int
  private let layout: ColumnLayout
  private let ascending: Bool

  /// Nil when the column is of another kind.
  init?(_ path: PropertyPath, ascending: Bool) {
    guard path.isDirect, path.property.collection == .none, let layout = path.layout else { return nil }
    switch layout.type {
    case .bool, .int, .int8, .int16, .int32, .int64, .float, .double, .string: break
    default: return nil
    }
    column = path.column
    self.layout = layout
    self.ascending = ascending
  }

  /// The keys in order; equal rows keep theirs, and nulls come first in a rising order. Nil when not all of them are rows.
  func sorted(_ keys: [Int64], _ ordinal: Int, _ core: _RealmCore) -> [Int64]? {
    guard var finder = RowFinder(ordinal, core) else { return nil }
    return layout.type == .string ? sortedByText(keys, &finder) : sortedByNumber(keys, &finder)
  }

  private func joined(_ nulls: [Int64], _ rest: some Sequence<Int64>) -> [Int64] {
    ascending ? nulls + rest : rest + nulls
  }

  private func sortedByNumber(_ keys: [Int64], _ finder: inout RowFinder) -> [Int64]? {
    let items = UnsafeMutablePointer<ashlar_ranked>.allocate(capacity: 2 * keys.count)
    defer { items.deallocate() }
    var nulls: [Int64] = []
    var count = 0
    for key in keys {
      guard let slot = finder.slot(of: key) else { return nil }
      let base = finder.cluster.base
      let offset = finder.cluster.columns[column]
      if layout.hasNullFlag, (base + offset.null + slot).load(as: UInt8.self) == 0 {
        nulls.append(key)
        continue
      }
      let rank = rank(base + offset.offset + slot * layout.width)
      (items + count).initialize(to: ashlar_ranked(rank: ascending ? rank : ~rank, key: key))
      count += 1
    }
    ashlar_sort_ranks(items, items + count, count)
    return joined(nulls, UnsafeBufferPointer(start: items, count: count).lazy.map(\.key))
  }

  // Integers of the order of the values, whatever the type.
  @inline(__always)
  private func rank(_ cell: UnsafeMutableRawPointer) -> UInt64 {
    func number(_ value: Int64) -> UInt64 { UInt64(bitPattern: value) ^ 1 << 63 }
    // NaN first, then by value; the two zeros are equal.
    func number(_ value: Double) -> UInt64 {
      let bits = (value == 0 ? 0 : value).bitPattern
      return value.isNaN ? 0 : bits >> 63 == 0 ? bits | 1 << 63 : ~bits
    }
    switch layout.type {
    case .double: return number(cell.load(as: Double.self))
    case .float: return number(Double(cell.load(as: Float.self)))
    case .bool: return cell.load(as: UInt8.self) == 0 ? 0 : 1
    case .int8: return number(Int64(cell.load(as: Int8.self)))
    case .int16: return number(Int64(cell.load(as: Int16.self)))
    case .int32: return number(Int64(cell.load(as: Int32.self)))
    default: return number(cell.load(as: Int64.self))
    }
  }

  private func sortedByText(_ keys: [Int64], _ finder: inout RowFinder) -> [Int64]? {
    let texts = UnsafeMutablePointer<ashlar_text>.allocate(capacity: max(1, keys.count))
    defer { texts.deallocate() }
    var nulls: [Int64] = []
    var owners: [Int64] = []
    owners.reserveCapacity(keys.count)
    for key in keys {
      guard let slot = finder.slot(of: key) else { return nil }
      let cluster = finder.cluster
      let cell = cluster.base + cluster.columns[column].offset + slot * Slot.size
      if Slot(at: cell).isNull {
        nulls.append(key)
        continue
      }
      let bytes = Slot.bytes(at: cell, in: SlotHome(base: cluster.base, context: cluster.context))
      // What could not be read counts as empty, as elsewhere.
      let start = (bytes.baseAddress ?? UnsafeRawPointer(cell)).assumingMemoryBound(to: UInt8.self)
      (texts + owners.count).initialize(to: ashlar_text(bytes: start, length: bytes.count))
      owners.append(key)
    }
    let items = UnsafeMutablePointer<ashlar_ranked>.allocate(capacity: max(1, 2 * owners.count))
    defer { items.deallocate() }
    ashlar_sort_texts(texts, items, items + owners.count, owners.count, ascending ? 0 : 1)
    return joined(nulls, UnsafeBufferPointer(start: items, count: owners.count).lazy.map { owners[Int($0.key)] })
  }
}
