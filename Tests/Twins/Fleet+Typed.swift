// swift-format-ignore-file
// Printed from Schemas/Fleet. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Driver: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("licence", licence as Any), ("since", since as Any), ("mentor", mentor as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Driver else { return }
    licence = other.licence; since = other.since; mentor = other.mentor
  }
}

extension Fault: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("code", code as Any), ("severity", severity as Any), ("default", `default` as Any), ("vehicle", vehicle as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Fault else { return }
    code = other.code; severity = other.severity; `default` = other.`default`; vehicle = other.vehicle
  }
}

extension Position: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("latitude", latitude as Any), ("longitude", longitude as Any), ("altitude", altitude as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Position else { return }
    latitude = other.latitude; longitude = other.longitude; altitude = other.altitude
  }
}

extension Trip: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("begin", begin as Any), ("end", end as Any), ("route", route as Any), ("speeds", speeds as Any), ("driver", driver as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Trip else { return }
    begin = other.begin; end = other.end; route = other.route; speeds = other.speeds; driver = other.driver
  }
}

extension Vehicle: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("plate", plate as Any), ("fuel", fuel as Any), ("wheels", wheels as Any), ("mileage", mileage as Any), ("image", image as Any), ("position", position as Any), ("trips", trips as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Vehicle else { return }
    plate = other.plate; fuel = other.fuel; wheels = other.wheels; mileage = other.mileage; image = other.image; position = other.position; trips = other.trips
  }
}
