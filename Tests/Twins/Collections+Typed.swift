// swift-format-ignore-file
// Printed from Schemas/Collections. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension Label: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("text", text as Any), ("thing", thing as Any), ("inner", inner as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Label else { return }
    text = twin.text; thing = twin.thing; inner = twin.inner
  }
}

extension Shelf: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("id", id as Any), ("maybeInts", maybeInts as Any), ("maybeTexts", maybeTexts as Any), ("maybeTints", maybeTints as Any), ("maybeDates", maybeDates as Any), ("maybeBools", maybeBools as Any), ("thingList", thingList as Any), ("ints", ints as Any), ("maybeIntSet", maybeIntSet as Any), ("texts", texts as Any), ("maybeTextSet", maybeTextSet as Any), ("doubles", doubles as Any), ("floats", floats as Any), ("datas", datas as Any), ("dates", dates as Any), ("decimals", decimals as Any), ("uuids", uuids as Any), ("objectIds", objectIds as Any), ("bools", bools as Any), ("int16s", int16s as Any), ("tints", tints as Any), ("things", things as Any), ("scores", scores as Any), ("maybeScores", maybeScores as Any), ("names", names as Any), ("maybeNames", maybeNames as Any), ("flags", flags as Any), ("moments", moments as Any), ("tintMap", tintMap as Any), ("amounts", amounts as Any), ("maybeIds", maybeIds as Any), ("thingMap", thingMap as Any), ("labels", labels as Any), ("labelList", labelList as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Shelf else { return }
    id = twin.id; maybeInts = twin.maybeInts; maybeTexts = twin.maybeTexts; maybeTints = twin.maybeTints; maybeDates = twin.maybeDates; maybeBools = twin.maybeBools; thingList = twin.thingList; ints = twin.ints; maybeIntSet = twin.maybeIntSet; texts = twin.texts; maybeTextSet = twin.maybeTextSet; doubles = twin.doubles; floats = twin.floats; datas = twin.datas; dates = twin.dates; decimals = twin.decimals; uuids = twin.uuids; objectIds = twin.objectIds; bools = twin.bools; int16s = twin.int16s; tints = twin.tints; things = twin.things; scores = twin.scores; maybeScores = twin.maybeScores; names = twin.names; maybeNames = twin.maybeNames; flags = twin.flags; moments = twin.moments; tintMap = twin.tintMap; amounts = twin.amounts; maybeIds = twin.maybeIds; thingMap = twin.thingMap; labels = twin.labels; labelList = twin.labelList
  }
}

extension Sticker: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("text", text as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Sticker else { return }
    text = twin.text
  }
}

extension Thing: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("name", name as Any), ("weight", weight as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? Thing else { return }
    name = twin.name; weight = twin.weight
  }
}
