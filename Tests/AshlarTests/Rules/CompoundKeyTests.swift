import AshlarSchema
import AshlarStore
import Foundation
import Testing
import TestSupport

@testable import Ashlar

@Suite("Primary keys of several properties")
struct CompoundKeyTests {
  private let realm: Realm
  private let hall = Theater.hall

  init() throws { realm = try memoryRealm(Theater.types) }

  private var seats: Results<CompoundSeat> { realm.objects(CompoundSeat.self) }

  @Test("an object is found by the values of all properties in its write, afterwards and in a frozen Realm, but not after its deletion")
  func found() throws {
    var made: CompoundSeat?
    try realm.write {
      let seat = realm.seat(3, "A", note: 1)
      made = seat
      #expect(realm.foundSeat(3, "A") == seat)
      #expect(realm.foundSeat(3, "B") == nil)
    }
    let seat = try #require(made)
    #expect(realm.foundSeat(3, "A") == seat)
    #expect(realm.foundSeat(3, "A")?.note == 1)
    #expect(realm.foundSeat(4, "A") == nil)
    #expect(realm.foundSeat(3, "a") == nil)
    #expect(realm.object(ofType: CompoundSeat.self, forPrimaryKey: CompoundSeat.PrimaryKey(hall: UUID(), row: 3, number: "A")) == nil)
    #expect(realm.freeze().foundSeat(3, "A")?.note == 1)
    try realm.write { realm.delete(seat) }
    #expect(realm.foundSeat(3, "A") == nil)
    try realm.write { realm.seat(3, "A", note: 2) }
    #expect(realm.foundSeat(3, "A")?.note == 2)
  }

  @Test("code without static types passes a value of the struct, an array or a dictionary")
  func untyped() throws {
    try realm.write { realm.seat(3, "A", note: 1) }
    let keys: [Any] = [
      CompoundSeat.PrimaryKey(hall: hall, row: 3, number: "A"), [hall, 3, "A"] as [Any],
      [hall.uuidString, NSNumber(value: 3), "A"] as [Any],
      ["number": "A", "hall": hall, "row": 3] as [String: Any], [hall, 3 as Int8, "A"] as [Any?],
    ]
    for key in keys {
      #expect(realm.foundObject(CompoundSeat.self, key)?.note == 1, "\(key)")
      #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: key)?["note"] as? Int == 1, "\(key)")
    }
    for key in [[hall, 4, "A"], [hall, 3, "B"], [UUID(), 3, "A"]] as [[Any]] {
      #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: key) == nil)
    }
  }

  @Test("a type that only the file has is found by the names in the file")
  func unlisted() throws {
    let folder = try TemporaryFolder()
    do {
      let realm = try Realm(configuration: folder.release(1, Theater.types))
      try realm.write { realm.seat(3, "A", note: 1) }
    }
    let realm = try Realm(configuration: folder.release(1, [RuledNote.self]))
    #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: [hall, 3, "A"])?["note"] as? Int == 1)
    #expect(realm.dynamicObject(ofType: "CompoundSeat", forPrimaryKey: ["hall": hall, "row": 3, "no": "A"])?["note"] as? Int == 1)
    try realm.write {
      realm.dynamicCreate("CompoundSeat", value: ["hall": hall, "row": 3, "no": "A", "note": 2], update: .modified)
      realm.dynamicCreate("CompoundSeat", value: ["hall": hall, "row": 4, "no": "A", "note": 3], update: .modified)
    }
    #expect(realm.dynamicObjects("CompoundSeat").map { $0["note"] as? Int } == [2, 3])
  }

  @Test("update policies compare all properties of the key", arguments: [Realm.UpdatePolicy.modified, .all])
  func policies(_ policy: Realm.UpdatePolicy) throws {
    try realm.write { realm.seat(1, "A", note: 1) }
    let seat = try #require(seats.first)
    try realm.write {
      #expect(realm.seat(1, "A", note: 2, update: policy) == seat)
      #expect(realm.seat(1, "B", note: 3, update: policy) != seat)
      #expect(realm.create(CompoundSeat.self, value: [hall, 1, "A"] as [Any], update: policy) == seat)
    }
    #expect(seats.map(\.note) == [2, 3])
    let added = CompoundSeat(value: ["hall": hall, "row": 1, "number": "B", "note": 4] as [String: Any])
    let other = CompoundSeat(value: ["hall": hall, "row": 2, "number": "B", "note": 5] as [String: Any])
    try realm.write {
      realm.add(added, update: policy)
      realm.add(other, update: policy)
      #expect(added.realm != nil)
      #expect(other.realm != nil)
    }
    #expect(seats.map(\.note) == [2, 4, 5])
    // The properties of an object that is not in a Realm can be set.
    let unmanaged = CompoundSeat()
    unmanaged.row = 9
    unmanaged["number"] = "C"
    unmanaged["hall"] = hall
    try realm.write { realm.add(unmanaged) }
    #expect(realm.foundSeat(9, "C") == unmanaged)
  }

