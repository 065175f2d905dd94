import AshlarStore
import Kinds
import Testing

@testable import Ashlar

@Suite("The first linking objects")
struct LinkingStartTests {
  // A node with this many parents.
  private func child(_ parents: Int) throws -> Node {
    let realm = try memoryRealm()
    let child = Node(value: ["weight": -1])
    try realm.write {
      realm.add(child)
      for weight in 0..<parents { realm.create(Node.self, value: ["weight": weight]).children.append(child) }
    }
    return child
  }

  @Test("are the same whichever position is read first", arguments: [0, 1, 7, 8, 9, 63, 64, 65, 100])
  func positions(_ count: Int) throws {
    let child = try child(count)
    #expect(child.parents.isEmpty == (count == 0))
    #expect(child.parents.first?.weight == (count == 0 ? nil : 0))
    for order in [Array(0..<count), Array((0..<count).reversed())] {
      let parents = child.parents
      #expect(order.map { parents[$0].weight } == order)
    }
    let parents = child.parents
    _ = parents.first
    #expect(Array(parents.map(\.weight)) == Array(0..<count) && parents.count == count)
  }

  @Test("are read without the others")
  func cost() throws {
    let child = try child(100)
    let session = try #require(child.realm)._core.session
    let before = session.visitedSources
    #expect(child.parents.first?.weight == 0 && !child.parents.isEmpty && child.parents[7].weight == 7)
    #expect(session.visitedSources - before <= 24)
  }
}
