// swift-format-ignore-file
// Printed from Schemas/Club. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Player: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("number", number as Any), ("firstName", firstName as Any), ("lastName", lastName as Any), ("fee", fee as Any), ("address", address as Any), ("friends", friends as Any), ("team", team as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Player else { return }
    number = twin.number; firstName = twin.firstName; lastName = twin.lastName; fee = twin.fee; address = twin.address; friends = twin.friends; team = twin.team
  }
}

extension PostalAddress: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("street", street as Any), ("city", city as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? PostalAddress else { return }
    street = twin.street; city = twin.city
  }
}

extension Team: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Team else { return }
    name = twin.name
  }
}
