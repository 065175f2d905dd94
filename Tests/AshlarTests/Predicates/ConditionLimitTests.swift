import Ashlar
import Foundation
import Kinds
import Testing

@Suite("Conditions that are too deep")
struct ConditionLimitTests {
  @Test("a path has at most 200 parts; a longer one is refused, as text, as an argument and in 'where'")
  func paths() async throws {
    let realm = try memoryRealm()
    try realm.write {
      let node = realm.create(Node.self, value: ["weight": 3])
      node.next = node
    }
    let nodes = realm.objects(Node.self)
    func path(_ links: Int) -> String { String(repeating: "next.", count: links) + "weight" }
    #expect(nodes.filter("\(path(199)) > 0").count == 1 && nodes.filter("\(path(199)) > 3").isEmpty)
    #expect(nodes.freeze().filter("\(path(199)) > 0").count == 1)
    #expect(nodes.sorted(byKeyPath: path(199)).count == 1)
    for (text, arguments) in [("\(path(200)) > 0", []), ("\(path(3_000)) > 0", []), ("%K > 0", [path(3_000)])] as [(String, [Any])] {
      let error = #expect(throws: RealmPredicateError.self) { try RealmPredicate(parsing: text, arguments: arguments).check(on: nodes) }
      #expect(error?.message == "A path has more than 200 parts.")
    }
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func deep(_ query: Query<Node?>, _ links: Int) -> Query<Node?> { (0..<links).reduce(query) { query, _ in query.next } }
      _ = try memoryRealm().objects(Node.self).where { deep($0.next, 3_000).weight > 0 }.count
    }
    #expect(errorText(result).contains("it has more than 200 parts"))
  }

  @Test("subqueries nest at most 50 deep, and take no longer for it")
  func subqueries() throws {
    let realm = try memoryRealm()
    try realm.write {
      let node = realm.create(Node.self)
      node.children.append(node)
    }
    let nodes = realm.objects(Node.self)
    func nested(_ depth: Int) -> String {
      (1..<depth).reversed().reduce("SUBQUERY($v\(depth - 1).children, $v\(depth), $v\(depth).weight == 0).@count > 0") { inner, level in
        "SUBQUERY(\(level == 1 ? "children" : "$v\(level - 1).children"), $v\(level), \(inner)).@count > 0"
      }
    }
    #expect(nodes.filter(nested(30)).count == 1 && nodes.filter(nested(50)).count == 1)
    let error = #expect(throws: RealmPredicateError.self) { try RealmPredicate(parsing: nested(51)) }
    #expect(error?.message == "Subqueries are nested more than 50 levels deep.")
  }
}
