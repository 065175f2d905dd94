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

  /// Calls `body` for each slot: keys, and values that are text or bytes.
  @inline(__always)
  func forEachSlot(_ body: (UnsafeMutableRawPointer) -> Void) {
    guard let start = bytes.baseAddress.map({ UnsafeMutableRawPointer(mutating: $0) }) else { return }
    for offset in stride(from: 0, to: bytes.count, by: element.width) {
      if element.hasKey { body(start + offset) }
      if element.value == .slot { body(start + offset + element.valueOffset) }
    }
  }

  /// Calls `body` with the rows that the elements link to, without nulls.
  @inline(__always)
  func forEachLink(_ body: (Int64) -> Void) {
    for offset in stride(from: element.valueOffset, to: bytes.count, by: element.width) {
      let link = bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self)
      if link != 0 { body(link - 1) }
    }
  }
}

extension ListBuffer {
  /// Removes every link to the given rows: removes elements of lists and sets, sets values of maps to null. Returns the target of each
  /// link. O(count).
  mutating func unlink(_ targets: Set<Int64>, _ element: ElementLayout) -> [Int64] {
    let width = element.width
    var kept = 0
    var found: [Int64] = []
    for index in 0..<count {
      let place = elements + index * width
      let target = (place + element.valueOffset).loadUnaligned(as: Int64.self) - 1
      if target >= 0, targets.contains(target) {
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

  /// Removes the elements at ascending positions. O(count).
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
