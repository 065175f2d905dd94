import Testing

@testable import AshlarSchema

@Suite("Values of rules")
struct RuleValueTests {
  private static func decimal(_ digits: UInt64, _ exponent: Int) -> DefaultValue {
    .decimal128(low: digits, high: UInt64(exponent + 6176) << 49)
  }

  @Test("numbers and dates have an order; NaN and values of different forms have none")
  func order() {
    #expect(DefaultValue.int(1).order(to: .int(2)) == -1)
    #expect(DefaultValue.double(-0.0).order(to: .double(0)) == 0)
    #expect(DefaultValue.double(.nan).order(to: .double(.nan)) == nil)
    #expect(DefaultValue.int(1).order(to: .double(1)) == nil && DefaultValue.string("a").order(to: .string("a")) == nil)
    #expect(DefaultValue.date(seconds: 1, nanoseconds: 2).order(to: .date(seconds: 1, nanoseconds: 3)) == -1)
    #expect(DefaultValue.date(seconds: -1, nanoseconds: -2).order(to: .date(seconds: -1, nanoseconds: -3)) == 1)
  }

  @Test("decimal numbers are compared by value")
  func decimals() {
    let ascending: [DefaultValue] = [
      .decimal128(low: 0, high: 0xF800_0000_0000_0000), .decimal128(low: 2, high: 1 << 63 | 6176 << 49),
      .decimal128(low: 15, high: 1 << 63 | 6175 << 49), Self.decimal(0, 5), Self.decimal(1, -6000), Self.decimal(15, -1),
      Self.decimal(2, 0), Self.decimal(1, 1), Self.decimal(1, 6000), .decimal128(low: 0, high: 0x7800_0000_0000_0000),
    ]
    for (first, a) in ascending.enumerated() {
      for (second, b) in ascending.enumerated() {
        #expect(a.order(to: b).map { $0.signum() } == (first - second).signum(), "\(first) and \(second)")
      }
    }
    #expect(Self.decimal(10, 0).order(to: Self.decimal(1, 1)) == 0)
    #expect(Self.decimal(0, 3).order(to: Self.decimal(0, -3)) == 0)
    #expect(DefaultValue.decimal128(low: 0, high: 0x7c00_0000_0000_0000).order(to: Self.decimal(1, 0)) == nil)
  }

  @Test("a value is within its bounds")
  func bounds() {
    let bounds = ValueBounds(low: .int(0), high: .int(10), excludesLow: true)
    #expect([-1, 0, 1, 10, 11].map { bounds.contains(.int($0)) } == [false, false, true, true, false])
    #expect(!ValueBounds(low: .double(0)).contains(.double(.nan)))
    #expect(ValueBounds(high: .double(0)).contains(.double(-.infinity)))
  }

  @Test("a literal satisfies a rule or breaks it, nil breaks only 'required'")
  func permits() {
    #expect(EntityRule.length("a", CountBounds(low: 1, high: 2)).permits(.string("éé")))
    #expect(!EntityRule.length("a", CountBounds(low: 1, high: 2)).permits(.string("e\u{301}e")))
    #expect(!EntityRule.length("a", CountBounds(low: 1)).permits(.data([])))
    #expect(EntityRule.pattern("a", "[a-z]*").permits(.string("ada")) && !EntityRule.pattern("a", "[a-z]*").permits(.string("")))
    #expect(!EntityRule.oneOf("a", [.int(1)]).permits(.int(2)))
    #expect(EntityRule.range("a", ValueBounds(low: .int(1))).permits(nil) && !EntityRule.required("a").permits(nil))
    #expect(EntityRule.length("a", CountBounds(low: 99)).permits(.newUUID))
  }

  @Test("bounds are printed as the schema language has them")
  func texts() {
    let counts = [CountBounds(low: 24, high: 24), CountBounds(low: 1, high: 40), CountBounds(low: 1), CountBounds(high: 40)]
    #expect(counts.map(\.text) == ["24", "1...40", "1...", "...40"])
    #expect(ValueBounds(low: .int(0), high: .int(9)).text == "0...9")
    #expect(ValueBounds(low: .int(0), high: .int(9), excludesHigh: true).text == "min 0, below 9")
    #expect(ValueBounds(low: .decimal128(low: 25, high: 6175 << 49), excludesLow: true).text == "above 25E-1")
  }
}
