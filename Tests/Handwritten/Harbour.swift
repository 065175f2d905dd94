// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import RealmSwift

// listing: models
public class Boat: Object {
  @Persisted(primaryKey: true) public var id: ObjectId
  @Persisted(indexed: true) public var name: String = "unnamed"
  @Persisted public var length: Double?
  @Persisted public var crew: List<Mate>
  @Persisted public var built = Date()
  @Persisted public var rig: Rig = .sloop

  public convenience init(name: String) {
    self.init()
    self.name = name
  }
}

public class Mate: Object {
  @Persisted public var name: String
  @Persisted(originProperty: "crew") public var boats: LinkingObjects<Boat>
}

public enum Rig: String, PersistableEnum { case sloop, ketch }
// end
