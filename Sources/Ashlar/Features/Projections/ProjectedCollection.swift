/// One property of each object of a collection, in the collection's order: live, and as long as the collection.
public nonisolated struct ProjectedCollection<Element>: RandomAccessCollection, CustomStringConvertible {
  /// Positions, from 0.
  public typealias Index = Int

  let source: ProjectedSource<Element>

  init(_ source: ProjectedSource<Element>) { self.source = source }

  /// 0.
  public var startIndex: Int { 0 }
  /// How many objects there are.
  public var endIndex: Int { source.count }

  /// The property of the object at a position. Setting it sets the object's, where the key path can be written to; it stops the
  /// program where it cannot.
  public subscript(position: Int) -> Element {
    get { source.value(at: position) }
    nonmutating set { source.set(newValue, at: position) }
  }

  /// The Realm of the collection; nil when it is unmanaged.
  public var realm: Realm? { source.realm }
  /// Whether the object that has the collection is gone.
  public var isInvalidated: Bool { source.isInvalidated }

  /// The values.
  public var description: String {
    let lines = enumerated().map { "\t[\($0)] \(ProjectionTable.text($1))\n" }
    return "ProjectedCollection<\(Element.self)> {\n\(lines.joined())}"
  }
}

extension ProjectedCollection where Element: Equatable {
  /// The first position of a value, or nil. O(count).
  public func index(of object: Element) -> Int? { firstIndex(of: object) }
}

/// Where a projected collection's values come from.
class ProjectedSource<Value> {
  var count: Int { 0 }
  var realm: Realm? { nil }
  var isInvalidated: Bool { false }
  var isFrozen: Bool { false }
  func frozen() -> ProjectedSource<Value> { self }
  func thawed() -> ProjectedSource<Value>? { self }
  func value(at position: Int) -> Value { misuse(.indexOutOfBounds(index: position, count: 0)) }
  func set(_ value: Value, at position: Int) {}
}

/// What a key path leads to from each object of a collection.
final class MappedSource<Objects: RealmCollection, Value>: ProjectedSource<Value> where Objects.Element: ObjectBase {
  let objects: Objects
  let keyPath: KeyPath<Objects.Element, Value>

  init(_ objects: Objects, _ keyPath: KeyPath<Objects.Element, Value>) {
    self.objects = objects
    self.keyPath = keyPath
  }

  override var count: Int { objects.count }
  override var realm: Realm? { objects.realm }
  override var isInvalidated: Bool { objects.isInvalidated }
  override var isFrozen: Bool { objects.isFrozen }
  override func frozen() -> ProjectedSource<Value> { MappedSource(objects.freeze(), keyPath) }
  override func thawed() -> ProjectedSource<Value>? { objects.thaw().map { MappedSource($0, keyPath) } }
  override func value(at position: Int) -> Value { objects[position][keyPath: keyPath] }

  override func set(_ value: Value, at position: Int) {
    guard let keyPath = keyPath as? ReferenceWritableKeyPath<Objects.Element, Value> else {
      misuse(.value("The values of this ProjectedCollection cannot be set: its key path is not writable."))
    }
    objects[position][keyPath: keyPath] = value
  }
}
