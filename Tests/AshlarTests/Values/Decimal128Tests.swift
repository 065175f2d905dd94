import Foundation
import Testing

@testable import Ashlar

@Suite struct Decimal128Tests {
  @Test("sums print without trailing zeros")
  func sums() {
    #expect((Decimal128(floatLiteral: 1.234567) + 9.876543).stringValue == "11.11111")
    #expect((2.5 - 3.5 as Decimal128).stringValue == "-1")
  }

  @Test(
    "text is converted to its normal form",
    arguments: [
      ("1.5e2", "1.5E2"), ("123e4", "1.23E6"), ("0.3", "0.3"), ("-1", "-1"), ("100", "100"), ("1E2", "1E2"), ("1.50", "1.5"),
      ("2.000", "2"),
      ("0.000001", "0.000001"), ("0.0000001", "1E-7"), ("0.00000015", "1.5E-7"), ("-0", "-0"), ("0E-6176", "0"), (".5", "0.5"), ("5.", "5"),
      ("+7", "7"), ("inf", "Inf"), ("-Infinity", "-Inf"), ("INFINITY", "Inf"), ("nan", "NaN"), ("1E6145", "Inf"), ("1E-6177", "0"),
      ("12345678901234567890123456789012345", "1.234567890123456789012345678901234E34"),
      ("9999999999999999999999999999999999", "9999999999999999999999999999999999"), ("1E6144", "1E6144"),
    ])
  func normalForm(text: String, expected: String) throws {
    #expect(try Decimal128(string: text).stringValue == expected)
    #expect(try Decimal128(string: text).description == expected)
  }

  private static let notNumbers = [
    "", "-", ".", "e5", "1e", "1e+", "1.2.3", "0x10", "1 ", " 1", "one", "--1", "1e5.0", "١", "1,5", "1_000", "null", "NaN1", "Infinit",
  ]

