import Kinds
import Testing

@testable import Ashlar

@Suite("Paths and constants of conditions")
struct ConditionPathTests {
  private func condition(_ text: String) throws -> Condition {
    try RealmPredicate(parsing: text).condition(Node._entity, try memoryRealm()._core)
  }

  @Test("are those of every part, of a subquery only its collection")
  func paths() throws {
    let condition = try condition(
      """
      weight > 3 AND NOT (label CONTAINS next.label OR ANY children.weight BETWEEN {1, 2}) AND next.weight IN {1, 2} AND TRUEPREDICATE \
      AND SUBQUERY(parents, $x, $x.label == 'a').@count > children.@max.weight + 1
      """)
    #expect(
      condition.paths.map(\.text) == ["weight", "label", "next.label", "children.weight", "next.weight", "parents", "children.weight"])
    #expect(condition.subqueries.map(\.collection.text) == ["parents"])
    #expect(condition.subqueries.flatMap(\.condition.paths).map(\.text) == ["label"])
  }

  @Test("are rewritten in every part, but no paths within a subquery")
  func rewriting() throws {
    let before = try condition(
      """
      weight > 3 AND NOT label LIKE[c] 'a' AND weight IN {1, 2} AND ANY children.weight BETWEEN {1, 2} \
      AND SUBQUERY(children, $x, $x.weight == 4).@count > weight + 1
      """)
    let after = ConditionText(before.rewriting(paths: { [.name("next")] + $0 }, constants: { _ in .int(7) }))
    #expect(
      after.text == """
        (((((next.weight > %@) && (NOT next.label LIKE[c] %@)) && (next.weight IN %@)) && (ANY next.children.weight BETWEEN {%@, %@})) \
        && (SUBQUERY(next.children, $col1, ($col1.weight == %@)).@count > (next.weight + %@)))
        """)
    #expect("\(after.arguments)" == "[7, 7, [7, 7], 7, 7, 7, 7]")
    let same = ConditionText(before.rewriting(paths: { $0 }, constants: { $0 }))
    #expect(same.text == ConditionText(before).text)
  }
}
