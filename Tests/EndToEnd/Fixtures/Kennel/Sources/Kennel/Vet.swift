// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import RealmSwift

/// Beside the YAML, in one schema with it.
public class Vet: Object {
  @Persisted(primaryKey: true) public var name: String
  @Persisted public var patients: List<Dog>
}
