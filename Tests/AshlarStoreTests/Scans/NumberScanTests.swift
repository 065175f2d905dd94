import CAshlar
import StoreFixtures
import Testing

@Suite("Scans of numbers")
struct NumberScanTests {
  private func holds<T: Comparable>(_ a: T, _ operation: Int32, _ b: T) -> Bool {
    switch operation {
    case 0: a == b
    case 1: a != b
    case 2: a < b
    case 3: a <= b
    case 4: a > b
    default: a >= b
    }
  }

  // Rows that were asked about and have the wrong bit.
  private func wrong(_ found: [UInt64], _ rows: [UInt64], _ wanted: [Bool]) -> [Int] {
    wanted.indices.filter { rows[$0 >> 6] >> UInt64($0 & 63) & 1 == 1 && (found[$0 >> 6] >> UInt64($0 & 63) & 1 == 1) != wanted[$0] }
  }

  @Test("find what a comparison of each row finds", arguments: 0..<8 as Range<UInt64>)
  func definition(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = [8, 64, 128, 256].randomElement(using: &random)!
      let operation = Int32.random(in: 0..<6, using: &random)
      let ahead = Int.random(in: -5000...5000, using: &random)
      let rows = random.rows(of: count)
      var found = [UInt64](repeating: 0, count: 4)

      let edges: [Int64] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
      let integers = (0..<count).map { _ in edges.randomElement(using: &random)! }
      let integer = edges.randomElement(using: &random)!
      ashlar_scan_int64(integers, count, operation, integer, rows, ahead, &found)
      let wrongIntegers = wrong(found, rows, integers.map { holds($0, operation, integer) })
      #expect(wrongIntegers.isEmpty, "rows \(wrongIntegers), operation \(operation), \(integer), seed \(seed)")

      let numbers: [Double] = [-.infinity, -1, -0.0, 0, .leastNonzeroMagnitude, 1, .infinity, .nan]
      let doubles = (0..<count).map { _ in numbers.randomElement(using: &random)! }
      let double = numbers.randomElement(using: &random)!
      ashlar_scan_double(doubles, count, operation, double, rows, ahead, &found)
      let wrongDoubles = wrong(found, rows, doubles.map { holds($0, operation, double) })
      #expect(wrongDoubles.isEmpty, "rows \(wrongDoubles), operation \(operation), \(double), seed \(seed)")

      let flags = (0..<count).map { _ in [0, 0, 1, 0x80, 0xFF].randomElement(using: &random)! as UInt8 }
      ashlar_scan_flags(flags, count, ahead, &found)
      #expect(wrong(found, [.max, .max, .max, .max], flags.map { $0 != 0 }).isEmpty, "flags, seed \(seed)")
    }
  }
}
