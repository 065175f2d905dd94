import AshlarSchema
import AshlarStore

/// Where an embedded type has a point as GeoJSON does: `type` is `Point`, and `coordinates` are longitude and latitude.
struct GeoColumns {
  static let type = "type"
  static let coordinates = "coordinates"

  private let type: PropertyPath
  private let coordinates: PropertyPath

  /// Nil for other types.
  init?(_ entity: _Entity, _ core: _RealmCore) {
    guard let type = entity.property(named: GeoColumns.type)?.property, type.type == .string, type.collection == .none,
      let coordinates = entity.property(named: GeoColumns.coordinates)?.property, coordinates.type == .double,
      coordinates.collection == .list
    else { return nil }
    self.type = PropertyPath([.name(type.name)], entity, core) { misuse(.query($0)) }
    self.coordinates = PropertyPath([.name(coordinates.name)], entity, core) { misuse(.query($0)) }
  }

  /// Nil where an object is no point.
  func point(_ row: RowAccess, _ core: _RealmCore) -> GeoPoint? {
    guard case .text(let name) = type.value(row), name.count == 5,
      name.elementsEqual("point".utf8, by: { $0 | 0x20 == $1 }), let element = coordinates.layout?.element
    else { return nil }
    let elements = StoredElements(row, coordinates.column, element, .double, core)
    guard elements.count >= 2, case .double(let longitude) = elements.value(0), case .double(let latitude) = elements.value(1) else {
      return nil
    }
    return GeoPoint(latitude: latitude, longitude: longitude)
  }

  /// Why a path leads to nothing that may be a point; nil where it does.
  static func problem(_ target: _Entity?, _ path: String, _ core: _RealmCore) -> String? {
    guard let target else { return "A GEOWITHIN query can only operate on a link to an embedded class, and '\(path)' is not a link." }
    guard target.model.kind == .embedded else {
      return "A GEOWITHIN query can only operate on a link to an embedded class but '\(target.model.name)' is at the top level."
    }
    guard GeoColumns(target, core) != nil else {
      return "Query '\(path)' links to data in the wrong format for a geoWithin query: '\(target.model.name)' needs 'type: String' and "
        + "'coordinates: List<Double>'."
    }
    return nil
  }

  /// Why a shape is no region.
  static func problem(_ problem: _GeoProblem, _ shape: any RealmGeospatial) -> String {
    "Invalid region in GEOWITHIN query for parameter '\(shape)': '\(problem.message)'."
  }
}

extension ConditionBinding {
  /// Where the embedded objects at the end of a path have their points.
  func geoColumns(_ names: [PathPart]) -> GeoColumns {
    // Inside a subquery the objects may be the points themselves.
    var target: _Entity? = entity
    if !names.isEmpty {
      let end = path(names)
      target = end.hasInner ? nil : core.target(end.entity, end.column)
    }
    if let problem = GeoColumns.problem(target, names.text, core) { misuse(.query(problem)) }
    guard let target, let columns = GeoColumns(target, core) else { misuse(.query("'\(names.text)' has no points.")) }
    return columns
  }
}