  @Test("nested values update the objects that they name")
  func nested() throws {
    func value(_ row: Int, _ note: Int) -> [String: Any] { ["hall": hall, "row": row, "number": "A", "note": note] }
    try realm.write {
      realm.create(
        SeatBooking.self, value: ["id": 1, "seat": value(1, 1), "seats": [value(1, 2), value(2, 3)]] as [String: Any], update: .modified)
      realm.create(SeatBooking.self, value: ["id": 2, "seat": value(2, 4)] as [String: Any], update: .modified)
    }
    #expect(seats.map(\.note) == [2, 4])
    let booking = try #require(realm.object(ofType: SeatBooking.self, forPrimaryKey: 1))
    #expect(booking["seat"] as? CompoundSeat == realm.foundSeat(1, "A"))
    // A chain of objects that are linked in a circle.
    let first = CompoundSeat(value: value(7, 1))
    first["next"] = CompoundSeat(value: value(8, 2))
    (first["next"] as? CompoundSeat)?["next"] = first
    try realm.write { realm.add(first, update: .modified) }
    #expect(realm.foundSeat(7, "A")?["next"] as? CompoundSeat == realm.foundSeat(8, "A"))
    #expect(realm.foundSeat(8, "A")?["next"] as? CompoundSeat == first)
  }

  @Test("accessors of one row are equal and have the same hash value")
  func equality() throws {
    try realm.write { for row in 1...2 { realm.seat(row, "A") } }
    let (first, again, other) = (seats[0], try #require(realm.foundSeat(1, "A")), seats[1])
    #expect(first !== again)
    #expect(first == again)
    #expect(first.hash == again.hash)
    #expect(first != other)
    #expect(Set([first, again, other]).count == 2)
    #expect(seats.index(of: again) == 0)
    #expect(seats.index(of: other) == 1)
    #expect(seats.contains(again))
  }

  @Test("errors state the key as a list, and an identity finds the object")
  func identities() throws {
    try realm.write { realm.seat(1, "A\"") }
    let error = #expect(throws: Realm.Error.self) { try realm.write { seats[0].note = -1 } }
    let object = try #require(error?.violations.first?.object)
    let text = "[00000000-0000-0000-0000-000000000001, 1, \"A\\\"\"]"
    #expect(object.primaryKey == text)
    #expect("\(object)" == "CompoundSeat, row 0, primary key \(text)")
    #expect(realm.object(object) as? CompoundSeat == seats[0])
    #expect(error?.localizedDescription.contains("row 0 with the primary key \(text)") == true)
    let unmanaged = CompoundSeat(value: ["hall": hall, "row": 5, "number": "B", "note": -2] as [String: Any])
    #expect(unmanaged.ruleViolations.map(\.object.primaryKey) == ["[00000000-0000-0000-0000-000000000001, 5, \"B\"]"])
  }

  @Test("the schema lists the properties of the key in the order of the key")
  func schema() throws {
    let seat = try #require(realm.schema["CompoundSeat"])
    #expect(seat.primaryKeyProperties.map(\.name) == ["hall", "row", "number"])
    #expect(seat.primaryKeyProperty == nil)
    #expect(seat.properties.filter(\.isUnique).isEmpty)
    #expect(seat["row"]?.description.contains("isPrimary = YES;") == true)
    #expect(seat["note"]?.description.contains("isPrimary = NO;") == true)
    let booking = try #require(realm.schema["SeatBooking"])
    #expect(booking.primaryKeyProperties.map(\.name) == ["id"])
    #expect(booking.primaryKeyProperty?.name == "id")
    #expect(CompoundSeat.primaryKey() == nil)
  }

  @Test("a predicate identifies an object by the list of its key")
  func predicates() throws {
    try realm.write {
      for row in 1...3 { realm.create(SeatBooking.self, value: ["id": row, "seat": realm.seat(row, "A")] as [String: Any]) }
    }
    let bookings = realm.objects(SeatBooking.self)
    func ids(_ found: Results<SeatBooking>) -> [Int?] { found.map { $0["id"] as? Int } }
    #expect(ids(bookings.filter("seat == obj('CompoundSeat', {%@, 2, 'A'})", hall)) == [2])
    #expect(ids(bookings.filter("seat == obj('CompoundSeat', {%@, %@, %@})", hall, 3, "A")) == [3])
    #expect(ids(bookings.filter("seat == obj('CompoundSeat', %@)", ["hall": hall, "row": 1, "number": "A"] as [String: Any])) == [1])
    let key = CompoundSeat.PrimaryKey(hall: hall, row: 1, number: "A")
    #expect(ids(bookings.filter("seat == obj('CompoundSeat', %@)", key)) == [1])
    #expect(ids(bookings.filter("seat == obj('CompoundSeat', {%@, 4, 'A'})", hall)) == [])
  }

  @Test("an asymmetric type cannot link to the type, because only a key of one property is sent")
  func asymmetric() {
    #expect(
      OutboxTypes.faults(Theater.SentMessage.entity, among: [Theater.SentSeat.entity, Theater.SentMessage.entity]) == [
        "'SentMessage.seat' links to type 'SentSeat', whose primary key has several properties: only a key of one property is sent."
      ])
  }

