extension Query {
  fileprivate func within(_ shape: some RealmGeospatial) -> Query<Bool> {
    do {
      return Query<Bool>(.custom(RegionCondition(path, try shape._region())))
    } catch {
      misuse(.query(GeoColumns.problem(error, shape)))
    }
  }
}

extension Query where T: OptionalProtocol, T.Wrapped: EmbeddedObject {
  /// Whether an embedded object is a point in a region or on its edge.
  ///
  /// ```swift
  /// let near = Distance.kilometers(5)!
  /// shops.where { $0.location.geoWithin(GeoCircle(center: oslo, radius: near)) }
  /// ```
  ///
  /// The embedded type must have the properties `type: String`, whose value is `Point`, and `coordinates: List<Double>`, which contains the
  /// longitude and the latitude in degrees. Objects with other values do not match. An invalid shape stops the program. See the guide,
  /// *Reading and querying*.
  public func geoWithin<Shape: RealmGeospatial>(_ shape: Shape) -> Query<Bool> { within(shape) }
}

extension Query where T: RealmCollection, T.Element: EmbeddedObject {
  /// Whether any of the embedded objects is a point in a region or on its edge: `$0.branches.geoWithin(box)`.
  public func geoWithin<Shape: RealmGeospatial>(_ shape: Shape) -> Query<Bool> { within(shape) }
}
