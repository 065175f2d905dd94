// swift-format-ignore-file
// Printed from Schemas/Concerts. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Desk: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("sold", sold as Any), ("last", last as Any), ("name", name as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Desk else { return }
    sold = twin.sold; last = twin.last; name = twin.name
  }
}

extension Musician: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("firstName", firstName as Any), ("familyName", familyName as Any), ("nickname", nickname as Any), ("born", born as Any), ("instruments", instruments as Any), ("favourite", favourite as Any), ("seating", seating as Any), ("fee", fee as Any), ("home", home as Any), ("teacher", teacher as Any), ("pupils", pupils as Any), ("picture", picture as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Musician else { return }
    id = twin.id; firstName = twin.firstName; familyName = twin.familyName; nickname = twin.nickname; born = twin.born; instruments = twin.instruments; favourite = twin.favourite; seating = twin.seating; fee = twin.fee; home = twin.home; teacher = twin.teacher; pupils = twin.pupils; picture = twin.picture
  }
}

extension Performance: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("remark", remark as Any), ("title", title as Any), ("begins", begins as Any), ("minutes", minutes as Any), ("venue", venue as Any), ("encores", encores as Any), ("players", players as Any), ("conductor", conductor as Any), ("internalNote", internalNote as Any), ("class", `class` as Any), ("guests", guests as Any), ("tags", tags as Any), ("prices", prices as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Performance else { return }
    number = twin.number; remark = twin.remark; title = twin.title; begins = twin.begins; minutes = twin.minutes; venue = twin.venue; encores = twin.encores; players = twin.players; conductor = twin.conductor; internalNote = twin.internalNote; `class` = twin.`class`; guests = twin.guests; tags = twin.tags; prices = twin.prices
  }
}

extension Ticket: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("price", price as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Ticket else { return }
    price = twin.price
  }
}

extension Venue: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("city", city as Any), ("street", street as Any), ("seats", seats as Any), ("architect", architect as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Venue else { return }
    city = twin.city; street = twin.street; seats = twin.seats; architect = twin.architect
  }
}
