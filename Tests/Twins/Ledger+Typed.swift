// swift-format-ignore-file
// Printed from Schemas/Ledger. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

extension LedgerEntry: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("flagAfter", flagAfter as Any), ("maybeFlagAfter", maybeFlagAfter as Any), ("countAfter", countAfter as Any), ("maybeCountAfter", maybeCountAfter as Any), ("smallAfter", smallAfter as Any), ("maybeSmallAfter", maybeSmallAfter as Any), ("halfAfter", halfAfter as Any), ("maybeHalfAfter", maybeHalfAfter as Any), ("wordAfter", wordAfter as Any), ("maybeWordAfter", maybeWordAfter as Any), ("wideAfter", wideAfter as Any), ("maybeWideAfter", maybeWideAfter as Any), ("ratioAfter", ratioAfter as Any), ("maybeRatioAfter", maybeRatioAfter as Any), ("amountAfter", amountAfter as Any), ("maybeAmountAfter", maybeAmountAfter as Any), ("textAfter", textAfter as Any), ("maybeTextAfter", maybeTextAfter as Any), ("bytesAfter", bytesAfter as Any), ("maybeBytesAfter", maybeBytesAfter as Any), ("dayAfter", dayAfter as Any), ("maybeDayAfter", maybeDayAfter as Any), ("priceAfter", priceAfter as Any), ("maybePriceAfter", maybePriceAfter as Any), ("markAfter", markAfter as Any), ("maybeMarkAfter", maybeMarkAfter as Any), ("idAfter", idAfter as Any), ("maybeIdAfter", maybeIdAfter as Any), ("anyAfter", anyAfter as Any), ("linkAfter", linkAfter as Any), ("partAfter", partAfter as Any), ("moodAfter", moodAfter as Any), ("siteAfter", siteAfter as Any), ("wordsAfter", wordsAfter as Any), ("gapsAfter", gapsAfter as Any), ("setAfter", setAfter as Any), ("holesAfter", holesAfter as Any), ("notesAfter", notesAfter as Any), ("blanksAfter", blanksAfter as Any), ("linksAfter", linksAfter as Any), ("linkSetAfter", linkSetAfter as Any), ("linkMapAfter", linkMapAfter as Any), ("partsAfter", partsAfter as Any), ("partMapAfter", partMapAfter as Any), ("anythingAfter", anythingAfter as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? LedgerEntry else { return }
    flagAfter = twin.flagAfter; maybeFlagAfter = twin.maybeFlagAfter; countAfter = twin.countAfter; maybeCountAfter = twin.maybeCountAfter; smallAfter = twin.smallAfter; maybeSmallAfter = twin.maybeSmallAfter; halfAfter = twin.halfAfter; maybeHalfAfter = twin.maybeHalfAfter; wordAfter = twin.wordAfter; maybeWordAfter = twin.maybeWordAfter; wideAfter = twin.wideAfter; maybeWideAfter = twin.maybeWideAfter; ratioAfter = twin.ratioAfter; maybeRatioAfter = twin.maybeRatioAfter; amountAfter = twin.amountAfter; maybeAmountAfter = twin.maybeAmountAfter; textAfter = twin.textAfter; maybeTextAfter = twin.maybeTextAfter; bytesAfter = twin.bytesAfter; maybeBytesAfter = twin.maybeBytesAfter; dayAfter = twin.dayAfter; maybeDayAfter = twin.maybeDayAfter; priceAfter = twin.priceAfter; maybePriceAfter = twin.maybePriceAfter; markAfter = twin.markAfter; maybeMarkAfter = twin.maybeMarkAfter; idAfter = twin.idAfter; maybeIdAfter = twin.maybeIdAfter; anyAfter = twin.anyAfter; linkAfter = twin.linkAfter; partAfter = twin.partAfter; moodAfter = twin.moodAfter; siteAfter = twin.siteAfter; wordsAfter = twin.wordsAfter; gapsAfter = twin.gapsAfter; setAfter = twin.setAfter; holesAfter = twin.holesAfter; notesAfter = twin.notesAfter; blanksAfter = twin.blanksAfter; linksAfter = twin.linksAfter; linkSetAfter = twin.linkSetAfter; linkMapAfter = twin.linkMapAfter; partsAfter = twin.partsAfter; partMapAfter = twin.partMapAfter; anythingAfter = twin.anythingAfter
  }
}

extension LedgerPart: TypedTwin {
  public var typedValues: [(name: String, value: Any)] { [("nameAfter", nameAfter as Any)] }

  public func setTyped(_ twin: ObjectBase) {
    guard let twin = twin as? LedgerPart else { return }
    nameAfter = twin.nameAfter
  }
}
