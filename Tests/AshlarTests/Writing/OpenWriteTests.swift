import AshlarStore
import Foundation
import Kinds
import People
import Testing
import TestSupport
import TestTraits

@testable import Ashlar

@Suite("A write transaction belongs to the Realm of its file and thread", .blocking)
struct OpenWriteTests {
  @Test("a write of a Realm that is not retained is committed through other instances")
  func unnamed() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let (during, after) = try onThread {
      try Realm(configuration: configuration).beginWrite()
      let during = try Realm(configuration: configuration).isInWriteTransaction
      try Realm(configuration: configuration).create(Dog.self, value: ["Rex", 1])
      try Realm(configuration: configuration).commitWrite()
      return (during, try Realm(configuration: configuration).isInWriteTransaction)
    }
    #expect(during && !after)
    #expect(try Realm(configuration: configuration).objects(Dog.self).map(\.name) == ["Rex"])
  }

  @Test("a write of a Realm that is not retained is cancelled through another instance, and the Realm is released then")
  func cancelled() throws {
    let configuration = memory()
    let (isWriting, isGone) = try onThread {
      weak var core: _RealmCore?
      do {
        let realm = try Realm(configuration: configuration)
        realm.beginWrite()
        realm.create(Dog.self)
        core = realm._core
      }
      let isWriting = core?.session.isWriting == true
      try Realm(configuration: configuration).cancelWrite()
      return (isWriting, core == nil)
    }
    #expect(isWriting && isGone)
    #expect(try Realm(configuration: configuration).objects(Dog.self).isEmpty)
  }

  @Test("a write of a task is cancelled when nothing refers to its Realm any more, and a message is logged")
  func abandoned() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let realm = try await Realm.open(configuration: memory("abandoned"))
      try await Task { try Realm(configuration: memory("abandoned")).beginWrite() }.value
      try realm.write { _ = realm.create(Dog.self) }
    }
    #expect(errorText(result).contains("is cancelled: its Realm is no longer referenced."))
  }

  @Test("invalidate ends a write of a Realm that nothing else retains")
  func invalidated() throws {
    let configuration = memory()
    let (isWriting, isGone) = try onThread {
      weak var core: _RealmCore?
      try Realm(configuration: configuration).beginWrite()
      let isWriting: Bool
      do {
        let realm = try Realm(configuration: configuration)
        core = realm._core
        realm.invalidate()
        isWriting = realm.isInWriteTransaction
      }
      return (isWriting, core == nil)
    }
    #expect(!isWriting && isGone)
  }

  @Test("a second Realm of the same place, with other types, throws instead of waiting for itself")
  func itself() throws {
    let folder = try TemporaryFolder()
    let first = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
    let second = try Realm(configuration: folder.configuration("data.realm", [SmallKey.self]))
    first.beginWrite()
    let error = #expect(throws: Realm.Error.self) { try second.write {} }
    #expect(error?.code == .fail)
    #expect(error?.localizedDescription.contains("a write transaction of another Realm of the file is open here already") == true)
    #expect(error?.localizedDescription.contains("OpenWriteTests.swift") == true)
    first.cancelWrite()
    try second.write { _ = second.create(SmallKey.self, value: [1, 2]) }
  }

  @Test("opening a Realm whose types the file lacks throws inside a write of the same place, instead of waiting for itself")
  func opening() throws {
    let folder = try TemporaryFolder()
    let first = try Realm(configuration: folder.configuration("data.realm", [TextKey.self]))
    first.beginWrite()
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.configuration("data.realm", [SmallKey.self])) }
    #expect(error?.localizedDescription.contains("a write transaction of another Realm of the file is open here already") == true)
    first.cancelWrite()
    _ = try Realm(configuration: folder.configuration("data.realm", [SmallKey.self]))
  }

  @Test("a write of a thread that ended is cancelled, though its Realm is held elsewhere")
  func endedThread() throws {
    let folder = try TemporaryFolder()
    let configuration = folder.configuration()
    let realm = try Realm(configuration: configuration)
    nonisolated(unsafe) var held: Realm?
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      held = try? Realm(configuration: configuration)
      held?.beginWrite()
      held?.create(Dog.self, value: ["lost"])
      done.signal()
    }
    thread.start()
    done.wait()
    while !thread.isFinished { usleep(1000) }
    let kept = try #require(held)
    try realm.write { _ = realm.create(Dog.self, value: ["kept"]) }
    #expect(!kept.isInWriteTransaction)
    // The write ends before the thread has let go of the Realm.
    for _ in 0..<60_000 where !kept._core.session.isReleased { usleep(1000) }
    #expect(kept._core.confinement.isOver)
    #expect(kept._core.session.isReleased)
    #expect(realm.objects(Dog.self).map(\.name) == ["kept"])
    held = nil
  }

  @Test("a write of a thread that ended is cancelled, though nothing retains its Realm")
  func endedThreadWithoutRealm() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    try onThread { try Realm(configuration: configuration).beginWrite() }
    try realm.write { _ = realm.create(Dog.self) }
    #expect(realm.objects(Dog.self).count == 1)
  }

  @Test("a Realm whose thread ended keeps no version")
  func endedThreadReads() throws {
    let configuration = memory()
    let realm = try Realm(configuration: configuration)
    nonisolated(unsafe) var held: Realm?
    let done = DispatchSemaphore(value: 0)
    #expect(realm.isEmpty)
    let thread = Thread {
      held = try? Realm(configuration: configuration)
      #expect(held?.isEmpty == true)
      done.signal()
    }
    thread.start()
    done.wait()
    while !thread.isFinished { usleep(1000) }
    for _ in 0..<6_000 where try realm.pinnedVersions().count > 1 { usleep(10_000) }
    #expect(held != nil)
    #expect(try realm.pinnedVersions().count == 1)
    held = nil
  }

  @Test("using a Realm whose thread ended stops the program, also on a thread that has its number")
  func afterwards() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let configuration = memory()
      nonisolated(unsafe) var held: Realm?
      // The system gives a new thread the memory of the last one that ended, and with it the number.
      for _ in 0..<50 {
        try onThread { held = try Realm(configuration: configuration) }
        // Its end is noticed when the system has run it.
        usleep(300_000)
        try onThread { _ = held?.objects(Dog.self).count }
      }
    }
    #expect(errorText(result).contains("which has ended"))
  }
}
