/// A region on the earth for `geoWithin` conditions: `GeoBox`, `GeoCircle` or `GeoPolygon`.
///
/// ```swift
/// func shops(in region: some RealmGeospatial) -> Results<Shop> {
///   realm.objects(Shop.self).where { $0.location.geoWithin(region) }
/// }
/// ```
public protocol RealmGeospatial: Sendable {
  /// Returns the region, prepared for point tests. Throws if the shape is invalid.
  func _region() throws(_GeoProblem) -> _GeoRegion
}

/// The name of the protocol in RealmSwift.
public typealias RLMGeospatial = RealmGeospatial

/// The reason why a shape is not a valid region.
public struct _GeoProblem: Error {
  let message: String
}

/// A region prepared for point tests, including its edges.
public final class _GeoRegion: Sendable {
  /// The shape that the region was created from.
  let shape: any RealmGeospatial
  private let holds: @Sendable (GeoPoint) -> Bool

  init(_ shape: any RealmGeospatial, _ holds: @escaping @Sendable (GeoPoint) -> Bool) {
    self.shape = shape
    self.holds = holds
  }

  /// Returns whether a point is inside the region or on its edge.
  func contains(_ point: GeoPoint) -> Bool { holds(point) }
}
