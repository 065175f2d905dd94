/// A region on the earth that `geoWithin` looks for points in: `GeoBox`, `GeoCircle` or `GeoPolygon`.
public protocol RealmGeospatial: Sendable {
  /// The region, ready to look for points in. Throws what is wrong with it.
  func _region() throws(_GeoProblem) -> _GeoRegion
}

/// RealmSwift's name.
public typealias RLMGeospatial = RealmGeospatial

/// Why a shape is no region.
public struct _GeoProblem: Error {
  let message: String
}

/// A region to look for points in, its edges included.
public final class _GeoRegion: Sendable {
  /// What it was made of.
  let shape: any RealmGeospatial
  private let holds: @Sendable (GeoPoint) -> Bool

  init(_ shape: any RealmGeospatial, _ holds: @escaping @Sendable (GeoPoint) -> Bool) {
    self.shape = shape
    self.holds = holds
  }

  /// Whether a point lies in the region or on its edge.
  func contains(_ point: GeoPoint) -> Bool { holds(point) }
}
