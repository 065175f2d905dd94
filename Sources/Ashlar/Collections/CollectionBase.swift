import AshlarSchema
import AshlarStore

/// What lists, sets and maps have in common, for code that does not know their element type.
///
/// Either the collection holds its elements itself (unmanaged), or it is an accessor of a stored one, or it stands for one
/// while a key path is recorded.
public nonisolated class _CollectionBase {
  enum Home {
    case unmanaged
    case managed(_ManagedCollection)
    case recorder(_Recorder)
  }

  final var home: Home = .unmanaged
  /// What few collections have.
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

  /// Where the collection lies when it is part of a value of any type of a managed object; `home` is unmanaged then.
  final var place: _AnyPlace? {
    get { rare?.place }
    set { if newValue != nil || rare != nil { makeRare().place = newValue } }
  }
  /// The number of the stored collection that this is a copy of, until it follows that.
  final var loose: UInt64? {
    get { rare?.loose }
    set { if newValue != nil || rare != nil { makeRare().loose = newValue } }
  }
  /// What stands for the elements in the Realm that the collection is being added to: values of custom types make an object
  /// each time they are asked.
  final var entering: [ObjectBase?] {
    get { rare?.entering ?? [] }
    set { if !newValue.isEmpty || rare != nil { makeRare().entering = newValue } }
  }

  /// Makes an unmanaged, empty collection.
  public required init() {}

  /// The Realm of the collection; nil when it is unmanaged.
  public final var realm: Realm? { (managed?.core ?? place?.core).map { Realm($0) } }

  /// Whether the object that has the collection is gone. Never for unmanaged collections.
  public final var isInvalidated: Bool {
    (managed?.core ?? place?.core)?.checkPlace(Self._kindName)
    return managed.map { !$0.isValid } ?? place.map { !$0.isValid } ?? false
  }

  /// Removes every element; embedded objects are deleted.
  public func removeAll() {}

  final var managed: _ManagedCollection? {
    if case .managed(let managed) = home { managed } else { nil }
  }

  /// Whether this is an accessor of the column of its object.
  @inline(__always) final func isColumn(_ column: Int) -> Bool {
    if case .managed(let managed) = home { managed.column == column } else { false }
  }

  /// The objects of elements that are being added to a Realm, kept until `_adopt`: where elements are objects, one each.
  final func enter<Element: RealmCollectionValue>(_ values: [Element]) -> [ObjectBase?] {
    entering = Element._elementEntity == nil ? values.flatMap(Element._objects) : values.map { Element._objects(in: $0).first }
    return entering
  }

  // Before anything else: which message wins is part of the interface.
  final func requireWrite() {
    managed?.requireWrite()
    place?.requireWrite(Self._kindName)
  }

  // MARK: - Overridden

  /// The kind as messages name it.
  class var _kindName: String { "" }
  /// Whether elements are values by key.
  class var _hasKeys: Bool { false }
  final var _isKeyed: Bool { Self._hasKeys }
  /// The type of elements or values.
  class var _elementType: any RealmCollectionValue.Type { Int.self }
  /// Elements as they are in an unmanaged collection, where they are objects.
  func _unmanagedObjects() -> [ObjectBase?] { [] }
  /// What an embedded collection has stored already, by the position of `_unmanagedObjects`: keys, -1 for none.
  func _storedObjects(_ stored: _ManagedCollection) -> [Int64] { [] }
  /// Elements; entries of maps are `UntypedEntry`.
  var _untyped: [Any] { [] }
  /// Moves the elements into a column of a managed object and follows them there.
  /// - Parameter keepsSame: whether values that are stored already are not stored again.
  func _adopt(_ owner: ObjectBase, _ column: Int, keepsSame: Bool) {}
  /// Replaces the elements by untyped ones; false when one cannot be converted, and then nothing has changed.
  func _replaceAll(with values: [Any]) -> Bool { false }
  func _describe(depth: Int, indent: String) -> String { "" }
  /// How many elements there are.
  var _count: Int { 0 }
  /// The aggregates of elements that are values.
  var _aggregates: ValueAggregates { ValueAggregates([Int]()) }
  /// `setValue(_:forKey:)` for the key `self`.
  func _setEach(_ value: Any?) {}

  /// Whether the collection never changes and may be read from any thread. May be asked from any thread.
  public final var isFrozen: Bool { (managed?.core ?? place?.core)?.isFrozen ?? false }

  // MARK: - For subclasses

  /// Whether elements are owned.
  final var _isEmbedded: Bool { objectEntity?.model.kind == .embedded }

  /// What elements are, nil for values. Not the class's own where that stands for any type.
  final var objectEntity: _Entity? {
    let entity = Self._elementType._elementEntity
    return entity === _Entity.untyped ? managed?.target ?? entity : entity
  }

  /// Makes this an accessor of a column of a managed object.
  final func follow(_ owner: ObjectBase, _ column: Int) -> _ManagedCollection {
    let managed = _ManagedCollection(owner, column, owner._realm)
    home = .managed(managed)
    owner._keep(self, column)
    return managed
  }

  /// The collection with its own element type, where its elements are values and this accessor was made for objects; nil elsewhere.
  /// See `Object.dynamicList(_:)`.
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
      // Unmanaged collections of any objects take all.
      guard let target = managed?.target, object._entity !== target else { return }
      entity = target
    }
    misuse(.wrongClass(found: object._className, place: "\(Self._kindName) type '\(entity.model.name)'"))
  }

  /// An untyped value as an element; stops the program when it is none.
  final func checkedElement<Element: RealmCollectionValue>(_ value: Any?, _ kind: String, _ type: Element.Type) -> Element {
    if let element = Element._converted(from: value as Any) { return element }
    let expected = CollectionDescription.name(type)
    guard let value = flattened(value as Any) else { misuse(.nilElement(kind: kind, type: expected)) }
    misuse(.wrongElement(value: "\(value)", found: "\(Swift.type(of: value))", expected: expected))
  }
}

/// An entry of a map without its types.
struct UntypedEntry {
  let key: String
  let value: Any
}
