import AshlarStore
import Foundation
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("Bytes by which values of any type are sorted", .blocking)
struct AnyOrderBytesTests {
  /// Values of each type, near to each other and at the limits.
  private static func value(_ generator: inout SeededGenerator) -> AnyStored {
    let integers: [Int64] = [0, 1, -1, 1 << 53, 1 << 54, 1 << 62, .max, .min, 1_000_000_007]
    let near = generator.pick(integers).addingReportingOverflow(Int64(generator.below(7)) - 3).partialValue
    switch generator.below(12) {
    case 0: return .bool(generator.chance(50))
    case 1, 2: return .int(near)
    case 3: return .double(Double(near))
    case 4:
      let doubles: [Double] = [.nan, .infinity, -.infinity, -0.0, 0.5, 1e300, .leastNonzeroMagnitude, -1e-9, 0x1p63, -0x1p63]
      let double = generator.pick(doubles)
      return .double(generator.pick([double, double.nextUp, double.nextDown]))
    case 5: return .float(generator.pick([0, -1.5, 16_777_216, .nan, .infinity, Float(near)] as [Float]))
    case 6: return .string(String((0..<generator.below(12)).map { _ in generator.pick(["a", "\0", "b", "é"] as [Character]) }))
    case 7: return .data((0..<generator.below(12)).map { _ in generator.pick([0, 1, 127, 128, 255]) })
    case 8: return .date(seconds: near, nanoseconds: Int32(generator.below(3) - 1) * Int32(generator.below(1_000_000_000)))
    case 9: return generator.chance(50) ? .objectId(bytes(12, &generator)) : .uuid(bytes(16, &generator))
    case 10:
      let (tables, keys): ([UInt32], [Int64]) = ([1, 2, 256, 1 << 24 - 1], [0, 1, 255, 256, 1 << 40 - 1])
      return .link(AnyLink(table: generator.pick(tables), key: generator.pick(keys)))
    default: return generator.chance(50) ? .list(id: 1, [.int(near)]) : .dictionary(id: 1, [AnyEntry(key: "a", value: .int(near))])
    }
  }

  private static func bytes(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in generator.pick([0, 1, 255]) }
  }

  // Nil for a value without an encoding.
  private static func encoded(_ value: AnyStored) -> [UInt8]? {
    value.bytes().withUnsafeBytes { stored in
      withUnsafeTemporaryAllocation(byteCount: AnyOrderBytes.size, alignment: 8) { memory -> [UInt8]? in
        guard let start = memory.baseAddress, case .bytes(let bytes) = AnyOrderBytes(stored, in: start) else { return nil }
        return Array(bytes)
      }
    }
  }

  @Test("are ordered as the values are, and equal where the values are", arguments: 0..<4 as Range<UInt64>)
  func order(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let values = (0..<400).map { _ in Self.value(&generator) }
    let encoded = try values.map { try #require(Self.encoded($0), "\($0)") }
    var mistakes = 0
    for a in values.indices {
      for b in values.indices {
        let order = encoded[a].withUnsafeBytes { a in encoded[b].withUnsafeBytes { b in CellValue.order(a, b) } }
        if order.signum() == AnyOrder.order(values[a], values[b]).signum() { continue }
        mistakes += 1
        if mistakes < 10 { Issue.record("\(values[a]) and \(values[b]), seed \(seed)") }
      }
    }
  }

  @Test(
    "no other bytes are read as a value",
    arguments: [
      [], [0], [1], [1, 2], [2, 0], [3, 0, 0], [4], [7, 0], [8, 0], [10, 0], [11, 0], [12, 0], [13], [14], [255, 1, 2],
      [11, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func unreadable(_ bytes: [UInt8]) {
    let isUnreadable = bytes.withUnsafeBytes { stored in
      withUnsafeTemporaryAllocation(byteCount: AnyOrderBytes.size, alignment: 8) { memory in
        guard let start = memory.baseAddress, case .unreadable = AnyOrderBytes(stored, in: start) else { return false }
        return true
      }
    }
    #expect(isUnreadable)
  }

  @Test("sort objects as their values are ordered, stably, both ways, with decimals and without", arguments: 0..<4 as Range<UInt64>)
  func sorted(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try valueRealm()
    let values: [AnyRealmValue] = (0..<600).map { _ in
      switch generator.below(seed % 2 == 0 ? 9 : 10) {
      case 0: return AnyRealmValue.none
      case 1: return .bool(generator.chance(50))
      case 2, 3: return .int(generator.below(40))
      case 4: return .double(Double(generator.below(80)) / 2)
      case 5: return .string("a long prefix that all have \(generator.below(30))")
      case 6: return .string(generator.pick(["", "a", "ab"]))
      case 7: return .data(Data([UInt8(generator.below(3))]))
      case 8: return .date(Date(timeIntervalSince1970: Double(generator.below(9))))
      default: return .decimal128(Decimal128(Double(generator.below(40)) / 2, digits: 3))
      }
    }
    try realm.write {
      for (id, value) in values.enumerated() { realm.create(Anything.self, value: ["id": id, "any": value] as [String: Any]) }
    }
    let stored = values.map { AnyWriting.scalar($0) ?? .none }
    let all = realm.objects(Anything.self)
    for ascending in [true, false] {
      let expected = stored.indices.sorted {
        let order = AnyOrder.order(stored[$0], stored[$1]) * (ascending ? 1 : -1)
        return order == 0 ? $0 < $1 : order < 0
      }
      let results = all.sorted(by: \.any, ascending: ascending)
      #expect(results.first?.id == expected.first, "seed \(seed)")
      #expect(Array(results.limited(to: 9).map(\.id)) == Array(expected.prefix(9)), "seed \(seed)")
      #expect(Array(results.map(\.id)) == expected, "seed \(seed)")
      let frozen = all.freeze().sorted(by: \.any, ascending: ascending)
      #expect(Array(frozen.map(\.id)) == expected, "seed \(seed)")
    }
  }
}
