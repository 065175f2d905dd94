import AshlarSchema
import Foundation

@testable import Ashlar

/// Seats with different primary keys, and bookings of seats. One property of the key has another name in the file.
enum Theater {
  static let hall = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))

  fileprivate static let schema = _LinkedSchema(model(key: ["hall", "row", "no"]))
  private static let plain = _LinkedSchema(model(key: []))
  private static let numbered = _LinkedSchema(model(key: ["note"]))
  private static let reversed = _LinkedSchema(model(key: ["no", "hall"]))

  private static func model(key: [String]) -> SchemaModel {
    var seat = EntityModel(
      name: "CompoundSeat",
      properties: [
        property("hall", .uuid), property("row", .int), property("number", .string) { $0.storedName = "no" },
        property("note", .int) { if key == ["note"] { ($0.isPrimaryKey, $0.isIndexed) = (true, true) } },
        property("next", .object, target: "CompoundSeat"),
      ])
    seat.rules = [.range("note", ValueBounds(low: .int(0)))] + (key.count > 1 ? [.primaryKey(key)] : [])
    let booking = EntityModel(
      name: "SeatBooking",
      properties: [
        property("id", .int) { ($0.isPrimaryKey, $0.isIndexed) = (true, true) }, property("seat", .object, target: "CompoundSeat"),
        property("seats", .object, .list, target: "CompoundSeat"), property("any", .any),
      ])
    return SchemaModel(name: "Theater", version: 1, entities: [seat, booking])
  }

  static let types: [ObjectBase.Type] = [CompoundSeat.self, SeatBooking.self]

  private static let sent: _LinkedSchema = {
    var seat = EntityModel(name: "SentSeat", properties: [property("row", .int), property("number", .int)])
    seat.rules = [.primaryKey(["row", "number"])]
    let message = EntityModel(name: "SentMessage", kind: .asymmetric, properties: [property("seat", .object, target: "SentSeat")])
    return _LinkedSchema(SchemaModel(name: "Sent", version: 1, entities: [seat, message]))
  }()

  enum SentSeat: EraType { static let entity = sent.entity("SentSeat", Era<SentSeat>.self) }
  /// An asymmetric type that links to a type with a key of two properties.
  enum SentMessage: EraType { static let entity = sent.entity("SentMessage", Era<SentMessage>.self) }

  enum PlainSeat: EraType { static let entity = plain.entity("CompoundSeat", Era<PlainSeat>.self) }
  enum PlainBooking: EraType { static let entity = plain.entity("SeatBooking", Era<PlainBooking>.self) }
  /// Seats without a key.
  static let plainTypes: [ObjectBase.Type] = [Era<PlainSeat>.self, Era<PlainBooking>.self]

  enum NumberedSeat: EraType { static let entity = numbered.entity("CompoundSeat", Era<NumberedSeat>.self) }
  enum NumberedBooking: EraType { static let entity = numbered.entity("SeatBooking", Era<NumberedBooking>.self) }
  /// Seats whose note is the key.
  static let numberedTypes: [ObjectBase.Type] = [Era<NumberedSeat>.self, Era<NumberedBooking>.self]

  enum ReversedSeat: EraType { static let entity = reversed.entity("CompoundSeat", Era<ReversedSeat>.self) }
  enum ReversedBooking: EraType { static let entity = reversed.entity("SeatBooking", Era<ReversedBooking>.self) }
  /// Seats whose key is the number and the hall.
  static let reversedTypes: [ObjectBase.Type] = [Era<ReversedSeat>.self, Era<ReversedBooking>.self]
}

/// A seat with a key of three properties, as the compiler emits it.
final class CompoundSeat: Object, CompoundKeyed {
  nonisolated struct PrimaryKey: Sendable, Hashable {
    var hall: UUID
    var row: Int
    var number: String
  }

  nonisolated static func _encode(_ key: PrimaryKey, to parts: inout _KeyParts) {
    parts.append(key.hall)
    parts.append(key.row)
    parts.append(key.number)
  }

  var row: Int {
    get { _int(1) }
    set { _willSetKey(1); _setInt(1, newValue) }
  }
  var note: Int {
    get { _int(3) }
    set { _setInt(3, newValue) }
  }

  static let entity = Theater.schema.entity("CompoundSeat", CompoundSeat.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(CompoundSeat(row, own), to: Self.self) }
}

/// An object that links to seats.
final class SeatBooking: Object {
  static let entity = Theater.schema.entity("SeatBooking", SeatBooking.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(SeatBooking(row, own), to: Self.self) }
}

extension Realm {
  /// Creates a seat.
  @discardableResult
  func seat(_ row: Int, _ number: String, note: Int = 0, update: UpdatePolicy = .error) -> CompoundSeat {
    create(
      CompoundSeat.self, value: ["hall": Theater.hall, "row": row, "number": number, "note": note] as [String: Any], update: update)
  }

  /// Finds a seat.
  func foundSeat(_ row: Int, _ number: String) -> CompoundSeat? {
    object(ofType: CompoundSeat.self, forPrimaryKey: .init(hall: Theater.hall, row: row, number: number))
  }

  /// Finds an object in code that does not know that its key has several properties.
  func foundObject<T: Object>(_ type: T.Type, _ key: Any) -> T? { object(ofType: type, forPrimaryKey: key) }
}
