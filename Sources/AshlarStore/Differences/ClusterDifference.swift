import AshlarSchema
import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Two versions of a cluster, compared by row and column as values: layouts, capacities and heaps may differ.
///
/// Invariants: both clusters were validated, and their snapshots outlive this value.
struct ClusterDifference {
  struct Side {
    let cluster: Cluster
    let columns: UnsafePointer<ColumnOffset>

    var heap: UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: cluster.base + cluster.heapOffset, count: cluster.heapSize)
    }
  }

  let table: TableDefinition
  let number: Int
  let old: Side?
  let new: Side?
  /// The rows whose cells can differ; nil if unknown.
  let rows: RowSet?

  func changes(_ bits: ColumnBits) -> TableChanges {
    var result = TableChanges(width: bits.width)
    let first = Int64(number) << Int64(table.shift)
    let before = old.map { RowSet(liveIn: $0.cluster) } ?? RowSet()
    let after = new.map { RowSet(liveIn: $0.cluster) } ?? RowSet()
    result.inserted = after.subtracting(before).map { first + Int64($0) }
    result.deleted = before.subtracting(after).map { first + Int64($0) }
    guard let old, let new else { return result }
    var both = before.intersection(after)
    if let rows { both = both.intersection(rows) }
    if both.isEmpty { return result }
    let keepsHeap = old.heap.count <= new.heap.count && Self.equal(old.heap, new.heap)
    var differing = [RowSet](repeating: RowSet(), count: table.columnCount)
    var any = RowSet()
    for ordinal in 0..<table.columnCount {
      differing[ordinal] = rows(ordinal, old, new, both, keepsHeap: keepsHeap)
      any.formUnion(differing[ordinal])
    }
    for (index, slot) in any.enumerated() {
      result.modified.append(first + Int64(slot))
      for _ in 0..<bits.width { result.masks.append(0) }
      for ordinal in 0..<table.columnCount where differing[ordinal].contains(slot) { bits.set(ordinal, in: &result.masks, row: index) }
    }
    return result
  }

  // Returns the rows of `both` in which a column differs.
  private func rows(_ ordinal: Int, _ old: Side, _ new: Side, _ both: RowSet, keepsHeap: Bool) -> RowSet {
    let layout = table.layouts[ordinal]
    let (a, b) = (old.columns[ordinal], new.columns[ordinal])
    let (cells, others) = (old.cluster.base + a.offset, new.cluster.base + b.offset)
    var found = RowSet(differingIn: cells, others, width: layout.width, both)
    if layout.isSlot {
      for slot in keepsHeap ? found : both {
        let (cell, other) = (cells + slot * Slot.size, others + slot * Slot.size)
        let isSame = Self.isSame(cell, old.cluster.base, other, new.cluster.base, layout.element)
        if isSame { found.remove(slot) } else { found.insert(slot) }
      }
    }
    if layout.hasNullFlag { found.formUnion(RowSet(differingIn: old.cluster.base + a.null, new.cluster.base + b.null, width: 1, both)) }
    return found
  }

  // Returns whether two slots contain the same value. Out-of-line values are compared by number: a number refers to the same bytes while it
  // exists, and values with different numbers are treated as different.
  private static func isSame(
    _ a: UnsafeMutableRawPointer, _ home: UnsafeMutableRawPointer, _ b: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer,
    _ element: ElementLayout?
  ) -> Bool {
    let (mine, theirs) = (Slot(at: a), Slot(at: b))
    if mine.isNull || theirs.isNull || isNumber(mine) || isNumber(theirs) { return mine == theirs }
    let (bytes, others) = (Slot.bytesNearby(at: a, in: home), Slot.bytesNearby(at: b, in: other))
    guard let element, element.hasSlots else { return bytes.count == others.count && equal(bytes, others) }
    guard bytes.count == others.count, let start = bytes.baseAddress, let second = others.baseAddress else {
      return bytes.count == others.count
    }
    for offset in stride(from: 0, to: bytes.count, by: element.width) {
      let (x, y) = (UnsafeMutableRawPointer(mutating: start + offset), UnsafeMutableRawPointer(mutating: second + offset))
      if element.hasKey, !isSame(x, home, y, other, nil) { return false }
      let value = element.valueOffset
      if element.value == .slot {
        if !isSame(x + value, home, y + value, other, nil) { return false }
      } else if memcmp(x + value, y + value, element.width - value) != 0 {
        return false
      }
    }
    return true
  }

  private static func isNumber(_ slot: Slot) -> Bool { slot.tag == Slot.valueTag || slot.tag == Slot.segmentsTag }

  // Returns whether `b`, which must not be shorter than `a`, begins with the bytes of `a`.
  private static func equal(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard let start = a.baseAddress, let other = b.baseAddress else { return true }
    return memcmp(start, other, a.count) == 0
  }
}

extension RowSet {
  /// Creates the set of the rows of `rows` whose cells differ bytewise.
  init(differingIn a: UnsafeRawPointer, _ b: UnsafeRawPointer, width: Int, _ rows: RowSet) {
    self.init()
    rows.withWords { chosen in mutateWords { ashlar_differing_rows(a, b, width, chosen, $0) } }
  }
}
