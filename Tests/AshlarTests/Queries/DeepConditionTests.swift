import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

/// Conditions of any size are built, evaluated and let go of on small stacks.
@Suite("Large conditions", .blocking)
struct DeepConditionTests {
  private func frozenNodes() throws -> Results<Node> {
    let realm = try memoryRealm()
    try realm.write { for weight in 0..<300 { realm.create(Node.self, value: ["weight": weight]) } }
    return realm.objects(Node.self).freeze()
  }

  @Test("20,000 values are found on a small thread")
  func manyValues() throws {
    nonisolated(unsafe) let nodes = try frozenNodes()
    onStack(64) {
      #expect(nodes.where { $0.weight.in((0..<20_000).map { $0 * 2 }) }.count == 150)
      #expect(nodes.where { !$0.label.in((0..<20_000).map { "\($0)" }) && $0.weight < 7 }.count == 7)
    }
  }

  @Test("100,000 alternatives from a loop, and as many conditions that must all hold")
  func chains() throws {
    nonisolated(unsafe) let nodes = try frozenNodes()
    onStack(64) {
      let any = nodes.where { node in
        var query = node.weight == 0
        for number in 1..<100_000 { query = query || node.weight == number * 3 }
        return query
      }
      #expect(any.count == 100)
      let all = nodes.where { node in
        var query = node.weight != 0
        for number in 1..<100_000 { query = query && node.weight != number * 3 }
        return query
      }
      #expect(all.count == 200)
    }
  }

  @Test("the other way round, so that the tree is deep on its right side")
  func rightChains() throws {
    nonisolated(unsafe) let nodes = try frozenNodes()
    onStack(64) {
      let found = nodes.where { node in
        var query = node.weight == 0
        for number in 1..<100_000 { query = node.weight == number * 3 || query }
        return query
      }
      #expect(found.count == 100)
    }
  }

  @Test("100,000 conditions, each inside the next, of which every other is turned round")
  func nested() throws {
    nonisolated(unsafe) let nodes = try frozenNodes()
    onStack(128) {
      // Rows below 200 but for multiples of three: each step adds or takes away what is in the model.
      var model = Set(0..<300)
      let found = nodes.where { node in
        var query = node.weight >= 0
        for number in 0..<100_000 {
          switch number % 4 {
          case 0:
            query = query && node.weight != number % 300
            model.remove(number % 300)
          case 1:
            query = query || node.weight == number % 7
            model.insert(number % 7)
          case 2:
            query = !query
            model = Set(0..<300).subtracting(model)
          default:
            query = node.weight == 299 || query
            model.insert(299)
          }
        }
        return query
      }
      #expect(Set(found.map(\.weight)) == model && !model.isEmpty)
      // Moved to another Realm and bound there again.
      #expect(found.thaw().map(\.count) == model.count)
    }
  }

  @Test("a part that several conditions share stays whole when one of them goes")
  func shared() throws {
    let nodes = try frozenNodes()
    var shared: Query<Bool>?
    var isFirst = true
    let first = nodes.where { node in
      var query = node.weight == 0
      for number in 1..<1000 { query = query || node.weight == number * 3 }
      if isFirst { shared = query }
      isFirst = false
      return query && node.weight < 150
    }
    #expect(first.count == 50)
    let kept = try #require(shared)
    do {
      let other = nodes.where { _ in kept || !kept }
      #expect(other.count == 300)
    }
    #expect(nodes.where { _ in kept }.count == 100)
  }
}
