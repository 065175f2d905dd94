// swift-format-ignore-file
// Printed from Schemas/Collections. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Label: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("text", text as Any), ("thing", thing as Any), ("inner", inner as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Label else { return }
    text = other.text; thing = other.thing; inner = other.inner
  }
}

extension Shelf: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("maybeInts", maybeInts as Any), ("maybeTexts", maybeTexts as Any), ("maybeTints", maybeTints as Any), ("maybeDates", maybeDates as Any), ("maybeBools", maybeBools as Any), ("thingList", thingList as Any), ("ints", ints as Any), ("maybeIntSet", maybeIntSet as Any), ("texts", texts as Any), ("maybeTextSet", maybeTextSet as Any), ("doubles", doubles as Any), ("floats", floats as Any), ("datas", datas as Any), ("dates", dates as Any), ("decimals", decimals as Any), ("uuids", uuids as Any), ("objectIds", objectIds as Any), ("bools", bools as Any), ("int16s", int16s as Any), ("tints", tints as Any), ("things", things as Any), ("scores", scores as Any), ("maybeScores", maybeScores as Any), ("names", names as Any), ("maybeNames", maybeNames as Any), ("flags", flags as Any), ("moments", moments as Any), ("tintMap", tintMap as Any), ("amounts", amounts as Any), ("maybeIds", maybeIds as Any), ("thingMap", thingMap as Any), ("labels", labels as Any), ("labelList", labelList as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Shelf else { return }
    id = other.id; maybeInts = other.maybeInts; maybeTexts = other.maybeTexts; maybeTints = other.maybeTints; maybeDates = other.maybeDates; maybeBools = other.maybeBools; thingList = other.thingList; ints = other.ints; maybeIntSet = other.maybeIntSet; texts = other.texts; maybeTextSet = other.maybeTextSet; doubles = other.doubles; floats = other.floats; datas = other.datas; dates = other.dates; decimals = other.decimals; uuids = other.uuids; objectIds = other.objectIds; bools = other.bools; int16s = other.int16s; tints = other.tints; things = other.things; scores = other.scores; maybeScores = other.maybeScores; names = other.names; maybeNames = other.maybeNames; flags = other.flags; moments = other.moments; tintMap = other.tintMap; amounts = other.amounts; maybeIds = other.maybeIds; thingMap = other.thingMap; labels = other.labels; labelList = other.labelList
  }
}

extension Sticker: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("text", text as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Sticker else { return }
    text = other.text
  }
}

extension Thing: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("weight", weight as Any)] }

  public func setTyped(_ other: ObjectBase) {
    guard let other = other as? Thing else { return }
    name = other.name; weight = other.weight
  }
}
