/// The path of a file through several releases of its schema. All schemas are in stored form: their names are stored names.
public enum ReleasePath {
  // The location of a type's values in the original file.
  private struct Origin {
    var type: String
    // The names of columns in the file, by current name. A column without an entry has no values in the file.
    var columns: [String: String]
  }

  /// Returns the target schema with the former names and dropped properties of all releases in between, so that a file's schema can be
  /// compared with it directly. Returns nil if former names cannot express the path, because a name was reused for a different declaration.
  /// Complexity: O(r × n²) for r releases of n types and properties.
  public static func direct(from file: SchemaModel, through releases: [SchemaModel], to target: SchemaModel) -> SchemaModel? {
    var state = file
    var origins = unmoved(file)
    var dropped: [String: [String]] = [:]
    for next in releases + [target] {
      let renames = SchemaRenames(from: state, to: next)
      origins = moved(origins, from: renames.applied(to: state), to: next, renames)
      for (new, old) in renames.types { dropped[new] = dropped.removeValue(forKey: old) }
      for entity in next.entities { dropped[entity.name, default: []] += entity.dropped }
      state = following(state, next)
    }
    var direct = target
    let types = Dictionary(origins.map { ($1.type, $0) }) { first, _ in first }
    for index in direct.entities.indices {
      var entity = direct.entities[index]
      let origin = origins[entity.name]
      entity.dropped = Set(dropped[entity.name] ?? []).ordered(byBytes: { $0 })
      entity.was = formerNames(entity.was, of: entity.name, from: origin?.type, owners: types)
      let columns = Dictionary((origin?.columns ?? [:]).map { ($1, $0) }) { first, _ in first }
      for column in entity.columns.indices {
        let property = entity.properties[column]
        entity.properties[column].was = formerNames(
          property.was, of: property.name, from: origin?.columns[property.name], owners: columns)
      }
      direct.entities[index] = entity
    }
    let renames = SchemaRenames(from: file, to: direct)
    let reached = moved(unmoved(file), from: renames.applied(to: file), to: direct, renames)
    let isSame = target.entities.allSatisfy { entity in
      reached[entity.name]?.type == origins[entity.name]?.type && reached[entity.name]?.columns == origins[entity.name]?.columns
    }
    return isSame ? direct : nil
  }

  /// Returns the former names of a type or property for a file that skips releases. The first is the name under which the file stores the
  /// values, if that is not the current name. Names under which the file stores the values of a different declaration are omitted.
  /// - Parameter owners: The current names, by name in the file.
  private static func formerNames(_ was: [String], of name: String, from origin: String?, owners: [String: String]) -> [String] {
    let others = was.filter { $0 != origin && owners[$0, default: name] == name }
    guard let origin, origin != name else { return others }
    return [origin] + others
  }

  private static func unmoved(_ file: SchemaModel) -> [String: Origin] {
    Dictionary(
      uniqueKeysWithValues: file.entities.map { entity in
        (entity.name, Origin(type: entity.name, columns: Dictionary(uniqueKeysWithValues: entity.columns.map { ($0.name, $0.name) })))
      })
  }

  /// Returns the origins of values after the migration to the next schema.
  private static func moved(
    _ origins: [String: Origin], from before: SchemaModel, to next: SchemaModel, _ renames: SchemaRenames
  ) -> [String: Origin] {
    var result = origins
    for name in renames.types.values { result[name] = nil }
    for entity in next.entities {
      let former = renames.types[entity.name] ?? entity.name
      guard let origin = origins[former], let old = before.entities.first(where: { $0.storedName == entity.name }) else {
        result[entity.name] = nil
        continue
      }
      var columns: [String: String] = [:]
      for column in entity.columns {
        guard let was = old.columns.first(where: { $0.storedName == column.name }),
          let from = origin.columns[renames.properties[entity.name]?[column.name] ?? column.name]
        else { continue }
        let (old, new) = (StoredType(was, in: before), StoredType(column, in: next))
        if old == new || old.isIntegerOfOtherWidth(than: new) { columns[column.name] = from }
      }
      result[entity.name] = Origin(type: origin.type, columns: columns)
    }
    return result
  }

  /// Returns the schema of a file after the migration to the next schema. Types that the next schema lacks are retained.
  public static func following(_ state: SchemaModel, _ next: SchemaModel) -> SchemaModel {
    let renames = SchemaRenames(from: state, to: next)
    let newNames = Dictionary(renames.types.map { ($1, $0) }) { first, _ in first }
    let kept = state.entities.filter { entity in newNames[entity.name] == nil && next.entity(named: entity.name) == nil }
    return SchemaModel(
      name: next.name, version: next.version,
      entities: next.entities
        + kept.map { entity in
          var entity = entity
          for column in entity.properties.indices {
            entity.properties[column].target = entity.properties[column].target.map { newNames[$0] ?? $0 }
          }
          return entity
        })
  }
}