  @Test("text without a number is refused", arguments: notNumbers)
  func noNumber(text: String) throws {
    #expect(Decimal128(text) == nil)
    let message =
      "'\(text)' is not a decimal number: write digits with an optional point and exponent, such as 12.50 or 1E3, or NaN, Inf or -Inf."
    #expect {
      try Decimal128(string: text)
    } throws: { error in
      (error as? Realm.Error)?.code == .invalidInput && "\(error)".contains(message)
    }
    let json = try JSONEncoder().encode(["price": text])
    #expect {
      try JSONDecoder().decode([String: Decimal128].self, from: json)
    } throws: { error in
      guard case .dataCorrupted(let context)? = error as? DecodingError else { return false }
      return context.codingPath.map(\.stringValue) == ["price"] && context.debugDescription == message
    }
  }

  @Test("NaN is written NaN, in any case and with any sign", arguments: ["NaN", "nan", "NAN", "-NaN", "+nan"])
  func notANumber(text: String) throws {
    #expect(try Decimal128(string: text).isNaN)
    #expect(Decimal128(text)?.isNaN == true)
  }

  @Test("every kind of number is decoded as it was encoded", arguments: [.nan, .min, .max, 0, -1.5, "1E6000"] as [Decimal128])
  func coding(number: Decimal128) throws {
    let decoded = try JSONDecoder().decode([Decimal128].self, from: JSONEncoder().encode([number]))
    #expect(decoded.map(\.stringValue) == [number.stringValue])
    #expect(decoded == [number])
  }

  @Test("the bits are those of the standard")
  func bits() {
    #expect(Decimal128().bidHigh == 0x3040_0000_0000_0000 && Decimal128().bidLow == 0)
    let small: Decimal128 = "-1.25"
    #expect(small.bidHigh == 0xb03c_0000_0000_0000 && small.bidLow == 125)
    let large: Decimal128 = "9999999999999999999999999999999999E6111"
    #expect(large.bidHigh == 0x5fff_ed09_bead_87c0 && large.bidLow == 0x378d_8e63_ffff_ffff)
  }

  @Test("a coefficient beyond 34 digits stands for zero")
  func nonCanonical() {
    #expect(Decimal128(bidLow: .max, high: 0x3041_ffff_ffff_ffff) == 0)
    #expect(Decimal128(bidLow: 5, high: 0x6c10_0000_0000_0000) == 0)
  }

  @Test("integers are exact")
  func integers() {
    #expect(Decimal128(exactly: UInt64.max)?.stringValue == "18446744073709551615")
    #expect(Decimal128(exactly: Int64.min)?.stringValue == "-9223372036854775808")
    #expect(Decimal128(integerLiteral: .min).stringValue == "-9223372036854775808")
    #expect(Decimal128(exactly: Int128.max) == nil)
    #expect(Decimal128(exactly: 10_000_000_000_000_000_000_000_000_000_000_000 as Int128)?.stringValue == "1E34")
  }

  // What `init(number:)` is given, and what comes of it.
  private static let numbers: [(number: any Sendable, text: String)] = [
    (Int.min, "-9223372036854775808"), (Int.max, "9223372036854775807"), (UInt.max, "18446744073709551615"),
    (Int8.min, "-128"), (Int16.min, "-32768"), (Int32.min, "-2147483648"), (Int64.min, "-9223372036854775808"),
    (UInt8.max, "255"), (UInt16.max, "65535"), (UInt32.max, "4294967295"), (UInt64.max, "18446744073709551615"),
    (1 << 100 as Int128, "1267650600228229401496703205376"), (UInt128(7), "7"), (true, "1"), (false, "0"), (0.1, "0.1"),
    (3.144444, "3.144444"), (1.0 / 3, "0.333333333333333"), (-0.0, "-0"), (Double.infinity, "Inf"), (-Double.infinity, "-Inf"),
    (Double.nan, "NaN"), (Float(0.1), "0.1"), (Float(3.144444), "3.144444"), (-Float.infinity, "-Inf"), (CGFloat(2.5), "2.5"),
    (Decimal(string: "12345678901234567890123456789.0123") as any Sendable, "12345678901234567890123456789.0123"),
    (Decimal.nan, "NaN"), ("1.5E2" as Decimal128, "1.5E2"), (Decimal128.max, "Inf"),
  ]

  @Test("init(number:) takes every type of number, as init(value:) does", arguments: numbers.indices)
  func numberTypes(_ index: Int) {
    let (number, text) = Self.numbers[index]
    #expect(Decimal128(number: number).stringValue == text)
    #expect(Decimal128(value: number).stringValue == text)
  }

  @Test("init(number:) takes boxed numbers: integers to the last bit, fractions to 15 digits, Bool as 0 or 1, decimals as they are")
  func boxedNumbers() {
    #expect(Decimal128(number: NSNumber(value: Int64.min)).stringValue == "-9223372036854775808")
    #expect(Decimal128(number: NSNumber(value: UInt64.max)).stringValue == "18446744073709551615")
    #expect(Decimal128(number: NSNumber(value: Int8(-5))).stringValue == "-5")
    #expect(Decimal128(number: NSNumber(value: 0.1)).stringValue == "0.1")
    #expect(Decimal128(number: NSNumber(value: Float(0.5))).stringValue == "0.5")
    // What it was before it was boxed cannot be told.
    #expect(Decimal128(number: NSNumber(value: Float(0.1))).stringValue == "0.100000001490116")
    #expect(Decimal128(number: NSNumber(value: 1e300)).stringValue == "1E300")
    #expect(Decimal128(number: NSNumber(value: Double.nan)).isNaN && Decimal128(number: NSNumber(value: true)) == 1)
    #expect(Decimal128(number: NSDecimalNumber(string: "123456789012345678.9")).stringValue == "123456789012345678.9")
    #expect(Decimal128(number: NSDecimalNumber(string: "-5")) == -5 && Decimal128(number: NSDecimalNumber.notANumber).isNaN)
  }

  @Test("init(number:) stops on a value that is not a number")
  func noNumbers() async {
    for index in 0..<4 {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [index = index as Int] in
        _ = Decimal128(number: ["1.5", NSNull(), Date(), [1]][index] as Any)
      }
      #expect(errorText(result).contains("Cannot convert value '") && errorText(result).contains("to decimal128"))
    }
  }

  @Test("1.0 is 1.00, and 0 is -0")
  func equality() {
    #expect("1.0" as Decimal128 == "1.00")
    #expect(("1.0" as Decimal128).hashValue == ("1.00" as Decimal128).hashValue)
    #expect("0" as Decimal128 == "-0")
    #expect(("0" as Decimal128).hashValue == ("-0E5" as Decimal128).hashValue)
    #expect(Set(["1", "1.0", "10E-1", "2"] as [Decimal128]).count == 2)
  }

  @Test("all NaNs are equal and stand before all numbers")
  func nan() {
    #expect(Decimal128.nan == Decimal128.nan)
    #expect(Decimal128.nan == Decimal128.null && Decimal128.nan.hashValue == Decimal128.null.hashValue)
    #expect([1, Decimal128.null, Decimal128.min, Decimal128.nan, Decimal128.max].sorted() == [.nan, .nan, .min, 1, .max])
    #expect(!(Decimal128.nan < Decimal128.nan) && !(Decimal128.nan < Decimal128.null) && !(Decimal128.null < Decimal128.nan))
    #expect(Decimal128.nan.isSignaling && Decimal128.nan.isSignalingNaN && !Decimal128.max.isNaN)
  }

  @Test("invalid operations give NaN and division by zero an infinity")
  func invalid() {
    #expect(((1 as Decimal128) / 0) == .max)
    #expect(((-1 as Decimal128) / 0) == .min)
    #expect(((0 as Decimal128) / 0).isNaN)
    #expect((Decimal128.max - Decimal128.max).isNaN)
    #expect((Decimal128.max * 0).isNaN)
    #expect((Decimal128.nan + 1).isNaN)
    #expect((1 / Decimal128.max) == 0)
  }

  @Test("magnitude and negation keep all digits")
  func signs() {
    var number: Decimal128 = "-1.234567890123456789012345678901234"
    #expect(number.magnitude.stringValue == "1.234567890123456789012345678901234")
    number.negate()
    #expect(number.stringValue == "1.234567890123456789012345678901234")
    var nan = Decimal128.null
    nan.negate()
    #expect(nan == .null && nan.magnitude == .null)
    #expect(Decimal128.min.magnitude == .max)
  }

  @Test("values of any type are converted")
  func anyValue() {
    #expect(Decimal128(value: 5 as UInt8) == 5)
    #expect(Decimal128(value: UInt64.max).stringValue == "18446744073709551615")
    #expect(Decimal128(value: true) == 1)
    #expect(Decimal128(value: 3.144444) == "3.144444")
    #expect(Decimal128(value: Float(0.1)) == "0.1")
    #expect(Decimal128(value: "1e3") == 1000)
    #expect(Decimal128(value: "NaN").isNaN)
    #expect(Decimal128(value: Decimal(string: "12.75")!) == "12.75")
    #expect(Decimal128(value: Int?.none as Any).stringValue == "NULL")
    #expect(Decimal128(value: Int?.some(3) as Any) == 3)
    #expect(Decimal128(value: "7" as Decimal128) == 7)
  }

  @Test("the text of the NaN that represents null is no number, and its JSON is that of NaN")
  func null() throws {
    #expect(Decimal128("NULL" as String) == nil)
    #expect(throws: Realm.Error.self) { try Decimal128(string: "NULL") }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Decimal128].self, from: Data(#"["NULL"]"#.utf8)) }
    let json = try JSONEncoder().encode([Decimal128(value: Int?.none as Any)])
    #expect(String(decoding: json, as: UTF8.self) == #"["NaN"]"#)
    #expect(try JSONDecoder().decode([Decimal128].self, from: json)[0].isNaN)
  }

  @Test("an unsupported value stops the program")
  func unsupported() async {
    await #expect(processExitsWith: .failure) { _ = Decimal128(value: [1]) }
  }

  @Test("text and literals without a number stop the program")
  func unsupportedText() async {
    let value = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Decimal128(value: "1,5") }
    #expect(errorText(value).contains("'1,5' is not a decimal number"))
    let literal = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Decimal128("1,5") }
    #expect(errorText(literal).contains("'1,5' is not a decimal number"))
  }

  @Test(
    "Foundation's Decimal has the same value where it can",
    arguments: [
      "0", "1", "-1.25", "1234567890123456789012345678901234", "1E-128", "9999999999999999999999999999999999E127", "1E127", "1E128",
      "-25E140", "1E160", "1E165", "3E165",
    ])
  func foundation(text: String) throws {
    let number = try Decimal128(string: text)
    #expect(Decimal128(value: number.decimalValue) == number)
  }

  @Test("Foundation's Decimal is NaN for what is too large for it and rounded where too small")
  func foundationLimits() {
    #expect(("4E165" as Decimal128).decimalValue.isNaN && ("1E166" as Decimal128).decimalValue.isNaN)
    #expect(("9999999999999999999999999999999999E132" as Decimal128).decimalValue.isNaN)
    #expect(Decimal128.max.decimalValue.isNaN && Decimal128.nan.decimalValue.isNaN)
    #expect(("1E-500" as Decimal128).decimalValue == 0)
    #expect(Decimal128(value: ("15E-129" as Decimal128).decimalValue) == "2E-128")
  }

  @Test("coding is by text, and integers and doubles are decoded")
  func coding() throws {
    let encoded = try JSONEncoder().encode(["1.5e2", "0.1"] as [Decimal128])
    #expect(String(decoding: encoded, as: UTF8.self) == "[\"1.5E2\",\"0.1\"]")
    let decoded = try JSONDecoder().decode([Decimal128].self, from: Data("[\"1.5E2\", 7, 0.1, -9223372036854775808, \"NaN\"]".utf8))
    #expect(decoded[0] == 150 && decoded[1] == 7 && decoded[2] == "0.1" && decoded[4].isNaN)
    #expect(decoded[3].stringValue == "-9223372036854775808")
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Decimal128].self, from: Data("[\"x\"]".utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Decimal128].self, from: Data("[null]".utf8)) }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([Decimal128].self, from: Data("[true]".utf8)) }
  }

  @Test("distances and compound assignments compute decimals")
  func distances() {
    #expect((2 as Decimal128).distance(to: 5) == 3)
    #expect((2 as Decimal128).advanced(by: 0.5) == 2.5)
    var product: Decimal128 = 3
    product *= 4
    #expect(product == 12)
  }

  @Test("the laws of arithmetic hold for small numbers")
  func laws() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("Decimal128Tests.laws seed \(seed)")
    var state = seed
    func next() -> Decimal128 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Decimal128(
        Decimal128Parts(isNegative: state >> 63 == 1, coefficient: UInt128(state >> 40 & 0xffff), exponent: Int(state >> 33 & 7) - 4))
    }
    for _ in 0..<500 {
      let (a, b, c) = (next(), next(), next())
      #expect(a + b == b + a && a * b == b * a, "seed \(seed)")
      #expect((a + b) + c == a + (b + c) && (a + b) * c == a * c + b * c, "seed \(seed)")
      #expect(a - b + b == a && a - a == 0, "seed \(seed)")
      #expect((a < b) == (a - b < 0), "seed \(seed)")
      if b != 0 { #expect(a * b / b == a, "seed \(seed)") }
    }
  }
}
