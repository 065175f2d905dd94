import Foundation
import Kinds
import Testing

@testable import Ashlar

@Suite("@links in text")
struct BackwardLinkTests {
  // Each links to the next, and has those before it as children, the first one twice.
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<6).map { Node(value: ["label": "node \($0)", "weight": $0]) }
      for (index, node) in nodes.enumerated() {
        node.next = index == 5 ? nil : nodes[index + 1]
        node.children.append(objectsIn: nodes[..<index])
        if index > 0 { node.children.append(nodes[0]) }
      }
      realm.add(nodes)
      // Embedded objects link as well.
      nodes[5].part = Part(value: ["target": nodes[2]])
    }
    return realm.objects(Node.self)
  }

  @Test(
    "are the objects that link to an object",
    arguments: [
      ("@links.Node.next.weight == 2", [3]), ("ANY @links.Node.next.weight < 2", [1, 2]), ("NONE @links.Node.next.weight >= 0", [0]),
      ("@links.Node.children.weight == 4", [0, 1, 2, 3]), ("ALL @links.Node.children.weight > 3", [3, 4, 5]),
      ("@links.Node.children.@count == 10", [0]), ("@links.Node.children.@size == 2", [3]), ("@links.Node.next.@count == 0", [0]),
      ("next.@links.Node.children.@count == 2", [2]), ("@links.Node.next.@links.Node.next.weight == 1", [3]),
      ("@links.Node.children.@max.weight == 5", [0, 1, 2, 3, 4]), ("@links.Node.children.@sum.weight == 9", [3]),
      // As often as they are linked: 1 to 5, twice each.
      ("@links.Node.children.@sum.weight == 30", [0]),
      ("SUBQUERY(@links.Node.children, $n, $n.weight > 3).@count == 2", [1, 2, 3]),
      ("SUBQUERY(children, $c, $c.@links.Node.next.weight == 0).@count == 1", [2, 3, 4, 5]),
      ("@links.Part.target.label == 'part'", [2]), ("@links.Part.target.@count == 1", [2]),
    ])
  func objects(text: String, wanted: [Int]) throws { #expect(try nodes().filter(text).map(\.weight) == wanted) }

  @Test("have the same objects as declared linking objects")
  func declared() throws {
    let nodes = try nodes()
    for condition in ["PATH.weight == 3", "ALL PATH.weight > 3", "PATH.@count > 2", "PATH.@avg.weight > 3", "PATH.next.weight != 2"] {
      let declared = Array(nodes.filter(condition.replacing("PATH", with: "parents")).map(\.weight))
      let found = Array(nodes.filter(condition.replacing("PATH", with: "@links.Node.children")).map(\.weight))
      #expect(found == declared, "\(condition)")
    }
  }

  @Test(
    "all links to an object are counted by @links.@count, through all properties",
    arguments: [
      ("@links.@count == 10", [0]), ("@links.@count == 5", [1, 2]), ("@links.@count == 1", [5]), ("@links.@count > 4", [0, 1, 2]),
      ("@links.@size + 1 == 3", [4]), ("next.@links.@count == 1", [4]), ("@links.@count > weight", [0, 1, 2]),
    ])
  func counts(text: String, wanted: [Int]) throws { #expect(try nodes().filter(text).map(\.weight) == wanted) }

  @Test("follow what is linked within a write")
  func writing() throws {
    let nodes = try nodes()
    let found = nodes.filter("@links.Node.next.@count == 2")
    #expect(found.isEmpty)
    try nodes.realm?.write {
      nodes[5].next = nodes[1]
      #expect(found.map(\.weight) == [1])
    }
    #expect(found.map(\.weight) == [1])
  }

  @Test("print as they are written")
  func printing() throws {
    let nodes = try nodes()
    for text in ["@links.Node.next.weight == 2", "@links.Node.children.@count == 2", "@links.@count == 5"] {
      let core = try #require(nodes.realm?._core)
      let condition = try RealmPredicate(parsing: text).condition(Node._entity, core)
      let printed = ConditionText(condition)
      let found = Array(nodes.filter(RealmPredicate(format: printed.text, argumentArray: printed.arguments)).map(\.weight))
      #expect(found == Array(nodes.filter(text).map(\.weight)), "\(printed.text)")
    }
  }
}
