// swift-format-ignore-file
// Printed from Schemas/Bookshop. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Binding: String, PersistableEnum, Codable {
  case paperback = "paperback"
  case hardcover = "hardcover"
  case ebook = "ebook"
}

public class Dimensions: EmbeddedObject, Codable {
  @Persisted public var width: Double
  @Persisted public var height: Double

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Novel: Object {
  @Persisted(primaryKey: true) public var isbn: String
  @Persisted(indexed: true) public var title: String
  @Persisted public var pages: Int
  @Persisted public var price: Decimal128
  @Persisted public var binding: Binding = .paperback
  @Persisted public var published: Date?
  @Persisted public var author: Novelist?
  @Persisted public var dimensions: Dimensions?
  @Persisted public var reviews: List<Review>
  @Persisted public var similar: List<Novel>
  @Persisted public var tags: MutableSet<String>
  /// Copies by branch.
  @Persisted public var stock: Map<String, Int>
  @Persisted public var extra: AnyRealmValue
  @Persisted public var homepage: BookAddress?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Novelist: Object {
  @Persisted(primaryKey: true) public var name: String
  @Persisted public var born: Int?
  @Persisted(originProperty: "author") public var novels: LinkingObjects<Novel>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Review: EmbeddedObject, Codable {
  @Persisted public var stars: Int
  @Persisted public var text: String
  @Persisted public var by: String?

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
