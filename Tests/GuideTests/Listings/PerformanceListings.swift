import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: performance")
struct PerformanceListings {
  @Test("a plan states what was scanned")
  func explain() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: explain
    let slow = novels.where { $0.pages < 300 && $0.author.name.contains("Guin") }
    print(slow.explain())
    // end
    #expect(slow.explain().outline.hasPrefix("Novel: 1 row\n"))
    #expect(slow.explain().outline.contains("scan "))
  }

  @Test("a version that is read is listed with its holder")
  func pinned() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    #expect(novels.count == 3)
    // listing: pinned
    for version in try realm.pinnedVersions() { print(version) }
    // end
    #expect(try realm.pinnedVersions().contains { "\($0)".contains("held by a Realm opened at GuideTests/Bookshop.swift:") })
  }

  @Test("the log says at which places files are opened")
  func log() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      // listing: log
      Logger.shared.level = .debug
      // end
      _ = try bookshop()
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains(" debug Ashlar : ") && text.contains("opened at GuideTests/Bookshop.swift:"))
  }

  @Test("an order is limited before it is read")
  func limited() throws {
    let realm = try bookshop()
    let novels = realm.objects(Novel.self)
    // listing: limited
    let first = novels.sorted(by: \.title).limited(to: 50)
    // end
    #expect(first.map(\.isbn) == ["2", "3", "1"])
  }

  @Test("the newest objects of an owner are read in the order of an index")
  func newest() throws {
    let realm = try Realm(
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Invoice.self, Client.self, Subscriber.self]))
    let client = try realm.write {
      let clients = (0..<20).map { realm.create(Client.self, value: ["name": "\($0)"]) }
      for number in 0..<20_000 {
        let placed = Date(timeIntervalSince1970: Double(number))
        realm.create(Invoice.self, value: ["owner": clients[number % 20], "placed": placed, "status": number % 3])
      }
      return clients[7]
    }
    let invoices = realm.objects(Invoice.self)
    // listing: newest
    let newest = invoices.filter("owner == %@", client).sorted(byKeyPath: "placed", ascending: false).limited(to: 50)
    // end
    #expect(newest.count == 50 && newest.first?["placed"] as? Date == Date(timeIntervalSince1970: 19_987))
    #expect(
      newest.explain().outline == """
        Invoice: 50 rows
        ├─ index (owner, placed) owner == an object of Client: expected 2500, met 50
        └─ order placed descending: as the index has it
        """)
  }
}
