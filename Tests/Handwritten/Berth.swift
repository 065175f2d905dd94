// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, OneVariableDeclarationPerLine
import Foundation
import RealmSwift

public class Berth: EmbeddedObject {
  @Persisted public var street: String
  @Persisted public var city: String?
  @Persisted(originProperty: "home") public var residents: LinkingObjects<Sailor>
}

/// A value of the program's own, stored as an embedded object.
public struct Spot: Equatable {
  public var x: Double
  public var y: Double
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

public class StoredSpot: EmbeddedObject {
  @Persisted public var x: Double
  @Persisted public var y: Double
}

extension Spot: CustomPersistable {
  public typealias PersistedType = StoredSpot
  public init(persistedValue: StoredSpot) { self.init(x: persistedValue.x, y: persistedValue.y) }
  public var persistableValue: StoredSpot { StoredSpot(value: ["x": x, "y": y]) }
}

extension URL: FailableCustomPersistable {
  public typealias PersistedType = String
  public init?(persistedValue: String) { self.init(string: persistedValue) }
  public var persistableValue: String { absoluteString }
}
