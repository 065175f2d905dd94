import AshlarSchema
import AshlarStore

/// The sources other than forward links from which the section key of an element may be computed: the linking objects of the element, and
/// of the objects up to `ObservedPaths.defaultDepth` links away from it.
struct KeySources {
  private let core: _RealmCore
  // The links that linking objects follow backward.
  private let origins: Set<LinkColumn>

  // The maximum number of changed rows in each table of linking objects; beyond it, all keys are computed again.
  private static let mostRows = 256

  init(_ entity: _Entity, _ core: _RealmCore) {
    self.core = core
    var origins: Set<LinkColumn> = []
    var seen: Set<Int> = [entity.ordinal]
    var frontier = [entity]
    for step in 0...ObservedPaths.defaultDepth {
      var next: [_Entity] = []
      func add(_ other: _Entity?) {
        if let other, seen.insert(other.ordinal).inserted { next.append(other) }
      }
      for entity in frontier {
        for (ordinal, property) in entity.model.properties.enumerated() {
          if property.collection == .linkingObjects {
            if let origin = core.origin(entity, ordinal) { origins.insert(origin) }
          } else if property.type == .object {
            add(core.target(entity, ordinal))
          } else if property.type == .any {
            // An `AnyRealmValue` may link to any table.
            for table in core.session.tables { add(table.flatMap { core.entity($0.ordinal) }) }
          }
        }
      }
      if step == ObservedPaths.defaultDepth { break }
      frontier = next
    }
    self.origins = origins
  }

  /// The ordinals of the tables whose links are followed.
  var tables: Set<Int> { Set(origins.map(\.source)) }

  /// Returns the rows whose linking objects were inserted or modified. Returns nil if too many rows changed, or if a link that linking
  /// objects follow was written or a row with such a link was deleted: other rows may then have gained or lost linking objects.
  func rows(_ changes: ChangeSet) -> Set<ReachedRows.Row>? {
    var found: Set<ReachedRows.Row> = []
    for origin in origins {
      guard let source = core.entity(origin.source), let table = changes.table(source, core) else { continue }
      if table.isAnything || !table.deleted.isEmpty || table.inserted.count + table.modified.count > KeySources.mostRows { return nil }
      for key in table.modified where changes.hasChanged(source, key, column: origin.column, core) { return nil }
      for key in table.inserted + table.modified {
        for target in core.reading({ try core.session.rowsLinked(origin, from: key) }) {
          found.insert(ReachedRows.Row(ordinal: origin.target, key: target))
        }
      }
    }
    return found
  }
}
