import Ashlar
import Foundation
import Kinds
import AshlarStore
import Testing
import TestSupport
import TestTraits

/// A label that counts how often it is looked at: as a value, or as text for a message.
private struct CountedLabel: CustomPersistable, CustomStringConvertible {
  typealias PersistedType = String
  static let looks = Guarded(0)
  let text: String
  init(_ text: String) { self.text = text }
  init(persistedValue: String) { text = persistedValue }
  private func looked() -> String {
    Self.looks.withLock { $0 += 1 }
    return text
  }
  var persistableValue: String { looked() }
  var description: String { looked() }
}

@Suite("Depth of values", .blocking)
struct DepthTests {
  // `count` dictionaries in each other by links, or by lists.
  private func nested(_ count: Int, inLists: Bool = false) -> [String: Any] {
    var value: [String: Any] = ["label": "innermost"]
    for _ in 1..<count { value = inLists ? ["children": [value]] : ["next": value] }
    return value
  }

  private func depth(_ node: Node?, _ next: (Node) -> Node?) -> Int {
    var depth = 0
    var node = node
    while let current = node {
      depth += 1
      node = next(current)
    }
    return depth
  }

  @Test("dictionaries a thousand deep are created")
  func thousand() throws {
    let counts = try onThread { () -> [Int] in
      let realm = try memoryRealm()
      let (byLinks, byLists) = try realm.write {
        (realm.create(Node.self, value: nested(1000)), realm.create(Node.self, value: nested(1000, inLists: true)))
      }
      return [depth(byLinks, \.next), depth(byLists, \.children.first)]
    }
    #expect(counts == [1000, 1000])
  }

  @Test("create reads each value of nested dictionaries the same number of times, however deep it is")
  func looks() throws {
    func looks(_ count: Int, inLists: Bool) throws -> Int {
      var value: [String: Any] = ["label": CountedLabel("innermost")]
      for _ in 1..<count { value = ["label": CountedLabel("outer"), inLists ? "children" : "next": inLists ? [value] : value] }
      CountedLabel.looks.withLock { $0 = 0 }
      let realm = try memoryRealm()
      try realm.write { _ = realm.create(Node.self, value: value) }
      return CountedLabel.looks.withLock { $0 }
    }
    for inLists in [false, true] {
      let one = try looks(1, inLists: inLists)
      #expect(one > 0)
      #expect(try looks(200, inLists: inLists) == 200 * one)
    }
  }

  @Test("deeper ones are thrown by the write, and nothing of them is stored", arguments: [1002, 5000])
  func tooDeep(count: Int) throws {
    let realm = try memoryRealm()
    #expect {
      try realm.write { realm.create(Node.self, value: nested(count)) }
    } throws: { error in
      (error as? Realm.Error)?.code == .invalidInput && "\(error)".contains("at most 1000 levels deep")
    }
    #expect(realm.objects(Node.self).count == 0)
  }

  @Test("arrays and dictionaries more than a hundred deep in a value of any type are thrown by the write")
  func any() throws {
    let realm = try memoryRealm(ValueSchema.types)
    var value: Any = 1
    for _ in 0..<100 { value = [value] }
    try realm.write { realm.create(Anything.self, value: ["id": 1, "any": value]) }
    #expect {
      try realm.write { realm.create(Anything.self, value: ["id": 2, "any": [value]]) }
    } throws: { "\($0)".contains("at most 100 levels deep") }
    #expect(realm.objects(Anything.self).count == 1)
  }

  @Test("a chain of objects of another Realm is copied without a deep stack")
  func chain() throws {
    let count = 20_000
    let copied = try onThread { () -> Int in
      let (source, target) = (try memoryRealm(), try memoryRealm())
      let first = try source.write {
        var last: Node?
        for _ in 0..<count {
          let node = source.create(Node.self)
          node.next = last
          last = node
        }
        return last
      }
      let copy = try target.write { target.create(Node.self, value: first as Any) }
      return depth(copy, \.next)
    }
    #expect(copied == count)
  }
}
