/// The interface that all projections share, for generic code. See the guide, *Reading and querying*.
public nonisolated protocol ProjectionObservable: AnyObject, ThreadConfined {
  /// The type of the objects that the projection is a view of.
  associatedtype Root: ObjectBase
  /// The object that the projection is a view of.
  var rootObject: Root { get }
  /// Creates a view of `object`.
  init(projecting object: Root)
  /// The projected properties with their origins, as generated; empty if they are found by reflection.
  static var _projected: [(label: String, origin: PartialKeyPath<Root>)] { get }
  /// The properties whose values are derived from stored properties, as generated.
  static var _derived: [(label: String, keyPath: AnyKeyPath)] { get }
}
