// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// listing: parcel
import Outside
import RealmSwift

public class Parcel: Object {
  @Persisted(primaryKey: true) public var waybill: Outside.Waybill = Waybill(number: 0)
  @Persisted(indexed: true) public var state: Carrier.State
  @Persisted public var size: Carrier.Size?
  @Persisted public var weight = Weight(grams: 1)
  @Persisted public var history: List<Carrier.State>
  @Persisted public var parts: Map<String, Weight?>
  @Persisted public var sizes: MutableSet<Carrier.Size>
  @Persisted public var sender: Sailor?
}
// end
