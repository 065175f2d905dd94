import AshlarSchema
import AshlarStore

/// Converts values of the old side of a migration for the new side: a link becomes a link to the same object, an embedded object a
/// dictionary of its values, a list or set an array, and a map the pairs of its keys and values.
struct MigratedValue {
  // The representation of nil in a dictionary of values.
  private static var null: Any { Any?.none as Any }

  private let run: MigrationRun
  private let sides: MigrationRun.Sides

  init(_ run: MigrationRun, _ sides: MigrationRun.Sides) {
    self.run = run
    self.sides = sides
  }

  /// Returns the converted value for a property.
  func translated(_ value: Any?, _ entity: _Entity, _ column: Int) -> Any? {
    translated(value, entity.model.properties[column].type == .object ? sides.new.target(entity, column) : nil)
  }

  /// Returns the converted value for a new object.
  func translated(_ value: Any, of entity: _Entity) -> Any {
    switch value {
    case let object as ObjectBase where isClosed(object): stale(object) as Any
    case let object as DynamicObject where isOld(object): values(object, entity)
    case let values as [String: Any]:
      values.reduce(into: [String: Any]()) { result, entry in
        let column = entity.property(named: entry.key)?.ordinal
        result[entry.key] = column.map { translated(entry.value, entity, $0) } ?? entry.value
      }
    case let values as [Any]:
      values.enumerated().map { column, value in
        column < entity.model.columns.count ? translated(value, entity, column) as Any : value
      }
    default: value
    }
  }

  private func translated(_ value: Any?, _ target: _Entity?) -> Any? {
    // Casts to objects and collections fail for these values, and take longer than a comparison of their types.
    if let value, CommonScalar.includes(value) { return value }
    return switch value {
    case let object as ObjectBase where isClosed(object): stale(object)
    case let object as DynamicObject where isOld(object):
      target?.model.kind == .embedded ? target.map { values(object, $0) } : counterpart(object)
    case let object as Object where object._kind == .live && isOld(object): counterpart(object)
    case let any as AnyRealmValue: any.payload == nil ? any : translated(any.payload, nil)
    case let collection as _CollectionBase: elements(collection, target)
    case let values as [Any]: values.compactMap { translated($0, target) }
    case let values as [String: Any]:
      target.map { translated(values, of: $0) } ?? values.compactMapValues { translated($0, nil) }
    default: value
    }
  }

  private func isOld(_ object: ObjectBase) -> Bool { object._kind == .live && run.isOld(object._realm) }

  private func isClosed(_ object: ObjectBase) -> Bool { object._kind == .live && run.isClosed(object._realm) }

  /// Makes the migration fail, because the object was read before a renaming and no longer has a counterpart.
  private func stale(_ object: ObjectBase) -> Any? {
    run.fail(.invalidated(type: object._className))
    return nil
  }

  /// Returns the same object on the new side; nil if it was deleted or its type was removed.
  private func counterpart(_ object: ObjectBase) -> Any? {
    guard object._isValid(), let ordinal = sides.migration.ordinalAfter(of: object._entity.ordinal) else { return nil }
    let row = run.storing { try sides.new.session.locate(ordinal, object._rowAccess.key) } ?? nil
    return row.map { DynamicObject($0, sides.new) }
  }

  // Properties that the old object lacks are omitted, so that they receive the defaults of the class.
  private func values(_ object: ObjectBase, _ target: _Entity) -> [String: Any] {
    var values: [String: Any] = [:]
    let old = object._entity.model
    for (column, property) in target.model.columns.enumerated() {
      let names = [property.storedName] + property.was
      guard let before = names.lazy.compactMap({ name in old.columns.firstIndex { $0.name == name } }).first else { continue }
      values[property.name] = translated(object._value(at: before), target, column) ?? MigratedValue.null
    }
    return values
  }

  private func elements(_ collection: _CollectionBase, _ target: _Entity?) -> Any {
    let elements = collection._untyped
    guard collection is any RealmKeyedCollection else {
      return elements.compactMap { element -> Any? in
        if case Optional<Any>.none = element { return element }
        return translated(element, target)
      }
    }
    return _MapEntries(
      elements.compactMap { $0 as? UntypedEntry }.map { (key: $0.key, value: translated($0.value, target) ?? MigratedValue.null) })
  }
}
