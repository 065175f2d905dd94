/// The values of one property of each object of a collection, in the order of the collection. The values are read from the objects on each
/// access. A projected collection is valid as long as the collection is.
///
/// ```swift
/// class PersonCard: Projection<Person> {
///   @Projected(\Person.dogs.projectTo.name) var dogNames: ProjectedCollection<String>
/// }
/// ```
public nonisolated struct ProjectedCollection<Element>: RandomAccessCollection, CustomStringConvertible {
  /// A position; the first is 0.
  public typealias Index = Int

  let source: ProjectedSource<Element>

  init(_ source: ProjectedSource<Element>) { self.source = source }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of objects.
  public var endIndex: Int { source.count }

  /// The property of the object at `position`. Setting it sets the property of the object; if the key path is not writable, the program
  /// stops.
  public subscript(position: Int) -> Element {
    get { source.value(at: position) }
    nonmutating set { source.set(newValue, at: position) }
  }

  /// The Realm of the collection; nil if the collection is unmanaged.
  public var realm: Realm? { source.realm }
  /// Whether the Realm has been invalidated, or the object that owns the collection has been deleted.
  public var isInvalidated: Bool { source.isInvalidated }

  /// The values as text, at most 100 of them.
  public var description: String {
    if isInvalidated { return CollectionDescription.invalid }
    let (count, most) = (count, CollectionDescription.most)
    let lines = (0..<Swift.min(count, most)).map { index in
      DescriptionLimit.sharing(count) { "\t[\(index)] \(ProjectionTable.text(self[index]))\n" }
    }
    let more = count > most ? "\t... \(count - most) objects skipped.\n" : ""
    return "ProjectedCollection<\(Element.self)> {\n\(lines.joined())\(more)}"
  }
}

extension ProjectedCollection where Element: Equatable {
  /// Returns the first position of a value; nil if there is none: `card.dogNames.index(of: "Rex")`. Complexity: O(count).
  public func index(of object: Element) -> Int? { firstIndex(of: object) }
}

/// The source of a projected collection's values.
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

/// Applies a key path to each object of a collection.
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
