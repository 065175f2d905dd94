import AshlarSchema

extension _CollectionBase {
  /// Returns whether this collection and `other` are the same collection.
  final func _isSame(as other: _CollectionBase) -> Bool {
    if self === other { return true }
    if let mine = managed, let theirs = other.managed { return mine.isSame(as: theirs) }
    if let mine = place, let theirs = other.place { return mine.isSame(as: theirs) }
    return false
  }

  /// Returns whether the elements of both collections are stored in the same form: with the same type, class and optionality. Integers of
  /// all widths are treated as one type.
  final func _hasElements(of other: _CollectionBase) -> Bool {
    let (mine, theirs) = (Self._elementType, type(of: other)._elementType)
    if let entity = mine._elementEntity {
      // A collection of untyped objects checks each object when it is added.
      return theirs._elementEntity.map { $0 === entity || $0 === _Entity.untyped || entity === _Entity.untyped } ?? false
    }
    return theirs._elementEntity == nil && StoredKind(mine) == StoredKind(theirs)
  }
}

/// The stored type of an element type, and whether elements may be nil.
private struct StoredKind: Equatable {
  let type: ObjectIdentifier
  let isOptional: Bool

  init(_ element: any RealmCollectionValue.Type) {
    func persisted<T: RealmCollectionValue>(_ type: T.Type) -> (Any.Type, Bool) {
      if let optional = T.PersistedType.self as? any OptionalProtocol.Type { return (StoredKind.wrapped(optional), true) }
      return (T.PersistedType.self, false)
    }
    let (stored, isOptional) = persisted(element)
    self.isOptional = isOptional
    type = ObjectIdentifier(stored is any FixedWidthInteger.Type ? Int.self : stored)
  }

  private static func wrapped<O: OptionalProtocol>(_ type: O.Type) -> Any.Type { O.Wrapped.self }
}
