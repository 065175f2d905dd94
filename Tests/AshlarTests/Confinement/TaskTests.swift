import Ashlar
import Dispatch
import Foundation
import Kinds
import People
import Testing
import TestSupport

@Suite("Realms of tasks")
struct TaskTests {
  @Test("a task's Realm and its objects are used after suspensions, on whatever thread it continues")
  func suspensions() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let realm = try await Realm.open(configuration: memory())
          let dog = try realm.write { realm.create(Dog.self) }
          for age in 1...200 {
            try realm.write { dog.age += 1 }
            await Task.yield()
            #expect(dog.age == age && realm.objects(Dog.self).first?.age == age)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("opening again in a task gives the same Realm; in a child task another")
  func instances() async throws {
    let configuration = memory()
    let realm = try await Realm.open(configuration: configuration)
    await Task.yield()
    #expect(try Realm(configuration: configuration) == realm)
    nonisolated(unsafe) let outer = realm
    async let isSame = Realm(configuration: configuration) == outer
    #expect(try await !isSame)
    #expect(try await Task { try Realm(configuration: configuration) != outer }.value)
  }

  @Test("everything works where every access is checked")
  func checked() async throws {
    let realm = try await Realm.open(configuration: memory().checked)
    let node = try realm.write { realm.create(Node.self) }
    try realm.write { for _ in 0..<5 { node.children.append(realm.create(Node.self)) } }
    await Task.yield()
    #expect(node.children.count == 5 && node.children.allSatisfy { !$0.isInvalidated } && realm.objects(Node.self).count == 6)
    #expect(Mirror(reflecting: node).children.contains { $0.label == "children" })
    try realm.write { realm.delete(node.children) }
    #expect(node.children.isEmpty)
  }

  @Test("a write continues after a suspension")
  func writing() async throws {
    let realm = try await Realm.open(configuration: memory())
    for count in 1...20 {
      realm.beginWrite()
      realm.create(Dog.self)
      await Task.yield()
      try realm.commitWrite()
      #expect(realm.objects(Dog.self).count == count)
    }
  }

  @Test("a task's Realm stops the program in another task, with the names of both", arguments: [false, true])
  func stopped(_ isChild: Bool) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [isChild = isChild as Bool] in
      nonisolated(unsafe) let dogs = try await Realm.open(configuration: memory("stopped").checked).objects(Dog.self)
      if isChild {
        async let count = dogs.count
        print(await count)
      } else {
        print(await Task.detached { dogs.count }.value)
      }
    }
    let text = errorText(result)
    #expect(text.contains(/This collection belongs to a Realm opened on task \d+ and was used on task \d+\./))
  }

  @Test("a task's Realm stops the program on a thread")
  func stoppedOnThread() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      nonisolated(unsafe) let realm = try await Realm.open(configuration: memory("stopped").checked)
      _ = try onThread { realm.isEmpty }
    }
    #expect(errorText(result).contains(/This Realm belongs to a Realm opened on task \d+ and was used on thread 0x/))
  }
}
