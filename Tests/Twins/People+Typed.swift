// swift-format-ignore-file
// Printed from Schemas/People. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Address: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("street", street as Any), ("city", city as Any), ("country", country as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Address else { return }
    street = other.street; city = other.city; country = other.country
  }
}

extension Dog: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("age", age as Any), ("owner", owner as Any), ("chip", chip as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Dog else { return }
    name = other.name; age = other.age; owner = other.owner; chip = other.chip
  }
}

extension Person: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("firstName", firstName as Any), ("lastName", lastName as Any), ("nickname", nickname as Any), ("birthday", birthday as Any), ("joined", joined as Any), ("mood", mood as Any), ("priority", priority as Any), ("home", home as Any), ("friends", friends as Any), ("tags", tags as Any), ("scores", scores as Any), ("moods", moods as Any), ("photo", photo as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Person else { return }
    _id = other._id; firstName = other.firstName; lastName = other.lastName; nickname = other.nickname; birthday = other.birthday; joined = other.joined; mood = other.mood; priority = other.priority; home = other.home; friends = other.friends; tags = other.tags; scores = other.scores; moods = other.moods; photo = other.photo
  }
}
