// swift-format-ignore-file
// Printed from Schemas/Atlas. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension CoordinateStorage: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("latitude", latitude as Any), ("longitude", longitude as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? CoordinateStorage else { return }
    latitude = twin.latitude; longitude = twin.longitude
  }
}

extension Landmark: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("address", address as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Landmark else { return }
    address = twin.address
  }
}

extension Place: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("name", name as Any), ("title", title as Any), ("token", token as Any), ("code", code as Any), ("visits", visits as Any), ("stars", stars as Any), ("remark", remark as Any), ("founded", founded as Any), ("nearest", nearest as Any), ("badge", badge as Any), ("status", status as Any), ("lastStatus", lastStatus as Any), ("surface", surface as Any), ("homepage", homepage as Any), ("source", source as Any), ("height", height as Any), ("depth", depth as Any), ("position", position as Any), ("entrance", entrance as Any), ("tags", tags as Any), ("ratings", ratings as Any), ("neighbours", neighbours as Any), ("scores", scores as Any), ("notes", notes as Any), ("guides", guides as Any), ("mirrors", mirrors as Any), ("levels", levels as Any), ("path", path as Any), ("waypoints", waypoints as Any), ("moods", moods as Any), ("anything", anything as Any), ("several", several as Any), ("byName", byName as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Place else { return }
    _id = twin._id; name = twin.name; title = twin.title; token = twin.token; code = twin.code; visits = twin.visits; stars = twin.stars; remark = twin.remark; founded = twin.founded; nearest = twin.nearest; badge = twin.badge; status = twin.status; lastStatus = twin.lastStatus; surface = twin.surface; homepage = twin.homepage; source = twin.source; height = twin.height; depth = twin.depth; position = twin.position; entrance = twin.entrance; tags = twin.tags; ratings = twin.ratings; neighbours = twin.neighbours; scores = twin.scores; notes = twin.notes; guides = twin.guides; mirrors = twin.mirrors; levels = twin.levels; path = twin.path; waypoints = twin.waypoints; moods = twin.moods; anything = twin.anything; several = twin.several; byName = twin.byName
  }
}

extension Sounding: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("_id", _id as Any), ("celsius", celsius as Any), ("place", place as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Sounding else { return }
    _id = twin._id; celsius = twin.celsius; place = twin.place
  }
}
