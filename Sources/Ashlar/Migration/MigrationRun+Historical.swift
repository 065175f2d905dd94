import AshlarSchema
import AshlarStore

// The operations that the steps between releases use.
extension MigrationRun {
  /// Calls `body` with the old and the new form of each object that exists on both sides.
  func enumerate<Old: HistoricalObject, New: HistoricalObject>(
    _ oldType: Old.Type, _ newType: New.Type, _ body: (Old, New) throws -> Void
  ) {
    guard let sides else { return }
    let before = sides.old.session.tables.lazy.compactMap { $0 }.first { $0.entity.storedName == Old._storedName }
    guard let before, let after = sides.migration.ordinalAfter(of: before.ordinal), let old = sides.old.entity(before.ordinal),
      let new = sides.new.entity(after)
    else { return }
    let columns = (old: columns(of: oldType, old), new: columns(of: newType, new))
    eachPair(new.model.name, before.ordinal, after, sides) { was, becomes in
      guard let becomes else { return }
      do {
        try body(
          Old(_HistoricalRow(object: was, columns: columns.old, run: self)),
          New(_HistoricalRow(object: becomes, columns: columns.new, run: self)))
      } catch {
        fail(error)
      }
    }
  }

  /// Returns the columns of a release's properties; -1 for properties without a column.
  func columns<Type: HistoricalObject>(of type: Type.Type, _ entity: _Entity) -> [Int] {
    let key = HistoricalType(type: ObjectIdentifier(type), entity: ObjectIdentifier(entity))
    if let known = historicalColumns[key] { return known }
    let names = entity.model.columns.map(\.storedName)
    let columns = Type._storedNames.map { name in names.firstIndex(of: name) ?? -1 }
    historicalColumns[key] = columns
    return columns
  }

  /// Returns the same object on the other side; nil if the object has been deleted, if it or its type does not exist there, or if the
  /// migration has failed. The migration fails if the object belongs to a closed side.
  func counterpart(of object: DynamicObject) -> DynamicObject? {
    guard let sides else { return nil }
    if isClosed(object._realm) { fail(.invalidated(type: object._className)) }
    guard object._isValid() else { return nil }
    let isOld = isOld(object._realm)
    let (core, ordinal) =
      isOld
      ? (sides.new, sides.migration.ordinalAfter(of: object._entity.ordinal))
      : (sides.old, sides.migration.ordinalBefore(of: object._entity.ordinal))
    guard let ordinal, let row = storing({ try core.session.locate(ordinal, object._rowAccess.key) }) ?? nil else { return nil }
    return DynamicObject(row, core)
  }

  func resolve<Type: HistoricalObject>(_ type: Type.Type, _ resolution: Migration.DuplicateResolution) {
    let entity = types.entities.values.first { $0.model.storedName == Type._storedName }
    resolve(entity?.model.name ?? Type._storedName, resolution)
  }

  /// See `Migration.resolveDuplicates(of:by:onDuplicate:)`.
  func resolve<Type: HistoricalObject>(_ type: Type.Type, by properties: [String], _ resolution: Migration.DuplicateResolution) {
    let entity = types.entities.values.first { $0.model.storedName == Type._storedName }
    resolve(entity?.model.name ?? Type._storedName, by: properties, resolution)
  }

  /// Creates an object of a release's type on the new side.
  func create<Type: HistoricalObject>(_ type: Type.Type) -> Type {
    let entity = types.entities.values.first { $0.model.storedName == Type._storedName }
    let object = create(entity?.model.name ?? Type._storedName, [String: Any]())
    return Type(_HistoricalRow(object: object, columns: columns(of: type, object._entity), run: self))
  }
}

/// A pair of a release's type and the corresponding type of one side of the migration.
struct HistoricalType: Hashable {
  let type: ObjectIdentifier
  let entity: ObjectIdentifier
}
