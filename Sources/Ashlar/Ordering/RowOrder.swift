/// An ordered list of rows in which a row is found, removed or inserted without moving most of the others: the state of observed results.
///
/// The keys are stored in chunks. The position of a key is computed from the counts of the chunks before it.
///
/// Invariants: no chunk is empty, and none has more than `limit` keys; `counts` and `firsts` are those of `chunks`; if rows are not in the
/// order of their keys, `homes` contains the number of each key's chunk, and `numbers` the numbers of the chunks, in the order of the
/// chunks.
final class RowOrder {
  static let limit = 1_024

  private var chunks: [[Int64]] = []
  private var counts: [Int] = []
  // The first key of each chunk, so that a search among chunks reads no chunk.
  private var firsts: [Int64] = []
  // The numbers of the chunks, in the order of the chunks. Numbers are never reused.
  private var numbers: [UInt32] = []
  private var nextNumber: UInt32 = 0
  private var homes: RowNumbers?
  private(set) var count = 0

  /// - Parameter isAscending: Whether the keys are in ascending order and will remain so.
  init(_ keys: [Int64], isAscending: Bool) {
    homes = isAscending ? nil : RowNumbers(keys.count)
    var start = 0
    while start < keys.count {
      let end = min(start + RowOrder.limit / 2, keys.count)
      add(Array(keys[start..<end]), at: chunks.count)
      start = end
    }
    count = keys.count
  }

  /// All keys, in the order of the rows. Complexity: O(n).
  var keys: [Int64] {
    var all: [Int64] = []
    all.reserveCapacity(count)
    for chunk in chunks { all += chunk }
    return all
  }

  /// Returns at most `most` keys, beginning at a position. Complexity: O(chunks + keys).
  func keys(from position: Int, _ most: Int) -> [Int64] {
    var found: [Int64] = []
    var left = position
    for (index, count) in counts.enumerated() {
      if found.count == most { break }
      if left < count { found += chunks[index][left..<min(count, left + min(most - found.count, count))] }
      left = max(0, left - count)
    }
    return found
  }

  /// Returns the key at a valid position. Complexity: O(chunks).
  func key(at position: Int) -> Int64 {
    var left = position
    for (index, count) in counts.enumerated() {
      if left < count { return chunks[index][left] }
      left -= count
    }
    preconditionFailure("position \(position) of \(count)")
  }

  /// Returns the index of a key; nil if it is not in the list. Complexity: O(chunks).
  func index(of key: Int64) -> Int? {
    guard let (chunk, place) = place(of: key) else { return nil }
    return sum(of: counts, chunk) + place
  }

  private func place(of key: Int64) -> (chunk: Int, place: Int)? {
    if let homes {
      guard let number = homes[key], let chunk = firstPlace(of: number, in: numbers), let place = firstPlace(of: key, in: chunks[chunk])
      else { return nil }
      return (chunk, place)
    }
    guard let chunk = lastChunk(where: { $0 <= key }) else { return nil }
    return place(of: key, in: chunks[chunk]).map { (chunk, $0) }
  }

  // Returns the position of a key among ascending keys; nil if it is not among them.
  private func place(of key: Int64, in keys: [Int64]) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  // Returns the last chunk whose first key satisfies `comesBefore`; nil if there is none.
  private func lastChunk(where comesBefore: (Int64) -> Bool) -> Int? {
    var (low, high) = (0, chunks.count)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(firsts[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }

  /// Removes a key; does nothing if it is not in the list. Complexity: O(chunks).
  func remove(_ key: Int64) {
    guard let (chunk, place) = place(of: key) else { return }
    chunks[chunk].remove(at: place)
    counts[chunk] -= 1
    count -= 1
    homes?[key] = nil
    if counts[chunk] == 0 {
      chunks.remove(at: chunk)
      counts.remove(at: chunk)
      firsts.remove(at: chunk)
      numbers.remove(at: chunk)
      return
    }
    if place == 0 { firsts[chunk] = chunks[chunk][0] }
    if chunk + 1 < chunks.count, counts[chunk] + counts[chunk + 1] < RowOrder.limit / 4 {
      let next = chunks.remove(at: chunk + 1)
      counts.remove(at: chunk + 1)
      firsts.remove(at: chunk + 1)
      numbers.remove(at: chunk + 1)
      chunks[chunk] += next
      counts[chunk] += next.count
      settle(next, in: numbers[chunk])
    }
  }

  /// Inserts a key after all keys that satisfy `comesBefore`. Complexity: O(chunks), plus O(log n) calls of `comesBefore`.
  func insert(_ key: Int64, behind comesBefore: (Int64) -> Bool) {
    count += 1
    guard let chunk = lastChunk(where: comesBefore) ?? chunks.indices.first else {
      add([key], at: 0)
      return
    }
    var (low, high) = (0, counts[chunk])
    chunks[chunk].withUnsafeBufferPointer { keys in
      while low < high {
        let middle = (low + high) / 2
        if comesBefore(keys[middle]) { low = middle + 1 } else { high = middle }
      }
    }
    chunks[chunk].insert(key, at: low)
    counts[chunk] += 1
    if low == 0 { firsts[chunk] = key }
    homes?[key] = numbers[chunk]
    if counts[chunk] <= RowOrder.limit { return }
    let upper = Array(chunks[chunk][(RowOrder.limit / 2)...])
    chunks[chunk].removeLast(upper.count)
    counts[chunk] -= upper.count
    add(upper, at: chunk + 1)
  }

  private func add(_ keys: [Int64], at index: Int) {
    chunks.insert(keys, at: index)
    counts.insert(keys.count, at: index)
    firsts.insert(keys[0], at: index)
    numbers.insert(nextNumber, at: index)
    settle(keys, in: nextNumber)
    nextNumber += 1
  }

  private func settle(_ keys: [Int64], in number: UInt32) {
    if homes == nil { return }
    for key in keys { homes?[key] = number }
  }

  /// Checks the invariants of the type; for tests.
  func _checkInvariants() {
    precondition(chunks.allSatisfy { !$0.isEmpty && $0.count <= RowOrder.limit }, "sizes of chunks")
    precondition(chunks.map { $0[0] } == firsts, "first keys")
    precondition(chunks.map(\.count) == counts && counts.reduce(0, +) == count && numbers.count == chunks.count, "counts")
    precondition(Set(numbers).count == numbers.count, "numbers of chunks")
    for (number, chunk) in zip(numbers, chunks) where homes != nil {
      precondition(chunk.allSatisfy { homes?[$0] == number }, "homes of keys")
    }
  }
}

/// Returns the index of a value; nil if it is absent. Vector instructions compare blocks of values.
func firstPlace<Value: FixedWidthInteger>(of value: Value, in values: [Value]) -> Int? {
  values.withUnsafeBufferPointer { values in
    var start = 0
    while start < values.count {
      let end = min(start + 32, values.count)
      var matches: Value = 0
      for index in start..<end { matches |= values[index] == value ? 1 : 0 }
      if matches != 0 { return (start..<end).first { values[$0] == value } }
      start = end
    }
    return nil
  }
}

// Returns the sum of the first `end` counts.
private func sum(of counts: [Int], _ end: Int) -> Int {
  counts.withUnsafeBufferPointer { counts in
    var total = 0
    for index in 0..<end { total &+= counts[index] }
    return total
  }
}
