import AshlarSchema

/// The packed elements of one list, set, map or segment.
///
/// Invariant: `bytes` consists of whole elements of `element.width` bytes each.
struct ElementRun {
  let bytes: UnsafeRawBufferPointer
  let element: ElementLayout

  @inline(__always)
  init(_ bytes: UnsafeRawBufferPointer, _ element: ElementLayout) {
    assert(bytes.count % element.width == 0, "elements are whole")
    self.bytes = bytes
    self.element = element
  }

  /// Calls `body` with each slot: the keys of a map, and the values if they are stored in slots.
  @inline(__always)
  func forEachSlot(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let start = bytes.baseAddress.map({ UnsafeMutableRawPointer(mutating: $0) }) else { return }
    for offset in stride(from: 0, to: bytes.count, by: element.width) {
      if element.hasKey { body(start + offset) }
      if element.value == .slot { body(start + offset + element.valueOffset) }
    }
  }

  /// Calls `body` with the rows that the elements link to, skipping null links.
  @inline(__always)
  func forEachLink(_ body: (Int64) -> Void) {
    for offset in stride(from: element.valueOffset, to: bytes.count, by: element.width) {
      let link = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
      if link != 0 { body(link - 1) }
    }
  }

  // The number of links that are compared before the result is tested. Without a test for each link, the compiler can use vector
  // instructions.
  private static let block = 16

  /// Appends the indexes of links to a row to `positions`, until it contains `limit` indexes. The first element has the index `first`.
  /// O(count).
  func findLinks(to target: Int64, first: Int, limit: Int, _ positions: inout [Int]) {
    guard let start = bytes.baseAddress.map({ $0 + element.valueOffset }), positions.count < limit else { return }
    let width = element.width
    let count = bytes.count / width
    let sought = target + 1
    var index = 0
    while index < count {
      let end = min(index + ElementRun.block, count)
      if width == 8, end - index == ElementRun.block {
        var differences = 0
        for offset in 0..<ElementRun.block {
          differences &+= (start + (index &+ offset) &* 8).loadUnaligned(as: Int64.self) == sought ? 0 : 1
        }
        if differences == ElementRun.block {
          index = end
          continue
        }
      }
      while index < end {
        if (start + index * width).loadUnaligned(as: Int64.self) == sought {
          positions.append(first + index)
          if positions.count == limit { return }
        }
        index += 1
      }
    }
  }
}

/// Rows that are deleted together: the links to all of them are removed from a collection in one pass.
struct LinkTargets {
  private let rows: Set<Int64>
  private let lowest: Int64
  private let highest: Int64

  init(_ rows: Set<Int64>) {
    self.rows = rows
    lowest = rows.min() ?? 0
    highest = rows.max() ?? -1
  }

  // Compares the row with the bounds first: hashing costs more, and keys of rows that are deleted together are often close to each other.
  @inline(__always)
  func contains(_ row: Int64) -> Bool { row >= lowest && row <= highest && rows.contains(row) }
}

extension ListBuffer {
  /// Removes up to `limit` links to a row: removes elements of lists and sets, and sets values of maps to null. Returns the number of
  /// removed links. O(count).
  mutating func unlink(_ target: Int64, limit: Int, _ element: ElementLayout) -> Int {
    var positions: [Int] = []
    let bytes = UnsafeRawBufferPointer(start: elements, count: count * element.width)
    ElementRun(bytes, element).findLinks(to: target, first: 0, limit: limit, &positions)
    if element.hasKey {
      for index in positions { (elements + index * element.width + element.valueOffset).storeBytes(of: 0, as: Int64.self) }
    } else {
      remove(positions, width: element.width)
    }
    return positions.count
  }

  /// Removes every link to the given rows: removes elements of lists and sets, and sets values of maps to null. Returns the target of each
  /// removed link. O(count).
  mutating func unlink(_ targets: LinkTargets, _ element: ElementLayout) -> [Int64] {
    let width = element.width
    var kept = 0
    var found: [Int64] = []
    for index in 0..<count {
      let place = elements + index * width
      let target = (place + element.valueOffset).loadUnaligned(as: Int64.self) - 1
      if targets.contains(target) {
        found.append(target)
        if !element.hasKey { continue }
        (place + element.valueOffset).storeBytes(of: 0, as: Int64.self)
      }
      if kept != index { (elements + kept * width).copyMemory(from: place, byteCount: width) }
      kept += 1
    }
    count = kept
    return found
  }

  /// Removes the elements at the positions, which must be in ascending order. O(count).
  mutating func remove(_ positions: [Int], width: Int) {
    guard var kept = positions.first else { return }
    for (index, position) in positions.enumerated() {
      let next = index + 1 < positions.count ? positions[index + 1] : count
      let between = next - position - 1
      (elements + kept * width).copyMemory(from: elements + (position + 1) * width, byteCount: between * width)
      kept += between
    }
    count = kept
  }

  /// Opens a gap of one element before each of the positions, which must be in nondecreasing order. O(count).
  mutating func open(before positions: [Int], width: Int) {
    var end = count
    _ = open(at: count, positions.count, width: width)
    for (index, position) in positions.enumerated().reversed() {
      (elements + (position + index + 1) * width).copyMemory(from: elements + position * width, byteCount: (end - position) * width)
      end = position
    }
  }
}
