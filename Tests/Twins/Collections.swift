// swift-format-ignore-file
// Printed from Schemas/Collections. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Tint: String, PersistableEnum, Codable {
  case red = "red"
  case green = "green"
  case blue = "blue"
}

/// A text that belongs to one shelf, or to another label.
public class Label: EmbeddedObject {
  @Persisted public var text: String
  @Persisted public var thing: Thing?
  @Persisted public var inner: Map<String, Sticker?>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A collection of every kind.
public class Shelf: Object {
  @Persisted(primaryKey: true) public var id: Int
  @Persisted public var maybeInts: List<Int?>
  @Persisted public var maybeTexts: List<String?>
  @Persisted public var maybeTints: List<Tint?>
  @Persisted public var maybeDates: List<Date?>
  @Persisted public var maybeBools: List<Bool?>
  @Persisted public var thingList: List<Thing>
  @Persisted public var ints: MutableSet<Int>
  @Persisted public var maybeIntSet: MutableSet<Int?>
  @Persisted public var texts: MutableSet<String>
  @Persisted public var maybeTextSet: MutableSet<String?>
  @Persisted public var doubles: MutableSet<Double>
  @Persisted public var floats: MutableSet<Float>
  @Persisted public var datas: MutableSet<Data>
  @Persisted public var dates: MutableSet<Date>
  @Persisted public var decimals: MutableSet<Decimal128>
  @Persisted public var uuids: MutableSet<UUID>
  @Persisted public var objectIds: MutableSet<ObjectId>
  @Persisted public var bools: MutableSet<Bool>
  @Persisted public var int16s: MutableSet<Int16>
  @Persisted public var tints: MutableSet<Tint>
  @Persisted public var things: MutableSet<Thing>
  @Persisted public var scores: Map<String, Int>
  @Persisted public var maybeScores: Map<String, Int?>
  @Persisted public var names: Map<String, String>
  @Persisted public var maybeNames: Map<String, String?>
  @Persisted public var flags: Map<String, Bool>
  @Persisted public var moments: Map<String, Date>
  @Persisted public var tintMap: Map<String, Tint>
  @Persisted public var amounts: Map<String, Decimal128>
  @Persisted public var maybeIds: Map<String, UUID?>
  @Persisted public var thingMap: Map<String, Thing?>
  @Persisted public var labels: Map<String, Label?>
  @Persisted public var labelList: List<Label>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A text that belongs to a label.
public class Sticker: EmbeddedObject, Codable {
  @Persisted public var text: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// What is on shelves.
public class Thing: Object {
  @Persisted public var name: String
  @Persisted public var weight: Int
  @Persisted(originProperty: "thingList") public var listed: LinkingObjects<Shelf>
  @Persisted(originProperty: "things") public var kept: LinkingObjects<Shelf>
  @Persisted(originProperty: "thingMap") public var mapped: LinkingObjects<Shelf>
  @Persisted(originProperty: "thing") public var labelled: LinkingObjects<Label>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
