@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Ordered maps of nodes", .blocking)
struct NodeMapTests {
  @Test("A map has the entries of a sorted array after any operations", arguments: NodeModel.Keys.allCases)
  func randomOperations(_ keys: NodeModel.Keys) throws {
    for values in NodeModel.Values.allCases {
      let seed = seed()
      var model = NodeModel(seed: seed, keys, values, largest: values == .small ? 3000 : 400)
      for step in 0..<rounds(.nodeSteps) {
        try model.step()
        if let fault = model.fault {
          Issue.record("seed \(seed), \(keys), \(values), step \(step): \(fault)")
          return
        }
      }
    }
  }

  @Test("Nodes that are stored before the end of a transaction are read again", arguments: NodeModel.Keys.allCases)
  func smallLimit(_ keys: NodeModel.Keys) throws {
    let seed = seed()
    var model = NodeModel(seed: seed, keys, .mixed, largest: 2000, limit: 40_000)
    for step in 0..<rounds(.nodeSteps) / 2 {
      try model.step()
      if let fault = model.fault {
        Issue.record("seed \(seed), \(keys), step \(step): \(fault)")
        return
      }
    }
  }

  // Returns a map of `count` entries that were stored in this order, its values, and the part of the nodes' room that is used.
  private func build(
    _ count: Int, _ mode: NodeWriter<MemoryNodes>.Mode, before others: Int = 0
  ) throws -> (nodes: MemoryNodes, root: NodeRoot, fill: Double) {
    let nodes = MemoryNodes()
    let writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
    for index in 0..<others { try NodeMapTests.put(writer, [2] + NodeMapTests.key(index), 8) }
    for index in 0..<count { try NodeMapTests.put(writer, [1] + NodeMapTests.key(index), 8, mode) }
    try writer.flush()
    writer.end()
    return (nodes, writer.roots[0], Double(nodes.bytes) / Double(nodes.values.count * Node.limit))
  }

  private static func key(_ number: Int) -> [UInt8] { (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  @discardableResult
  private static func put(
    _ writer: NodeWriter<MemoryNodes>, _ key: [UInt8], _ size: Int, _ mode: NodeWriter<MemoryNodes>.Mode = .replacing
  ) throws -> Bool {
    let value = [UInt8](repeating: key.last ?? 0, count: size)
    return try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in try writer.put(0, key, value, mode) } }
  }

  @Test("Entries that are appended fill nodes")
  func appended() throws {
    let (nodes, root, fill) = try build(20_000, .appending)
    #expect(fill > 0.95)
    #expect(root.entries == 20_000)
    #expect(root.pages == UInt64(nodes.values.count))
    try nodes._checkInvariants(root)
  }

  @Test("Entries that are inserted in ascending order fill nodes, also before others")
  func ascending() throws {
    #expect(try build(20_000, .replacing).fill > 0.95)
    #expect(try build(20_000, .replacing, before: 500).fill > 0.9)
  }

  @Test("Nodes are stored in ascending order of their numbers, which is not the order of their keys")
  func order() throws {
    let (nodes, root, _) = try build(50_000, .appending)
    let stored = nodes.stored
    #expect(zip(stored, stored.dropFirst()).allSatisfy { $0 < $1 })
    var inOrderOfKeys: [UInt64] = []
    try nodes._checkInvariants(root, { number, _ in inOrderOfKeys.append(number) })
    #expect(inOrderOfKeys.count > 150)
    // The correlation of the rank of a node's keys with the rank of its number, that is, of its page.
    let ranks = Dictionary(stored.enumerated().map { ($1, Double($0)) }) { first, _ in first }
    let middle = Double(stored.count - 1) / 2
    let (sum, squares) = inOrderOfKeys.enumerated().reduce((0.0, 0.0)) { found, node in
      let (a, b) = (Double(node.offset) - middle, (ranks[node.element] ?? 0) - middle)
      return (found.0 + a * b, found.1 + a * a)
    }
    #expect(abs(sum / squares) < 0.2)
  }

