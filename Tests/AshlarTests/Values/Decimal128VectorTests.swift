import Foundation
import Testing

@testable import Ashlar

/// Results of an independent implementation of IEEE 754 decimal arithmetic.
@Suite struct Decimal128VectorTests {
  private static let lines: [[Substring]] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/decimal128.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ") }
  }()

  /// The number of the bits that a fixture's text stands for.
  private func decimal(_ text: Substring) throws -> Decimal128 {
    if text == "NaN" { return .nan }
    let isNegative = text.hasPrefix("-")
    let magnitude = text.drop { $0 == "-" }
    if magnitude == "Infinity" { return isNegative ? .min : .max }
    let parts = magnitude.split(separator: "E")
    let coefficient = try #require(UInt128(parts[0]))
    let exponent = try #require(Int(parts[1]))
    try #require(Decimal128Parts.exponents.contains(exponent) && coefficient <= Decimal128Parts.largestCoefficient)
    return Decimal128(Decimal128Parts(isNegative: isNegative, coefficient: coefficient, exponent: exponent))
  }

  private func isIdentical(_ left: Decimal128, _ right: Decimal128) -> Bool {
    left.isNaN && right.isNaN || left.bidLow == right.bidLow && left.bidHigh == right.bidHigh
  }

  private func bits(_ text: Substring) throws -> Double {
    Double(bitPattern: try #require(UInt64(text.dropFirst(2), radix: 16)))
  }

  @Test("sums, differences, products and quotients have the right bits")
  func arithmetic() throws {
    let operations: [Substring: (Decimal128, Decimal128) -> Decimal128] = ["+": (+), "-": (-), "*": (*), "/": (/)]
    var count = 0
    for line in Self.lines {
      guard let operation = operations[line[0]] else { continue }
      let result = operation(try decimal(line[1]), try decimal(line[2]))
      #expect(isIdentical(result, try decimal(line[3])), "\(line) gave \(result)")
      count += 1
    }
    #expect(count == 360)
  }

  @Test("comparison is numeric, and equal numbers hash alike")
  func comparison() throws {
    var count = 0
    for line in Self.lines where line[0] == "?" {
      let left = try decimal(line[1])
      let right = try decimal(line[2])
      let expected = try #require(Int(line[3]))
      #expect((left < right) == (expected < 0), "\(line)")
      #expect((right < left) == (expected > 0), "\(line)")
      #expect((left == right) == (expected == 0), "\(line)")
      if expected == 0 { #expect(left.hashValue == right.hashValue, "\(line)") }
      count += 1
    }
    #expect(count == 60)
  }

  @Test("text is rounded once")
  func parsing() throws {
    var count = 0
    for line in Self.lines where line[0] == "p" {
      let result = try Decimal128(string: String(line[1]))
      #expect(isIdentical(result, try decimal(line[2])), "\(line) gave \(result)")
      count += 1
    }
    #expect(count == 70)
  }

  @Test("a Double is rounded to 15 digits")
  func fromDouble() throws {
    for line in Self.lines where line[0] == "d" {
      let result = Decimal128(floatLiteral: try bits(line[1]))
      #expect(isIdentical(result, try decimal(line[2])), "\(line) gave \(result)")
    }
  }

  @Test("a Double is the nearest one")
  func toDouble() throws {
    for line in Self.lines where line[0] == "D" {
      #expect(try decimal(line[1]).doubleValue == bits(line[2]), "\(line)")
    }
  }

  @Test("what is printed reads back as an equal number")
  func printing() throws {
    for line in Self.lines where line[0] != "d" && line[0] != "p" {
      let number = try decimal(line[1])
      if !number.isNaN { #expect(try Decimal128(string: number.stringValue) == number, "\(line)") }
    }
  }
}
