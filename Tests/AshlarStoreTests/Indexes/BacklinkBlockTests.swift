import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Blocks of backlinks", .blocking)
struct BacklinkBlockTests {
  private typealias Place = BacklinkBlock.Place

  private struct Link: Equatable {
    let place: BacklinkBlock.Place
    let count: Int
  }

  private static func links(_ random: inout SeededGenerator) -> [Link] {
    let targets = [1, 30, 100_000, UInt64.max - 1][Int.random(in: 0..<4, using: &random)]
    let sources = [2, 500, UInt64(Counters.keyLimit)][Int.random(in: 0..<3, using: &random)]
    var places: Set<[UInt64]> = []
    for _ in 0..<Int.random(in: 1...3000, using: &random) {
      places.insert([UInt64.random(in: 0..<targets, using: &random), UInt64.random(in: 0..<sources, using: &random)])
    }
    return places.map { Place(target: $0[0], source: $0[1]) }.sorted().map { place in
      Link(place: place, count: random.once(in: 5) ? Int.random(in: 2...Int(UInt32.max), using: &random) : 1)
    }
  }

  /// The blocks that links make, with their bounds.
  private static func blocks(_ links: [Link], wanted: Int = BacklinkBlock.sizeLimit) -> [(bytes: [UInt8], bound: BacklinkBlock.Place)] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: BacklinkBlock.sizeLimit, alignment: 8)
    defer { buffer.deallocate() }
    var made: [(bytes: [UInt8], bound: BacklinkBlock.Place)] = []
    var output = BacklinkBlock.Output(buffer, wanted: wanted)
    for link in links { output.add(link.place, link.count) { made.append((Array($0), $1)) } }
    output.finish(.open) { made.append((Array($0), $1)) }
    return made
  }

  private static func read(_ block: [UInt8]) -> (links: [Link], isWellFormed: Bool) {
    block.withUnsafeBytes { bytes in
      var reader = BacklinkBlock.Links(bytes)
      var found: [Link] = []
      while let link = reader.next() { found.append(Link(place: link.place, count: link.count)) }
      return (found, reader.isWellFormed)
    }
  }

  @Test("blocks contain the links they were created from, and none is larger than half a page", arguments: 0..<20 as Range<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let links = BacklinkBlockTests.links(&random)
      let wanted = random.once(in: 2) ? BacklinkBlock.sizeLimit : Int.random(in: 100...BacklinkBlock.sizeLimit, using: &random)
      var found: [Link] = []
      for (bytes, bound) in BacklinkBlockTests.blocks(links, wanted: wanted) {
        let (links, isWellFormed) = BacklinkBlockTests.read(bytes)
        #expect(isWellFormed && bytes.count <= wanted, "seed \(seed)")
        #expect(bytes.withUnsafeBytes { BacklinkBlock.isWellFormed($0, bound: bound) }, "seed \(seed)")
        if let last = links.last, bound != .open { #expect(bound == last.place, "seed \(seed)") }
        found += links
      }
      #expect(found == links, "seed \(seed)")
    }
  }

  @Test("the sources of a target are found in each of the blocks that it lies in", arguments: 0..<10 as Range<UInt64>)
  func sources(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let links = BacklinkBlockTests.links(&random)
    let blocks = BacklinkBlockTests.blocks(links)
    let targets = Set(links.map(\.place.target))
    for target in targets.prefix(40) + [links[0].place.target &+ 1] {
      var found: [(key: Int64, count: Int)] = []
      var left = Int.max
      for (bytes, _) in blocks { #expect(bytes.withUnsafeBytes { BacklinkBlock.read($0, target, into: &found, &left) }) }
      let expected = links.filter { $0.place.target == target }
      #expect(found.map { UInt64($0.key) } == expected.map(\.place.source), "seed \(seed)")
      #expect(found.map(\.count) == expected.map(\.count), "seed \(seed)")
    }
  }

  @Test("bytes are what files hold")
  func bytes() {
    let links = [(5, 0, 1), (5, 300, 3), (6, 7, 1), (1000, 1, 1)].map { Link(place: Place(target: $0.0, source: $0.1), count: $0.2) }
    let blocks = BacklinkBlockTests.blocks(links)
    #expect(blocks.map(\.bytes) == [[5, 5, 1, 0xAC, 2, 0, 2, 1, 1, 8, 0xE2, 7, 1, 2]])
    // A size of two bytes.
    let many = (0..<200).map { Link(place: Place(target: 9, source: $0), count: 1) }
    #expect(BacklinkBlockTests.blocks(many).map(\.bytes) == [[9, 0xC8, 1] + [UInt8](repeating: 1, count: 200)])
  }

  @Test(
    "bytes that are no block are refused",
    arguments: [
      [], [5], [5, 0], [5, 1], [5, 1, 0], [5, 2, 1], [5, 1, 0x80], [5, 2, 1, 0], [5, 3, 1, 0, 0], [5, 1, 1, 0, 1, 1], [5, 2, 0, 1],
      [5, 7, 1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20], [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1, 1, 1],
      [5, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1],
    ] as [[UInt8]])
  func malformed(_ bytes: [UInt8]) {
    #expect(!bytes.withUnsafeBytes { BacklinkBlock.isWellFormed($0, bound: .open) })
  }

  @Test("a block beyond its bound is refused")
  func bound() {
    let block: [UInt8] = [5, 2, 1, 8]
    for (target, source, isAllowed) in [(5, 8, true), (5, 7, false), (4, 100, false), (6, 0, true)] as [(UInt64, UInt64, Bool)] {
      #expect(block.withUnsafeBytes { BacklinkBlock.isWellFormed($0, bound: Place(target: target, source: source)) } == isAllowed)
    }
  }

  @Test("links are sorted by target and source", arguments: 0..<12 as Range<UInt64>)
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = [3, 400, 5000][Int(seed) % 3]
    let targets = [Int64(1), 100, 1 << 20, 1 << 33, .max][Int.random(in: 0..<5, using: &random)]
    let rows: Int64 = random.once(in: 3) ? 1 << 35 : 3000
    var sources = (0..<count).map { _ in Int64.random(in: 0..<rows, using: &random) }
    if random.once(in: 2) { sources.sort() }
    var changes = LinkChanges()
    var expected: [[UInt64]: Int] = [:]
    for source in sources {
      let target = Int64.random(in: 0..<targets, using: &random)
      let isGained = !random.once(in: 3)
      changes.add(target: target, source: source, isGained: isGained)
      expected[[UInt64(target), UInt64(source)], default: 0] += isGained ? 1 : -1
    }
    changes.sort()
    changes.withSorted { changes in
      var index = 0
      var last: BacklinkBlock.Place?
      while index < changes.count {
        let (place, difference) = changes.sum(at: &index)
        if let last { #expect(last < place, "seed \(seed)") }
        last = place
        #expect(expected.removeValue(forKey: [place.target, place.source]) == difference, "seed \(seed)")
        #expect(changes.end(of: place, from: 0) == index && changes.range(of: place.target).contains(index - 1), "seed \(seed)")
      }
    }
    #expect(expected.isEmpty, "seed \(seed)")
  }
}
