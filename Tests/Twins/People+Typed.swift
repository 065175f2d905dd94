// swift-format-ignore-file
// Printed from Schemas/People. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Address: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("street", street as Any), ("city", city as Any), ("country", country as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Address else { return }
    street = twin.street; city = twin.city; country = twin.country
  }
}

extension Dog: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("age", age as Any), ("owner", owner as Any), ("chip", chip as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Dog else { return }
    name = twin.name; age = twin.age; owner = twin.owner; chip = twin.chip
  }
}

extension Person: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("firstName", firstName as Any), ("lastName", lastName as Any), ("nickname", nickname as Any), ("birthday", birthday as Any), ("joined", joined as Any), ("mood", mood as Any), ("priority", priority as Any), ("home", home as Any), ("friends", friends as Any), ("tags", tags as Any), ("scores", scores as Any), ("moods", moods as Any), ("photo", photo as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Person else { return }
    _id = twin._id; firstName = twin.firstName; lastName = twin.lastName; nickname = twin.nickname; birthday = twin.birthday; joined = twin.joined; mood = twin.mood; priority = twin.priority; home = twin.home; friends = twin.friends; tags = twin.tags; scores = twin.scores; moods = twin.moods; photo = twin.photo
  }
}
