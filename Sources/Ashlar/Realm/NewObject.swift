import AshlarSchema
import AshlarStore

/// A type of a Realm, looked up once by its name, for code that creates many objects of the type. Used by the command.
package struct _NamedType {
  let entity: _Entity
  let core: _RealmCore

  /// - Parameter name: The name of a type, as `Realm.dynamicObjects` accepts it. Any other name stops the program.
  package init(_ name: String, in realm: Realm) {
    core = realm._core
    entity = core.namedEntity(name)
  }

  /// Returns the object with a primary key; nil if there is none.
  package func object(forPrimaryKey key: Any) -> DynamicObject? {
    core._place(of: entity, with: key).access(core.context).map { DynamicObject($0, core) }
  }

  /// Returns the object with a row key; nil if there is none.
  package func object(row key: Int64) -> DynamicObject? { core.row(entity, key).map { DynamicObject($0, core) } }
}

/// Finds objects by their values in the properties of a unique rule. Used by the command.
package struct _MatchedType {
  fileprivate let match: UniqueMatch

  /// Returns nil if the type has no unique rule over exactly these properties.
  package init?(_ type: _NamedType, _ properties: [String]) {
    guard UniqueMatch.exists(properties, type.entity) else { return nil }
    match = UniqueMatch(properties, type.entity, type.core)
  }
}

/// An object that will be inserted, whose columns are set one by one. Used by the command.
///
/// A value of known type is stored in its column as it is read from the input. `Realm.dynamicCreate` would receive the value in a
/// dictionary, and would have to determine its property and its type again.
package struct _NewObject {
  private let type: _NamedType
  private let object: ObjectBase
  private var given = ColumnSet()
  private var others: [(column: Int, value: Any)] = []

  /// Creates an object with the defaults of its type. The Realm must be in a write transaction, and the type must not be embedded.
  package init(_ type: _NamedType) {
    type.core.requireWrite("create an object")
    self.type = type
    object = type.entity.makeObject()
  }

  /// Sets a column that is neither a link nor a collection. Returns false if the value cannot be stored in the column.
  package mutating func set(_ contents: _StoredContents, _ column: Int) -> Bool {
    guard let value = Untyped(contents) else { return false }
    let form = type.entity.forms[column]
    given.insert(column)
    return object._store(value, column, form.type, isOptional: form.isOptional)
  }

  /// Sets a column to a value that `Realm.dynamicCreate` accepts for it.
  package mutating func set(value: Any, _ column: Int) {
    given.insert(column)
    others.append((column, value))
  }

  /// Whether a column has been set.
  package func has(_ column: Int) -> Bool { given.contains(column) }

  /// Returns the stored object with the values that this object has in the properties of a unique rule; nil if there is none. The rule must
  /// not contain properties that link to objects.
  package func stored(_ type: _MatchedType) -> DynamicObject? {
    type.match.object(like: object)?.row(self.type.core, self.type.entity).map { DynamicObject($0, self.type.core) }
  }

  /// Inserts the object. A primary key that already exists or, for a type without a class, a required column without a value stops the
  /// program. If a value is data that cannot be stored, returns an invalidated object; see `Realm.create(_:value:update:)`.
  package func insert() -> DynamicObject {
    let stored = type.core.create(object, others, given: given)
    return (stored as? DynamicObject) ?? DynamicObject(stored._rowAccess, type.core)
  }
}
