// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import RealmSwift

/// A class whose method names its primary key, as programs for RealmSwift have them.
public class Slipway: Object {
  @Persisted public var place: String
  @Persisted public var depth = Slipway.usualDepth

  public static let usualDepth: Float = 2.5
  private static let key = "place"

  override public class func primaryKey() -> String? { key }
  override public class func className() -> String { "Ramp" }
}
