import Ashlar
import Bookshop
import Foundation
import Testing

@Suite("Guide: performance")
struct PerformanceListings {
  @Test("a plan says what was scanned")
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
      configuration: .init(inMemoryIdentifier: UUID().uuidString, objectTypes: [Order.self, Customer.self, Subscriber.self]))
    let customer = try realm.write {
      let customers = (0..<20).map { realm.create(Customer.self, value: ["name": "\($0)"]) }
      for number in 0..<20_000 {
        let placed = Date(timeIntervalSince1970: Double(number))
        realm.create(Order.self, value: ["owner": customers[number % 20], "placed": placed, "status": number % 3])
      }
      return customers[7]
    }
    let orders = realm.objects(Order.self)
    // listing: newest
    let newest = orders.filter("owner == %@", customer).sorted(byKeyPath: "placed", ascending: false).limited(to: 50)
    // end
    #expect(newest.count == 50 && newest.first?["placed"] as? Date == Date(timeIntervalSince1970: 19_987))
    #expect(
      newest.explain().outline == """
        Order: 50 rows
        ├─ index (owner, placed) owner == an object of Customer: expected 2500, met 50
        └─ order placed descending: as the index has it
        """)
  }
}
