import AshlarSchema
import AshlarStore

/// The columns of an embedded type that stores a point as in GeoJSON: `type` is `Point`, and `coordinates` are longitude and latitude.
struct GeoColumns {
  static let type = "type"
  static let coordinates = "coordinates"

  private let type: (column: Int, layout: ColumnLayout)
  private let coordinates: (column: Int, element: ElementLayout)

  /// Returns nil if the type does not have these columns.
  init?(_ entity: _Entity) {
    guard let (typeColumn, type) = entity.property(named: GeoColumns.type), type.type == .string, type.collection == .none,
      let (column, coordinates) = entity.property(named: GeoColumns.coordinates), coordinates.type == .double,
      coordinates.collection == .list, let element = entity.layout.columns[column].element
    else { return nil }
    self.type = (typeColumn, entity.layout.columns[typeColumn])
    self.coordinates = (column, element)
  }

  /// Returns the point of an object; nil if the object does not contain a valid point.
  func point(_ row: ScannedRow, _ session: ReadSession) -> GeoPoint? {
    guard case .text(let name) = row.value(type.column, type.layout), name.count == 5,
      name.elementsEqual("point".utf8, by: { $0 | 0x20 == $1 })
    else { return nil }
    let elements = row.elements(coordinates.column, coordinates.element, .double, session)
    guard elements.count >= 2, case .double(let longitude) = elements.value(0), case .double(let latitude) = elements.value(1) else {
      return nil
    }
    return GeoPoint(latitude: latitude, longitude: longitude)
  }

  /// Returns the reason why a path does not lead to points; nil if it does.
  static func problem(_ target: _Entity?, _ path: String, _ core: _RealmCore) -> String? {
    guard let target else { return "A GEOWITHIN query can only operate on a link to an embedded class, and '\(path)' is not a link." }
    guard target.model.kind == .embedded else {
      return "A GEOWITHIN query can only operate on a link to an embedded class but '\(target.model.name)' is at the top level."
    }
    guard GeoColumns(target) != nil else {
      return "Query '\(path)' links to data in the wrong format for a geoWithin query: '\(target.model.name)' needs 'type: String' and "
        + "'coordinates: List<Double>'."
    }
    return nil
  }

  /// Returns the reason why a shape is not a valid region.
  static func problem(_ problem: _GeoProblem, _ shape: any RealmGeospatial) -> String {
    "Invalid region in GEOWITHIN query for parameter '\(shape)': '\(problem.message)'."
  }
}

extension ConditionBinding {
  /// Returns the columns in which the embedded objects at the end of a path store points.
  func geoColumns(_ names: [PathPart]) -> GeoColumns {
    // Inside a subquery, the objects may be the points themselves.
    var target: _Entity? = entity
    if !names.isEmpty {
      let end = path(names)
      target = end.hasInner ? nil : core.target(end.entity, end.column)
    }
    if let problem = GeoColumns.problem(target, names.text, core) { misuse(.query(problem)) }
    guard let target, let columns = GeoColumns(target) else { misuse(.query("'\(names.text)' has no points.")) }
    return columns
  }
}
