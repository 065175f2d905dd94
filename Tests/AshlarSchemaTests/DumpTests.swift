import Testing

@testable import AshlarSchema
@testable import AshlarSchemaTools

@Suite struct DumpTests {
  @Test("the example is dumped as YAML")
  func yaml() {
    #expect(DescriptorDump.yaml(people) == fixture("people.yaml"))
  }

  @Test("the example is dumped as JSON")
  func json() {
    #expect(DescriptorDump.json(people) == fixture("people.json"))
  }

  @Test("the bytes of the example are dumped with annotations")
  func hex() throws {
    #expect(try DescriptorDump.hex(DescriptorWriter.bytes(for: people)) == fixture("people.hex"))
  }

  @Test("the annotated bytes are all bytes but padding, in order")
  func complete() throws {
    let bytes = DescriptorWriter.bytes(for: people)
    var next = 0
    for line in try DescriptorDump.hex(bytes).split(separator: "\n") where line.dropFirst(8).hasPrefix("  ") {
      let offset = try #require(Int(line.prefix(8), radix: 16))
      let count = line.dropFirst(10).prefix(48).split(separator: " ").count
      #expect(offset >= next && offset - next < 8 && bytes[next..<offset].allSatisfy { $0 == 0 })
      next = offset + count
    }
    #expect(bytes.count - next < 8)
  }

  @Test(
    "scalars are quoted unless nothing can misread them",
    arguments: [
      ("name", "name"), ("_id2", "_id2"), ("no", "\"no\""), ("Null", "\"Null\""), ("", "\"\""), ("1a", "\"1a\""),
      ("String?", "\"String?\""),
      ("a b", "\"a b\""), ("é", "\"é\""), ("\u{2028}\u{1}\u{feff}", "\"\\u2028\\x01\\ufeff\""), ("a\"\\\n\t", "\"a\\\"\\\\\\n\\t\""),
    ])
  func scalars(text: String, expected: String) {
    #expect(YAMLScalar.text(text) == expected)
  }

  @Test(
    "moments are written in UTC",
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (-1, -500_000_000, "1969-12-31T23:59:58.5Z"), (951_782_400, 1, "2000-02-29T00:00:00.000000001Z"),
      (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"), (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
      (-62_135_769_600, 0, "0000-12-30T00:00:00Z"), (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
      (64_092_211_200, 0, "4001-01-01T00:00:00Z"),
    ])
  func moments(seconds: Int64, nanoseconds: Int32, expected: String) {
    #expect(CivilDate(seconds: seconds, nanoseconds: nanoseconds).text == expected)
  }

  @Test(
    "decimals keep digits and exponent",
    arguments: [
      (125, 0x303c_0000_0000_0000, "125E-2"), (0, 0x3040_0000_0000_0000, "0"), (1, 0xb040_0000_0000_0000, "-1"),
      (0, 0x7800_0000_0000_0000, "Infinity"), (0, 0xf800_0000_0000_0000, "-Infinity"), (0, 0x7c00_0000_0000_0000, "NaN"),
      (0x378d_8e63_ffff_ffff, 0x5fff_ed09_bead_87c0, "9999999999999999999999999999999999E6111"),
    ] as [(UInt64, UInt64, String)])
  func decimals(low: UInt64, high: UInt64, expected: String) {
    #expect(DecimalText.text(low: low, high: high) == expected)
  }

  @Test(
    "a decimal whose coefficient exceeds 34 digits is 0 in dumps and in diagrams",
    arguments: [
      (0x378d_8e64_0000_0000, 0x3041_ed09_bead_87c0, "0", "0"), (0x378d_8e64_0000_0000, 0xb03d_ed09_bead_87c0, "-0E-2", "-0.00"),
      (1, 0x6c10_0000_0000_0000, "0", "0"), (1, 0xec11_0000_0000_0000, "-0E2", "-0E2"),
    ] as [(UInt64, UInt64, String, String)])
  func largeCoefficients(low: UInt64, high: UInt64, dumped: String, drawn: String) {
    #expect(DecimalText.text(low: low, high: high) == dumped)
    #expect(ValueText.text(.decimal128(low: low, high: high)) == drawn)
  }
}
