import AshlarStore

/// The accessor that an enumeration passes to a block for each row.
///
/// The accessor of the previous row is reused if the block has stored no strong or weak reference to it, which saves an allocation for each
/// row. Otherwise, that accessor still refers to its row, and a new accessor is created.
struct ReusedAccessor {
  private let core: _RealmCore
  private var object: DynamicObject?

  init(_ core: _RealmCore) { self.core = core }

  mutating func access(_ row: _Row) -> DynamicObject {
    // The weak reference count of an object without weak references is at most 1.
    if isKnownUniquelyReferenced(&object), let object, _getWeakRetainCount(object) <= 1 {
      object._move(to: row, core)
      return object
    }
    let made = DynamicObject(row, core)
    object = made
    return made
  }
}
