import StoreFixtures
import Testing

/// What a file of `StepSchema` must hold.
enum StepRows {
  /// A row holds what was written to a property, or what filled it when it came.
  static func check(_ path: String, _ version: UInt64, rows: Int, _ comment: Comment) throws {
    let store = try SampleStore(path: path, step: version)
    let found = try store.rows(StepSchema.row)
    #expect(found.count >= rows, comment)
    #expect(found.values.compactMap { $0[0].integer }.sorted() == Array(0..<Int64(found.count)), comment)
    let wrong = found.values.filter { cells in
      let born = UInt64(cells[1].integer ?? 0)
      let number = cells[0].integer ?? -1
      return born > version || cells[4] != StepSchema.turn(number, version) || cells[2] != cell(version - 1, born)
        || cells[3] != cell(version, born)
    }
    #expect(wrong.isEmpty, comment)
    #expect(try store.contradictions() == [], comment)
  }

  private static func cell(_ step: UInt64, _ born: UInt64) -> CellValue { .text(step > born ? StepSchema.fill(step) : "own") }
}
