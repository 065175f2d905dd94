import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Primary keys of several properties that a release adds or changes")
struct CompoundKeyMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func fill(_ types: [ObjectBase.Type], _ seats: [(row: Int, number: String)]) throws {
    try folder.make(types) { realm in
      for (note, (row, number)) in seats.enumerated() {
        let value: [String: Any] = ["hall": Theater.hall, "row": row, "number": number, "note": note]
        let seat = realm.dynamicCreate("CompoundSeat", value: value)
        realm.dynamicCreate("SeatBooking", value: ["id": note, "seat": seat, "seats": [seat]] as [String: Any])
      }
    }
  }

  private func verify() throws { _ = try FileInspection.read(folder.file("data.realm"), checksums: true) }

  private let distinct: [(row: Int, number: String)] = [(1, "A"), (1, "B"), (2, "A")]

  @Test("objects without a key, or with another one, are found by the new key")
  func added() throws {
    try fill(Theater.plainTypes, distinct)
    do {
      let realm = try Realm(configuration: folder.release(2, Theater.types))
      #expect(distinct.map { realm.foundSeat($0.row, $0.number)?.note } == [0, 1, 2])
    }
    do {
      let realm = try Realm(configuration: folder.release(3, Theater.numberedTypes))
      #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: 2)?["number"] as? String == "A")
      try realm.write { realm.dynamicCreate("CompoundSeat", value: ["note": 3, "number": "C", "hall": Theater.hall] as [String: Any]) }
    }
    let realm = try Realm(configuration: folder.release(4, Theater.types))
    #expect(distinct.map { realm.foundSeat($0.row, $0.number)?.note } == [0, 1, 2])
    #expect(realm.foundSeat(0, "C")?.note == 3)
    try verify()
  }

  @Test("if two objects have the same key, opening fails, as the plan reports in advance, and the file is unchanged")
  func refused() throws {
    try fill(Theater.plainTypes, [(1, "A"), (1, "B"), (1, "A")])
    let configuration = folder.release(2, Theater.types)
    let plan = try Realm.migrationPlan(for: configuration)
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    #expect(error?.code == .fail)
    let text =
      "'CompoundSeat.hall', 'row', 'no' are the primary key, and rows 0 and 2 would both have "
      + "[00000000-0000-0000-0000-000000000001, 1, \"A\"]. Change or delete one of them first, or call 'resolveDuplicates' in the migration."
    #expect(error?.localizedDescription.contains(text) == true, "\(String(describing: error))")
    #expect(plan.wouldFail)
    let line = try #require(plan.lines.first { $0.failure != nil })
    #expect(line.text == "A primary key over 'CompoundSeat.hall', 'row', 'no' has been added.")
    #expect(line.objects == 3)
    #expect(line.failure?.contains(text) == true)
    let realm = try Realm(configuration: folder.release(1, Theater.plainTypes))
    #expect(realm.dynamicObjects("CompoundSeat").count == 3)
    try verify()
  }

  @Test("resolveDuplicates keeps one of the objects with the same key, and redirects links to it")
  func resolved() throws {
    try fill(Theater.plainTypes, [(1, "A"), (1, "B"), (1, "A"), (2, "B")])
    let realm = try Realm(
      configuration: folder.release(
        2, Theater.types, migration: { migration, _ in migration.resolveDuplicates(ofType: "CompoundSeat", onDuplicate: .keepLast) }))
    #expect(realm.objects(CompoundSeat.self).map(\.note) == [1, 2, 3])
    #expect(realm.foundSeat(1, "A")?.note == 2)
    let bookings = realm.objects(SeatBooking.self)
    #expect(bookings.map { ($0["seat"] as? CompoundSeat)?.note } == [2, 1, 2, 3])
    try verify()
  }

  @Test("a migration block sets the properties of the new key")
  func changed() throws {
    try fill(Theater.plainTypes, [(1, "A"), (1, "A"), (1, "A")])
    let realm = try Realm(
      configuration: folder.release(
        2, Theater.types,
        migration: { migration, _ in
          migration.enumerateObjects(ofType: "CompoundSeat") { old, new in new?["row"] = old?["note"] as? Int }
        }))
    #expect((0...2).map { realm.foundSeat($0, "A")?.note } == [0, 1, 2])
    try verify()
  }

  @Test("a key with properties in another order is another key, and needs a higher version")
  func reversed() throws {
    try fill(Theater.types, distinct)
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(1, Theater.reversedTypes)) }
    #expect(error?.code == .schemaMismatch)
    // Two seats have the number A.
    #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(2, Theater.reversedTypes)) }
    do {
      let realm = try Realm(configuration: folder.release(1, Theater.types))
      try realm.write { realm.delete(try #require(realm.foundSeat(2, "A"))) }
    }
    let realm = try Realm(configuration: folder.release(2, Theater.reversedTypes))
    #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: ["B", Theater.hall] as [Any])?["note"] as? Int == 1)
    #expect(realm.schema["CompoundSeat"]?.primaryKeyProperties.map(\.name) == ["number", "hall"])
    try verify()
  }

  @Test("the key cannot change while a Realm is open, and that Realm continues with its own")
  func elsewhere() throws {
    try fill(Theater.plainTypes, distinct)
    do {
      let old = try Realm(configuration: folder.release(1, Theater.plainTypes))
      let error = #expect(throws: Realm.Error.self) { try Realm(configuration: folder.release(2, Theater.types)) }
      #expect(try #require(error).localizedDescription.contains("is in use"))
      try old.write { old.dynamicObjects("CompoundSeat")[0]["note"] = 5 }
      #expect(old.dynamicObjects("CompoundSeat").count == 3)
    }
    let realm = try Realm(configuration: folder.release(2, Theater.types))
    try realm.write { realm.seat(9, "Z") }
    #expect(realm.foundSeat(9, "Z") != nil)
  }

  @Test("a read-only Realm with another key is refused")
  func readOnly() throws {
    try fill(Theater.types, distinct)
    var configuration = folder.release(1, Theater.plainTypes)
    configuration.readOnly = true
    #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    configuration.objectTypes = Theater.types
    let realm = try Realm(configuration: configuration)
    #expect(realm.foundSeat(2, "A")?.note == 2)
  }
}
