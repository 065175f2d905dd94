@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Lifetimes of nodes that a transaction reads", .blocking)
struct NodeLifetimeTests {
  /// Values that are overwritten as soon as they need not be valid any more.
  private final class TransientNodes: NodeTarget {
    let path = "transient"
    let nodes = MemoryNodes()
    /// The largest number of values that had to be valid at the same time.
    private(set) var most = 0
    private var valid: [UnsafeMutableRawBufferPointer] = []
    private var once: UnsafeMutableRawBufferPointer?
    // Overwritten values remain allocated, so that a read of one is no access to memory of others.
    private var former: [UnsafeMutableRawBufferPointer] = []

    deinit { for value in valid + former + [once].compactMap(\.self) { value.deallocate() } }

    private func copy(_ number: UInt64) -> UnsafeMutableRawBufferPointer? {
      endOnce()
      guard let found = nodes.stored(number) else { return nil }
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: found.count, alignment: 8)
      copy.copyMemory(from: found)
      return copy
    }

    private func end(_ value: UnsafeMutableRawBufferPointer) {
      value.initializeMemory(as: UInt8.self, repeating: 0xDD)
      former.append(value)
    }

    private func endOnce() {
      if let once { end(once) }
      once = nil
    }

    func stored(_ number: UInt64) -> UnsafeRawBufferPointer? {
      guard let copy = copy(number) else { return nil }
      valid.append(copy)
      most = max(most, valid.count)
      return UnsafeRawBufferPointer(copy)
    }

    func storedOnce(_ number: UInt64) -> UnsafeRawBufferPointer? {
      once = copy(number)
      return once.map { UnsafeRawBufferPointer($0) }
    }

    func releaseRead() {
      endOnce()
      for value in valid { end(value) }
      valid = []
    }

    func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) {
      endOnce()
      nodes.store(number, value)
    }

    func remove(_ number: UInt64) {
      endOnce()
      nodes.remove(number)
    }
  }

  private static func key(_ number: Int) -> [UInt8] { withUnsafeBytes(of: UInt64(number).bigEndian) { Array($0) } }

  @Test("A transaction reads a node again after it has stored its changes, and needs the former values of inner nodes only")
  func transient() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let target = TransientNodes()
    let writer = NodeWriter(target, maps: 1, numbers: .mixed, limit: 400_000)
    var model: [[UInt8]: [UInt8]] = [:]
    var (root, counter) = (NodeRoot(), UInt64(0))
    for round in 0..<8 {
      writer.begin([root], counter: counter)
      for _ in 0..<2500 {
        let key = NodeLifetimeTests.key(random.below(6000))
        if random.chance(25) {
          let exists = try key.withUnsafeBytes { try writer.remove(0, $0) }
          #expect(exists == (model.removeValue(forKey: key) != nil), "seed \(seed), round \(round)")
        } else {
          let value = random.bytes(random.once(in: 100) ? 3000 : 200 + random.below(200), of: [1, 2, 3])
          model[key] = value
          _ = try key.withUnsafeBytes { key in try value.withUnsafeBytes { try writer.put(0, key, $0) } }
        }
      }
      try writer.flush()
      (root, counter) = (writer.roots[0], writer.counter)
      writer.end()
      target.releaseRead()
      _ = target.nodes.commit()
      var found: [[UInt8]: [UInt8]] = [:]
      try target.nodes.scan(in: root, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        found[Array(key)] = Array(value)
        return true
      }
      #expect(found == model, "seed \(seed), round \(round)")
      try target.nodes._checkInvariants(root)
    }
    // The map has several hundred leaves, and long values, which are read whole before they are replaced.
    #expect(root.pages > 300)
    #expect(target.most < 100, "\(target.most)")
  }
}
