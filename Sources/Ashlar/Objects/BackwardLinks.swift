import AshlarSchema
import AshlarStore

/// The objects that link to an object through one of their properties. A path names them `@links.Type.property`, which requires no declared
/// `LinkingObjects` property.
///
/// These objects are treated as one property with the negative ordinal `-1 - (entity << 16 | column)`.
enum BackwardLinks {
  static let word = "@links"

  static func name(_ type: String, _ property: String) -> String { "\(word).\(type).\(property)" }

  fileprivate static func ordinal(_ link: LinkColumn) -> Int { -1 - (link.source << 16 | link.column) }

  fileprivate static func place(_ ordinal: Int) -> (entity: Int, column: Int) { ((-1 - ordinal) >> 16, (-1 - ordinal) & 0xFFFF) }
}

extension _RealmCore {
  /// Returns the property that a name in the path of a condition denotes; nil if there is none. The name may be `@links.Type.property`.
  func property(named name: String, of entity: _Entity) -> (ordinal: Int, property: PropertyModel)? {
    if let found = entity.property(named: name) { return found }
    let parts = name.split(separator: ".")
    guard parts.count == 3, parts[0] == BackwardLinks.word, let source = self.entity(named: String(parts[1])),
      let column = source.model.columns.firstIndex(where: { $0.name == parts[2] }), let link = link(source.ordinal, column),
      link.target == entity.ordinal
    else { return nil }
    let property = PropertyModel(
      name: name, type: .object, collection: .linkingObjects, target: source.model.name, origin: source.model.columns[column].name)
    return (BackwardLinks.ordinal(link), property)
  }

  /// Returns the names by which paths refer to the objects that link to objects of a type.
  func backwardLinks(to entity: _Entity) -> [String] {
    session.tables.compactMap { $0?.ordinal }.sorted().flatMap { ordinal -> [String] in
      guard let source = self.entity(ordinal), has(source) else { return [] }
      return source.model.columns.indices.compactMap { column in
        guard link(ordinal, column)?.target == entity.ordinal else { return nil }
        return BackwardLinks.name(source.model.name, source.model.columns[column].name)
      }
    }
  }

  /// Returns the entity of the linking objects, for the negative ordinal of a backlink property.
  func backwardTarget(_ ordinal: Int) -> _Entity? { entity(BackwardLinks.place(ordinal).entity) }

  /// Returns the link column that a backlink property with a negative ordinal inverts.
  func backwardLink(_ ordinal: Int) -> LinkColumn? {
    let place = BackwardLinks.place(ordinal)
    return link(place.entity, place.column)
  }
}
