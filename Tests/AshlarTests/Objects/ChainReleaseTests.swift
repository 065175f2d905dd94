import Ashlar
import Foundation
import Kinds
import Synchronization
import Testing

@Suite("Releasing unmanaged objects")
struct ChainReleaseTests {
  private static let count = 200_000

  @Test("a chain of links is released without a stack as deep as it is long")
  func links() {
    weak var last: Node?
    do {
      var first = Node()
      last = first
      for _ in 0..<Self.count {
        let node = Node()
        node.next = first
        first = node
      }
      #expect(last != nil)
    }
    #expect(last == nil)
  }

  @Test("so is one of lists")
  func lists() {
    weak var last: Node?
    do {
      var first = Node()
      last = first
      for _ in 0..<Self.count {
        let node = Node()
        node.children.append(first)
        first = node
      }
    }
    #expect(last == nil)
  }

  @Test("so is one of values of any type, in and out of collections")
  func anyValues() {
    weak var last: Anything?
    do {
      var first = Anything()
      last = first
      for number in 0..<Self.count {
        let object = Anything()
        if number % 2 == 0 { object.any = .object(first) } else { object.list.append(.object(first)) }
        first = object
      }
    }
    #expect(last == nil)
  }

  @Test("setting a link to nil releases the rest of the chain at once")
  func cut() {
    let first = Node()
    weak var last: Node?
    do {
      var node = first
      for _ in 0..<Self.count {
        let next = Node()
        node.next = next
        node = next
      }
      last = node
    }
    #expect(last != nil)
    first.next = nil
    #expect(last == nil)
  }

  @Test("what others still refer to stays, with all that it leads to")
  func shared() {
    let shared = Node()
    shared.label = "shared"
    shared.next = Node()
    shared.next?.label = "next"
    do {
      let first = Node()
      first.next = Node()
      first.next?.next = shared
      first.children.append(shared)
    }
    #expect(shared.label == "shared" && shared.next?.label == "next")
  }

  @Test("threads release chains of their own at the same time")
  func threads() {
    let released = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      weak var last: Node?
      do {
        var first = Node()
        last = first
        for _ in 0..<Self.count / 10 {
          let node = Node()
          node.next = first
          first = node
        }
      }
      if last == nil { released.add() }
    }
    #expect(released.count == 4)
  }

  private final class Counter: Sendable {
    private let value = Atomic(0)
    func add() { value.add(1, ordering: .relaxed) }
    var count: Int { value.load(ordering: .relaxed) }
  }
}
