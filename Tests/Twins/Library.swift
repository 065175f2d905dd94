// swift-format-ignore-file
// Printed from Schemas/Library. To print it again: ASHLAR_RECORD=1, and run the tests 'The twins that are compiled'.
import Foundation
import RealmSwift

public enum Condition: Int8, PersistableEnum, Codable {
  case poor = -1
  case fair = 0
  case good = 1
}

/// What a copy is.
public enum Format: String, PersistableEnum, Codable {
  case hardcover = "hardcover"
  case paperback = "paperback"
  case audio = "audio"
}

public class Author: Object {
  @Persisted(indexed: true) public var name: String
  @Persisted public var born: Date?
  @Persisted(originProperty: "authors") public var books: LinkingObjects<Book>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// A work, of which the library may own several copies.
public class Book: Object {
  @Persisted(primaryKey: true) public var isbn: String
  @Persisted(indexed: true) public var title: String
  @Persisted public var subtitle: String?
  @Persisted public var published: Date?
  @Persisted public var authors: List<Author>
  @Persisted public var keywords: List<String>
  @Persisted public var rating: Double = 0.0
  @Persisted(originProperty: "book") public var copies: LinkingObjects<Copy>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Copy: Object {
  @Persisted(primaryKey: true) public var barcode: Int64
  @Persisted public var book: Book?
  @Persisted public var format: Format = .paperback
  @Persisted public var condition: Condition = .good
  @Persisted public var price: Decimal128 = try! Decimal128(string: "0e-2")
  @Persisted(originProperty: "copy") public var loans: LinkingObjects<Loan>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

/// What a late return costs.
public class Fine: EmbeddedObject, Codable {
  @Persisted public var amount: Decimal128
  @Persisted public var reason: String = "late"

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Loan: Object {
  @Persisted public var copy: Copy?
  @Persisted public var member: Member?
  @Persisted public var lent: Date = Date()
  @Persisted public var due: Date
  @Persisted public var returned: Date?
  @Persisted public var fines: List<Fine>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class Member: Object {
  @Persisted(primaryKey: true) public var number: UUID
  @Persisted public var name: String
  @Persisted(indexed: true) public var isBlocked: Bool = false
  @Persisted public var address: MemberAddress?
  @Persisted(originProperty: "member") public var loans: LinkingObjects<Loan>

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}

public class MemberAddress: EmbeddedObject, Codable {
  @Persisted public var lines: List<String>
  @Persisted public var postcode: String
  public override class func propertiesMapping() -> [String: String] { ["postcode": "post_code"] }

  public override class func shouldIncludeInDefaultSchema() -> Bool { false }
}
