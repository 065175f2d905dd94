@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Nodes that contradict others", .blocking)
struct NodeDamageTests {
  private let nodes = MemoryNodes()
  private let writer: NodeWriter<MemoryNodes>

  init() {
    writer = NodeWriter(nodes, maps: 1, numbers: .mixed)
    writer.begin([NodeRoot()], counter: 0)
  }

  private static func key(_ number: Int) -> [UInt8] { [1] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  @discardableResult
  private func put(_ key: [UInt8], _ value: [UInt8], _ mode: NodeWriter<MemoryNodes>.Mode = .replacing) throws -> Bool {
    try key.withUnsafeBytes { key in try value.withUnsafeBytes { value in try writer.put(0, key, value, mode) } }
  }

  // Stores the changes, and begins the next transaction.
  private func commit(_ change: (inout NodeRoot) -> Void = { _ in }) throws {
    try writer.flush()
    var root = writer.roots[0]
    let counter = writer.counter
    writer.end()
    _ = nodes.commit()
    change(&root)
    writer.begin([root], counter: counter)
  }

  // Replaces bytes of a stored node.
  private func patch(_ number: UInt64, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = Array(try nodes.node(number))
    change(&bytes)
    bytes.withUnsafeBytes { nodes.store(number, $0) }
  }

  private func fill(_ count: Int) throws {
    for index in 0..<count { try put(NodeDamageTests.key(index), [UInt8](repeating: 7, count: 30)) }
  }

  // Runs `body`, and returns whether it threw damage.
  private func isDamage(_ body: () throws -> Void) throws -> Bool {
    do {
      try body()
      return false
    } catch StoreError.damaged {
      return true
    }
  }

  // Makes an inner node without entries, whose only offset is `offset`, the root above the leaf.
  private func addRoot(offset: UInt8) throws {
    try fill(50)
    try commit()
    let leaf = writer.roots[0].number
    let root: [UInt8] = [1, 0, 0, 0, 0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: leaf >> (8 * $0)) } + [0, offset]
    root.withUnsafeBytes { nodes.store(5, $0) }
    try commit {
      $0.number = 5
      $0.depth = 2
      $0.pages = 2
    }
  }

  @Test("The only offset of an inner node without entries must be 0")
  func offsetWithoutEntries() throws {
    try addRoot(offset: 0x80)
    #expect(try isDamage { try fill(500) })
    #expect(throws: StoreError.self) { try nodes._checkInvariants(writer.roots[0]) }
  }

  @Test("An inner node without entries gets its first one")
  func withoutEntries() throws {
    try addRoot(offset: 0)
    try nodes._checkInvariants(writer.roots[0])
    try fill(500)
    try commit()
    #expect(writer.roots[0].number == 5)
    try nodes._checkInvariants(writer.roots[0])
  }

  @Test("Nothing is stored after a change that failed halfway, even if its error is caught")
  func halfAChange() throws {
    try addRoot(offset: 0x80)
    // The leaf is divided before its parent turns out to be damaged.
    #expect(try isDamage { try fill(500) })
    let stored = Array(try nodes.node(5))
    let expected = StoreError.failed(
      path: "memory", operation: "store the nodes of indexes", code: 0,
      message: "an earlier change of this transaction failed, so none of its changes is stored")
    #expect(throws: expected) { try writer.flush() }
    #expect(throws: expected) { try fill(1) }
    #expect(throws: expected) { try NodeDamageTests.key(3).withUnsafeBytes { _ = try writer.remove(0, $0) } }
    #expect(nodes.values.count == 2)
    #expect(Array(try nodes.node(5)) == stored)
    writer.end()
    writer.begin([NodeRoot()], counter: 900)
    try fill(1)
    try writer.flush()
  }

