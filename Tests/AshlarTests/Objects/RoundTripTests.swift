import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport
import TestTraits

@Suite("Values of every type", .blocking)
struct RoundTripTests {
  @Test("what is written is read back: unmanaged, added, overwritten and reopened", arguments: [1 as UInt64, 2, 3])
  func scalars(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var wanted: [ScalarValues] = []
    try autoreleasing {
      let realm = try Realm(configuration: folder.configuration())
      for round in 0..<300 {
        let values = ScalarValues.random(&generator)
        let object = Scalars()
        values.write(to: object)
        #expect(values.differences(from: object) == [], "unmanaged, seed \(seed), round \(round)")
        let again = ScalarValues.random(&generator)
        again.write(to: object)
        #expect(again.differences(from: object) == [], "overwritten, seed \(seed), round \(round)")
        try realm.write { realm.add(object) }
        #expect(again.differences(from: object) == [], "added, seed \(seed), round \(round)")
        let last = ScalarValues.random(&generator)
        try realm.write {
          last.write(to: object)
          #expect(last.differences(from: object) == [], "in a write, seed \(seed), round \(round)")
        }
        #expect(last.differences(from: object) == [], "committed, seed \(seed), round \(round)")
        wanted.append(last)
      }
    }
    let realm = try Realm(configuration: folder.configuration())
    let found = realm.objects(Scalars.self)
    #expect(found.count == wanted.count)
    for (object, values) in zip(found, wanted) { #expect(values.differences(from: object) == [], "reopened, seed \(seed)") }
  }

  private func autoreleasing<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

  @Test("dates keep their nanoseconds as far as Date has them", arguments: [0, 1, -1, 0.123_456_789, -0.5, 1e9 + 0.25, -1e10 - 0.125])
  func dates(_ interval: Double) throws {
    let realm = try memoryRealm()
    let date = Date(timeIntervalSince1970: interval)
    let object = Scalars(value: ["date": date, "anyDate": date])
    #expect(abs(object.date.timeIntervalSince(date)) < 1e-6)
    try realm.write { realm.add(object) }
    #expect(abs(object.date.timeIntervalSince(date)) < 1e-6)
    #expect(realm.objects(Scalars.self).where { $0.date == date && $0.anyDate == date }.count == 1)
  }

  @Test("text and data of the largest size are stored")
  func largeText() throws {
    let realm = try memoryRealm()
    let text = String(repeating: "ä", count: 8_388_599)
    let object = Scalars(value: ["string": text, "data": Data(count: 16_777_200)])
    try realm.write { realm.add(object) }
    #expect(object.string.utf8.count == 16_777_198)
    #expect(object.data == Data(count: 16_777_200))
    #expect(realm.objects(Scalars.self).where { $0.string == text }.count == 1)
  }
}
