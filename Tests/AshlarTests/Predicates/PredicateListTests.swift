import Ashlar
import Foundation
import Kinds
import Matrix
import Testing
import TestTraits

@Suite("Lists, positions and orders in text")
struct PredicateListTests {
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<6).map { Node(value: ["label": "node \($0)", "weight": $0]) }
      for (index, node) in nodes.enumerated() {
        node.next = index == 5 ? nil : nodes[index + 1]
        node.children.append(objectsIn: nodes[..<index])
      }
      realm.add(nodes)
    }
    return realm.objects(Node.self)
  }

  @Test(
    "a position of a list is one value, nil where there is none",
    arguments: [
      ("children[0].weight == 0", [1, 2, 3, 4, 5]), ("children[2].weight == nil", [0, 1, 2]), ("children[2].weight == 2", [3, 4, 5]),
      ("children[FIRST].weight != 0", [0]), ("children[LAST].weight == 3", [4]), ("children[last].weight > 2", [4, 5]),
      ("children[SIZE] > 3", [4, 5]), ("next.children[1].weight == 1", [1, 2, 3, 4]), ("children[LAST].children[LAST].weight == 2", [4]),
      ("children[LAST].label ENDSWITH '3'", [4]), ("children[0] == children[LAST]", [0, 1]), ("children[1] == nil", [0, 1]),
      ("ANY parents.children[0].weight == 0", [0, 1, 2, 3, 4]), ("children[1].weight == weight - 1", [2]),
    ])
  func positions(text: String, wanted: [Int]) throws { #expect(try nodes().filter(text).map(\.weight) == wanted) }

  @Test("a position may be an argument")
  func arguments() throws { #expect(try nodes().filter("children[%@].weight == 2", 2).map(\.weight) == [3, 4, 5]) }

  @Test(
    "any, each or none of some values",
    arguments: [
      ("ANY {1, 2} == weight", [1, 2]), ("SOME {1, 2} == weight", [1, 2]), ("weight == ANY {1, 2}", [1, 2]),
      ("ALL {1, 2} < weight", [3, 4, 5]), ("weight > ALL {1, 2}", [3, 4, 5]), ("NONE {1, 2} == weight", [0, 3, 4, 5]),
      ("label ENDSWITH ANY {'1', '5'}", [1, 5]), ("label ==[c] ANY {'NODE 1', 'x'}", [1]), ("ANY {} == weight", []),
      ("ALL {} == weight", [0, 1, 2, 3, 4, 5]), ("NONE {} == weight", [0, 1, 2, 3, 4, 5]),
      ("ANY children.weight == ALL {0, 1}", [2, 3, 4, 5]),
    ])
  func someOf(text: String, wanted: [Int]) throws { #expect(try nodes().filter(text).map(\.weight) == wanted) }

  @Test(
    "a collection contains any, each or none of some values",
    arguments: [
      ("ALL {0, 1} IN children.weight", [2, 3, 4, 5]), ("ANY {4, 9} IN children.weight", [5]), ("NONE {0, 9} IN children.weight", [0]),
      ("SOME {1} IN children.weight", [2, 3, 4, 5]), ("NOT ALL {0, 1} IN children.weight", [0, 1]), ("ALL {1, 9} IN children.weight", []),
      ("ALL {} IN children.weight", [0, 1, 2, 3, 4, 5]), ("ANY {} IN children.weight", []),
      ("NONE {} IN children.weight", [0, 1, 2, 3, 4, 5]), ("ALL {'NODE 0', 'node 1'} IN[c] children.label", [2, 3, 4, 5]),
      ("ALL {'NODE 0', 'node 1'} IN children.label", []), ("SUBQUERY(children, $x, ALL {0, 1} IN $x.children.weight).@count == 2", [4]),
    ])
  func containing(text: String, wanted: [Int]) throws { #expect(try nodes().filter(text).map(\.weight) == wanted) }

  @Test("some values may be an argument, which is an array, a set or one value")
  func someArguments() throws {
    let nodes = try nodes()
    #expect(nodes.filter("ALL %@ IN children.weight", [0, 2]).map(\.weight) == [3, 4, 5])
    #expect(nodes.filter("ALL $0 IN children.weight AND weight < $1", Set([0, 2]), 5).map(\.weight) == [3, 4])
    #expect(nodes.filter("NONE %@ IN children.weight", 0).map(\.weight) == [0])
    #expect(nodes.filter("weight == ANY %@", [1, 2]).map(\.weight) == [1, 2])
    #expect(nodes.filter("ALL %@ < weight", [1, 3]).map(\.weight) == [4, 5])
    #expect(nodes.filter("ALL %@ IN children", [nodes[0], nodes[2]]).map(\.weight) == [3, 4, 5])
    #expect(nodes.filter("NONE %@ IN children", [nodes[1], nodes[2]]).map(\.weight) == [0, 1])
    #expect(nodes.filter("ALL %@ IN parents", [nodes[3], nodes[5]]).map(\.weight) == [0, 1, 2])
    #expect(nodes.filter("ALL %@ IN children", [Int]()).count == 6)
  }

  @Test("a list or a set is compared with a whole list, in its order")
  func wholeLists() throws {
    let realm = try memoryRealm()
    try realm.write {
      for (index, list) in [[], [1], [1, 2], [2, 1], [1, 2, 3]].enumerated() {
        realm.create(MatrixInt.self, value: ["plain": index, "list": list, "set": list, "optionalList": list + [nil]] as [String: Any])
      }
    }
    let all = realm.objects(MatrixInt.self)
    #expect(all.filter("list == {1, 2}").map(\.plain) == [2])
    #expect(all.filter("list == %@", [1, 2]).map(\.plain) == [2])
    #expect(all.filter("list != $0", [1, 2]).map(\.plain) == [0, 1, 3, 4])
    #expect(all.filter("list == {}").map(\.plain) == [0])
    #expect(all.filter("set == {1, 2}").map(\.plain) == [2, 3])
    #expect(all.filter("optionalList == {1, nil}").map(\.plain) == [1])
    #expect(all.filter("list[1] == 2").map(\.plain) == [2, 4])
    #expect(all.filter("list[LAST] == list[0]").map(\.plain) == [0, 1])
    #expect(all.filter("list[SIZE] == 2").map(\.plain) == [2, 3])
  }

  @Test(
    "sort, distinct and limit after a condition are applied in their order",
    arguments: [
      ("weight > 1 SORT(weight DESC)", [5, 4, 3, 2]), ("weight < 5 SORT(weight DESC) LIMIT(2)", [4, 3]),
      ("TRUEPREDICATE LIMIT(2) SORT(weight DESCENDING)", [1, 0]), ("weight > 1 sort(next.weight desc, weight asc)", [5, 4, 3, 2]),
      ("weight > 1 SORT(weight ASC) SORT(label DESC)", [5, 4, 3, 2]), ("weight > 2 DISTINCT(label) LIMIT(1)", [3]),
      ("weight > 2 LIMIT(0)", []),
    ])
  func arranging(text: String, wanted: [Int]) throws {
    let nodes = try nodes()
    #expect(nodes.filter(text).map(\.weight) == wanted)
    #expect(nodes.filter(text).freeze().map(\.weight) == wanted)
    #expect(nodes.index(matching: text) == wanted.first)
  }

  @Test("an object is named by its type and primary key; one that is not there equals none")
  func objects() throws {
    let realm = try memoryRealm()
    let keyed = try realm.write { realm.create(TextKey.self, value: ["id": "a", "value": 1]) }
    let all = realm.objects(TextKey.self)
    #expect(all.filter("SELF == obj('TextKey', 'a')").map(\.id) == [keyed.id])
    #expect(all.filter("SELF IN {obj(\"TextKey\", %@)}", "a").count == 1)
    #expect(all.filter("SELF == obj('TextKey', 'b')").isEmpty)
  }
}
