/// What all projections have in common, for generic code.
public nonisolated protocol ProjectionObservable: AnyObject, ThreadConfined {
  /// The type it is a view of.
  associatedtype Root: ObjectBase
  /// The object it is a view of.
  var rootObject: Root { get }
  /// Makes a view of an object.
  init(projecting object: Root)
  /// The projected properties with their origins, as emitted; none where they are found by reflection.
  static var _projected: [(label: String, origin: PartialKeyPath<Root>)] { get }
  /// The properties whose values are made of stored ones, as emitted.
  static var _derived: [(label: String, keyPath: AnyKeyPath)] { get }
}
