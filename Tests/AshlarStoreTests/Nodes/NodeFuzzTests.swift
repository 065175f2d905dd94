@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Damaged nodes", .blocking)
struct NodeFuzzTests {
  /// A map of which one node is in guarded memory, with changed bytes.
  private final class FuzzedNodes: NodeTarget, NodeSource {
    let path = "fuzzed"
    private let nodes: MemoryNodes
    private let number: UInt64
    private let bytes: UnsafeRawBufferPointer

    init(_ nodes: MemoryNodes, _ number: UInt64, _ bytes: UnsafeRawBufferPointer) {
      self.nodes = nodes
      self.number = number
      self.bytes = bytes
    }

    func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
      guard let found = stored(number) else { throw damage(number) }
      return found
    }

    func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer { try node(number) }
    func stored(_ number: UInt64) -> UnsafeRawBufferPointer? { number == self.number ? bytes : nodes.stored(number) }
    func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) {}
    func remove(_ number: UInt64) {}
  }

  private static func touch(_ bytes: UnsafeRawBufferPointer, _ sum: inout UInt64) { for byte in bytes { sum &+= UInt64(byte) } }

  @Test("Nodes with any bytes are read and changed without a read outside of them, or are damage")
  func fuzz() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let nodes = MemoryNodes()
    let writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
    var keys: [[UInt8]] = []
    for _ in 0..<700 {
      let key: [UInt8] = [1, 2, 3] + random.bytes(1 + random.below(30), of: [0, 1, 7, 255])
      let value = random.bytes(random.once(in: 50) ? 2500 : random.below(60), of: [1, 2, 3])
      keys.append(key)
      _ = try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in try writer.put(0, key, value) } }
    }
    try writer.flush()
    let (root, counter) = (writer.roots[0], writer.counter)
    #expect(root.depth == 2)
    var numbers: [UInt64] = []
    try nodes._checkInvariants(root, { number, _ in numbers.append(number) })
    numbers = numbers.filter { nodes.stored($0).map { $0.count <= Node.limit && $0.count != 2500 } ?? false }
    let memory = try GuardedBytes()
    var (damaged, sum) = (0, UInt64(0))
    for round in 0..<rounds(.fuzzedNodes) {
      let number = random.once(in: 4) ? root.number : random.pick(numbers)
      var bytes = Array(try nodes.node(number))
      switch random.below(6) {
      case 0: bytes = Array(bytes.prefix(random.below(bytes.count + 1)))
      case 1: bytes = random.bytes(1 + random.below(4096), of: Array(0...255))
      // The header and the offsets, which everything else depends on.
      case 2: for _ in 0...random.below(3) { bytes[random.below(min(bytes.count, 64))] = UInt8(random.below(256)) }
      // Few entries, of which one has any offset.
      case 3:
        (bytes[2], bytes[3]) = (UInt8(random.below(3)), 0)
        for _ in 0...random.below(3) { bytes[random.below(min(bytes.count, 24))] = UInt8(random.below(256)) }
      default: for _ in 0...random.below(8) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      }
      let place = memory.copy(bytes, atEnd: random.chance(80))
      let fuzzed = FuzzedNodes(nodes, number, UnsafeRawBufferPointer(start: place, count: bytes.count))
      do {
        try NodeFuzzTests.read(fuzzed, root, random.pick(keys), &sum)
        try NodeFuzzTests.change(fuzzed, root, counter, keys, &random)
      } catch let error as StoreError {
        damaged += 1
        guard case .damaged = error else {
          Issue.record("seed \(seed), round \(round): \(error)")
          return
        }
      }
    }
    #expect(damaged > 0, "seed \(seed), sum \(sum)")
  }

  private static func read(_ source: FuzzedNodes, _ root: NodeRoot, _ key: [UInt8], _ sum: inout UInt64) throws {
    try key.withUnsafeBytes { key in
      if let value = try source.value(in: root, key) { touch(value, &sum) }
      if let last = try source.last(in: root, before: key) { touch(last.value, &sum) }
      var left = 500
      try source.scan(in: root, from: key) { key, value in
        touch(key, &sum)
        touch(value, &sum)
        left -= 1
        return left > 0
      }
      try source.scan(in: root, before: key, downTo: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        touch(key, &sum)
        touch(value, &sum)
        left -= 1
        return left > 0
      }
    }
    _ = try? source.floor(in: root, integer: 1, wantsNext: true)
  }

  private static func change(
    _ target: FuzzedNodes, _ root: NodeRoot, _ counter: UInt64, _ keys: [[UInt8]], _ random: inout SeededGenerator
  ) throws {
    let writer = NodeWriter(target, maps: 1, numbers: .mixed)
    writer.begin([root], counter: counter)
    for _ in 0..<20 {
      let key = random.chance(70) ? random.pick(keys) : [1, 2, 3] + random.bytes(1 + random.below(200), of: [0, 5, 255])
      let value = random.bytes(random.below(800), of: [1])
      try key.withUnsafeBytes { key in
        if random.chance(50) {
          _ = try value.withUnsafeBytes { try writer.put(0, key, $0) }
        } else {
          try writer.remove(0, key)
        }
      }
    }
    try writer.flush()
  }
}
