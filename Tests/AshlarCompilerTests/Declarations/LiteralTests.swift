import AshlarCompiler
import AshlarSchemaTools
import AshlarSchema
import Testing

@Suite("Defaults")
struct LiteralTests {
  /// The default of a property of this type.
  private func value(_ type: String, _ text: String) throws -> DefaultValue? {
    let yaml = "ashlar: 1\nobjects: { A: { properties: { a: { type: \"\(type)\", default: \"\(text)\" } } } }"
    let result = SchemaCompiler(name: "Kennel").check([SourceFile(path: "a.yaml", text: yaml)])
    guard let schema = result.schema else { throw Refused(codes: result.diagnostics.map(\.code)) }
    return schema.model.entities[0].properties[0].defaultValue
  }

  @Test(
    "integers, 'min' and 'max' are defaults of integer types",
    arguments: [("Int", "-5", -5), ("Int8", "min", -128), ("Int8?", "max", 127), ("Int16", "+007", 7), ("Int64", "min", Int64.min)])
  func integers(type: String, text: String, expected: Int64) throws {
    #expect(try value(type, text) == .int(expected))
  }

  @Test(
    "numbers and 'inf' are defaults of Double and Float",
    arguments: [
      ("Double", "1.5e3", 1500), ("Double", ".5", 0.5), ("Double", "-inf", -Double.infinity), ("Float", "0.1", 0.10000000149011612),
    ])
  func floatingPoint(type: String, text: String, expected: Double) throws {
    #expect(try value(type, text) == .double(expected))
  }

  @Test("'nan' is a default of Double")
  func notANumber() throws {
    guard case .double(let number)? = try value("Double", "nan") else { throw Unexpected() }
    #expect(number.isNaN)
  }

  @Test(
    "dates in ISO 8601, 'distantPast' and 'distantFuture' are defaults of Date",
    arguments: [
      ("1970-01-01", 0, 0), ("2024-02-29", 1_709_164_800, 0), ("2024-02-29T12:00:00.5+01:00", 1_709_204_400, 500_000_000),
      ("2024-02-29T12:00Z", 1_709_208_000, 0), ("2024-02-29T12:00:00-0130", 1_709_213_400, 0), ("0000-01-01", -62_167_219_200, 0),
      ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999), ("1969-12-31T23:59:59.25Z", 0, -750_000_000),
      ("1969-12-31T23:59:58.25Z", -1, -750_000_000), ("1900-03-01", -2_203_891_200, 0), ("distantPast", -62_135_769_600, 0),
      ("distantFuture", 64_092_211_200, 0),
    ])
  func dates(text: String, seconds: Int64, nanoseconds: Int32) throws {
    #expect(try value("Date", text) == .date(seconds: seconds, nanoseconds: nanoseconds))
  }

  @Test("'now' is a default of Date")
  func now() throws {
    #expect(try value("Date?", "now") == .now)
  }

  @Test(
    "text that is not a date is refused as a default of Date",
    arguments: [
      "2024-2-29", "2024-02-30", "1900-02-29", "2024-13-01", "2024-02-29 12:00:00Z", "2024-02-29T24:00:00Z", "2024-02-29T12:60:00Z",
      "2024-02-29T12:00:60Z", "2024-02-29T12:00:00.Z", "2024-02-29T12:00:00.1234567890Z", "2024-02-29T12:00:00", "2024-02-29T12:00:00+25",
      "2024-02-29T12:00:00Z ", "Now", "",
    ])
  func noDates(text: String) {
    #expect(throws: Refused(codes: ["bad-default"])) { try value("Date", text) }
  }

  @Test(
    "decimal numbers are defaults of Decimal128, with all their digits",
    arguments: [
      ("0", 0, 0x3040_0000_0000_0000), ("1", 1, 0x3040_0000_0000_0000), ("-1.50", 150, 0xB03C_0000_0000_0000),
      ("1e3", 1, 0x3046_0000_0000_0000), ("NaN", 0, 0x7C00_0000_0000_0000), ("Infinity", 0, 0x7800_0000_0000_0000),
      ("-Infinity", 0, 0xF800_0000_0000_0000), ("9999999999999999999999999999999999", 0x378D_8E63_FFFF_FFFF, 0x3041_ED09_BEAD_87C0),
    ] as [(String, UInt64, UInt64)])
  func decimals(text: String, low: UInt64, high: UInt64) throws {
    #expect(try value("Decimal128", text) == .decimal128(low: low, high: high))
  }

  @Test("decimals at the ends of the range keep their value")
  func decimalExtremes() throws {
    // 10^6144 is 10^33 × 10^6111, the largest exponent.
    #expect(try value("Decimal128", "1e6144") == value("Decimal128", "1000000000000000000000000000000000e6111"))
    #expect(try value("Decimal128", "1e-6176") == .decimal128(low: 1, high: 0))
    #expect(try value("Decimal128", "10e-6177") == .decimal128(low: 1, high: 0))
    #expect(try value("Decimal128", "00000000000000000000000000000000000000000.5") == .decimal128(low: 5, high: 0x303E_0000_0000_0000))
    #expect(throws: Refused(codes: ["default-out-of-range"])) { try value("Decimal128", "1e-6177") }
    #expect(throws: Refused(codes: ["default-out-of-range"])) { try value("Decimal128", "1e6145") }
  }

  @Test("base64, hexadecimal digits and 'new' are defaults of Data, ObjectId and UUID")
  func bytes() throws {
    #expect(try value("Data", "AAEC") == .data([0, 1, 2]))
    #expect(try value("Data", "") == .data([]))
    #expect(
      try value("ObjectId", "0123456789abcdefABCDEF00") == .objectId([0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xAB, 0xCD, 0xEF, 0]))
    #expect(try value("UUID", "00000000-0000-0000-0000-0000000000ff") == .uuid([UInt8](repeating: 0, count: 15) + [255]))
    #expect(try value("UUID", "new") == nil)
    #expect(try value("ObjectId", "new") == nil)
    #expect(try value("String", "new") == .string("new"))
  }

  struct Unexpected: Error {}

  struct Refused: Error, Equatable {
    var codes: [String]
  }
}
