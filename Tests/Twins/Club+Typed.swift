// swift-format-ignore-file
// Printed from Schemas/Club. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Player: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("firstName", firstName as Any), ("lastName", lastName as Any), ("fee", fee as Any), ("address", address as Any), ("friends", friends as Any), ("team", team as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Player else { return }
    number = other.number; firstName = other.firstName; lastName = other.lastName; fee = other.fee; address = other.address; friends = other.friends; team = other.team
  }
}

extension PostalAddress: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("street", street as Any), ("city", city as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? PostalAddress else { return }
    street = other.street; city = other.city
  }
}

extension Team: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Team else { return }
    name = other.name
  }
}