  // Stores a leaf with a long value at its first key, and replaces the place of the value.
  private func misplace(_ place: (_ leaf: UInt64, _ leafSize: Int, _ value: UInt64) -> (number: UInt64, size: Int)) throws {
    try put(NodeDamageTests.key(0), [UInt8](repeating: 3, count: 2500))
    for index in 1..<10 { try put(NodeDamageTests.key(index), [4]) }
    try commit()
    let leaf = writer.roots[0].number
    let value = try #require(nodes.values.keys.first { $0 != leaf })
    func bytes(_ place: (number: UInt64, size: Int)) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: place.number >> UInt64(8 * $0)) }
        + (0..<4).map { UInt8(truncatingIfNeeded: place.size >> (8 * $0)) }
    }
    let old = bytes((value, 2500))
    let new = bytes(place(leaf, try nodes.node(leaf).count, value))
    try patch(leaf) { bytes in
      let start = (0...bytes.count - 12).first { bytes[$0..<$0 + 12].elementsEqual(old) }
      if let start { bytes.replaceSubrange(start..<start + 12, with: new) }
    }
    try commit()
  }

  // A value that would be a leaf with two entries, of which the last one ends far outside of it.
  private static let forgedLeaf: [UInt8] =
    [0, 0, 2, 0, 0, 0, 0, 0] + [0, 0, 103, 0, 255, 255] + [1, 0] + [UInt8](repeating: 0, count: 1984)

  @Test("A place that names a node is damage", arguments: [false, true])
  func placeOfNode(_ isChanged: Bool) throws {
    try misplace { leaf, size, _ in (leaf, size) }
    if isChanged { try put(NodeDamageTests.key(5), [9]) }
    #expect(try isDamage { try put(NodeDamageTests.key(0), NodeDamageTests.forgedLeaf) })
  }

  @Test("The place of a removed value that names a node is damage", arguments: [false, true])
  func removedPlaceOfNode(_ isChanged: Bool) throws {
    try misplace { leaf, size, _ in (leaf, size) }
    if isChanged { try put(NodeDamageTests.key(5), [9]) }
    #expect(try isDamage { try NodeDamageTests.key(0).withUnsafeBytes { _ = try writer.remove(0, $0) } })
  }

  @Test("A value of another size than its place states is damage, also when it is replaced or removed")
  func sizeOfPlace() throws {
    try misplace { _, _, value in (value, 2501) }
    let key = NodeDamageTests.key(0)
    #expect(try isDamage { try key.withUnsafeBytes { _ = try nodes.value(in: writer.roots[0], $0) } })
    for body: (UnsafeRawBufferPointer) throws -> Void in [
      { key in _ = try writer.remove(0, key) },
      { key in try [UInt8](repeating: 1, count: 3000).withUnsafeBytes { _ = try writer.put(0, key, $0) } },
      { key in try [UInt8(1)].withUnsafeBytes { _ = try writer.put(0, key, $0) } },
    ] {
      let (root, counter) = (writer.roots[0], writer.counter)
      #expect(try isDamage { try key.withUnsafeBytes { try body($0) } })
      writer.end()
      writer.begin([root], counter: counter)
    }
  }

  @Test("A search that ends in a leaf whose keys are on the wrong side throws")
  func wrongSide() throws {
    try fill(1000)
    try commit()
    let root = writer.roots[0]
    var leaves: [(number: UInt64, first: [UInt8], last: [UInt8])] = []
    try nodes._checkInvariants(root, { number, _ in if number != root.number { leaves.append((number, [], [])) } }) { key, _ in
      if leaves[leaves.count - 1].first.isEmpty { leaves[leaves.count - 1].first = key }
      leaves[leaves.count - 1].last = key
    }
    try #require(leaves.count > 4)
    // The third leaf becomes the first one: a forward search from behind the second leaf arrives there.
    let (first, third) = (Array(try nodes.node(leaves[0].number)), Array(try nodes.node(leaves[2].number)))
    first.withUnsafeBytes { nodes.store(leaves[2].number, $0) }
    let behind = leaves[1].last + [0]
    #expect(
      try isDamage {
        try behind.withUnsafeBytes { start in try nodes.scan(in: root, from: start) { _, _ in false } }
      })
    // The second leaf becomes the fourth one: a backward search from the beginning of the third leaf arrives there.
    third.withUnsafeBytes { nodes.store(leaves[2].number, $0) }
    let fourth = Array(try nodes.node(leaves[3].number))
    fourth.withUnsafeBytes { nodes.store(leaves[1].number, $0) }
    #expect(try isDamage { try leaves[2].first.withUnsafeBytes { _ = try nodes.last(in: root, before: $0) } })
  }

  @Test("The check of a map refuses nodes that readers refuse, and bytes that must be zero")
  func check() throws {
    try fill(10)
    try commit()
    let root = writer.roots[0]
    let bytes = Array(try nodes.node(root.number))
    for change: (inout [UInt8]) -> Void in [
      { $0 += [UInt8](repeating: 0, count: Node.limit + 1 - $0.count) }, { $0[1] = 1 }, { $0[6] = 1 }, { $0[7] = 1 },
    ] {
      try patch(root.number, change)
      #expect(try isDamage { try nodes._checkInvariants(root) })
      bytes.withUnsafeBytes { nodes.store(root.number, $0) }
    }
    try nodes._checkInvariants(root)
  }

  @Test("A root with counts that no file can have is not valid")
  func counts() {
    func isValid(_ change: (inout NodeRoot) -> Void) -> Bool {
      var root = NodeRoot()
      (root.number, root.depth, root.entries, root.pages) = (1, 1, 1, 1)
      change(&root)
      var bytes = [UInt8](repeating: 0, count: NodeRoot.size)
      return bytes.withUnsafeMutableBytes { bytes in
        guard let start = bytes.baseAddress else { return false }
        root.store(at: start)
        return NodeRoot(at: start) == root
      }
    }
    #expect(isValid { _ in })
    #expect(isValid { ($0.entries, $0.pages, $0.depth) = (1 << 48, 1 << 44, Node.deepest) })
    #expect(!isValid { $0.entries = .max })
    #expect(!isValid { $0.pages = .max })
    #expect(!isValid { $0.pages = 1 << 52 })
    #expect(!isValid { $0.depth = Node.deepest + 1 })
    #expect(!isValid { $0.number = 0 })
    #expect(!isValid { $0.entries = 0 })
  }

  @Test("The last removal from a map whose root states too many pages is damage")
  func pagesLeft() throws {
    try put([1], [1])
    try commit { $0.pages = 2 }
    #expect(try isDamage { try [UInt8(1)].withUnsafeBytes { _ = try writer.remove(0, $0) } })
  }

  @Test("Copies of nodes that were only read count toward the limit")
  func memory() throws {
    let limit = 40_000
    let writer = NodeWriter(nodes, maps: 1, numbers: .mixed, limit: limit)
    writer.begin([NodeRoot()], counter: 0)
    func put(_ index: Int, _ mode: NodeWriter<MemoryNodes>.Mode) throws {
      try NodeDamageTests.key(index).withUnsafeBytes { key in
        try [UInt8](repeating: 1, count: 30).withUnsafeBytes { _ = try writer.put(0, key, $0, mode) }
      }
    }
    for index in 0..<5000 { try put(index, .replacing) }
    try writer.flush()
    #expect(Int(writer.roots[0].pages) * 4096 > 4 * limit)
    for index in 0..<5000 { try put(index, .inserting) }
    var held = 0
    for one in writer.held.all { held += one.capacity }
    #expect(held <= limit + 4 * 4096)
  }
}
