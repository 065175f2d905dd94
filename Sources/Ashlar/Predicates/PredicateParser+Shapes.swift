// Regions on the earth's surface.
extension PredicateParser {
  /// Parses the arguments of a shape: `([lon, lat], [lon, lat])`, `([lon, lat], radius)` or `({[lon, lat], …}, {…})`.
  mutating func shape(_ keyword: Keyword?, _ place: Int) throws(RealmPredicateError) -> ParsedPredicate.Operand {
    advance()
    advance()
    let shape: ParsedPredicate.Shape
    switch keyword {
    case .geoBox:
      let first = try point()
      guard take(",") else { throw failExpecting("',' and the upper right corner") }
      shape = .box(first, try point())
    case .geoCircle:
      let center = try point()
      guard take(",") else { throw failExpecting("',' and the radius in radians") }
      shape = .circle(center, radius: try coordinate())
    default:
      var rings = [try ring()]
      while take(",") { rings.append(try ring()) }
      shape = .polygon(rings)
    }
    guard take(")") else { throw failExpecting("')' for the parenthesis of '\(shape.name)'") }
    return .shape(shape, place: place)
  }

  private mutating func ring() throws(RealmPredicateError) -> [[ParsedPredicate.Operand]] {
    guard take("{") else { throw failExpecting("a ring of points, '{[0, 0], [1, 0], [1, 1], [0, 0]}'") }
    var points = [try point()]
    while take(",") { points.append(try point()) }
    guard take("}") else { throw failExpecting("',' or '}'") }
    return points
  }

  private mutating func point() throws(RealmPredicateError) -> [ParsedPredicate.Operand] {
    guard take("[") else { throw failExpecting("a point, '[longitude, latitude]'") }
    var numbers = [try coordinate()]
    guard take(",") else { throw failExpecting("',' and the latitude") }
    numbers.append(try coordinate())
    if take(",") { numbers.append(try coordinate()) }
    guard take("]") else { throw failExpecting("']'") }
    return numbers
  }

  private mutating func coordinate() throws(RealmPredicateError) -> ParsedPredicate.Operand {
    let number = try factor()
    switch number {
    case .argument, .literal(.integer, _), .literal(.double, _): return number
    default: throw fail("Expected a number or an argument.", at: number.place)
    }
  }
}
