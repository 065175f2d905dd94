@testable import AshlarEncryption
import TestSupport

@testable import AshlarStore

/// Random operations on an ordered map of nodes, compared with a sorted array. The first difference is described in `fault`.
struct NodeModel {
  /// The kinds of keys that a run has.
  enum Keys: CaseIterable {
    /// 1 to 4 bytes, of few letters.
    case short
    /// A long common prefix, and up to 20 further bytes.
    case prefixed
    /// Up to 511 bytes, most of which are shared with others.
    case long
    /// Integers of 8 bytes, often the next one.
    case integers
    /// Several prefixes, each with ascending and random rests, as the keys of indexes have.
    case columns
  }

  /// The kinds of values that a run has.
  enum Values: CaseIterable {
    case small
    /// Most are small, some have up to `Node.longestValue` bytes.
    case mixed
    /// Most fill a node or more.
    case large
  }

  let keyKind: Keys
  let valueKind: Values
  private(set) var fault: String?
  private var random: SeededGenerator
  private let nodes = MemoryNodes()
  private let writer: NodeWriter<MemoryNodes>
  private var keys: [[UInt8]] = []
  private var values: [[UInt8]] = []
  private var lastKey: [UInt8] = [0]
  // The map as of the last commit.
  private var committed: (root: NodeRoot, keys: [[UInt8]], values: [[UInt8]], counter: UInt64) = (NodeRoot(), [], [], 0)
  private let largest: Int
  private var isGrowing = true

  init(seed: UInt64, _ keyKind: Keys, _ valueKind: Values, largest: Int, limit: Int = 64 << 20) {
    random = SeededGenerator(seed: seed)
    self.keyKind = keyKind
    self.valueKind = valueKind
    self.largest = largest
    writer = NodeWriter(nodes, maps: 1, numbers: .mixed, limit: limit)
    writer.begin([NodeRoot()], counter: 0)
  }

  // MARK: - Keys and values

