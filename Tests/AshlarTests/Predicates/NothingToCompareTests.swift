import Ashlar
import Foundation
import Kinds
import Testing
import TestTraits

@Suite("Values that compare with nothing")
struct NothingToCompareTests {
  @Test("NaN is different from numbers of every type, and neither less nor greater")
  func nan() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(Scalars.self, value: ["int": 1, "double": Double.nan, "decimal": 2] as [String: Any])
      realm.create(Scalars.self, value: ["int": 2, "double": 1.5, "decimal": 2] as [String: Any])
    }
    let all = realm.objects(Scalars.self)
    for text in ["int >= %@", "int > %@", "int < %@", "int <= %@", "int == %@", "decimal > %@", "decimal <= %@", "double < %@"] {
      #expect(all.filter(text, Double.nan).isEmpty, "\(text)")
    }
    #expect(all.filter("int != %@", Double.nan).count == 2 && all.filter("decimal != %@", Double.nan).count == 2)
    #expect(all.filter("int >= double").map(\.int) == [2] && all.filter("double < int").map(\.int) == [2])
    #expect(all.filter("double <= decimal").map(\.int) == [2] && all.filter("double != decimal").count == 2)
    #expect(all.where { $0.double <= 3 }.map(\.int) == [2])
  }

  @Test("a collection behind a link that is nil has no values")
  func collections() throws {
    let realm = try memoryRealm()
    try realm.write {
      realm.create(Node.self, value: ["weight": 1])
      realm.create(Node.self, value: ["weight": 2, "part": ["piece": ["marks": [Int]()]]] as [String: Any])
      realm.create(Node.self, value: ["weight": 3, "part": ["piece": ["marks": [3, 4]]]] as [String: Any])
    }
    let all = realm.objects(Node.self)
    #expect(all.filter("ANY part.piece.marks != 3").map(\.weight) == [3])
    #expect(all.filter("ANY part.piece.marks IN {3, 5}").map(\.weight) == [3])
    #expect(all.filter("NONE part.piece.marks == 3").map(\.weight) == [1, 2])
    #expect(all.filter("ALL part.piece.marks == 3").map(\.weight) == [1, 2])
    #expect(all.filter("ANY part.piece.marks != weight").map(\.weight) == [3])
    #expect(all.where { $0.part.piece.marks != 3 }.map(\.weight) == [3])
    #expect(all.filter("part.piece.marks.@count == 0").map(\.weight) == [1, 2])
  }
}
