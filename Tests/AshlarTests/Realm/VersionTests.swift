import Ashlar
import Foundation
import People
import Testing
import TestSupport

@Suite("Versions and their limit")
struct VersionTests {
  @Test("the limit refuses a write with an error that names who holds the oldest version and where it was opened")
  func limit() throws {
    let name = UUID().uuidString
    var configuration = memory(name)
    configuration.maximumNumberOfActiveVersions = 3
    let (realm, line) = (try Realm(configuration: configuration), #line)
    // A Realm pins its version at the first read.
    #expect(realm.isEmpty)
    try onThread {
      var configuration = memory(name)
      configuration.maximumNumberOfActiveVersions = 3
      let other = try Realm(configuration: configuration)
      for age in 0..<3 { try other.write { other.create(Dog.self, value: ["d", age]) } }
      let error = #expect(throws: Realm.Error.self) { try other.write { other.create(Dog.self) } }
      #expect(error?.code == .fail)
      let message = error?.localizedDescription ?? ""
      #expect(message.contains("number of active versions (4) in the Realm exceeded the limit of 3."), "\(message)")
      #expect(message.contains("held by a Realm opened at AshlarTests/VersionTests.swift:\(line) on thread 0x"), "\(message)")
      #expect(!other.isInWriteTransaction && other.objects(Dog.self).count == 3)
      let pinned = try other.pinnedVersions()
      #expect(pinned.first?.holder == .realm(openedAt: "AshlarTests/VersionTests.swift:\(line)") && pinned.count == 2)
      #expect(pinned[0].version + 3 == pinned[1].version && pinned[0].bytes > pinned[1].bytes && pinned[0].age != nil)
    }
    realm.refresh()
    try realm.write { realm.create(Dog.self) }
    #expect(realm.objects(Dog.self).count == 4)
  }

  @Test("a loop that continues while its Realm advances is reported as such")
  func loop() throws {
    let realm = try memoryRealm()
    try realm.write { for age in 0..<5 { realm.create(Dog.self, value: ["d", age]) } }
    var seen = 0
    for _ in realm.objects(Dog.self) {
      try realm.write { realm.create(Dog.self) }
      if case .loop = try realm.pinnedVersions().first?.holder { seen += 1 }
    }
    #expect(seen == 5)
  }

  @Test("beginWrite stops the program with the same message")
  func beginWrite() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let name = UUID().uuidString
      let idle = try Realm(configuration: memory(name))
      // A Realm pins its version at the first read.
      if !idle.isEmpty { return }
      try onThread {
        var configuration = memory(name)
        configuration.maximumNumberOfActiveVersions = 1
        let realm = try Realm(configuration: configuration)
        try realm.write { realm.create(Dog.self) }
        realm.beginWrite()
      }
      withExtendedLifetime(idle) {}
    }
    #expect(errorText(result).contains("A write could not begin: "))
    #expect(errorText(result).contains("number of active versions (2) in the Realm exceeded the limit of 1."))
  }
}
