import AshlarSchema
import AshlarStore

/// Where the elements of an observed list, set or map are stored.
enum ObservedHome {
  /// In a column of their own.
  case column(_ManagedCollection)
  /// Inside of an `AnyRealmValue`.
  case nested(_AnyPlace)

  /// Nil for unmanaged collections, and for results that are objects.
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

  /// The type that has the property.
  var entity: _Entity {
    switch self {
    case .column(let managed): managed.entity
    case .nested(let place): place.entity
    }
  }

  /// Whether the owner is there, and has the collection.
  var isValid: Bool {
    switch self {
    case .column(let managed): managed.isValid
    case .nested(let place): place.isValid
    }
  }

  var isSet: Bool { if case .column(let managed) = self { managed.isSet } else { false } }

  /// Whether something was stored to the property.
  func hasChanged(in changes: ChangeSet) -> Bool {
    switch self {
    case .column(let managed): changes.hasChanged(managed.entity, managed.row.key, column: managed.column, managed.core)
    case .nested(let place): changes.hasChanged(place.entity, place.key, column: place.column, place.core)
    }
  }

  /// What counts as a change of an element; nil for values.
  func paths(_ keyPaths: [String]?) -> ObservedPaths? {
    if case .column(let managed) = self { return managed.observedPaths(keyPaths) }
    if keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
    return nil
  }

  /// The elements of a list or a set.
  /// - Parameter old: those of before, whose segments are taken from there.
  func elements(since old: ObservedElements) -> ObservedElements {
    switch self {
    case .column(let managed): return managed.observed(since: old)
    case .nested(let place):
      guard case .list(_, let elements)? = place.stored else { return .values(ObservedParts()) }
      return .values(ObservedParts(elements.map { ObservedValue($0) }))
    }
  }

  /// The entries of a map, by ascending keys.
  func entries() -> [(key: String, value: ObservedValue)] {
    switch self {
    case .column(let managed): return managed.observedEntries()
    case .nested(let place):
      guard case .dictionary(_, let entries)? = place.stored else { return [] }
      return entries.map { ($0.key, ObservedValue($0.value)) }
    }
  }
}
