import Foundation
import Testing
import TestSupport

@testable import AshlarInspection

@Suite("Dates as text")
struct DateTextTests {
  @Test(
    "they are ISO 8601 in UTC",
    arguments: [
      (0, 0, "1970-01-01T00:00:00Z"), (1_709_208_000, 500_000_000, "2024-02-29T12:00:00.5Z"), (-1, -1, "1969-12-31T23:59:58.999999999Z"),
      (0, -1, "1969-12-31T23:59:59.999999999Z"), (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
      (-62_198_755_200, 0, "-0001-01-01T00:00:00Z"),
      (253_402_300_800, 0, "+10000-01-01T00:00:00Z"), (Int64.max, 0, "+292277026596-12-04T15:30:07Z"),
      (Int64.min, 0, "-292277022657-01-27T08:29:52Z"),
    ] as [(Int64, Int32, String)])
  func texts(seconds: Int64, nanoseconds: Int32, text: String) {
    #expect(DateText.text(seconds: seconds, nanoseconds: nanoseconds) == text)
    let parsed = DateText.parse(text)
    #expect(parsed?.seconds == seconds && parsed?.nanoseconds == nanoseconds)
  }

  @Test("what is stored is read back from its text")
  func roundTrip() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<63, using: &random)
      let magnitude = Int32.random(in: 0..<1_000_000_000, using: &random)
      let nanoseconds = seconds < 0 ? -magnitude : magnitude
      let text = DateText.text(seconds: seconds, nanoseconds: nanoseconds)
      let parsed = DateText.parse(text)
      #expect(parsed?.seconds == seconds && parsed?.nanoseconds == nanoseconds, "seed \(seed): \(text)")
      var bytes: [UInt8] = []
      DateText.append(seconds: seconds, nanoseconds: nanoseconds, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == text, "seed \(seed)")
    }
  }

  @Test("dates of four-digit years are appended as they are formatted")
  func appended() {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let edges: [Int64] = [-62_135_596_801, -62_135_596_800, -1, 0, 951_782_400, 253_402_300_799, 253_402_300_800]
    for round in 0..<20_000 {
      let seconds = round < edges.count ? edges[round] : Int64.random(in: -70_000_000_000..<260_000_000_000, using: &random)
      let fraction = [0, 1, 10, 500_000_000, 999_999_999, Int32.random(in: 0..<1_000_000_000, using: &random)][round % 6]
      let nanoseconds = seconds < 0 ? -fraction : fraction
      var bytes: [UInt8] = []
      DateText.append(seconds: seconds, nanoseconds: nanoseconds, to: &bytes)
      #expect(String(decoding: bytes, as: UTF8.self) == DateText.text(seconds: seconds, nanoseconds: nanoseconds), "seed \(seed)")
    }
  }

  @Test("a date alone is midnight, and an offset is taken")
  func shortForms() {
    #expect(DateText.parse("2024-02-29")?.seconds == 1_709_164_800)
    #expect(DateText.parse("2024-02-29T14:00:00+02:00")?.seconds == 1_709_208_000)
    #expect(DateText.parse("2024-02-29T10:30:00-01:30")?.seconds == 1_709_208_000)
  }

  @Test(
    "what is no date is refused",
    arguments: [
      "", "2024", "2023-02-29", "2024-13-01", "2024-00-01", "2024-01-32", "2024-1-1", "2024-01-01T24:00:00Z", "2024-01-01T00:00:00",
      "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00.1234567890Z", "2024-01-01T00:00:00Z ", "+292277026597-01-01", "99999-01-01",
      "+9999999999999-01-01", "2024-01-01T00:00:00+2:00", "２024-01-01", "--2024-01-01",
    ])
  func refused(text: String) { #expect(DateText.parse(text) == nil) }
}
