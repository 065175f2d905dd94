// swift-format-ignore-file
// Printed from Schemas/Traits. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

/// Declared in Swift, with its cases listed.
public enum Corner: Int8, PersistableEnum, Codable {
  case sharp = 3
  /// Cut off.
  case round = 5
  case bevelled = 4
}

public enum Gait: Int, PersistableEnum, Codable {
  case walk = 1
  /// Faster.
  case trot = 2
  case canter = 3
}

public enum Phase: Int, PersistableEnum, Codable {
  case idle = 0
  case busy = 1
}

public class Animal: Object {
  @Persisted(indexed: true) public var name: String
  @Persisted public var legs: Int = 4
  @Persisted public var weight: Double
  @Persisted public var gait: Gait
  @Persisted public var cage: Cage?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Article: Object {
  /// When it was made.
  @Persisted public var createdAt: Date = Date()
  @Persisted(indexed: true) public var updatedAt: Date?
  @Persisted(primaryKey: true) public var key: ObjectId
  @Persisted public var editor: Writer?
  @Persisted public var reviewers: List<Writer>
  @Persisted public var title: String
  @Persisted public var id: Int
  @Persisted public var words: Int = 10
  public override class func propertiesMapping() -> [String: String] { ["updatedAt": "changed"] }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A thing of the past.
public class Cage: Object {
  @Persisted public var inner: Cage?
  @Persisted(originProperty: "cage") public var animals: LinkingObjects<Animal>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Drawing: Object, Codable {
  @Persisted public var name: String
  @Persisted(indexed: true) public var shape: Shape
  @Persisted public var other: Shape?
  @Persisted public var shapes: List<Shape>
  @Persisted public var layer: Layer
  @Persisted(indexed: true) public var corner: Corner
  @Persisted public var inner: Corner = .round
  @Persisted public var outer: Corner?
  @Persisted public var corners: List<Corner>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Edition: Object, Codable {
  @Persisted(primaryKey: true) public var id: String

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Horse: Object {
  @Persisted(primaryKey: true) public var name: String
  @Persisted public var riders: MutableSet<Rider>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Kit: Object, Codable {
  @Persisted(primaryKey: true) public var id: ObjectId
  @Persisted public var flag: Bool
  @Persisted public var small: Int16
  @Persisted public var middle: Int32?
  @Persisted public var large: Int64
  @Persisted public var ratio: Float?
  @Persisted public var exact: Decimal128
  @Persisted public var price: Decimal128?
  @Persisted public var mark: UUID
  @Persisted public var owner: ObjectId?
  @Persisted public var photo: Data?
  @Persisted public var gait: Gait?
  @Persisted public var days: List<Date?>
  @Persisted public var gaits: List<Gait>
  @Persisted public var prices: MutableSet<Decimal128>
  @Persisted public var marks: MutableSet<UUID?>
  @Persisted public var photos: Map<String, Data?>
  @Persisted public var owners: Map<String, ObjectId>
  @Persisted public var flags: List<Bool>
  @Persisted public var ratios: Map<String, Double?>
  @Persisted public var weights: List<Double>
  @Persisted public var costs: List<Decimal128>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Note: EmbeddedObject, Codable {
  /// When it was made.
  @Persisted public var createdAt: Date = Date()
  @Persisted public var updatedAt: Date?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Page: Object, Codable {
  @Persisted public var title: String
  @Persisted public var views: Int

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Race: Object {
  @Persisted public var at: Date
  @Persisted public var winner: Horse?
  @Persisted public var hurdles: List<Saddle>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Rider: Object {
  @Persisted(primaryKey: true) public var id: Int
  @Persisted public var name: String
  @Persisted public var born: Date?
  @Persisted public var gait: Gait = .canter
  @Persisted public var nicknames: List<String>
  @Persisted public var colours: MutableSet<Int>
  @Persisted public var scores: Map<String, Double>
  @Persisted public var teacher: Rider?
  @Persisted public var horses: List<Horse>
  @Persisted public var saddle: Saddle?
  @Persisted public var secret: Data
  @Persisted(originProperty: "teacher") public var pupils: LinkingObjects<Rider>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Saddle: EmbeddedObject, Codable {
  @Persisted public var size: Int8 = 17
  @Persisted public var weight: Double?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Writer: Object {
  @Persisted(primaryKey: true) public var key: ObjectId
  @Persisted public var name: String
  @Persisted(originProperty: "editor") public var edited: LinkingObjects<Article>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
