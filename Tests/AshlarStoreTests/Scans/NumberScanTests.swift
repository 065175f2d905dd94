import CAshlar
import StoreFixtures
import Testing
import TestSupport

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

  @Test("find the same in narrow numbers, also against constants that these cannot hold", arguments: 0..<8 as Range<UInt64>)
  func narrow(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func check<T: FixedWidthInteger & SignedInteger>(
      _ scan: (UnsafePointer<T>, Int, Int32, Int64, UnsafeMutablePointer<UInt64>) -> Void
    ) {
      let count = [8, 64, 128, 256].randomElement(using: &random)!
      let operation = Int32.random(in: 0..<6, using: &random)
      let edges: [T] = [.min, .min + 1, -1, 0, 1, .max - 1, .max]
      let numbers = (0..<count).map { _ in edges.randomElement(using: &random)! }
      let beyond: [Int64] = [.min, Int64(T.min) - 1, Int64(T.max) + 1, .max]
      let constant = (edges.map { Int64($0) } + beyond).randomElement(using: &random)!
      var found = [UInt64](repeating: 0, count: 4)
      scan(numbers, count, operation, constant, &found)
      let wrongRows = wrong(found, [.max, .max, .max, .max], numbers.map { holds(Int64($0), operation, constant) })
      #expect(wrongRows.isEmpty, "\(T.self), rows \(wrongRows), operation \(operation), \(constant), seed \(seed)")
    }
    for _ in 0..<200 {
      check { (column: UnsafePointer<Int8>, count, operation, value, out) in ashlar_scan_int8(column, count, operation, value, out) }
      check { (column: UnsafePointer<Int16>, count, operation, value, out) in ashlar_scan_int16(column, count, operation, value, out) }
      check { (column: UnsafePointer<Int32>, count, operation, value, out) in ashlar_scan_int32(column, count, operation, value, out) }

      let count = [8, 64, 128, 256].randomElement(using: &random)!
      let operation = Int32.random(in: 0..<6, using: &random)
      let numbers: [Float] = [-.infinity, -1, -0.0, 0, .leastNonzeroMagnitude, 1, .infinity, .nan]
      let floats = (0..<count).map { _ in numbers.randomElement(using: &random)! }
      let float = numbers.randomElement(using: &random)!
      var found = [UInt64](repeating: 0, count: 4)
      ashlar_scan_float(floats, count, operation, float, &found)
      let wrongFloats = wrong(found, [.max, .max, .max, .max], floats.map { holds($0, operation, float) })
      #expect(wrongFloats.isEmpty, "rows \(wrongFloats), operation \(operation), \(float), seed \(seed)")
    }
  }

  @Test("tests of single rows find what a comparison finds, or leave many alone", arguments: 0..<8 as Range<UInt64>)
  func singleRows(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let passing: [UInt16] = [2, 1 + 4 + 8, 1, 1 + 2, 4, 2 + 4]
    let base = UnsafeMutableRawPointer.allocate(byteCount: 256 * 29 + 64 + 12, alignment: 64)
    let wantedSlot = base + 256 * 29 + 64
    defer { base.deallocate() }
    var looked = 0
    for round in 0..<200 {
      let count = [8, 64, 128, 256].randomElement(using: &random)!
      let start = Int.random(in: 0..<64, using: &random)
      let places = [start, start + count * 8, start + count * 16, start + count * 17].map { ashlar_place(cells: $0, nulls: 0) }
      let integers = (0..<count).map { _ in [Int64.min, -1, 0, 1, .max].randomElement(using: &random)! }
      let doubles = (0..<count).map { _ in [-Double.infinity, -0.0, 0, 1, .nan].randomElement(using: &random)! }
      let flags = (0..<count).map { _ in [0, 1, 0x80].randomElement(using: &random)! as UInt8 }
      let slots = (0..<count).map { _ in
        var slot = [UInt8](repeating: 7, count: 12)
        slot[[0, 7, 8, 11].randomElement(using: &random)!] += UInt8.random(in: 0...1, using: &random)
        return slot
      }
      for row in 0..<count {
        base.storeBytes(of: integers[row], toByteOffset: start + row * 8, as: Int64.self)
        base.storeBytes(of: doubles[row], toByteOffset: start + (count + row) * 8, as: Double.self)
        base.storeBytes(of: flags[row], toByteOffset: start + count * 16 + row, as: UInt8.self)
        (base + start + count * 17 + row * 12).copyMemory(from: slots[row], byteCount: 12)
      }
      wantedSlot.copyMemory(from: slots[0], byteCount: 12)
      var wanted = [Bool](repeating: true, count: count)
      var tests: [ashlar_test] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let form = UInt16.random(in: 0..<4, using: &random)
        let operation = Int32.random(in: 0..<(form == 3 ? 2 : 6), using: &random)
        let integer: Int64 = form == 2 ? Int64.random(in: 0...1, using: &random) : integers[0]
        let double = Double(Int.random(in: 0...2, using: &random))
        for row in 0..<count {
          switch form {
          case 0: wanted[row] = wanted[row] && holds(integers[row], operation, integer)
          case 1: wanted[row] = wanted[row] && holds(doubles[row], operation, double)
          case 2: wanted[row] = wanted[row] && holds(flags[row] != 0 ? 1 : 0, operation, integer)
          default: wanted[row] = wanted[row] && (slots[row] == slots[0]) == (operation == 0)
          }
        }
        tests.append(
          ashlar_test(
            column: UInt32(form), form: form, passing: passing[Int(operation)], integer: integer, number: double, slot: wantedSlot))
      }
      let rows = random.rows(of: count)
      var found = rows
      let isAsked = ashlar_prefetch_tests(base, places, tests, tests.count, max(1, count / 64), rows)
      let isTested = ashlar_test_rows(base, places, tests, tests.count, max(1, count / 64), &found)
      #expect(isAsked == isTested, "round \(round), seed \(seed)")
      if isTested == 0 {
        #expect(found == rows && rows.reduce(0) { $0 + $1.nonzeroBitCount } > 12, "round \(round), seed \(seed)")
      } else {
        looked += 1
        #expect(wrong(found, rows, wanted).isEmpty, "round \(round), seed \(seed)")
        #expect(zip(found, rows).allSatisfy { $0 & ~$1 == 0 }, "round \(round), seed \(seed)")
      }
    }
    #expect(looked > 20)
  }
}
