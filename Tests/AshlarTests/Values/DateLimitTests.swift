import Foundation
import Testing

@testable import Ashlar

@Suite("Dates at the ends of time")
struct DateLimitTests {
  private static let dates: [Date] = [
    Date(timeIntervalSince1970: -.infinity), Date(timeIntervalSinceReferenceDate: -0x1p64), Date(timeIntervalSinceReferenceDate: -0x1p63),
    Date(timeIntervalSinceReferenceDate: -9.2e18), .distantPast, Date(timeIntervalSince1970: -1.5), Date(timeIntervalSince1970: 0),
    Date(timeIntervalSince1970: 1.25), .distantFuture, Date(timeIntervalSinceReferenceDate: 9.2e18),
    Date(timeIntervalSinceReferenceDate: 0x1p62), Date(timeIntervalSinceReferenceDate: 0x1p64), Date(timeIntervalSince1970: .infinity),
  ].sorted()

  private func read(_ date: Date) -> Date {
    withUnsafeTemporaryAllocation(byteCount: 12, alignment: 8) { cell in
      guard let start = cell.baseAddress else { return date }
      _DateCell.store(date, start)
      return _DateCell.load(start)
    }
  }

  @Test("what is stored is in the order of the dates, and so is what is read")
  func order() {
    let parts = Self.dates.map { _DateCell.parts($0) }
    for (a, b) in zip(parts, parts.dropFirst()) { #expect((a.seconds, a.nanoseconds) <= (b.seconds, b.nanoseconds)) }
    let read = Self.dates.map(read)
    for (a, b) in zip(read, read.dropFirst()) { #expect(a <= b) }
  }

  @Test("what is read is stored as what it was read from", arguments: dates)
  func canonical(date: Date) {
    #expect(_DateCell.parts(read(date)) == _DateCell.parts(date))
  }

  @Test(
    "dates that 64 bits of seconds can say are read as they were",
    arguments: dates.filter { abs($0.timeIntervalSinceReferenceDate) <= 0x1p63 })
  func exact(date: Date) {
    if date.timeIntervalSinceReferenceDate < 0x1p63 { #expect(read(date) == date) }
  }

  @Test("what lies further away is the last second on its side, and NaN is the epoch")
  func clamped() {
    #expect(_DateCell.parts(Date(timeIntervalSince1970: -.infinity)) == (.min, 0))
    #expect(_DateCell.parts(Date(timeIntervalSince1970: .infinity)) == (.max, 0))
    #expect(_DateCell.parts(Date(timeIntervalSinceReferenceDate: -0x1p64)) == (.min, 0))
    #expect(_DateCell.parts(Date(timeIntervalSince1970: .nan)) == (0, 0))
    #expect(read(Date(timeIntervalSince1970: -.infinity)) < .distantPast)
    #expect(read(Date(timeIntervalSince1970: .infinity)) > .distantFuture)
  }

  @Test("a date in a value of any type is read as one in a property")
  func any() throws {
    let realm = try memoryRealm(ValueSchema.types)
    let object = try realm.write { realm.create(Anything.self, value: ["id": 1]) }
    for date in Self.dates {
      try realm.write { object.any = .date(date) }
      #expect(object.any.dateValue == read(date))
    }
  }
}