  @Test("An entry that fits beside neither neighbor has a leaf of its own")
  func singleEntryLeaves() throws {
    let nodes = MemoryNodes()
    let writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
    func key(_ first: UInt8) -> [UInt8] { [first] + [UInt8](repeating: first, count: Node.longestKey - 1) }
    try NodeMapTests.put(writer, key(1), 1400)
    try NodeMapTests.put(writer, key(3), 1500)
    #expect(writer.roots[0].pages == 1)
    try NodeMapTests.put(writer, key(2), Node.longestValue)
    // Three leaves and a root.
    #expect(writer.roots[0].pages == 4)
    try writer.flush()
    try nodes._checkInvariants(writer.roots[0])
    for first in 1...3 { #expect(try key(UInt8(first)).withUnsafeBytes { try writer.remove(0, $0) }) }
    try writer.flush()
    #expect(writer.roots[0] == NodeRoot())
    #expect(nodes.values.isEmpty)
  }

  @Test("Maps of the longest keys have several levels")
  func longestKeys() throws {
    let nodes = MemoryNodes()
    let writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
    var random = SeededGenerator(seed: 1)
    var keys: Set<[UInt8]> = []
    for _ in 0..<1500 {
      // Keys differ at the beginning and at the end, so that neither prefixes nor separators are short.
      let first = UInt8(random.below(4))
      let key = [first] + [UInt8](repeating: first, count: Node.longestKey - 5) + NodeMapTests.key(random.below(1 << 30)).suffix(4)
      keys.insert(key)
      try NodeMapTests.put(writer, key, 40)
    }
    #expect(writer.roots[0].entries == UInt64(keys.count))
    try writer.flush()
    try nodes._checkInvariants(writer.roots[0])
    for key in keys { #expect(try key.withUnsafeBytes { try writer.remove(0, $0) }) }
    #expect(writer.roots[0] == NodeRoot())
  }

  @Test("Keys without bytes and keys of more than 511 bytes are refused", arguments: [0, 512])
  func refusedKeys(_ size: Int) throws {
    let writer = NodeWriter(MemoryNodes(), maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
    let key = [UInt8](repeating: 1, count: size)
    let error = #expect(throws: StoreError.self) { try NodeMapTests.put(writer, key, 1) }
    #expect(
      error
        == .failed(
          path: "memory", operation: "store an index entry", code: 0, message: "its key has \(size) bytes instead of 1 to 511"))
  }

  @Test("Numbers that are taken are passed over, and several in a row are damage")
  func takenNumbers() throws {
    func writer(taken: UInt64) throws -> NodeWriter<MemoryNodes> {
      let nodes = MemoryNodes()
      for counter in 0..<taken { try [1].withUnsafeBytes { nodes.store(try NodeNumbers.mixed.number(counter), $0) } }
      let writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
      writer.begin([NodeRoot()], counter: 0)
      return writer
    }
    let three = try writer(taken: 3)
    try NodeMapTests.put(three, [1], 1)
    #expect(try three.roots[0].number == NodeNumbers.mixed.number(3))
    #expect(three.counter == 4)
    let four = try writer(taken: 4)
    #expect(throws: StoreError.damaged(path: "memory", detail: "numbers of nodes are in use that have not been assigned")) {
      try NodeMapTests.put(four, [1], 1)
    }
  }

  @Test("A scan that meets keys again throws")
  func repeatedKeys() throws {
    let (nodes, root, _) = try build(1000, .appending)
    var leaves: [UInt64] = []
    try nodes._checkInvariants(root, { number, _ in if number != root.number { leaves.append(number) } })
    try #require(leaves.count > 3)
    let first = Array(try nodes.node(leaves[0]))
    first.withUnsafeBytes { nodes.store(leaves[2], $0) }
    var visited = 0
    #expect(throws: StoreError.self) {
      try nodes.scan(in: root, from: UnsafeRawBufferPointer(start: nil, count: 0)) { _, _ in
        visited += 1
        return true
      }
    }
    #expect(visited > 0)
    #expect(throws: StoreError.self) {
      try [UInt8(9)].withUnsafeBytes { end in
        try nodes.scan(in: root, before: end, downTo: UnsafeRawBufferPointer(start: nil, count: 0)) { _, _ in true }
      }
    }
    #expect(throws: StoreError.self) { try nodes._checkInvariants(root) }
  }

  @Test("The stored form of a leaf and of an inner node")
  func storedForm() throws {
    var pieces = NodePieces()
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    [UInt8]("abc".utf8).withUnsafeBytes { pieces.append(nothing, $0, nothing, isPlace: false) }
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 8)
    defer { bytes.deallocate() }
    let value: [UInt8] = [7, 8]
    try value.withUnsafeBytes { value in
      [UInt8]("abd".utf8).withUnsafeBytes { pieces.append(nothing, $0, value, isPlace: false) }
      let size = try pieces.write(0..<2, level: 0, firstChild: 0, to: bytes)
      #expect(
        Array(UnsafeRawBufferPointer(start: bytes, count: size))
          == [0, 0, 2, 0, 2, 0, 0, 0] + [0, 0, 3, 0, 8, 0] + Array("ab".utf8) + [1, 0] + Array("c".utf8) + [1, 0] + Array("d".utf8) + [
            7, 8,
          ])
    }
    var inner = NodePieces()
    [UInt8]("k".utf8).withUnsafeBytes { inner.append($0, child: 0x0102) }
    let size = try inner.write(0..<1, level: 1, firstChild: 5, to: bytes)
    #expect(
      Array(UnsafeRawBufferPointer(start: bytes, count: size))
        == [1, 0, 1, 0, 1, 0, 0, 0] + [5, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 8, 0] + Array("k".utf8) + [2, 1, 0, 0, 0, 0, 0, 0])
  }
}
