// swift-format-ignore-file
// Printed from Schemas/Traits. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Animal: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("legs", legs as Any), ("weight", weight as Any), ("gait", gait as Any), ("cage", cage as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Animal else { return }
    name = twin.name; legs = twin.legs; weight = twin.weight; gait = twin.gait; cage = twin.cage
  }
}

extension Article: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("createdAt", createdAt as Any), ("updatedAt", updatedAt as Any), ("key", key as Any), ("editor", editor as Any), ("reviewers", reviewers as Any), ("title", title as Any), ("id", id as Any), ("words", words as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Article else { return }
    createdAt = twin.createdAt; updatedAt = twin.updatedAt; key = twin.key; editor = twin.editor; reviewers = twin.reviewers; title = twin.title; id = twin.id; words = twin.words
  }
}

extension Cage: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("inner", inner as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Cage else { return }
    inner = twin.inner
  }
}

extension Drawing: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("shape", shape as Any), ("other", other as Any), ("shapes", shapes as Any), ("layer", layer as Any), ("corner", corner as Any), ("inner", inner as Any), ("outer", outer as Any), ("corners", corners as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Drawing else { return }
    name = twin.name; shape = twin.shape; other = twin.other; shapes = twin.shapes; layer = twin.layer; corner = twin.corner; inner = twin.inner; outer = twin.outer; corners = twin.corners
  }
}

extension Edition: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Edition else { return }
    id = twin.id
  }
}

extension Horse: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("riders", riders as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Horse else { return }
    name = twin.name; riders = twin.riders
  }
}

extension Kit: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("flag", flag as Any), ("small", small as Any), ("middle", middle as Any), ("large", large as Any), ("ratio", ratio as Any), ("exact", exact as Any), ("price", price as Any), ("mark", mark as Any), ("owner", owner as Any), ("photo", photo as Any), ("gait", gait as Any), ("days", days as Any), ("gaits", gaits as Any), ("prices", prices as Any), ("marks", marks as Any), ("photos", photos as Any), ("owners", owners as Any), ("flags", flags as Any), ("ratios", ratios as Any), ("weights", weights as Any), ("costs", costs as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Kit else { return }
    id = twin.id; flag = twin.flag; small = twin.small; middle = twin.middle; large = twin.large; ratio = twin.ratio; exact = twin.exact; price = twin.price; mark = twin.mark; owner = twin.owner; photo = twin.photo; gait = twin.gait; days = twin.days; gaits = twin.gaits; prices = twin.prices; marks = twin.marks; photos = twin.photos; owners = twin.owners; flags = twin.flags; ratios = twin.ratios; weights = twin.weights; costs = twin.costs
  }
}

extension Note: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("createdAt", createdAt as Any), ("updatedAt", updatedAt as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Note else { return }
    createdAt = twin.createdAt; updatedAt = twin.updatedAt
  }
}

extension Page: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("title", title as Any), ("views", views as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Page else { return }
    title = twin.title; views = twin.views
  }
}

extension Race: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("at", at as Any), ("winner", winner as Any), ("hurdles", hurdles as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Race else { return }
    at = twin.at; winner = twin.winner; hurdles = twin.hurdles
  }
}

extension Rider: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("name", name as Any), ("born", born as Any), ("gait", gait as Any), ("nicknames", nicknames as Any), ("colours", colours as Any), ("scores", scores as Any), ("teacher", teacher as Any), ("horses", horses as Any), ("saddle", saddle as Any), ("secret", secret as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Rider else { return }
    id = twin.id; name = twin.name; born = twin.born; gait = twin.gait; nicknames = twin.nicknames; colours = twin.colours; scores = twin.scores; teacher = twin.teacher; horses = twin.horses; saddle = twin.saddle; secret = twin.secret
  }
}

extension Saddle: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("size", size as Any), ("weight", weight as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Saddle else { return }
    size = twin.size; weight = twin.weight
  }
}

extension Writer: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("key", key as Any), ("name", name as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Writer else { return }
    key = twin.key; name = twin.name
  }
}
