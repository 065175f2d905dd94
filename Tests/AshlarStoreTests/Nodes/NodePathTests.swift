@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Successive changes of ordered maps of nodes", .blocking)
struct NodePathTests {
  // The maps of one writer, and dictionaries with the same entries.
  private final class Maps {
    static let count = 3
    let nodes = MemoryNodes()
    let writer: NodeWriter<MemoryNodes>
    var wanted = [[[UInt8]: [UInt8]]](repeating: [:], count: Maps.count)

    init() {
      writer = NodeWriter(nodes, maps: Maps.count, numbers: .mixed)
      writer.begin(ContiguousArray(repeating: NodeRoot(), count: Maps.count), counter: 0)
    }

    static func key(_ number: Int) -> [UInt8] { [7, 7] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    func put(_ map: Int, _ number: Int, _ value: [UInt8], _ mode: NodeWriter<MemoryNodes>.Mode = .replacing) throws -> Bool {
      let key = Maps.key(number)
      let isStored = try key.withUnsafeBytes { key in try value.withUnsafeBytes { try writer.put(map, key, $0, mode) } }
      if isStored { wanted[map][key] = value }
      return isStored
    }

    func remove(_ map: Int, _ number: Int) throws -> Bool {
      let key = Maps.key(number)
      let isRemoved = try key.withUnsafeBytes { try writer.remove(map, $0) }
      let isExpected = wanted[map].removeValue(forKey: key) != nil
      return isRemoved == isExpected
    }

    /// Stores all changes, and returns whether each map has the entries of its dictionary.
    func check() throws -> Bool {
      try writer.flush()
      let isAscending = nodes.commit()
      var isEqual = isAscending
      for map in 0..<Maps.count {
        var found: [[UInt8]: [UInt8]] = [:]
        try nodes._checkInvariants(writer.roots[map], entry: { key, value in found[key] = Array(value) })
        isEqual = isEqual && found == wanted[map]
      }
      return isEqual
    }
  }

  @Test("Each map has the entries that were stored in it, in runs and alternately")
  func severalMaps() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let maps = Maps()
    for step in 0..<rounds(.nodeSteps) / 20 {
      let map = random.below(Maps.count)
      let start = random.below(20_000)
      let length = 1 + random.below(random.chance(20) ? 800 : 12)
      let stride = random.chance(50) ? 1 : 2
      let isRemoving = random.chance(45)
      for index in 0..<length {
        let number = start + index * stride
        // Some changes between those of a run affect another map.
        let other = random.chance(5) ? random.below(Maps.count) : map
        if isRemoving {
          #expect(try maps.remove(other, number), "seed \(seed), step \(step)")
        } else {
          let value = [UInt8](repeating: UInt8(truncatingIfNeeded: step), count: random.below(random.chance(3) ? 2500 : 40))
          #expect(try maps.put(other, number, value), "seed \(seed), step \(step)")
        }
      }
      if random.chance(20) { #expect(try maps.check(), "seed \(seed), step \(step)") }
    }
    #expect(try maps.check(), "seed \(seed)")
  }

  @Test("A key that is not after all keys of its map is not appended, whichever leaf was changed last")
  func refusedAppends() throws {
    let maps = Maps()
    for number in 0..<2000 { #expect(try maps.put(0, 2 * number, [1], .appending)) }
    // The path to the first leaf, then to the last one.
    for near in [10, 3998] {
      #expect(try maps.put(0, near, [2]))
      for number in [11, 1001, 3997, 3998] { #expect(try !maps.put(0, number, [3], .appending)) }
    }
    #expect(try maps.put(0, 10, [4]))
    #expect(try maps.put(0, 4000, [5], .appending))
    #expect(try maps.check())
  }

  @Test("A small node is padded with zeros to the size of a value that has pages of its own")
  func padding() throws {
    let maps = Maps()
    // The node is nearly full before most of its entries are removed.
    for number in 0..<150 { #expect(try maps.put(0, number, [UInt8](repeating: 9, count: 10))) }
    for number in 3..<150 { #expect(try maps.remove(0, number)) }
    #expect(try maps.check())
    #expect(maps.nodes.values.count == 1)
    let stored = try #require(maps.nodes.values.values.first)
    #expect(stored.count == Node.leastStored)
    let used = try Node(UnsafeRawBufferPointer(stored)).usedSize
    #expect(used < 100)
    #expect(stored[used...].allSatisfy { $0 == 0 })
    #expect(maps.writer.roots[0].pages == 1)
  }
}
