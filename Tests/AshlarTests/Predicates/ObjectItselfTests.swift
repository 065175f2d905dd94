import Ashlar
import Foundation
import Kinds
import Testing

@Suite("Conditions about the object itself")
struct ObjectItselfTests {
  // 0 links to itself, every other to the one before; each has itself and the next one as children, 5 has none.
  private func nodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write {
      let nodes = (0..<6).map { Node(value: ["weight": $0]) }
      for (index, node) in nodes.enumerated() { node.next = index == 5 ? nil : nodes[max(0, index - 1)] }
      for (index, node) in nodes.dropLast().enumerated() {
        node.children.append(objectsIn: index % 2 == 0 ? [node, nodes[index + 1]] : [nodes[index + 1]])
      }
      realm.add(nodes)
    }
    return realm.objects(Node.self)
  }

  @Test(
    "compare it with links, elements, linking objects and itself",
    arguments: [
      ("next == SELF", [0]), ("SELF == next", [0]), ("next != SELF", [1, 2, 3, 4, 5]), ("ANY children == SELF", [0, 2, 4]),
      ("NOT children == SELF", [1, 3, 5]), ("ANY children != SELF", [0, 1, 2, 3, 4]), ("SELF == SELF", [0, 1, 2, 3, 4, 5]),
      ("SELF != SELF", []), ("@links.Node.next == SELF", [0]), ("ANY parents == SELF", [0, 2, 4]),
      ("ANY parents != SELF", [1, 2, 3, 4, 5]),
      ("next.next == SELF", [0]), ("next.children == SELF", [0, 1, 2, 3, 4]), ("children[0] == SELF", [0, 2, 4]),
      ("SUBQUERY(children, $x, $x == $x).@count == 2", [0, 2, 4]), ("SUBQUERY(children, $x, $x.next == $x).@count > 0", [0]),
      ("SUBQUERY(children, $x, $x != $x).@count == 0", [0, 1, 2, 3, 4, 5]),
    ])
  func itself(text: String, wanted: [Int]) throws {
    let nodes = try nodes()
    let predicate = try RealmPredicate(parsing: text)
    try predicate.check(on: nodes)
    #expect(nodes.filter(predicate).map(\.weight) == wanted)
    #expect(nodes.freeze().filter(predicate).map(\.weight) == wanted)
  }

  @Test("conditions in 'where' can compare an object with itself")
  func typed() throws {
    let nodes = try nodes()
    #expect(nodes.where { $0 == $0 }.count == 6 && nodes.where { $0 != $0 }.isEmpty)
    #expect(nodes.where { $0.next == $0.next.next }.map(\.weight) == [0, 1, 5])
  }

  @Test("look for objects among linking objects, typed and as text")
  func linking() throws {
    let nodes = try nodes()
    let (zero, two, five) = (nodes[0], nodes[2], nodes[5])
    #expect(nodes.where { $0.parents.contains(two) }.map(\.weight) == [2, 3])
    #expect(nodes.where { $0.parents.containsAny(in: [zero, two]) }.map(\.weight) == [0, 1, 2, 3])
    #expect(nodes.where { $0.parents.containsAny(in: []) }.isEmpty && nodes.where { $0.parents.contains(five) }.isEmpty)
    #expect(nodes.where { $0.parents == two }.map(\.weight) == [2, 3])
    #expect(nodes.where { $0.next.parents.contains(zero) }.map(\.weight) == [0, 1, 2])
    #expect(nodes.filter("%@ IN parents", two).map(\.weight) == [2, 3])
    #expect(nodes.filter("ANY parents IN %@", [zero, two]).map(\.weight) == [0, 1, 2, 3])
    #expect(nodes.filter("ALL parents == %@", zero).map(\.weight) == [0, 1])
    #expect(nodes.filter("NONE parents == %@", zero).map(\.weight) == [2, 3, 4, 5])
    #expect(nodes.filter("%@ IN @links.Node.next", nodes[1]).map(\.weight) == [0])
    #expect(nodes.filter("parents == nil").isEmpty)
    #expect(nodes.where { !$0.parents.contains(two) }.map(\.weight) == [0, 1, 4, 5])
    try nodes.realm?.write {
      five.children.append(two)
      #expect(nodes.where { $0.parents.contains(five) }.map(\.weight) == [2])
    }
  }

  @Test(
    "count the elements of each object's collection behind 'ANY', 'ALL' and 'NONE'",
    arguments: [
      ("any next.children.@count == 0", [5]), ("ANY children.children.@count == 0", [4]),
      ("ALL children.children.@count > 0", [0, 1, 2, 3, 5]),
      ("NONE children.children.@count == 1", [1, 3, 4, 5]), ("NONE next.children.@count == 0", [0, 1, 2, 3, 4]),
      ("ANY children.parents.@count == 0", []), ("ANY children.next.children.@count == 1", [1, 2, 3, 4]),
      ("ANY children.label.length == 4", [0, 1, 2, 3, 4]),
      ("ALL children.label.length > 4", [5]), ("NONE children.label.length == 4", [5]), ("children.@count > 1.5", [0, 2, 4]),
    ])
  func counts(text: String, wanted: [Int]) throws {
    let nodes = try nodes()
    let predicate = try RealmPredicate(parsing: text)
    try predicate.check(on: nodes)
    #expect(nodes.filter(predicate).map(\.weight) == wanted)
  }

  @Test("find whether there are linking objects")
  func existence() throws {
    let nodes = try nodes()
    #expect(nodes.where { $0.parents.isEmpty }.isEmpty && nodes.where { $0.previous.count == 0 }.map(\.weight) == [4, 5])
    #expect(nodes.where { $0.previous.count > 0 }.map(\.weight) == [0, 1, 2, 3])
    #expect(nodes.where { $0.next.previous.count == 0 }.map(\.weight) == [5])
    #expect(nodes.filter("previous.@count != 0 AND parents.@count >= 1").map(\.weight) == [0, 1, 2, 3])
    #expect(nodes.filter("previous.@count < 1").map(\.weight) == [4, 5] && nodes.filter("previous.@count <= 0").map(\.weight) == [4, 5])
    #expect(nodes.filter("SUBQUERY(children, $c, $c.previous.@count == 0).@count > 0").map(\.weight) == [3, 4])
    let none = nodes.where { $0.previous.count == 0 }
    #expect(none.count == 2)
    try nodes.realm?.write {
      nodes[5].next = nodes[5]
      #expect(none.map(\.weight) == [4])
    }
    #expect(none.map(\.weight) == [4])
  }
}