  private mutating func bytes(_ count: Int, _ letters: Int = 256) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: random.below(letters)) }
  }

  private mutating func newKey() -> [UInt8] {
    if !keys.isEmpty, random.chance(25) { return random.pick(keys) }
    switch keyKind {
    case .short: return bytes(1 + random.below(4), 6)
    case .prefixed: return Array("table and column".utf8) + bytes(random.below(21), random.chance(50) ? 3 : 256)
    case .long:
      let shared = [0, 100, 300, 503][random.below(4)]
      return [UInt8](repeating: 7, count: shared) + bytes(1 + random.below(random.chance(50) ? 8 : Node.longestKey - shared), 4)
    case .integers:
      let next = lastKey.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } &+ 1
      let number = random.chance(50) ? next : random.next() >> UInt64(random.below(64))
      return (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    case .columns:
      let column = UInt8(random.below(5))
      let prefix: [UInt8] = [0, 0, 0, column, 0, column, 1]
      if random.chance(50), lastKey.starts(with: prefix), let last = lastKey.last, last < 255 { return lastKey.dropLast() + [last + 1] }
      return prefix + bytes(1 + random.below(14), random.chance(50) ? 2 : 256)
    }
  }

  private mutating func newValue() -> [UInt8] {
    let size: Int
    switch valueKind {
    case .small: size = random.below(24)
    case .mixed: size = random.chance(90) ? random.below(60) : random.below(Node.longestValue + 1)
    case .large:
      size =
        switch random.below(4) {
        case 0: random.below(60)
        case 1: 1500 + random.below(Node.longestValue + 1 - 1500)
        case 2: Node.longestValue - 1 + random.below(3)
        default: Node.longestValue + random.below(9000)
        }
    }
    return [UInt8](repeating: UInt8(truncatingIfNeeded: random.below(256)), count: size)
  }

  // The index of the first key that is not before `key`.
  private static func place(_ keys: [[UInt8]], _ key: [UInt8]) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle].lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func check(_ isRight: Bool, _ what: String) {
    if !isRight, fault == nil { fault = what }
  }

  // MARK: - Operations

  /// Performs one operation. Does nothing after a fault.
  mutating func step() throws {
    if fault != nil { return }
    if keys.count > largest { isGrowing = false }
    if keys.count < largest / 8 { isGrowing = true }
    switch random.below(100) {
    case 0: try commit()
    case 1: if random.chance(20) { abort() }
    case 2: for _ in 0..<random.below(60) { try put(newKey(), newValue()) }
    case 3: try removeRange()
    case 4..<(isGrowing ? 60 : 25): try put(newKey(), newValue())
    case 60..<65: try insert(newKey(), newValue())
    case 25..<60: try remove(keys.isEmpty || random.chance(20) ? newKey() : random.pick(keys))
    case 65..<70: try append()
    default: try read()
    }
  }

  private mutating func put(_ key: [UInt8], _ value: [UInt8]) throws {
    lastKey = key
    try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in _ = try writer.put(0, key, value) } }
    set(key, value)
  }

  private mutating func set(_ key: [UInt8], _ value: [UInt8]) {
    let place = NodeModel.place(keys, key)
    if place < keys.count, keys[place] == key {
      values[place] = value
    } else {
      keys.insert(key, at: place)
      values.insert(value, at: place)
    }
  }

  private mutating func insert(_ key: [UInt8], _ value: [UInt8]) throws {
    let place = NodeModel.place(keys, key)
    let isNew = place == keys.count || keys[place] != key
    let wasNew = try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in try writer.put(0, key, value, .inserting) } }
    check(isNew == wasNew, "inserting \(key) returned \(wasNew)")
    if isNew { set(key, value) }
  }

  private mutating func append() throws {
    let key: [UInt8]
    if let last = keys.last, last.count < Node.longestKey, random.chance(80) {
      key = last + [UInt8(random.below(3))]
    } else {
      key = newKey()
    }
    let value = newValue()
    let isLast = keys.last.map { $0.lexicographicallyPrecedes(key) } ?? true
    let wasLast = try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in try writer.put(0, key, value, .appending) } }
    check(isLast == wasLast, "appending \(key) returned \(wasLast)")
    if isLast { set(key, value) }
  }

  private mutating func remove(_ key: [UInt8]) throws {
    let place = NodeModel.place(keys, key)
    let exists = place < keys.count && keys[place] == key
    let existed = try key.withUnsafeBytes { try writer.remove(0, $0) }
    check(exists == existed, "removing \(key) returned \(existed)")
    if exists {
      keys.remove(at: place)
      values.remove(at: place)
    }
  }

  private mutating func removeRange() throws {
    if keys.isEmpty { return }
    let start = random.below(keys.count)
    let end = min(keys.count, start + (random.once(in: 40) ? keys.count : random.below(isGrowing ? 20 : 200)))
    for key in keys[start..<end] { _ = try key.withUnsafeBytes { try writer.remove(0, $0) } }
    keys.removeSubrange(start..<end)
    values.removeSubrange(start..<end)
  }

  private mutating func commit() throws {
    try writer.flush()
    writer.end()
    let isSplit = writer.limit < 1 << 20
    check(nodes.commit() || isSplit, "nodes were not stored in ascending order of their numbers")
    committed = (writer.roots[0], keys, values, writer.counter)
    try checkAll()
    writer.begin([committed.root], counter: committed.counter)
  }

  // Discards the changes since the last commit, unless some are stored.
  private mutating func abort() {
    if !nodes.stored.isEmpty { return }
    writer.end()
    writer.begin([committed.root], counter: committed.counter)
    (keys, values) = (committed.keys, committed.values)
  }

  /// Compares the whole committed map, and the numbers that are in use.
  mutating func checkAll() throws {
    var used: Set<UInt64> = []
    var index = 0
    var isEqual = true
    let (expectedKeys, expectedValues) = (committed.keys, committed.values)
    do {
      try nodes._checkInvariants(committed.root, { number, _ in used.insert(number) }) { key, value in
        if index >= expectedKeys.count || key != expectedKeys[index] || !value.elementsEqual(expectedValues[index]) { isEqual = false }
        index += 1
      }
    } catch {
      check(false, "\(error)")
      return
    }
    check(isEqual && index == expectedKeys.count, "the map has other entries")
    check(committed.root.entries == UInt64(expectedKeys.count), "the root states \(committed.root.entries) entries")
    check(used == Set(nodes.values.keys), "\(nodes.values.count) values are stored, of which the map uses \(used.count)")
  }

  private mutating func read() throws {
    let fromCommitted = random.chance(50) && nodes.stored.isEmpty
    if fromCommitted {
      try read(nodes, committed.root, committed.keys, committed.values)
    } else {
      try read(writer, writer.roots[0], keys, values)
    }
  }

  private mutating func read<Source: NodeSource>(
    _ source: Source, _ root: NodeRoot, _ keys: [[UInt8]], _ values: [[UInt8]]
  ) throws {
    let key = newKey()
    let place = NodeModel.place(keys, key)
    switch random.below(5) {
    case 0:
      let found = try key.withUnsafeBytes { try source.value(in: root, $0).map { Array($0) } }
      check(found == (place < keys.count && keys[place] == key ? values[place] : nil), "\(key) has another value")
    case 1:
      let found = try key.withUnsafeBytes { end in try source.last(in: root, before: end).map { ($0.key, Array($0.value)) } }
      check(found?.0 == (place > 0 ? keys[place - 1] : nil), "another key is before \(key)")
      check(found?.1 == (place > 0 ? values[place - 1] : nil), "the key before \(key) has another value")
    case 2:
      let most = random.below(400)
      var index = place
      var isEqual = true
      try key.withUnsafeBytes { start in
        try source.scan(in: root, from: start) { key, value in
          guard index < keys.count, key.elementsEqual(keys[index]), value.elementsEqual(values[index]) else {
            isEqual = false
            return false
          }
          index += 1
          return index < place + most
        }
      }
      check(isEqual && index == min(keys.count, place + max(1, most)), "the entries from \(key) on are others")
    case 3:
      let low = newKey()
      let from = NodeModel.place(keys, low)
      var index = place
      var isEqual = true
      try low.withUnsafeBytes { low in
        try key.withUnsafeBytes { end in
          try source.scan(in: root, before: end, downTo: low) { key, value in
            index -= 1
            isEqual = isEqual && index >= 0 && key.elementsEqual(keys[index]) && value.elementsEqual(values[index])
            return isEqual
          }
        }
      }
      check(isEqual && index == min(place, from), "the entries before \(key) down to \(low) are others")
    default:
      guard keyKind == .integers, keys.allSatisfy({ $0.count == 8 }) else { return }
      func number(_ key: [UInt8]) -> UInt64 { key.reduce(0) { $0 << 8 | UInt64($1) } }
      let wanted = random.next() >> UInt64(random.below(64))
      let bytes: [UInt8] = (0..<8).reversed().map { UInt8(truncatingIfNeeded: wanted >> UInt64(8 * $0)) }
      let place = NodeModel.place(keys, bytes)
      let isThere = place < keys.count && keys[place] == bytes
      let entry = isThere ? place : place - 1
      let found = try source.floor(in: root, integer: wanted, wantsNext: true)
      check(found.entry?.key == (entry >= 0 ? number(keys[entry]) : nil), "the floor of \(wanted) is another")
      check(found.next == (entry + 1 < keys.count ? number(keys[entry + 1]) : nil), "the key after \(wanted) is another")
    }
  }
}
