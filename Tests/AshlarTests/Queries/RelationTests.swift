import CAshlar
import Testing

@testable import Ashlar

/// Swift passes its raw values to scans, which read them as constants of `relation.h`.
@Suite("Numbers of operators that Swift and C share")
struct RelationTests {
  static let relations: [(comparison: Comparison, relation: ashlar_relation, passing: [ashlar_order])] = [
    (.equal, ashlar_relation_equal, [ashlar_order_equal]),
    (.notEqual, ashlar_relation_not_equal, [ashlar_order_less, ashlar_order_greater, ashlar_order_unordered]),
    (.less, ashlar_relation_less, [ashlar_order_less]),
    (.lessOrEqual, ashlar_relation_less_or_equal, [ashlar_order_less, ashlar_order_equal]),
    (.greater, ashlar_relation_greater, [ashlar_order_greater]),
    (.greaterOrEqual, ashlar_relation_greater_or_equal, [ashlar_order_greater, ashlar_order_equal]),
  ]

  @Test("are equal for comparisons of values")
  func comparisons() {
    for row in Self.relations { #expect(row.comparison.rawValue == Int32(row.relation.rawValue), "\(row.comparison)") }
    // No comparison is left out: the numbers are those below their count, and no other number is a comparison.
    #expect((Int32(-1)...16).compactMap(Comparison.init).count == Self.relations.count)
  }

  @Test("are equal for the outcomes that satisfy a comparison")
  func outcomes() {
    for row in Self.relations {
      #expect(UInt32(row.comparison.passing) == row.passing.reduce(0) { $0 | UInt32($1.rawValue) }, "\(row.comparison)")
    }
  }

  @Test("are equal for matches of text")
  func matches() {
    let matches: [(relation: Relation, number: ashlar_text_match)] = [
      (.order(.equal), ashlar_text_equal), (.text(.begins), ashlar_text_begins), (.text(.ends), ashlar_text_ends),
      (.text(.contains), ashlar_text_contains),
    ]
    for row in matches { #expect(row.relation.denotation.textNumber == Int32(row.number.rawValue), "\(row.relation)") }
  }

  @Test("are equal for orders of text, which follow the matches, and leave the bit of folded text free")
  func orders() {
    let orders: [(comparison: Comparison, number: ashlar_text_match)] = [
      (.less, ashlar_text_less), (.lessOrEqual, ashlar_text_less_or_equal), (.greater, ashlar_text_greater),
      (.greaterOrEqual, ashlar_text_greater_or_equal),
    ]
    for row in orders {
      #expect(row.comparison.rawValue + Int32(ashlar_text_relation.rawValue) == Int32(row.number.rawValue), "\(row.comparison)")
      #expect(Relation.order(row.comparison).denotation.textNumber == Int32(row.number.rawValue), "\(row.comparison)")
      #expect(row.number.rawValue & ashlar_text_folded.rawValue == 0, "\(row.comparison)")
    }
  }

  @Test("C scans for no other operator between texts")
  func others() {
    let scanned: Int = Operator.all.count { $0.row.textNumber != nil }
    #expect(scanned == 8)
  }
}
