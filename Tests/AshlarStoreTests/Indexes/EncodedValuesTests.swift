import TestSupport
import Testing

@testable import AshlarStore

@Suite("Encoded values of a commit")
struct EncodedValuesTests {
  @Test("equal values have one number, different ones have different numbers, and the order is that of the bytes")
  func model() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    var values = EncodedValues()
    var numbers: [[UInt8]: Int] = [:]
    var added: [[UInt8]] = []
    for _ in 0..<5_000 {
      // Few different bytes and lengths around that of the integer that is compared first, so that values repeat and have equal beginnings.
      let value = (0..<random.below(12)).map { _ in UInt8(truncatingIfNeeded: random.below(3) * 127) }
      let number = value.withUnsafeBytes { values.number(of: $0) }
      if let known = numbers[value] {
        #expect(number == known, "seed \(seed)")
      } else {
        #expect(number == added.count, "seed \(seed)")
        numbers[value] = number
        added.append(value)
      }
    }
    #expect(values.count == added.count && added.count > 1_000)
    for (number, value) in added.enumerated() { #expect(values[number] == value, "seed \(seed)") }
    let sorted = values.sorted().map { values[$0] }
    #expect(sorted == added.sorted { $0.lexicographicallyPrecedes($1) }, "seed \(seed)")
  }

  @Test("values that are added without a look-up are sorted among the others")
  func added() {
    var values = EncodedValues()
    let first = [UInt8(5), 1].withUnsafeBytes { values.add($0) }
    let second = [UInt8(5), 0].withUnsafeBytes { values.number(of: $0) }
    #expect(first == 0 && second == 1)
    #expect(values.sorted() == [1, 0])
  }
}
