// swift-format-ignore-file
// Printed from Schemas/Fleet. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Driver: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("licence", licence as Any), ("since", since as Any), ("mentor", mentor as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Driver else { return }
    licence = twin.licence; since = twin.since; mentor = twin.mentor
  }
}

extension Fault: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("code", code as Any), ("severity", severity as Any), ("default", `default` as Any), ("vehicle", vehicle as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Fault else { return }
    code = twin.code; severity = twin.severity; `default` = twin.`default`; vehicle = twin.vehicle
  }
}

extension Position: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("latitude", latitude as Any), ("longitude", longitude as Any), ("altitude", altitude as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Position else { return }
    latitude = twin.latitude; longitude = twin.longitude; altitude = twin.altitude
  }
}

extension Trip: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("begin", begin as Any), ("end", end as Any), ("route", route as Any), ("speeds", speeds as Any), ("driver", driver as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Trip else { return }
    begin = twin.begin; end = twin.end; route = twin.route; speeds = twin.speeds; driver = twin.driver
  }
}

extension Vehicle: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plate", plate as Any), ("fuel", fuel as Any), ("wheels", wheels as Any), ("mileage", mileage as Any), ("image", image as Any), ("position", position as Any), ("trips", trips as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Vehicle else { return }
    plate = twin.plate; fuel = twin.fuel; wheels = twin.wheels; mileage = twin.mileage; image = twin.image; position = twin.position; trips = twin.trips
  }
}
