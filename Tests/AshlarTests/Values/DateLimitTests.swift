import Foundation
import TestSupport
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

  @Test("fractions of a nanosecond are truncated toward 2001, in both directions")
  func direction() {
    #expect(_DateCell.parts(Date(timeIntervalSinceReferenceDate: 1.5e-9)) == (978_307_200, 1))
    #expect(_DateCell.parts(Date(timeIntervalSinceReferenceDate: -1.5e-9)) == (978_307_199, 999_999_999))
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

  // Where dates lie closer together than nanoseconds, a hundred times further apart, and at the ends.
  private static func random(_ random: inout SeededGenerator) -> Date {
    let reaches: [Double] = [1, 1e3, 1e6, 0x1p22, 0x1p23, 0x1p24, 0x1p25, 1e9, 1e10, 0x1p40, 0x1p52, 0x1p61]
    let middles: [Double] = [-978_307_200, 0, 0, 7e8]
    let reach: Double = reaches.randomElement(using: &random) ?? 1
    let middle: Double = middles.randomElement(using: &random) ?? 0
    return Date(timeIntervalSinceReferenceDate: middle + Double.random(in: -reach...reach, using: &random))
  }

  @Test("what is read is stored as what it was read from, for dates of all times")
  func identity() {
    let seed = seed()
    print("dates: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(.dates) {
      let date = Self.random(&random)
      let stored = _DateCell.parts(date)
      let read = _DateCell.date(stored.seconds, stored.nanoseconds)
      let again = _DateCell.parts(read)
      #expect(again == stored, "seed \(seed), \(date.timeIntervalSinceReferenceDate)")
      #expect(_DateCell.date(again.seconds, again.nanoseconds) == read, "seed \(seed), \(date.timeIntervalSinceReferenceDate)")
      #expect(abs(read.timeIntervalSinceReferenceDate - date.timeIntervalSinceReferenceDate) < 1e-9, "seed \(seed)")
      #expect(abs(stored.nanoseconds) < 1_000_000_000 && stored.seconds.signum() * Int64(stored.nanoseconds.signum()) >= 0, "seed \(seed)")
    }
  }

  @Test("within 48 days of 2001 every stored nanosecond is read as a date of its own")
  func nanoseconds() {
    let seed = seed()
    print("nanoseconds: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(.dates) {
      let seconds = 978_307_200 + Int64.random(in: -0x3FFFFF...0x3FFFFF, using: &random)
      let nanoseconds = Int32.random(in: 0..<1_000_000_000, using: &random)
      #expect(_DateCell.parts(_DateCell.date(seconds, nanoseconds)) == (seconds, nanoseconds), "seed \(seed), \(seconds):\(nanoseconds)")
    }
  }

  @Test("dates are stored in their order")
  func orderOfAll() {
    let seed = seed()
    print("order of dates: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(.dates) {
      let date = Self.random(&random)
      let next = Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate.nextUp)
      let (a, b) = (_DateCell.parts(date), _DateCell.parts(next))
      #expect((a.seconds, a.nanoseconds) <= (b.seconds, b.nanoseconds), "seed \(seed), \(date.timeIntervalSinceReferenceDate)")
    }
  }

  @Test("a date is found by what was read of it", arguments: [0, 1, 2])
  func query(number: Int) throws {
    let seed = seed() &+ UInt64(number)
    print("queries for dates: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let realm = try memoryRealm(ValueSchema.types)
    for id in 0..<100 {
      try realm.write { realm.create(Anything.self, value: ["id": id, "any": Self.random(&random)] as [String: Any]) }
    }
    for object in realm.objects(Anything.self) {
      let any = object.any
      #expect(realm.objects(Anything.self).where { $0.any == any }.contains(object), "seed \(seed), \(any)")
      try realm.write { object.any = any }
      #expect(object.any == any, "seed \(seed)")
    }
  }
}
