import AshlarSchema
import AshlarStore
import CAshlar

/// Evaluates a condition on the objects of an unmanaged collection. An unmanaged object is copied, with all objects that it reaches, to an
/// in-memory Realm and evaluated there; a managed object is evaluated in its own Realm.
struct UnmanagedSearch {
  /// The prefix of the identifier of the in-memory Realm; see `AccessRules.isForSearch`.
  static let name = "Ashlar: unmanaged objects "

  private let realm: Realm

  /// - Parameter entity: The type of the elements.
  init(_ entity: _Entity) {
    // The name is unique to each search, so that searches on several threads share no state.
    var configuration = Realm.Configuration(inMemoryIdentifier: UnmanagedSearch.name + "\(AnyStored.newId())")
    configuration.objectTypes = UnmanagedSearch.types(entity)
    do {
      realm = Realm(
        try RealmOpening.open(configuration, place: "index(matching:)", confinement: .thread(UInt(ashlar_thread()))))
    } catch {
      misuse(.storage("\(error)"))
    }
  }

  // Returns the type and all types that are reachable through its links.
  private static func types(_ entity: _Entity) -> [ObjectBase.Type] {
    var found = [entity]
    var next = 0
    while next < found.count {
      let each = found[next]
      next += 1
      for ordinal in each.model.properties.indices {
        guard let target = each.target(ordinal), !found.contains(where: { $0 === target }) else { continue }
        found.append(target)
      }
    }
    return found.map(\.type)
  }

  /// Returns the position of the first element that satisfies a condition; nil if there is none.
  ///
  /// Complexity: O(size of the elements and of the objects that they reach, up to the one found), plus some milliseconds for the in-memory
  /// Realm.
  func index<Elements: RealmCollection>(in elements: Elements, _ condition: (_RealmCore) -> Condition) -> Int? {
    elements.indices.first { index in
      (flattened(elements[index] as Any) as? ObjectBase).map { holds(condition, $0) } ?? false
    }
  }

  /// Returns whether an object satisfies a condition.
  static func holds(_ condition: (_RealmCore) -> Condition, _ object: ObjectBase) -> Bool {
    isFound(object, condition) ?? UnmanagedSearch(object._entity).holds(condition, object)
  }

  // Returns whether a managed object satisfies a condition; nil for an unmanaged object.
  private static func isFound(_ object: ObjectBase, _ condition: (_RealmCore) -> Condition) -> Bool? {
    guard object._kind == .live else { return nil }
    if !object._isValid() { misuse(.invalidated(type: object._className)) }
    return found(object, condition, object._realm)
  }

  private func holds(_ condition: (_RealmCore) -> Condition, _ object: ObjectBase) -> Bool {
    if let isFound = UnmanagedSearch.isFound(object, condition) { return isFound }
    // The condition is bound even if an index could evaluate it, so that its constants are checked.
    _ = Predicate(condition(realm._core), object._entity, realm._core)
    realm.beginWrite()
    defer { realm.cancelWrite() }
    return UnmanagedSearch.found(realm._core.create(object._entity, value: object, policy: .error), condition, realm._core)
  }

  private static func found(_ object: ObjectBase, _ condition: (_RealmCore) -> Condition, _ core: _RealmCore) -> Bool {
    _ResultsCore(core: core, source: .table, entity: object._entity).filtered(condition(core)).index(of: object) != nil
  }
}
