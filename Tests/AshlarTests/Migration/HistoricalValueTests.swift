import AshlarSchema
import Foundation
import Ledger
import Testing
import TestSupport

@testable import Ashlar

@Suite("Historical objects have properties of every kind")
struct HistoricalValueTests {
  private let folder: TemporaryFolder
  private let objectId = ObjectId.generate()
  private let uuid = UUID()

  init() throws { folder = try TemporaryFolder() }

  private var scalars: [String: Any] {
    [
      "flag": true, "count": -7, "small": -8, "half": 1600, "word": 320_000, "wide": 6_400_000_000, "ratio": 0.5, "amount": 2.25,
      "text": "some text that does not fit into a slot", "bytes": Data([1, 2, 3]), "day": Date(timeIntervalSince1970: 86_400.5),
      "price": Decimal128(12), "mark": objectId, "id": uuid,
    ]
  }

  /// Two entries, which lead to each other; only the first has values that may be nil.
  private func migrated() throws -> (LedgerEntry, LedgerEntry) {
    let first = try Realm(configuration: folder.release(1, FirstLedger.types))
    try first.write {
      var values: [String: Any] = ["siteBefore": "https://ashlar.example", "moodBefore": "busy", "anyBefore": "any"]
      for (name, value) in scalars { values[name + "Before"] = value }
      let second = first.dynamicCreate("LedgerEntry", value: values)
      for (name, value) in scalars { values["maybe\(name.prefix(1).uppercased())\(name.dropFirst())Before"] = value }
      values["linkBefore"] = second
      values["partBefore"] = ["nameBefore": "one"]
      values["wordsBefore"] = ["a", "b", "a"]
      values["gapsBefore"] = [1, nil, 3] as [Int?]
      values["setBefore"] = [1.5, 2.5]
      values["holesBefore"] = ["x", nil] as [String?]
      values["notesBefore"] = ["k": "v"]
      values["blanksBefore"] = ["now": Date(timeIntervalSince1970: 1), "never": nil] as [String: Date?]
      values["linksBefore"] = [second, second]
      values["linkSetBefore"] = [second]
      values["linkMapBefore"] = ["it": second]
      values["partsBefore"] = [["nameBefore": "two"], ["nameBefore": "three"]]
      values["partMapBefore"] = ["k": ["nameBefore": "four"]]
      values["anythingBefore"] = [1, "two", AnyRealmValue.none, second] as [Any]
      let entry = first.dynamicCreate("LedgerEntry", value: values)
      second["linkBefore"] = entry
    }
    first.invalidate()
    var configuration = Realm.Configuration(fileURL: folder.url("data.realm"), objectTypes: LedgerSchema.objectTypes)
    configuration.migration = Self.plan
    let realm = try Realm(configuration: configuration)
    return (realm.objects(LedgerEntry.self)[1], realm.objects(LedgerEntry.self)[0])
  }

  private static let plan = LedgerSchema.migration(
    ledgerPart1to2: { old, new, _ in new.nameAfter = old.nameBefore },
    ledgerEntry1to2: { old, new, _ in
      new.flagAfter = old.flagBefore
      new.maybeFlagAfter = old.maybeFlagBefore
      new.countAfter = old.countBefore
      new.maybeCountAfter = old.maybeCountBefore
      new.smallAfter = old.smallBefore
      new.maybeSmallAfter = old.maybeSmallBefore
      new.halfAfter = old.halfBefore
      new.maybeHalfAfter = old.maybeHalfBefore
      new.wordAfter = old.wordBefore
      new.maybeWordAfter = old.maybeWordBefore
      new.wideAfter = old.wideBefore
      new.maybeWideAfter = old.maybeWideBefore
      new.ratioAfter = old.ratioBefore
      new.maybeRatioAfter = old.maybeRatioBefore
      new.amountAfter = old.amountBefore
      new.maybeAmountAfter = old.maybeAmountBefore
      new.textAfter = old.textBefore
      new.maybeTextAfter = old.maybeTextBefore
      new.bytesAfter = old.bytesBefore
      new.maybeBytesAfter = old.maybeBytesBefore
      new.dayAfter = old.dayBefore
      new.maybeDayAfter = old.maybeDayBefore
      new.priceAfter = old.priceBefore
      new.maybePriceAfter = old.maybePriceBefore
      new.markAfter = old.markBefore
      new.maybeMarkAfter = old.maybeMarkBefore
      new.idAfter = old.idBefore
      new.maybeIdAfter = old.maybeIdBefore
      new.anyAfter = old.anyBefore
      new.linkAfter = old.linkBefore.flatMap { LedgerSchema.V2.LedgerEntry($0) }
      new.partAfter = old.partBefore.flatMap { LedgerSchema.V2.LedgerPart($0) }
      new.moodAfter = old.moodBefore
      new.siteAfter = old.siteBefore
      new.wordsAfter = old.wordsBefore
      new.gapsAfter = old.gapsBefore
      new.setAfter = old.setBefore
      new.holesAfter = old.holesBefore
      new.notesAfter = old.notesBefore
      new.blanksAfter = old.blanksBefore
      new.linksAfter = old.linksBefore.compactMap { LedgerSchema.V2.LedgerEntry($0) }
      new.linkSetAfter = Set(old.linkSetBefore.compactMap { LedgerSchema.V2.LedgerEntry($0) })
      new.linkMapAfter = old.linkMapBefore.compactMapValues { LedgerSchema.V2.LedgerEntry($0) }
      new.partsAfter = old.partsBefore.compactMap { LedgerSchema.V2.LedgerPart($0) }
      new.partMapAfter = old.partMapBefore.compactMapValues { LedgerSchema.V2.LedgerPart($0) }
      new.anythingAfter = old.anythingBefore
    })

