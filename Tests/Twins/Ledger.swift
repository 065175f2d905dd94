// swift-format-ignore-file
// Printed from Schemas/Ledger. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum LedgerMood: String, PersistableEnum, Codable {
  case calm = "calm"
  case busy = "busy"
}

public class LedgerEntry: Object {
  @Persisted public var flagAfter: Bool
  @Persisted public var maybeFlagAfter: Bool?
  @Persisted public var countAfter: Int
  @Persisted public var maybeCountAfter: Int?
  @Persisted public var smallAfter: Int8
  @Persisted public var maybeSmallAfter: Int8?
  @Persisted public var halfAfter: Int16
  @Persisted public var maybeHalfAfter: Int16?
  @Persisted public var wordAfter: Int32
  @Persisted public var maybeWordAfter: Int32?
  @Persisted public var wideAfter: Int64
  @Persisted public var maybeWideAfter: Int64?
  @Persisted public var ratioAfter: Float
  @Persisted public var maybeRatioAfter: Float?
  @Persisted public var amountAfter: Double
  @Persisted public var maybeAmountAfter: Double?
  @Persisted public var textAfter: String
  @Persisted public var maybeTextAfter: String?
  @Persisted public var bytesAfter: Data
  @Persisted public var maybeBytesAfter: Data?
  @Persisted public var dayAfter: Date
  @Persisted public var maybeDayAfter: Date?
  @Persisted public var priceAfter: Decimal128
  @Persisted public var maybePriceAfter: Decimal128?
  @Persisted public var markAfter: ObjectId
  @Persisted public var maybeMarkAfter: ObjectId?
  @Persisted public var idAfter: UUID
  @Persisted public var maybeIdAfter: UUID?
  @Persisted public var anyAfter: AnyRealmValue
  @Persisted public var linkAfter: LedgerEntry?
  @Persisted public var partAfter: LedgerPart?
  @Persisted public var moodAfter: LedgerMood
  @Persisted public var siteAfter: PostSite
  @Persisted public var wordsAfter: List<String>
  @Persisted public var gapsAfter: List<Int?>
  @Persisted public var setAfter: MutableSet<Double>
  @Persisted public var holesAfter: MutableSet<String?>
  @Persisted public var notesAfter: Map<String, String>
  @Persisted public var blanksAfter: Map<String, Date?>
  @Persisted public var linksAfter: List<LedgerEntry>
  @Persisted public var linkSetAfter: MutableSet<LedgerEntry>
  @Persisted public var linkMapAfter: Map<String, LedgerEntry?>
  @Persisted public var partsAfter: List<LedgerPart>
  @Persisted public var partMapAfter: Map<String, LedgerPart?>
  @Persisted public var anythingAfter: List<AnyRealmValue>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class LedgerPart: EmbeddedObject, Codable {
  @Persisted public var nameAfter: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
