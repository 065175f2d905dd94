import Ashlar
import Foundation
import Kinds
import People
import Testing
import TestSupport

private actor Keeper {
  // As one writes it who takes an actor for a thread.
  nonisolated(unsafe) var realm: Realm?
  func count() -> Int { realm?.objects(TextKey.self).count ?? -1 }
}

@Suite("Where objects may be used")
struct ConfinementTests {
  private static let uses: [@Sendable (Node, Node, SmallKey) -> Bool] = [
    { node, _, _ in node.isInvalidated }, { node, other, _ in node == other }, { _, _, keyed in keyed.hashValue == 0 },
    { node, _, _ in node.children.isInvalidated }, { node, other, _ in node.isSameObject(as: other) },
    { node, other, _ in node.hashValue == other.hashValue },
  ]

  @Test(
    "asking on another thread whether an object is there, whether it equals another and for its hash stops the program", arguments: 0..<6)
  func stopped(_ number: Int) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number = number as Int] in
      let realm = try memoryRealm()
      nonisolated(unsafe) let (node, other, keyed) = try realm.write {
        (realm.create(Node.self), realm.create(Node.self), realm.create(SmallKey.self, value: [1, 2]))
      }
      _ = node.children
      _ = try onThread { ConfinementTests.uses[number](node, other, keyed) }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread."))
  }

  @Test("asking results on another thread whether they are there stops the program")
  func results() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) let all = try memoryRealm().objects(Dog.self)
      _ = try onThread { all.isInvalidated }
    }
    #expect(errorText(result).contains("Realm accessed from incorrect thread."))
  }

  @Test("the Realm of an object and whether it is frozen may be asked anywhere, and everything of frozen and unmanaged objects")
  func anywhere() throws {
    let realm = try memoryRealm()
    nonisolated(unsafe) let node = try realm.write { realm.create(Node.self) }
    nonisolated(unsafe) let (frozen, all, unmanaged, expected) = (node.freeze(), realm.objects(Node.self), Node(), realm)
    let isRight = try onThread {
      node.realm == expected && !node.isFrozen && all.realm == expected && !all.isFrozen && node.realm?.isFrozen == false
        && !frozen.isInvalidated && frozen == frozen && frozen.hashValue == frozen.hashValue && frozen != node
        && frozen.realm?.isFrozen == true
        && !unmanaged.isInvalidated && unmanaged == unmanaged && unmanaged.hashValue == unmanaged.hashValue
    }
    #expect(isRight)
  }

  @Test("the message says what to do with tasks and actors")
  func message() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let keeper = Keeper()
      // What the actor runs on at another time. It stays, for its end would let go of the Realm.
      await withCheckedContinuation { opened in
        Thread {
          keeper.realm = try? Realm(configuration: memory("keeper", [TextKey.self]))
          opened.resume()
          Thread.sleep(forTimeInterval: 600)
        }.start()
      }
      _ = await keeper.count()
    }
    let text = errorText(result)
    #expect(text.contains("Realm accessed from incorrect thread. This Realm belongs to a Realm opened on thread 0x"))
    #expect(text.contains("and was used on actor 'Keeper' at 0x"))
    #expect(
      text.contains(
        "In an actor or a task, open the Realm with 'try await Realm.open()', and on a serial queue with 'Realm(queue:)': it then belongs "
          + "to the actor, task or queue, whichever thread runs it."))
  }

  @Test("creating an asymmetric object stops the program and says why")
  func asymmetric() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm([TextKey.self])
      try realm.write { realm.create(AsymmetricObject.self, value: ["a": 1]) }
    }
    #expect(
      errorText(result).contains(
        "Object type 'AsymmetricObject' is asymmetric: its objects are only kept until they are sent to a server. Set 'outbox' in the Realm's "
          + "configuration and list the type in 'objectTypes', or inherit from 'Object' to store them permanently."))
  }
}
