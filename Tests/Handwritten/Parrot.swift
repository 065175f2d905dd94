// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneVariableDeclarationPerLine
import RealmSwift

/// What every animal has. A class that others derive from has a table of its own.
open class Creature: Object {
  @Persisted(primaryKey: true) public var name: String
}

open class Parrot: Creature {
  @Persisted public var breed: String?; @Persisted public var legs = 4
  @Persisted(originProperty: "parrots") public var owners: LinkingObjects<Sailor>
}

extension Parrot {
  public enum Size: String, PersistableEnum { case small, large }

  /// Nested, with stored names of its own.
  public final class Cage: Object {
    @Persisted public var size: Parrot.Size?
    @Persisted public var parrots: List<Parrot>

    public override class func propertiesMapping() -> [String: String] { ["size": "how_large"] }
  }
}
