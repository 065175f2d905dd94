import Ashlar
import AshlarSchema
import Foundation
import TestSupport
import Testing

@testable import AshlarInspection

@Suite("Exports and imports of objects with keys of several properties")
struct CompoundKeyTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  // Seats with a key of three properties, and bookings that link to them in every form.
  private static let model: SchemaModel = {
    var seat = EntityModel(
      name: "Seat",
      properties: [
        PropertyModel(name: "day", type: .date), PropertyModel(name: "hall", type: .int), PropertyModel(name: "note", type: .int),
        PropertyModel(name: "number", type: .string),
      ])
    seat.rules = [.primaryKey(["hall", "number", "day"])]
    let booking = EntityModel(
      name: "Booking",
      properties: [
        PropertyModel(name: "any", type: .any), PropertyModel(name: "id", type: .int, isIndexed: true, isPrimaryKey: true),
        PropertyModel(name: "seat", type: .object, isOptional: true, target: "Seat"),
        PropertyModel(name: "seats", type: .object, collection: .list, target: "Seat"),
      ])
    return SchemaModel(name: "Cinema", version: 1, entities: [booking, seat])
  }()

  private func open(_ name: String = UUID().uuidString) throws -> Realm {
    try Realm(storedTypesAt: folder.file(name), readOnly: false, creating: Self.model)
  }

  private func importLines(_ lines: [String], into realm: Realm, updates: Bool = false) throws -> Int {
    let types = try ImportedTypes(realm._types)
    var importer = Importer(realm, types, updates: updates)
    let source = ImportSource.lines(JSONLines("in.jsonl", Array(lines.joined(separator: "\n").utf8)))
    try realm.write { try importer.run([source], type: nil) { _, _ in } }
    return importer.count
  }

  private func message(_ lines: [String], updates: Bool = false) throws -> String {
    let realm = try open()
    let failure = #expect(throws: ImportFailure.self) { _ = try importLines(lines, into: realm, updates: updates) }
    return failure?.message ?? ""
  }

  private func lines(_ realm: Realm) throws -> [String] {
    let output = MemoryOutput()
    try Exporter(realm: realm) { _ in }.writeLines(realm._types, to: output)
    return String(decoding: output.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private let seats = [
    #"{"$type":"Seat","day":"2024-02-29T00:00:00Z","hall":1,"note":1,"number":"A"}"#,
    #"{"$type":"Seat","day":"2024-02-29T00:00:00Z","hall":1,"note":2,"number":"B"}"#,
  ]

  private let bookings = [
    #"{"$type":"Booking","any":{"$type":"Seat","$key":[1,"B","2024-02-29T00:00:00Z"]},"id":1,"seat":{"$key":[1,"A","2024-02-29T00:00:00Z"]},"#
      + #""seats":[{"$key":[1,"B","2024-02-29T00:00:00Z"]},{"$key":[1,"A","2024-02-29T00:00:00Z"]}]}"#,
    #"{"$type":"Booking","any":null,"id":2,"seat":null,"seats":[]}"#,
  ]

  @Test("a link is the list of the key's values, and what is exported is imported again")
  func roundTrip() throws {
    let realm = try open()
    // Bookings first: links may refer to objects that follow.
    #expect(try importLines(bookings + seats, into: realm) == 4)
    let exported = try lines(realm)
    #expect(Set(exported) == Set(bookings + seats))
    let again = try open()
    _ = try importLines(exported, into: again)
    #expect(try lines(again) == exported)
  }

  @Test("objects are updated by their keys, and only if that is permitted")
  func updates() throws {
    let realm = try open()
    _ = try importLines(seats, into: realm)
    let changed = #"{"$type":"Seat","day":"2024-02-29T00:00:00Z","hall":1,"note":7,"number":"B"}"#
    let failure = #expect(throws: ImportFailure.self) { _ = try importLines([changed], into: realm) }
    #expect(
      failure?.message
        == #"'Seat' [1,"B","2024-02-29T00:00:00Z"] already exists; with '--update', existing objects are updated"#)
    _ = try importLines([changed], into: realm, updates: true)
    #expect(try lines(realm).filter { $0.contains("\"$type\":\"Seat\",\"day") } == [seats[0], changed])
  }

  @Test("a key without one of its values, and a link with another number of values, are rejected")
  func failures() throws {
    #expect(
      try message([#"{"$type":"Seat","hall":1,"number":"A","note":1}"#]) == "the primary key 'Seat.day' is missing")
    #expect(
      try message([#"{"$type":"Booking","id":1,"seat":{"$key":[1,"A"]}}"#]).contains(
        "an array with the values of 'hall', 'number', 'day' as the key"))
    #expect(
      try message([#"{"$type":"Booking","id":1,"seat":{"$key":[1,"A","2024-02-29T00:00:00Z"]}}"#]).contains(
        #"neither the inputs nor the file contain a 'Seat' with key [1,"A","2024-02-29T00:00:00Z"]"#))
    #expect(
      try message([#"{"$type":"Booking","id":1,"seat":{"$row":1}}"#]).contains(
        "'Seat' has a primary key: write a link to it with the key, not with '$row'"))
  }

  @Test("CSV has the key's properties as columns, and links as JSON")
  func csv() throws {
    let realm = try open()
    _ = try importLines(bookings + seats, into: realm)
    func text(_ name: String) throws -> [String] {
      let output = MemoryOutput()
      let type = try #require(realm._types.first { $0.name == name })
      try Exporter(realm: realm) { _ in }.writeCSV(type, to: output)
      return String(decoding: output.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init)
    }
    #expect(try text("Seat")[0] == "day,hall,note,number")
    let rows = try text("Booking")
    #expect(rows[1].contains(#""{""$key"":[1,""A"",""2024-02-29T00:00:00Z""]}""#), "\(rows)")
    // The import reads the exported CSV.
    let other = try open()
    let types = try ImportedTypes(other._types)
    var importer = Importer(other, types, updates: false)
    let models = Dictionary(uniqueKeysWithValues: other._types.map { ($0.name, $0) })
    let sources = try ["Booking", "Seat"].map { name in
      let bytes = Array((try text(name).joined(separator: "\n") + "\n").utf8)
      return ImportSource.csv(try CSVRecords(name, bytes, try #require(models[name]), models))
    }
    try other.write { try importer.run(sources, type: nil) { _, _ in } }
    #expect(try lines(other) == lines(realm))
  }
}
