import AshlarSchema
import AshlarStore

// Search and aggregates by name, in collections of values and in unmanaged collections.
extension _ResultsCore {
  convenience init(unmanaged collection: _CollectionBase) {
    let entity = Swift.type(of: collection)._elementType._elementEntity
    self.init(core: nil, source: .unmanaged(collection), entity: entity ?? .untyped)
  }

  var unmanaged: _CollectionBase? {
    if case .unmanaged(let collection) = source { collection } else { nil }
  }

  /// Returns the values to aggregate if they are not a column of stored rows: a property of unmanaged objects, or the elements of a
  /// collection of values under the name `self`. Otherwise returns nil.
  func plainValues(_ name: String, _ operation: String) -> ValueAggregates? {
    if let collection = values {
      core?.checkConfinement("collection")
      requireSelf(name, collection.kind, "\(collection.type)")
      return collection.type == .any
        ? ValueAggregates(collection.allElements(AnyRealmValue.self)) : ValueAggregates(collection.elements())
    }
    guard let collection = unmanaged else { return nil }
    let type = Swift.type(of: collection)
    guard type._elementType._elementEntity != nil else {
      requireSelf(name, type._kindName, CollectionDescription.name(type._elementType))
      return collection._aggregates
    }
    let (ordinal, property) = column(name, operation)
    let objects = collection._untyped.compactMap { flattened(($0 as? UntypedEntry)?.value ?? $0) as? ObjectBase }
    if property.type == .any { return ValueAggregates(objects.map { $0._any(ordinal) }) }
    return ValueAggregates(objects.map { $0._value(at: ordinal) as Any })
  }

  private func requireSelf(_ name: String, _ kind: String, _ type: String) {
    if name == "self" { return }
    let kinds = ["MutableSet": "Set", "Map": "Dictionarie", "Dictionary": "Dictionarie"]
    misuse(.onlySelf(kind: kinds[kind] ?? kind, type: type))
  }

  /// Returns the first position of an element; nil if it is not found. `element` returns the element at a position.
  func position<Element: RealmCollectionValue>(of wanted: Element, _ element: (Int) -> Element) -> Int? {
    if let object = wanted as? ObjectBase {
      if object._entity !== entity, entity !== _Entity.untyped {
        misuse(
          .wrongClass(
            found: object._className, place: "\(unmanaged.map { type(of: $0)._kindName } ?? "Results") type '\(entity.model.name)'"))
      }
      guard let collection = unmanaged else { return index(of: object) }
      return (0..<collection._count).first { object._isSameRow(as: element($0) as? ObjectBase) }
    }
    // Elements of custom types that are stored as objects, and values that are collections themselves, are compared in Swift.
    if Element._elementEntity != nil || (wanted as? AnyRealmValue)?.isCollection == true {
      return (0..<(unmanaged?._count ?? count)).first { element($0) == wanted }
    }
    if let collection = values {
      core?.checkConfinement("collection")
      let cells = UnmanagedCells([wanted], for: collection)
      let elements = collection.elements()
      let positions = computedKeys()
      return withExtendedLifetime(cells) {
        let value = cells[0]
        return positions.firstIndex { CellValue.setOrder(elements.value(Int($0)), value) == 0 }
      }
    }
    guard let collection = unmanaged else { return nil }
    let identity = ElementIdentity(wanted)
    return (0..<collection._count).first { position in
      let element = element(position)
      return (element as? AnyRealmValue)?.isCollection != true && ElementIdentity(element) == identity
    }
  }
}
