import TestSupport
import Testing

@testable import AshlarInspection
@testable import AshlarSQLite

@Suite("Dates in columns")
struct ColumnDateTests {
  @Test("dates in the forms that SQLite writes are the instants of ISO 8601, and days that do not exist are none")
  func forms() throws {
    var random = SeededGenerator(seed: seed())
    func digits(_ number: Int, _ width: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: width - text.count) + text
    }
    for _ in 0..<20_000 {
      let date = "\(digits(random.below(10_000), 4))-\(digits(random.below(14), 2))-\(digits(random.below(33), 2))"
      let time = "\(digits(random.below(25), 2)):\(digits(random.below(61), 2)):\(digits(random.below(61), 2))"
      let midnight = DateText.parse(date + "T00:00:00Z")
      let instant = DateText.parse("\(date)T\(time)Z")
      for (text, expected) in [(date, midnight), ("\(date) \(time)", instant), ("\(date)T\(time)", instant)] {
        let found = ColumnDate.parse(text)
        #expect(found?.seconds == expected?.seconds, "\(text)")
        #expect(found?.nanoseconds == expected?.nanoseconds, "\(text)")
      }
    }
    for text in ["2024-02-30", "2023-02-29 00:00:00", "2024-00-10", "2024-1-1 00:00:00", "2024-01-01 00-00-00", "2024-01-0a", "          "]
    {
      #expect(ColumnDate.parse(text) == nil, "\(text)")
    }
  }
}
