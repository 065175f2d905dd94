extension Query {
  fileprivate func within(_ shape: some RealmGeospatial) -> Query<Bool> {
    do {
      return Query<Bool>(.within(path, try shape._region()))
    } catch {
      misuse(.query(GeoColumns.problem(error, shape)))
    }
  }
}

extension Query where T: OptionalProtocol, T.Wrapped: EmbeddedObject {
  /// Whether an embedded object is a point in a region, or on its edge: `$0.location.geoWithin(GeoCircle(center: oslo, radius: near))`.
  ///
  /// The type has `type: String`, which is `Point`, and `coordinates: List<Double>`, which are longitude and latitude. Objects for
  /// which this is otherwise do not match. A shape that is no region stops the program.
  public func geoWithin<Shape: RealmGeospatial>(_ shape: Shape) -> Query<Bool> { within(shape) }
}

extension Query where T: RealmCollection, T.Element: EmbeddedObject {
  /// Whether any of the embedded objects is a point in a region, or on its edge.
  public func geoWithin<Shape: RealmGeospatial>(_ shape: Shape) -> Query<Bool> { within(shape) }
}
