import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@Suite("Bytes of values of any type", .blocking)
struct AnyStoredTests {
  static let scalars: [AnyStored] = [
    .none, .bool(true), .bool(false), .int(0), .int(-1), .int(.max), .int(.min), .float(1.5), .float(.infinity), .double(-0.0),
    .double(.greatestFiniteMagnitude), .string(""), .string("é\0x"), .string(String(repeating: "long ", count: 20)), .data([]),
    .data([0, 255]), .date(seconds: -5, nanoseconds: -999_999_999), .objectId(Array(1...12)), .uuid(Array(0..<16)),
    .decimal128(low: 1, high: 0x3040_0000_0000_0000), .link(AnyLink(table: 1 << 24 - 1, key: 1 << 40 - 1)),
    .link(AnyLink(table: 1, key: 0)),
  ]

  static func random(_ generator: inout SeededGenerator, depth: Int = 0) -> AnyStored {
    guard depth < 6, generator.chance(40) else { return generator.pick(scalars) }
    if generator.chance(50) {
      return .list(id: generator.next(), (0..<generator.below(5)).map { _ in random(&generator, depth: depth + 1) })
    }
    let keys = Set((0..<generator.below(5)).map { _ in generator.pick(["", "a", "b", "é", "日本", "ab"]) })
    return .dictionary(
      id: generator.next(),
      keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { AnyEntry(key: $0, value: random(&generator, depth: depth + 1)) })
  }

  @Test("every value is decoded as it was encoded", arguments: [1 as UInt64, 2])
  func roundTrip(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for value in Self.scalars + (0..<2000).map({ _ in Self.random(&generator) }) {
      let back = try value.bytes().withUnsafeBytes { try AnyStored($0) }
      #expect(back == value, "seed \(seed)")
      #expect(back.hasSameContent(as: value))
    }
  }

  @Test("any bytes are a value or an error, and what is a value has these bytes", arguments: [3 as UInt64, 4, 5])
  func anyBytes(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for round in 0..<20_000 {
      var bytes = Self.random(&generator).bytes()
      switch round % 4 {
      case 0: bytes = (0..<generator.below(40)).map { _ in UInt8(generator.below(generator.chance(50) ? 16 : 256)) }
      case 1: bytes.removeLast(min(bytes.count, generator.below(4)))
      case 2: bytes += [UInt8(generator.below(256))]
      default:
        for _ in 0..<(bytes.isEmpty ? 0 : generator.below(3)) {
          bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
        }
      }
      guard let value = try? bytes.withUnsafeBytes({ try AnyStored($0) }) else { continue }
      // `none` has a byte of its own inside collections only.
      #expect(value.bytes() == bytes || value == .none, "seed \(seed), round \(round): \(bytes)")
    }
  }

  @Test("composed and decomposed letters are different contents, and different keys of a merged dictionary")
  func letters() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}")
    #expect(composed == decomposed)
    #expect(!AnyStored.string(composed).hasSameContent(as: .string(decomposed)))
    let old = AnyStored.dictionary(id: 1, [AnyEntry(key: composed, value: .int(1))])
    let new = AnyStored.dictionary(id: 2, [AnyEntry(key: decomposed, value: .int(2))])
    #expect(!old.hasSameContent(as: new))
    guard case .dictionary(_, let entries) = old.merged(with: new) else {
      Issue.record("a merged dictionary is no dictionary")
      return
    }
    #expect(entries.map { Array($0.key.utf8) } == [decomposed, composed].map { Array($0.utf8) })
    #expect(entries.map(\.value) == [.int(2), .int(1)])
  }

  @Test("each fault has its error")
  func faults() {
    func fault(_ bytes: [UInt8]) -> AnyFault? {
      do {
        _ = try bytes.withUnsafeBytes { try AnyStored($0) }
        return nil
      } catch { return error as? AnyFault }
    }
    #expect(fault([2, 1]) == .truncated)
    #expect(fault([1, 1, 0]) == .tooLong)
    #expect(fault([14]) == .tag(14))
    #expect(fault([1, 2]) == .value)
    #expect(fault([5, 0xFF]) == .text)
    #expect(fault([11] + [UInt8](repeating: 0xFF, count: 12)) == .value)
    let unordered = AnyStored.dictionary(id: 1, [AnyEntry(key: "b", value: .none), AnyEntry(key: "a", value: .none)])
    #expect(fault(unordered.bytes()) == .order)
    #expect(fault(AnyStored.dictionary(id: 1, [AnyEntry(key: "a", value: .none), AnyEntry(key: "a", value: .none)]).bytes()) == .order)
    func nested(_ depth: Int) -> AnyStored { (0..<depth).reduce(AnyStored.none) { inner, _ in .list(id: 1, [inner]) } }
    #expect(fault(nested(100).bytes()) == nil)
    #expect(fault(nested(101).bytes()) == .depth)
    #expect(nested(100).depth == 100)
    #expect("\(AnyFault.tag(14)); \(AnyFault.depth)" == "14 is not the tag of a type; collections are nested more than 100 levels deep")
  }

  @Test("the bytes are those of the documentation")
  func documentedBytes() {
    #expect(AnyStored.none.bytes() == [])
    #expect(AnyStored.bool(true).bytes() == [1, 1])
    #expect(AnyStored.int(258).bytes() == [2, 2, 1, 0, 0, 0, 0, 0, 0])
    #expect(AnyStored.float(1).bytes() == [3, 0, 0, 0x80, 0x3F])
    #expect(AnyStored.string("ab").bytes() == [5, 97, 98])
    #expect(AnyStored.link(AnyLink(table: 3, key: 4)).bytes() == [11, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0])
    #expect(
      AnyStored.list(id: 7, [.none, .bool(false)]).bytes()
        == [12, 7, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 1, 0])
    #expect(
      AnyStored.dictionary(id: 7, [AnyEntry(key: "k", value: .string(""))]).bytes()
        == [13, 7, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 107, 1, 0, 0, 0, 5])
  }
}
