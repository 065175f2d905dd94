import Ashlar
import Foundation
import Kinds
import Testing
import TestTraits

@Suite("Means and sums in the type that suits them", .blocking)
struct MeanTests {
  private func scalars(_ numbers: [Int], _ change: (Scalars, Int) -> Void) throws -> Results<Scalars> {
    let realm = try memoryRealm()
    try realm.write {
      for number in numbers {
        let object = Scalars()
        change(object, number)
        realm.add(object)
      }
    }
    return realm.objects(Scalars.self)
  }

  private func type<Value>(_ value: Value) -> String { "\(Value.self)" }

  @Test("the mean of integers is a Double where nothing else is asked for")
  func integers() throws {
    let all = try scalars([1, 2]) { object, number in
      (object.int, object.int8, object.int16) = (number, Int8(number), Int16(number))
      (object.int32, object.int64, object.anyInt) = (Int32(number), Int64(number), number)
      (object.level, object.anyInt8) = (number == 1 ? .low : .top, Int8(number))
    }
    let mean = all.average(of: \.int)
    #expect(mean == 1.5 && type(mean) == "Optional<Double>")
    #expect(all.average(of: \.int8) == 1.5 && all.average(of: \.int16) == 1.5 && all.average(of: \.int32) == 1.5)
    #expect(all.average(of: \.int64) == 1.5 && all.average(of: \.level) == 3)
    let optional = all.average(of: \.anyInt)
    #expect(optional == 1.5 && type(optional) == "Optional<Double>")
    let optionalNarrow = all.average(of: \.anyInt8)
    #expect(optionalNarrow == 1.5 && type(optionalNarrow) == "Optional<Double>")
    let none = all.where { $0.int > 5 }.average(of: \.anyInt)
    #expect(none == nil && type(none) == "Optional<Double>")
  }

  @Test("a mean that is requested as an integer is rounded toward zero")
  func rounded() throws {
    let all = try scalars([1, 2, 2]) { object, number in (object.int, object.int8, object.anyInt) = (number, Int8(-number), number) }
    let int: Int? = all.average(of: \.int)
    let negative: Int8? = all.average(of: \.int8)
    let named: Int? = all.average(ofProperty: "anyInt")
    let float: Float? = all.average(ofProperty: "int")
    #expect(int == 1 && negative == -1 && named == 1 && float == Float(5.0 / 3))
  }

  @Test("the mean of other types has the property's type, with one level of optional")
  func others() throws {
    let all = try scalars([1, 2]) { object, number in
      (object.double, object.anyDouble, object.float) = (Double(number), Double(number), Float(number))
      (object.decimal, object.anyDecimal) = (Decimal128(value: number), Decimal128(value: number))
    }
    let (double, anyDouble, float) = (all.average(of: \.double), all.average(of: \.anyDouble), all.average(of: \.float))
    #expect(double == 1.5 && anyDouble == 1.5 && float == 1.5)
    #expect(type(anyDouble) == "Optional<Double>" && type(float) == "Optional<Float>")
    let (decimal, anyDecimal) = (all.average(of: \.decimal), all.average(of: \.anyDecimal))
    #expect(decimal == "1.5" && anyDecimal == "1.5" && type(anyDecimal) == "Optional<Decimal128>")
  }

  @Test("the mean is right where the sum does not fit 64 bits")
  func large() throws {
    let all = try scalars([.max, .max, .max - 3, .max]) { object, number in (object.int, object.anyInt) = (number, number) }
    #expect(all.average(of: \.int) == Double(Int.max))
    let exact: Int? = all.average(of: \.int)
    let optional: Int? = all.average(ofProperty: "anyInt")
    #expect(exact == .max - 1 && optional == .max - 1)
    #expect(all.sum(of: \.int) == .max &* 4 &- 3, "a sum wraps")
    let lists = Lists()
    lists.ints.append(objectsIn: [.max, .max - 2])
    let mean: Int? = lists.ints.average()
    #expect(mean == .max - 1)
  }

  @Test("a Double is the one nearest to the mean, also if the sum is not exact as a Double")
  func nearest() throws {
    // The mean ends in 337 1/3; of the two nearest Doubles, one ends in 304 and the other in 368.
    let numbers = [384_307_168_202_282_337, 384_307_168_202_282_337, 384_307_168_202_282_338]
    let all = try scalars(numbers) { object, number in object.int = number }
    let mean: Double? = all.average(of: \.int)
    #expect(mean == 384_307_168_202_282_368)
    let means: GroupedValues<Bool, Double?> = all.grouped(by: \.bool).average(of: \.int)
    #expect(means.values == [384_307_168_202_282_368])
    let lists = Lists()
    lists.ints.append(objectsIn: numbers.map { -$0 })
    let negative: Double? = lists.ints.average()
    #expect(negative == -384_307_168_202_282_368)
  }

  @Test("a sum of narrow integers is an Int, and wraps only in a type that is asked for")
  func narrowSums() throws {
    let all = try scalars([100, 100]) { object, number in
      (object.int8, object.int16, object.anyInt8) = (Int8(number), Int16(number) * 300, Int8(number))
    }
    let sum = all.sum(of: \.int8)
    #expect(sum == 200 && type(sum) == "Int" && all.sum(of: \.int16) == 60_000)
    let optional = all.sum(of: \.anyInt8)
    #expect(optional == 200 && type(optional) == "Int")
    let narrow: Int8 = all.sum(of: \.int8)
    #expect(narrow == Int8(truncatingIfNeeded: 200))
    let nothing = all.where { $0.int > 5 }.sum(of: \.anyInt)
    #expect(nothing == 0 && type(nothing) == "Int")
  }

  @Test("the smallest and largest of optional properties are optional once")
  func extremes() throws {
    let all = try scalars([3, 4]) { object, number in object.anyInt = number }
    let (smallest, largest) = (all.min(of: \.anyInt), all.max(of: \.anyInt))
    #expect(smallest == 3 && largest == 4 && type(smallest) == "Optional<Int>")
    #expect(type(all.where { $0.int > 5 }.max(of: \.anyDate)) == "Optional<Date>")
  }

  @Test("the earliest and the latest date are read exactly, however far away they are")
  func farDates() throws {
    let moments = [-Double.infinity, -1e300, -9.3e18, -9.2e18, -1e15, 0, 1e15, 9.2e18, 9.3e18, 1e300, .infinity]
    for first in moments {
      for second in moments {
        let all = try scalars([0, 1]) { object, number in
          object.date = Date(timeIntervalSinceReferenceDate: number == 0 ? first : second)
        }
        let sorted = all.sorted(by: \.date)
        #expect(all.min(of: \.date) == sorted[0].date && all.max(of: \.date) == sorted[1].date, "\(first), \(second)")
        // A value is found by the date that was stored.
        let wanted = Date(timeIntervalSinceReferenceDate: first)
        #expect(all.where { $0.date == wanted }.count >= 1 && all.where { $0.date.in([wanted]) }.count >= 1, "\(first)")
      }
    }
  }
}
