import AshlarSchema
import AshlarStore

/// The location at which the elements of an observed list, set or map are stored.
enum ObservedHome {
  /// A column of the owner's table.
  case column(_ManagedCollection)
  /// A location inside an `AnyRealmValue`.
  case nested(_AnyPlace)

  /// Nil for unmanaged collections, for results whose elements are objects, and for linking objects.
  init?<Elements: RealmCollection>(_ elements: Elements) {
    if let place = elements._collectionBase?.place {
      self = .nested(place)
    } else if let managed = elements._collectionBase?.managed ?? elements._resultsCore.values {
      self = .column(managed)
    } else {
      return nil
    }
  }

  /// Nil for an unmanaged map.
  init?(_ map: _CollectionBase) {
    if let place = map.place {
      self = .nested(place)
    } else if let managed = map.managed {
      self = .column(managed)
    } else {
      return nil
    }
  }

  var core: _RealmCore {
    switch self {
    case .column(let managed): managed.core
    case .nested(let place): place.core
    }
  }

  /// The type that declares the property.
  var entity: _Entity {
    switch self {
    case .column(let managed): managed.entity
    case .nested(let place): place.entity
    }
  }

  /// The ordinal of the property.
  var column: Int {
    switch self {
    case .column(let managed): managed.column
    case .nested(let place): place.column
    }
  }

  /// Whether the owner exists and contains the collection.
  var isValid: Bool {
    switch self {
    case .column(let managed): managed.isValid
    case .nested(let place): place.isValid
    }
  }

  var isSet: Bool { if case .column(let managed) = self { managed.isSet } else { false } }

  /// Returns whether the property was written; true if the written rows are unknown.
  func hasChanged(in changes: ChangeSet) -> Bool {
    switch self {
    case .column(let managed): changes.hasChanged(managed.entity, managed.row.key, column: managed.column, managed.core)
    case .nested(let place): changes.hasChanged(place.entity, place.key, column: place.column, place.core)
    }
  }

  /// Returns the tables and columns that determine the elements and, with `paths`, their modifications.
  func tables(_ paths: ObservedPaths?) -> ObservedTables {
    var tables = ObservedTables()
    tables.addCollection(entity, column, core)
    if let paths { tables.add(paths, core) }
    return tables
  }

  /// Returns the changes that count as modifications of an element; nil if the elements are values.
  func paths(_ keyPaths: [String]?) -> ObservedPaths? {
    if case .column(let managed) = self { return managed.observedPaths(keyPaths) }
    if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
    return nil
  }

  /// Returns the elements of a list or a set.
  /// - Parameter old: The previous elements, from which unchanged segments are reused.
  func elements(since old: ObservedElements) -> ObservedElements {
    switch self {
    case .column(let managed): return managed.observed(since: old)
    case .nested(let place):
      guard case .list(_, let elements)? = place.stored else { return .values(ObservedParts()) }
      return .values(ObservedParts(elements.map { ObservedValue($0) }))
    }
  }

  /// Returns the entries of a map, in ascending order of keys.
  func entries() -> [(key: String, value: ObservedValue)] {
    switch self {
    case .column(let managed): return managed.observedEntries()
    case .nested(let place):
      guard case .dictionary(_, let entries)? = place.stored else { return [] }
      return entries.map { ($0.key, ObservedValue($0.value)) }
    }
  }
}
