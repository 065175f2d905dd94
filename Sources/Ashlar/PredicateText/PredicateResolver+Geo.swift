import AshlarSchema

// Conditions on points in regions.
extension PredicateResolver {
  func region(_ shape: any RealmGeospatial, at place: Int) throws(RealmPredicateError) -> _GeoRegion {
    do {
      return try shape._region()
    } catch {
      throw source.fail(GeoColumns.problem(error, shape), at: place)
    }
  }

  func region(_ shape: ParsedPredicate.Shape, at place: Int) throws(RealmPredicateError) -> _GeoRegion {
    switch shape {
    case .box(let first, let second): return try region(GeoBox(bottomLeft: try point(first), topRight: try point(second)), at: place)
    case .circle(let center, let radius):
      guard let circle = GeoCircle(center: try point(center), radiusInRadians: try coordinate(radius)) else {
        throw source.fail("A radius must not be negative.", at: radius.place)
      }
      return try region(circle, at: place)
    case .polygon(let rings):
      var points: [[GeoPoint]] = []
      for ring in rings {
        var corners: [GeoPoint] = []
        for corner in ring { corners.append(try point(corner)) }
        points.append(corners)
      }
      guard let polygon = GeoPolygon(outerRing: points[0], holes: Array(points.dropFirst())) else {
        throw source.fail("A ring must have at least four points, and its last point must equal the first.", at: place)
      }
      return try region(polygon, at: place)
    }
  }

  func within(
    _ path: PredicatePath, _ region: _GeoRegion, _ comparison: ParsedPredicate.Comparison
  ) throws(RealmPredicateError) -> Condition {
    if !comparison.options.isEmpty { throw source.fail("Points are not text: omit the options.", at: comparison.place) }
    let target = path.end == .value && path.type == .object ? path.target : nil
    if let problem = GeoColumns.problem(target, path.parts.text, core) { throw source.fail(problem, at: path.place) }
    if path.quantifier == .all { throw source.fail("'ALL' is not supported for points: write 'ANY' or 'NONE'.", at: path.place) }
    let within = Condition.custom(RegionCondition(path.parts, region))
    return path.quantifier == .no ? .not(within) : within
  }

  private func point(_ numbers: [ParsedPredicate.Operand]) throws(RealmPredicateError) -> GeoPoint {
    let (longitude, latitude) = (try coordinate(numbers[0]), try coordinate(numbers[1]))
    let altitude = numbers.count > 2 ? try coordinate(numbers[2]) : 0
    guard let point = GeoPoint(latitude: latitude, longitude: longitude, altitude: altitude) else {
      throw source.fail(
        "'[\(longitude), \(latitude)]' is not a point: longitudes are between -180 and 180, and latitudes, which are second, between "
          + "-90 and 90.", at: numbers[0].place)
    }
    return point
  }

  private func coordinate(_ number: ParsedPredicate.Operand) throws(RealmPredicateError) -> Double {
    let value: PredicateValue
    switch number {
    case .literal(let literal, _): value = PredicateValue(literal)
    case .argument(let index, let place): value = try self.value(try source.argument(index, at: place), place)
    default: throw source.fail("Expected a number.", at: number.place)
    }
    switch value.constant {
    case .int(let number): return Double(number)
    case .double(let number): return number
    default: throw source.fail("'\(value.text)' is not a number.", at: number.place)
    }
  }
}
