// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneVariableDeclarationPerLine
import Foundation
import RealmSwift

/// Coded as Swift does it.
public class Missive: Object, Codable {
  @Persisted(primaryKey: true) public var id: Int
  @Persisted public var subject: String?
  @Persisted public var lines: List<String>
  @Persisted public var stamp: Seal?
  @Persisted public var replies: List<Missive>
  @Persisted private var wax: String
  @Persisted public var mood: Temper
  public var cached = 0

  public var sealed: String { wax }
}

public class Seal: EmbeddedObject, Codable {
  @Persisted public var value: Int
  @Persisted public var country: String?
  @Persisted(originProperty: "stamp") public var missives: LinkingObjects<Missive>

  // Linking objects are not coded, and Swift has them left out.
  enum CodingKeys: String, CodingKey {
    case value
    case country = "from"
  }
}