  @Test("values are moved")
  func values() throws {
    let (entry, other) = try migrated()
    #expect(entry.flagAfter == true)
    #expect(entry.countAfter == -7)
    #expect(entry.smallAfter == -8)
    #expect(entry.halfAfter == 1600)
    #expect(entry.wordAfter == 320_000)
    #expect(entry.wideAfter == 6_400_000_000)
    #expect(entry.ratioAfter == 0.5)
    #expect(entry.amountAfter == 2.25)
    #expect(entry.textAfter == "some text that does not fit into a slot")
    #expect(entry.bytesAfter == Data([1, 2, 3]))
    #expect(entry.dayAfter == Date(timeIntervalSince1970: 86_400.5))
    #expect(entry.priceAfter == 12)
    #expect(entry.markAfter == objectId)
    #expect(entry.idAfter == uuid)
    #expect(entry.moodAfter == .busy)
    #expect(entry.siteAfter == LedgerAddress(persistedValue: "https://ashlar.example"))
    #expect(entry.anyAfter == .string("any"))
    #expect(other.textAfter == entry.textAfter)
  }

  @Test("values that may be nil are moved")
  func optionals() throws {
    let (entry, other) = try migrated()
    #expect(entry.maybeFlagAfter == true)
    #expect(entry.maybeCountAfter == -7)
    #expect(entry.maybeSmallAfter == -8)
    #expect(entry.maybeHalfAfter == 1600)
    #expect(entry.maybeWordAfter == 320_000)
    #expect(entry.maybeWideAfter == 6_400_000_000)
    #expect(entry.maybeRatioAfter == 0.5)
    #expect(entry.maybeAmountAfter == 2.25)
    #expect(entry.maybeTextAfter == "some text that does not fit into a slot")
    #expect(entry.maybeBytesAfter == Data([1, 2, 3]))
    #expect(entry.maybeDayAfter == Date(timeIntervalSince1970: 86_400.5))
    #expect(entry.maybePriceAfter == 12)
    #expect(entry.maybeMarkAfter == objectId)
    #expect(entry.maybeIdAfter == uuid)
    #expect(other.maybeCountAfter == nil)
    #expect(other.maybeTextAfter == nil)
    #expect(other.maybeDayAfter == nil)
  }

  @Test("links and embedded objects are moved")
  func links() throws {
    let (entry, other) = try migrated()
    #expect(entry.linkAfter?.isSameObject(as: other) == true)
    #expect(other.linkAfter?.isSameObject(as: entry) == true)
    #expect(entry.partAfter?.nameAfter == "one")
    #expect(other.partAfter == nil)
    #expect(entry.linksAfter.map { $0.isSameObject(as: other) } == [true, true])
    #expect(entry.linkSetAfter.map { $0.isSameObject(as: other) } == [true])
    #expect(entry.linkMapAfter["it"]??.isSameObject(as: other) == true)
    #expect(entry.partsAfter.map(\.nameAfter) == ["two", "three"])
    #expect(entry.partMapAfter["k"]??.nameAfter == "four")
  }

  @Test("collections are moved")
  func collections() throws {
    let (entry, other) = try migrated()
    #expect(Array(entry.wordsAfter) == ["a", "b", "a"])
    #expect(Array(entry.gapsAfter) == [1, nil, 3])
    #expect(Set(entry.setAfter) == [1.5, 2.5])
    #expect(Set(entry.holesAfter) == ["x", nil])
    #expect(entry.notesAfter["k"] == "v")
    #expect(entry.blanksAfter["now"] == Date(timeIntervalSince1970: 1))
    #expect(entry.blanksAfter.keys.sorted() == ["never", "now"])
    #expect(Array(entry.anythingAfter.prefix(3)) == [.int(1), .string("two"), .none])
    #expect(entry.anythingAfter.last?.dynamicObject?.isSameObject(as: other) == true)
    #expect(other.wordsAfter.isEmpty)
  }

  @Test("maps and sets that a Swift collection cannot represent make the migration fail", arguments: ["notesBefore", "holesBefore"])
  func equivalents(_ property: String) throws {
    do {
      let (notes, holes) = (Map<String, String>(), MutableSet<String?>())
      for text in ["\u{e9}", "e\u{301}"] {
        notes[text] = "of \(text)"
        holes.insert(text)
      }
      let first = try Realm(configuration: folder.release(1, FirstLedger.types))
      let value: Any = property == "notesBefore" ? notes : holes
      try first.write { _ = first.dynamicCreate("LedgerEntry", value: [property: value]) }
    }
    var configuration = Realm.Configuration(fileURL: folder.url("data.realm"), objectTypes: LedgerSchema.objectTypes)
    configuration.migration = Self.plan
    let error = #expect(throws: Realm.Error.self) { try Realm(configuration: configuration) }
    let text = "'LedgerEntry.\(property)' contains several texts that are equal as Swift strings to "
    #expect(error?.localizedDescription.contains(text) == true)
    let unchanged = try Realm(configuration: folder.release(1, FirstLedger.types))
    let entry = try #require(unchanged.dynamicObjects("LedgerEntry").first)
    #expect((entry[property] as? _CollectionBase)?._count == 2)
  }
}