  @Test("a Realm on another thread finds the object, and the one that it inserts is found here")
  func threads() throws {
    let name = UUID().uuidString
    let realm = try Realm(configuration: memory(name, Theater.types))
    try realm.write { realm.seat(1, "A", note: 5) }
    let note = try onThread {
      let realm = try Realm(configuration: memory(name, Theater.types))
      try realm.write { realm.seat(2, "A", note: 6) }
      return realm.foundSeat(1, "A")?.note
    }
    #expect(note == 5)
    realm.refresh()
    #expect(realm.foundSeat(2, "A")?.note == 6)
  }
}

@Suite("Misuse of primary keys of several properties")
struct CompoundKeyMisuseTests {
  @Test("creating an object with an existing key and the policy .error stops the program")
  func duplicate() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(Theater.types)
      try realm.write {
        realm.seat(1, "A")
        realm.seat(1, "A")
      }
    }
    #expect(
      errorText(result).contains(
        "Attempting to create an object of type 'CompoundSeat' with an existing primary key value "
          + "'[00000000-0000-0000-0000-000000000001, 1, \"A\"]'."))
  }

  @Test("a key of another form stops the program, with the names of the properties")
  func forms() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(Theater.types).foundObject(CompoundSeat.self, 7)
    }
    #expect(
      errorText(result).contains(
        "Invalid value '7' for the primary key of 'CompoundSeat', which has several properties: pass '.init(hall: row: number:)', or, without "
          + "static types, an array or a dictionary of the values of 'hall', 'row', 'number'."))
    let short = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(Theater.types).dynamicObject(ofType: "CompoundSeat", forPrimaryKey: [Theater.hall, 7])
    }
    #expect(errorText(short).contains("for the primary key of 'CompoundSeat', which has several properties"))
    let null = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try memoryRealm(Theater.types).dynamicObject(ofType: "CompoundSeat", forPrimaryKey: [Theater.hall, nil, "A"] as [Any?])
    }
    #expect(errorText(null).contains("for the primary key of 'CompoundSeat', which has several properties"))
  }

  @Test("a property of the key cannot be set once the object is in a Realm")
  func parts() async {
    let message = "Primary key can't be changed after an object is inserted: 'CompoundSeat.row'."
    let setter = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(Theater.types)
      try realm.write { realm.seat(1, "A").row = 2 }
    }
    #expect(errorText(setter).contains(message))
    let name = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(Theater.types)
      try realm.write { realm.seat(1, "A")["row"] = 2 }
    }
    #expect(errorText(name).contains(message))
    let key = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(Theater.types)
      try realm.write {
        realm.seat(1, "A")
        realm.objects(CompoundSeat.self).setValue(2, forKey: "row")
      }
    }
    #expect(errorText(key).contains(message))
    let dynamic = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let realm = try memoryRealm(Theater.types)
      try realm.write {
        realm.seat(1, "A")
        realm.dynamicObjects("CompoundSeat")[0]["row"] = 2
      }
    }
    #expect(errorText(dynamic).contains(message))
  }
}
