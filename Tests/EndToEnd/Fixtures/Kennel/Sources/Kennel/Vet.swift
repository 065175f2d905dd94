// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Clinics
import RealmSwift

/// Beside the YAML, in one schema with it.
public class Vet: Object {
  @Persisted(primaryKey: true) public var name: String
  @Persisted public var patients: List<Dog>
  @Persisted public var field: Clinic.Field
  @Persisted(indexed: true) public var fee = Clinic.Fee(euros: 30)
  @Persisted public var fees: Map<String, Clinic.Fee?>
}
