import AshlarSchema
import AshlarStore

/// The common base of lists, sets and maps, for code that is independent of the element type.
///
/// A collection either contains its elements itself (unmanaged), is an accessor for a stored collection, or represents a collection while a
/// key path is recorded.
public nonisolated class _CollectionBase {
  enum Home {
    case unmanaged
    case managed(_ManagedCollection)
    case recorder(_Recorder)
  }

  final var home: Home = .unmanaged
  /// State that few collections need.
  private final class Rare {
    var place: _AnyPlace?
    var loose: UInt64?
    var entering: [ObjectBase?] = []
  }

  private final var rare: Rare?

  private final func makeRare() -> Rare {
    if let rare { return rare }
    let made = Rare()
    rare = made
    return made
  }

  /// The location of the collection in an `AnyRealmValue` of a managed object, in which case `home` is `.unmanaged`; nil for any other
  /// collection.
  final var place: _AnyPlace? {
    get { rare?.place }
    set { if newValue != nil || rare != nil { makeRare().place = newValue } }
  }
  /// The id of the stored collection of which this is a copy; nil for any other collection. See `AnyRealmValue._placed`.
  final var loose: UInt64? {
    get { rare?.loose }
    set { if newValue != nil || rare != nil { makeRare().loose = newValue } }
  }
  /// The objects of the elements while the collection is being added to a Realm. The objects are stored, because converting a custom value
  /// again would create a different object.
  final var entering: [ObjectBase?] {
    get { rare?.entering ?? [] }
    set { if !newValue.isEmpty || rare != nil { makeRare().entering = newValue } }
  }

  /// Creates an unmanaged, empty collection.
  ///
  /// ```swift
  /// let dogs = List<Dog>()
  /// ```
  public required init() {}

  /// The Realm of the collection; nil if it is unmanaged.
  public final var realm: Realm? { (managed?.core ?? place?.core).map { Realm($0) } }

  /// Whether the stored collection no longer exists: its object has been deleted, its Realm has been invalidated, or the `AnyRealmValue`
  /// that contained it no longer does. Always false for an unmanaged collection.
  public final var isInvalidated: Bool {
    (managed?.core ?? place?.core)?.checkPlace(Self._kindName)
    return managed.map { !$0.isValid } ?? place.map { !$0.isValid } ?? false
  }

  /// Removes every element; removed embedded objects are deleted. Complexity: O(count).
  ///
  /// ```swift
  /// try realm.write { person.dogs.removeAll() }
  /// ```
  public func removeAll() {}

  final var managed: _ManagedCollection? {
    if case .managed(let managed) = home { managed } else { nil }
  }

  /// Returns whether this collection is an accessor for the given column of its object.
  @inline(__always) final func isColumn(_ column: Int) -> Bool {
    if case .managed(let managed) = home { managed.column == column } else { false }
  }

  /// Returns the objects of elements that are being added to a Realm, and stores them in `entering` until `_adopt` has run. If the elements
  /// are objects, the result has one entry for each element.
  final func enter<Element: RealmCollectionValue>(_ values: [Element]) -> [ObjectBase?] {
    entering = Element._elementEntity == nil ? values.flatMap(Element._objects) : values.map { Element._objects(in: $0).first }
    return entering
  }

  // Called before all other checks: the order of the checks, which determines the message, is part of the interface.
  final func requireWrite() {
    managed?.requireWrite()
    place?.requireWrite(Self._kindName)
  }

  // MARK: - Overridden by subclasses

  /// The name of the collection type in messages.
  class var _kindName: String { "" }
  /// Whether the collection is a map.
  class var _hasKeys: Bool { false }
  final var _isKeyed: Bool { Self._hasKeys }
  /// The type of the elements or values.
  class var _elementType: any RealmCollectionValue.Type { Int.self }
  /// Returns the objects in the elements of an unmanaged collection; see `enter`.
  func _unmanagedObjects() -> [ObjectBase?] { [] }
  /// Returns the row keys of the embedded objects that `stored` already contains, by index in `_unmanagedObjects`; -1 if there is none.
  func _storedObjects(_ stored: _ManagedCollection) -> [Int64] { [] }
  /// The elements; for maps `UntypedEntry` values.
  var _untyped: [Any] { [] }
  /// Moves the elements into a column of a managed object, and makes this collection an accessor for the column.
  /// - Parameter keepsSame: Whether values that are already stored are not written again.
  func _adopt(_ owner: ObjectBase, _ column: Int, keepsSame: Bool) {}
  /// Replaces the elements with untyped values. Returns false, without any change, if any value cannot be converted.
  func _replaceAll(with values: [Any]) -> Bool { false }
  func _describe(depth: Int, indent: String) -> String { "" }
  /// The number of elements.
  var _count: Int { 0 }
  /// The aggregates of the elements that are numbers or dates.
  var _aggregates: ValueAggregates { ValueAggregates([Int]()) }
  /// Implements `setValue(_:forKey:)` for the key `self`.
  func _setEach(_ value: Any?) {}

  /// Whether the collection never changes and may be read on any thread. This property itself may be read on any thread. See the guide,
  /// *Threads, actors and tasks*.
  public final var isFrozen: Bool { (managed?.core ?? place?.core)?.isFrozen ?? false }

  // MARK: - Used by subclasses

  /// Whether the elements are embedded objects.
  final var _isEmbedded: Bool { objectEntity?.model.kind == .embedded }

  /// The entity of the elements; nil if they are values. If the element class represents any type, the entity of the column's target.
  final var objectEntity: _Entity? {
    let entity = Self._elementType._elementEntity
    return entity === _Entity.untyped ? managed?.target ?? entity : entity
  }

  /// Makes this collection an accessor for a column of a managed object.
  final func follow(_ owner: ObjectBase, _ column: Int) -> _ManagedCollection {
    let managed = _ManagedCollection(owner, column, owner._realm)
    home = .managed(managed)
    owner._keep(self, column)
    return managed
  }

  /// The collection with the element type of the schema, if its elements are values and this accessor was created for objects; otherwise
  /// nil. See `Object.dynamicList(_:)`.
  final var collectionOfValues: _CollectionBase? {
    guard let managed, managed.type != .object, Self._elementType._elementEntity != nil else { return nil }
    return DynamicObject(managed.row, managed.core)._anyCollection(managed.column)
  }

  final func checkIndex(_ index: Int, _ limit: Int, _ name: String = "index") {
    if index < 0 { misuse(.negativeIndex(name: name)) }
    if index >= limit { misuse(.indexOutOfBounds(index: index, count: limit)) }
  }

  final func checkClass<Element: RealmCollectionValue>(_ element: Element) {
    // Values have no entity; casting them would cost more than storing them.
    guard var entity = Element._elementEntity, let object = element as? ObjectBase, object._entity !== entity else { return }
    if entity === _Entity.untyped {
      // An unmanaged collection of untyped objects accepts objects of every class.
      guard let target = managed?.target, object._entity !== target else { return }
      entity = target
    }
    misuse(.wrongClass(found: object._className, place: "\(Self._kindName) type '\(entity.model.name)'"))
  }

  /// Converts an untyped value to an element. Stops the program if it cannot be converted.
  final func checkedElement<Element: RealmCollectionValue>(_ value: Any?, _ kind: String, _ type: Element.Type) -> Element {
    if let element = Element._converted(from: value as Any) { return element }
    let expected = CollectionDescription.name(type)
    guard let value = flattened(value as Any) else { misuse(.nilElement(kind: kind, type: expected)) }
    misuse(.wrongElement(value: "\(value)", found: "\(Swift.type(of: value))", expected: expected))
  }
}

/// An entry of a map whose value type is not known statically.
struct UntypedEntry {
  let key: String
  let value: Any
}
