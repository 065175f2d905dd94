// swift-format-ignore-file
// Printed from Schemas/Concerts. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Desk: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("sold", sold as Any), ("last", last as Any), ("name", name as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Desk else { return }
    sold = other.sold; last = other.last; name = other.name
  }
}

extension Musician: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("firstName", firstName as Any), ("familyName", familyName as Any), ("nickname", nickname as Any), ("born", born as Any), ("instruments", instruments as Any), ("favourite", favourite as Any), ("seating", seating as Any), ("fee", fee as Any), ("home", home as Any), ("teacher", teacher as Any), ("pupils", pupils as Any), ("picture", picture as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Musician else { return }
    id = other.id; firstName = other.firstName; familyName = other.familyName; nickname = other.nickname; born = other.born; instruments = other.instruments; favourite = other.favourite; seating = other.seating; fee = other.fee; home = other.home; teacher = other.teacher; pupils = other.pupils; picture = other.picture
  }
}

extension Performance: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("remark", remark as Any), ("title", title as Any), ("begins", begins as Any), ("minutes", minutes as Any), ("venue", venue as Any), ("encores", encores as Any), ("players", players as Any), ("conductor", conductor as Any), ("internalNote", internalNote as Any), ("class", `class` as Any), ("guests", guests as Any), ("tags", tags as Any), ("prices", prices as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Performance else { return }
    number = other.number; remark = other.remark; title = other.title; begins = other.begins; minutes = other.minutes; venue = other.venue; encores = other.encores; players = other.players; conductor = other.conductor; internalNote = other.internalNote; `class` = other.`class`; guests = other.guests; tags = other.tags; prices = other.prices
  }
}

extension Ticket: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("price", price as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Ticket else { return }
    price = other.price
  }
}

extension Venue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("city", city as Any), ("street", street as Any), ("seats", seats as Any), ("architect", architect as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Venue else { return }
    city = other.city; street = other.street; seats = other.seats; architect = other.architect
  }
}
