import Ashlar
import Foundation
import Kinds
import Testing
import TestSupport

@Suite("Aggregates")
struct AggregateTests {
  private func realm(_ rows: [[String: Any]]) throws -> Results<Scalars> {
    let realm = try memoryRealm()
    try realm.write { for row in rows { realm.create(Scalars.self, value: row) } }
    return realm.objects(Scalars.self)
  }

  @Test("aggregates of nothing and of nils only are nil, and the sum is zero")
  func empty() throws {
    for all in [try realm([]), try realm([[:], [:]])] {
      #expect(all.min(of: \.anyInt) == .none && all.max(of: \.anyDouble) == .none && all.average(of: \.anyInt) == .none)
      #expect(all.min(ofProperty: "anyInt") as Int? == nil && all.max(ofProperty: "anyDate") as Date? == nil)
      #expect(all.sum(of: \.anyInt) == 0 && all.sum(of: \.anyDouble) == 0 && all.sum(of: \.anyDecimal) == 0)
      #expect(all.average(ofProperty: "anyDouble") as Double? == nil)
    }
    let none = try realm([])
    #expect(none.min(of: \.int) == nil && none.max(of: \.date) == nil && none.sum(of: \.int) == 0 && none.average(of: \.double) == nil)
  }

  @Test("nils are left out, also of the divisor")
  func nulls() throws {
    let all = try realm([["anyInt": 4, "anyDouble": 1.5, "anyDecimal": "1.5"], [:], ["anyInt": -1, "anyDouble": 2.5, "anyDecimal": "3"]])
    #expect(all.min(of: \.anyInt) == -1 && all.max(of: \.anyInt) == 4 && all.sum(of: \.anyInt) == 3)
    #expect(all.average(ofProperty: "anyInt") as Double? == 1.5 && all.average(ofProperty: "anyDouble") as Double? == 2)
    #expect(all.sum(of: \.anyDouble) == 4 && all.sum(of: \.anyDecimal) == "4.5" && all.average(of: \.anyDecimal) == "2.25")
    #expect(all.min(of: \.anyDecimal) == "1.5" && all.max(of: \.anyDecimal) == 3)
  }

  @Test("NaN is left out, infinities are not")
  func nan() throws {
    let all = try realm([
      ["double": Double.nan, "float": Float.nan, "int": 1], ["double": 2.0, "float": 2, "int": 1], ["double": 4.0, "float": 4, "int": 2],
      ["double": Double.infinity, "float": Float.infinity, "int": 3],
    ])
    let finite = all.where { $0.int < 3 }
    #expect(
      finite.sum(of: \.double) == 6 && finite.average(of: \.double) == 3 && finite.min(of: \.double) == 2 && finite.max(of: \.double) == 4)
    #expect(
      finite.sum(of: \.float) == 6 && finite.average(of: \.float) == 3 && finite.min(of: \.float) == 2 && finite.max(of: \.float) == 4)
    #expect(all.sum(of: \.double) == .infinity && all.max(of: \.double) == .infinity && all.min(of: \.double) == 2)
    let only = all.where { $0.double == .nan || $0.int == 99 }
    #expect(only.count == 0)
    #expect(try realm([["double": Double.nan]]).min(of: \.double) == nil)
  }

  @Test("every number type gives its own type, dates their moments")
  func types() throws {
    let dates = [Date(timeIntervalSince1970: 5.25), Date(timeIntervalSince1970: -3)]
    let all = try realm([
      ["int8": 3, "int16": 300, "int32": 5, "int64": 6, "date": dates[0], "decimal": "0.1"],
      ["int8": -3, "int16": -300, "int32": 7, "int64": 8, "date": dates[1], "decimal": "0.2"],
    ])
    #expect(all.min(of: \.int8) == -3 && all.max(of: \.int16) == 300 && all.sum(of: \.int32) == 12 && all.average(of: \.int64) == 7)
    #expect(all.min(of: \.date) == dates[1] && all.max(of: \.date) == dates[0])
    #expect(all.sum(of: \.decimal) == "0.3" && all.max(of: \.decimal) == "0.2")
    #expect(all.max(ofProperty: "int8") as Int? == 3, "a wider type may be asked for")
    #expect(all.sum(ofProperty: "int8") as Double == 0 && all.sum(ofProperty: "int16") as Int == 0)
  }

  @Test("the sum of integers wraps")
  func overflow() throws {
    let all = try realm([["int": Int.max], ["int": 2]])
    #expect(all.sum(of: \.int) == .min + 1)
  }

  @Test("enums give their cases by raw value")
  func enums() throws {
    let all = try realm([
      ["level": Level.middle, "anyLevel": Level.top], ["level": Level.top], ["level": Level.low, "anyLevel": Level.low],
    ])
    #expect(all.max(of: \.level) == .top && all.min(of: \.level) == .low && all.max(of: \.anyLevel) == .top)
  }

  @Test("they include the changes of a write, and depend on conditions", arguments: [51 as UInt64])
  func random(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let realm = try memoryRealm()
    var model: [(int: Int, double: Double)] = []
    let all = realm.objects(Scalars.self)
    let some = all.where { $0.int8 == 1 }
    for round in 0..<30 {
      realm.beginWrite()
      let before = model
      for _ in 0..<20 {
        if generator.chance(60) || model.isEmpty {
          let value = (generator.below(100), Double(generator.below(100)) / 4)
          realm.create(Scalars.self, value: ["int": value.0, "double": value.1, "int8": value.0 % 2])
          model.append(value)
        } else if generator.chance(50) {
          let index = generator.below(model.count)
          all[index].int = 7
          all[index].int8 = 1
          model[index].int = 7
        } else {
          let index = generator.below(model.count)
          realm.delete(all[index])
          model.remove(at: index)
        }
        let odd = model.filter { $0.int % 2 == 1 }
        #expect(all.sum(of: \.int) == model.map(\.int).reduce(0, +), "seed \(seed), round \(round)")
        #expect(some.sum(of: \.double) == odd.map(\.double).reduce(0, +) && some.max(of: \.int) == odd.map(\.int).max())
        #expect(all.min(of: \.double) == model.map(\.double).min())
      }
      if generator.chance(30) {
        realm.cancelWrite()
        model = before
      } else {
        try realm.commitWrite()
      }
    }
  }
}
