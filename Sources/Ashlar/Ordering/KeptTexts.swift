import CAshlar

/// The rows with the smallest or largest strings. Rows must be added in ascending order of their keys, so that the earlier of equal rows
/// are retained.
///
/// Invariants: `count` is less than `capacity`; each retained string is a copy in `memory`; `bound`, if it is not nil, is the last string
/// of the `most` rows that the last `cut` retained. A string that is equal to it belongs to the first rows only if `acceptsBound`.
struct KeptTexts {
  private let most: Int
  private let isDescending: Bool
  private let capacity: Int
  private let texts: UnsafeMutablePointer<ashlar_text>
  private let keys: UnsafeMutablePointer<Int64>
  private var memory = TextMemory()
  private var count = 0
  private var bound: UnsafeRawBufferPointer?
  private var acceptsBound = false

  init(_ most: Int, isDescending: Bool) {
    self.most = most
    self.isDescending = isDescending
    capacity = 2 * max(most, 512)
    texts = .allocate(capacity: capacity)
    keys = .allocate(capacity: capacity)
  }

  mutating func add(_ text: UnsafeRawBufferPointer, _ key: Int64) {
    if let bound {
      let order = isDescending ? -CellValue.order(text, bound) : CellValue.order(text, bound)
      if acceptsBound ? order > 0 : order >= 0 { return }
    }
    (texts + count).initialize(to: memory.copy(text))
    (keys + count).initialize(to: key)
    count += 1
    if count == capacity { cut() }
  }

  /// Removes all rows. Later rows are accepted if they belong to the first `most` rows together with those that were removed.
  mutating func restart() {
    cut()
    count = 0
    acceptsBound = true
  }

  // Sorts the rows and removes all but the first `most`.
  private mutating func cut() {
    let items = UnsafeMutablePointer<ashlar_ranked>.allocate(capacity: max(1, 2 * count))
    defer { items.deallocate() }
    for index in 0..<count { (items + index).initialize(to: ashlar_ranked(rank: 0, key: Int64(index))) }
    ashlar_sort_texts(texts, items, items + count, count, isDescending ? 1 : 0)
    count = min(count, most)
    var left = TextMemory()
    let stay = (0..<count).map { index in
      let position = Int(items[index].key)
      return (text: left.copy(UnsafeRawBufferPointer(start: texts[position].bytes, count: texts[position].length)), key: keys[position])
    }
    for (index, row) in stay.enumerated() { (texts[index], keys[index]) = row }
    memory.free()
    memory = left
    acceptsBound = false
    if count == most { bound = UnsafeRawBufferPointer(start: texts[most - 1].bytes, count: texts[most - 1].length) }
  }

  mutating func inOrder() -> [Int64] {
    cut()
    return Array(UnsafeBufferPointer(start: keys, count: count))
  }

  func free() {
    memory.free()
    texts.deallocate()
    keys.deallocate()
  }
}

/// An arena for copies of strings.
private struct TextMemory {
  private var blocks: [UnsafeMutableRawPointer] = []
  // The number of bytes used in the last block, and its size.
  private var (used, size) = (0, 0)

  mutating func copy(_ text: UnsafeRawBufferPointer) -> ashlar_text {
    if blocks.isEmpty || used + text.count > size {
      size = max(16_384, text.count)
      used = 0
      blocks.append(.allocate(byteCount: size, alignment: 16))
    }
    let start = blocks[blocks.count - 1] + used
    if let source = text.baseAddress { start.copyMemory(from: source, byteCount: text.count) }
    used += text.count
    return ashlar_text(bytes: start.assumingMemoryBound(to: UInt8.self), length: text.count)
  }

  func free() { for block in blocks { block.deallocate() } }
}
