import AshlarSchema
import AshlarStore

// The operations of `Migration` on objects.
extension MigrationRun {
  func enumerate(_ name: String, _ block: MigrationObjectEnumerateBlock) {
    guard let sides else { return }
    let (old, new) = tables(name, sides)
    if let old { return eachPair(name, old, new, sides) { block($0, $1) } }
    guard let new, let keys = storing({ try sides.new.session.liveKeys(new) }) else { return }
    for key in keys {
      guard failure == nil, let row = storing({ try sides.new.session.locate(new, key) }) else { return }
      if let row { block(nil, DynamicObject(row, sides.new)) }
    }
  }

  // Returns the ordinals of a type on both sides; nil for a side that lacks it.
  private func tables(_ name: String, _ sides: Sides) -> (old: Int?, new: Int?) {
    if let entity = listed(name) { return (sides.migration.ordinalBefore(of: entity.ordinal), entity.ordinal) }
    guard let old = sides.old.entity(named: name)?.ordinal else { return (nil, nil) }
    // The name is the old name of a type that was renamed, or the name of a type that the configuration does not list.
    return (old, sides.migration.ordinalAfter(of: old).flatMap { types.entities[$0]?.ordinal })
  }

  /// Calls `block` with each object of a table of the old side and its counterpart on the new side, which is nil if `new` is nil. Objects
  /// without a counterpart in the new table are skipped.
  func eachPair(_ name: String, _ old: Int, _ new: Int?, _ sides: Sides, _ block: (DynamicObject, DynamicObject?) -> Void) {
    _ = storing {
      let total = sides.old.session.count(old)
      var done = 0
      var (was, becomes) = (ReusedAccessor(sides.old), ReusedAccessor(sides.new))
      try sides.old.session.forEachRow(old) { key, row in
        try stepped(.objects, name, done, of: total, sides)
        done += 1
        // If `block` has renamed a property, the sessions of both schemas have been released, and the loop must end.
        if failure != nil || sides.new.session.isReleased { throw Stopped() }
        guard let new else { return block(was.access(row), nil) }
        guard let found = try sides.new.session.locate(new, key) else { return }
        block(was.access(row), becomes.access(found))
      }
      try ended(.objects, name, total)
    }
  }

  func create(_ name: String, _ value: Any) -> MigrationObject {
    let entity = listed(name)
    guard let sides else { return gone(entity) }
    guard let entity else {
      fail(UsageError.notInRealm(type: name))
      return gone(nil)
    }
    if sides.new.session.table(entity.ordinal)?.entity.kind == .embedded {
      fail(UsageError.embeddedCreated(type: name))
      return gone(entity)
    }
    let translated = MigratedValue(self, sides).translated(value, of: entity)
    guard failure == nil else { return gone(entity) }
    let made = sides.new.create(entity, value: translated, policy: .error)
    return DynamicObject(made._rowAccess, sides.new)
  }

  // Returns an invalidated object of a type, or of an arbitrary type if `entity` is nil. Operations on it have no effect.
  private func gone(_ entity: _Entity?) -> MigrationObject {
    guard let new = cores?.new, let entity = entity ?? types.entities.values.first else { return DynamicObject() }
    return DynamicObject(new.goneRow(entity), new)
  }

  func delete(_ object: MigrationObject) {
    guard let sides else { return }
    guard object._kind == .live, object._realm === sides.new || isClosed(object._realm) else {
      return fail(.deleteForeign(type: object._className))
    }
    guard object._isValid() else { return fail(.invalidated(type: object._className)) }
    _ = storing { try sides.new.session.deleteInMigration([object._entity.ordinal: [object._rowAccess.key]]) }
    sides.new.context.pointee.generation += 1
  }

  func deleteAll(_ name: String) -> Bool {
    guard let sides else { return false }
    let session = sides.new.session
    defer { sides.new.context.pointee.generation += 1 }
    if let entity = listed(name) {
      _ = storing { try session.deleteInMigration([entity.ordinal: try session.liveKeys(entity.ordinal)]) }
      return true
    }
    guard let old = sides.old.entity(named: name)?.ordinal, let ordinal = sides.migration.ordinalAfter(of: old) else { return false }
    // If `name` is the old name of a renamed type that the configuration lists, only the objects are deleted, not the type.
    guard types.entities[ordinal] == nil else {
      _ = storing { try session.deleteInMigration([ordinal: try session.liveKeys(ordinal)]) }
      return true
    }
    if case let source?? = storing({ try sides.migration.remove(ordinal) }) {
      fail(.removedTarget(type: name, source: source))
    }
    return true
  }

  func resolve(_ name: String, _ resolution: Migration.DuplicateResolution) {
    guard failure == nil else { return }
    guard let entity = listed(name) else { return fail(UsageError.notInRealm(type: name)) }
    duplicateResolutions[entity.ordinal] = resolution
  }

  /// See `Migration.resolveDuplicates(ofType:by:onDuplicate:)`.
  func resolve(_ name: String, by properties: [String], _ resolution: Migration.DuplicateResolution) {
    guard failure == nil else { return }
    guard let entity = listed(name) else { return fail(UsageError.notInRealm(type: name)) }
    var stored: [String] = []
    for property in properties {
      guard let column = entity.model.columns.first(where: { $0.name == property }) else {
        return fail(UsageError.unknownProperty(name: property, type: name))
      }
      stored.append(column.storedName)
    }
    if stored.isEmpty { return fail(UsageError.value("'resolveDuplicates' of '\(name)' names no property.")) }
    duplicateLists.removeAll { $0.ordinal == entity.ordinal && $0.properties == stored }
    duplicateLists.append(DuplicateRepair.List(ordinal: entity.ordinal, properties: stored, resolution: resolution))
  }
}
