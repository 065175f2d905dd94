import Foundation
import Kinds
import Testing

@testable import Ashlar

@Suite("Constants that a property's type cannot hold")
struct ConstantTests {
  @Test("are compared with Floats as Doubles, in every form of the condition")
  func floats() throws {
    let realm = try memoryRealm()
    let values: [Float] = [-.infinity, -1.1, 0, 1.1, Float(1.1).nextUp, 16_777_216, .greatestFiniteMagnitude, .infinity, .nan]
    try realm.write { for value in values { realm.create(Scalars.self, value: ["float": value, "anyFloat": value] as [String: Any]) } }
    let all = realm.objects(Scalars.self)
    let constants: [Double] = [1e300, -1e300, 16_777_217, 1.1000000001, Double(Float(1.1)), 0.1 + 0.2, .infinity]
    for constant in constants {
      func check(_ text: String, _ holds: (Double) -> Bool) {
        let wanted = values.filter { holds(Double($0)) }.count
        for name in ["float", "anyFloat"] {
          let text = text.replacing("f", with: name)
          #expect(all.filter(text, constant).count == wanted, "\(text) \(constant)")
          #expect(all.filter(text.replacing(name, with: "\(name) * 1"), constant).count == wanted, "\(text) \(constant), computed")
        }
      }
      check("f == %@") { $0 == constant }
      check("f != %@") { $0 != constant }
      check("f < %@") { $0 < constant }
      check("f <= %@") { $0 <= constant }
      check("f > %@") { $0 > constant }
      check("f >= %@") { $0 >= constant }
      #expect(all.filter("float IN %@", [constant, -7]).count == values.filter { Double($0) == constant }.count)
    }
    #expect(all.filter("float == 1e300").isEmpty && all.filter("float == 1.1").count == 1 && all.filter("float <= 1.1").count == 4)
  }

  @Test("are compared with decimal numbers by their digits")
  func decimals() throws {
    let realm = try memoryRealm()
    let values: [Decimal128] = ["0.1", "0.3", "0.30000000000000004", "1E300", "9007199254740993", "0.1000000000000000055511151231257827"]
    try realm.write {
      for value in values { realm.create(Scalars.self, value: ["decimal": value, "double": value.doubleValue] as [String: Any]) }
    }
    let all = realm.objects(Scalars.self)
    #expect(
      all.filter("decimal == 0.1").count == 1 && all.filter("decimal == 0.3").count == 1
        && all.filter("decimal == %@", 0.1 + 0.2).count == 1)
    #expect(all.filter("decimal == %@", 1e300).count == 1 && all.filter("decimal IN {0.1, 0.3}").count == 2)
    #expect(all.filter("decimal + 0 == 0.1").count == 1 && all.filter("decimal == 9007199254740993").count == 1)
    // As properties they are compared by value: no Double is 0.1.
    #expect(
      all.filter("decimal == double").isEmpty && all.filter("decimal < double").count + all.filter("decimal > double").count == values.count
    )
  }
}

@Suite("Values of any type compared with what is computed")
struct AnyComputedTests {
  @Test("equal numbers of every type, and differ from everything else")
  func computed() throws {
    let realm = try valueRealm()
    let values: [AnyRealmValue] = [
      .int(2), .double(2), .decimal128("2.0"), .float(2), .int(3), .string("2"), .bool(true), .none, .fromArray([.int(2)]),
    ]
    try realm.write {
      for (id, value) in values.enumerated() {
        realm.create(Anything.self, value: ["id": id, "any": value, "list": [1, value]] as [String: Any])
      }
    }
    let all = realm.objects(Anything.self)
    func ids(_ text: String, _ arguments: Any...) -> [Int] {
      all.filter(RealmPredicate(format: text, argumentArray: arguments)).map(\.id)
    }
    #expect(ids("any == list.@count") == [0, 1, 2, 3] && ids("list.@count == any") == [0, 1, 2, 3])
    #expect(ids("any != list.@count") == [4, 5, 6, 7, 8] && ids("any > list.@count") == [4])
    #expect(ids("any > 0 + id") == [0, 1] && ids("any + 1 == 3") == [0, 1, 2, 3])
    #expect(ids("list.@max > 2") == [4] && ids("list.@max == '2'") == [5] && ids("list.@sum == 3") == [0, 1, 2, 3])
    #expect(ids("list.@min == true") == [6] && ids("any == list[1] + 0") == [0, 1, 2, 3, 4, 7])
    #expect(ids("list[1] == list.@count") == [0, 1, 2, 3] && ids("any[0] == list.@count") == [8])
    #expect(ids("list.@max == %@", Data("2".utf8)) == [5] && ids("list.@max != 3") == [0, 1, 2, 3, 5, 6, 7, 8])
  }
}
