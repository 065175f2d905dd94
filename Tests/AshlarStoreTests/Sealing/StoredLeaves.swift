@testable import AshlarEncryption
import Foundation
import TestSupport
import Testing

@testable import AshlarStore

/// The leaves of an index of an encrypted file, in the order of their keys, with what a reader without the key sees of each.
struct StoredLeaves {
  struct Leaf {
    /// The number under which the node is stored.
    let number: UInt64
    /// The page on which it is.
    let page: UInt64
    /// The identifier of the commit that wrote it, and its number in the commit.
    let commit: [UInt8]
    let counter: UInt32
  }

  let all: [Leaf]

  /// - Parameter space: A space whose entries are in nodes.
  init(_ space: KeySpace, _ path: String, _ key: EncryptionKey) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let pageSize = Int(try FileHeader.read(PageFile(path, isWritable: false)).newest.pageSize)
    var seen: [UInt64: Leaf] = [:]
    for value in try Forger(path: path).values() where value.space == .sealed {
      let number = value.key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      let head = [UInt8](bytes[value.range.lowerBound..<value.range.lowerBound + SealedValue.overhead])
      seen[number] = Leaf(
        number: number, page: UInt64(value.range.lowerBound / pageSize), commit: Array(head[20..<36]),
        counter: head.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 36, as: UInt32.self) })
    }
    let snapshot = try #require(try EngineFactory.plain.read(path, key).snapshot() as? NodeSnapshot)
    let map = try #require(NodeRecord.map(space))
    let root = try NodeRecord.read(snapshot, path: path).roots[map]
    var numbers: [UInt64] = []
    // Parents come before their children, and children in the order of their keys.
    try snapshot._checkInvariants(root, { number, _ in numbers.append(number) })
    all = try numbers.filter { number in try Node(try snapshot.node(number)).level == 0 }.map { number in try #require(seen[number]) }
  }

  init(_ leaves: [Leaf]) { all = leaves }

  /// The leaves of each commit, in the order of their keys.
  var byCommit: [[Leaf]] { Dictionary(grouping: all, by: \.commit).values.map { $0 } }

  /// Reports an issue if the order of pages, of counters or of numbers is related to the order of keys, among the leaves of each commit.
  /// - Parameter least: How many leaves there must be at least.
  func expectUnrelated(_ what: String, least: Int, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(all.count >= least, "\(what)", sourceLocation: sourceLocation)
    for (name, found) in zip(["pages", "counters", "numbers"], relations) {
      #expect(
        abs(found) < 6, "\(what): the \(name) of \(all.count) leaves ascend or descend with their keys, by \(found) deviations",
        sourceLocation: sourceLocation)
    }
  }

  /// By how many standard deviations the pages, the counters and the numbers of leaves ascend or descend with their keys.
  var relations: [Double] { [related(\.page), related { UInt64($0.counter) }, related(\.number)] }

  /// Returns by how many standard deviations the number of neighbors that ascend, and the rank correlation, differ from those of a random
  /// order: the larger one of both. In a random order it exceeds 6 once in 10^8 tests.
  private func related(_ value: (Leaf) -> UInt64) -> Double {
    var (ascents, expected, variance) = (0.0, 0.0, 0.0)
    var (products, productVariance) = (0.0, 0.0)
    for leaves in byCommit where leaves.count > 1 {
      let values = leaves.map(value)
      let count = Double(leaves.count)
      // In a random order of n values, (n - 1) / 2 ± √((n + 1) / 12) are followed by a larger one.
      ascents += Double(zip(values, values.dropFirst()).count { $0 < $1 })
      expected += (count - 1) / 2
      variance += (count + 1) / 12
      let ranks = Dictionary(values.sorted().enumerated().map { ($1, Double($0)) }) { first, _ in first }
      var squares = 0.0
      for (index, value) in values.enumerated() {
        let deviation = Double(index) - (count - 1) / 2
        products += deviation * ((ranks[value] ?? 0) - (count - 1) / 2)
        squares += deviation * deviation
      }
      productVariance += squares * squares / (count - 1)
    }
    guard variance > 0 else { return 0 }
    let run = (ascents - expected) / variance.squareRoot()
    let correlation = products / productVariance.squareRoot()
    return abs(run) > abs(correlation) ? run : correlation
  }
}
