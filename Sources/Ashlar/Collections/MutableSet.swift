import AshlarSchema
import AshlarStore

/// A collection of distinct values or objects, as a property of an object.
///
/// ```swift
/// class Person: Object {
///   @Persisted var tags: MutableSet<String>
/// }
///
/// try realm.write {
///   person.tags.insert(objectsIn: ["tall", "quick", "tall"])
///   person.tags.remove("quick")
/// }
/// person.tags.contains("tall")  // true
/// ```
///
/// The set of an unmanaged object stores its elements in memory, in insertion order. The set of a managed object is an accessor for the
/// stored elements, which are in ascending order: nil first, strings by their bytes, objects in creation order. Both kinds of set compare
/// elements by their stored form: strings and data by their bytes, so that a composed and a decomposed "é" are two elements; all NaNs are
/// one element, and so are zero and negative zero; equal numbers of different types in `AnyRealmValue`s are one element. An unmanaged set
/// compares objects by `==`, a managed set by their rows. See the guide, *Collections*.
public nonisolated final class MutableSet<Element: RealmCollectionValue>: _CollectionBase {
  private var values: [Element] = []
  // The identities of elements that are values. Objects are not included, because their hashes may change.
  private var known: Set<ElementIdentity> = []

  /// Creates an unmanaged, empty set.
  ///
  /// ```swift
  /// let tags = MutableSet<String>()
  /// ```
  public required init() { super.init() }

  /// The number of elements. Complexity: O(1).
  public var count: Int {
    switch home {
    case .unmanaged: values.count
    case .managed(let managed): managed.count
    case .recorder: 1
    }
  }

  /// The element at an index. An index outside the set stops the program. Complexity: O(1); in a large managed set up to O(log segments).
  ///
  /// ```swift
  /// let first = person.tags[0]
  /// ```
  public subscript(position: Int) -> Element {
    switch home {
    case .recorder(let recorder): return Element._recorded(recorder)
    case .unmanaged:
      checkIndex(position, values.count)
      return values[position]
    case .managed(let managed): return managed.element(position, Element.self)
    }
  }

  /// Returns an iterator over the current elements. The set may be changed during the iteration. See the guide, *Collections*.
  public func makeIterator() -> _ListIterator<Element> {
    if case .managed(let managed) = home {
      if Element._elementEntity != nil { return _ListIterator(managed.keySource(managed.target), core: managed.core) }
      return _ListIterator(managed.iteration(Element.self))
    }
    return _ListIterator(ValueSource(heldElements), core: nil)
  }

  /// Returns whether the set contains an equal element or, in a managed set of objects, the same row. Complexity: O(log count); for objects
  /// in an unmanaged set O(count).
  ///
  /// ```swift
  /// if person.tags.contains("tall") { print(person.name) }
  /// ```
  public func contains(_ object: Element) -> Bool {
    switch home {
    case .recorder: return false
    case .unmanaged: return holds(object)
    case .managed(let managed):
      let elements = managed.elements()
      checkClass(object)
      if Element._elementEntity == nil { return UnmanagedCells.withValue(object, for: managed) { elements.find($0) }.isFound }
      return key(of: object, managed).map { elements.find(.link($0)).isFound } ?? false
    }
  }

  /// Returns whether every element is in another set. If this set is managed and the other set does not belong to the same Realm, the
  /// program stops. Complexity: O(n · log(m)) for n elements of this set and m elements of the other; O(n · m) for objects in unmanaged
  /// sets.
  ///
  /// ```swift
  /// let isSubset = person.tags.isSubset(of: other.tags)
  /// ```
  public func isSubset(of possibleSuperset: MutableSet<Element>) -> Bool {
    guard let (mine, theirs) = operands(possibleSuperset, "compare") else { return allSatisfy { possibleSuperset.contains($0) } }
    return mine.isSame(as: theirs) || mine.positions(in: theirs, isFound: false).isEmpty
  }

  /// Returns whether any element is in another set. If this set is managed and the other set does not belong to the same Realm, the program
  /// stops. Complexity: O(n · log(m)) for n elements of this set and m elements of the other; O(n · m) for objects in unmanaged sets.
  ///
  /// ```swift
  /// let hasCommonTag = person.tags.intersects(other.tags)
  /// ```
  public func intersects(_ otherSet: MutableSet<Element>) -> Bool {
    guard let (mine, theirs) = operands(otherSet, "intersect") else { return contains { otherSet.contains($0) } }
    return !mine.positions(in: theirs, isFound: true).isEmpty
  }

  // MARK: - Changing

  /// Inserts an element unless the set contains an equal one. In a managed set, an unmanaged object is added to the Realm first. A list or
  /// dictionary in an `AnyRealmValue` stops the program. Complexity: O(count); in a large managed set O(segment + segments).
  ///
  /// ```swift
  /// try realm.write { person.tags.insert("tall") }
  /// ```
  public func insert(_ object: Element) { insert(objectsIn: CollectionOfOne(object)) }

  /// Inserts the elements that the set does not already contain. Complexity: O(n + m · log(n + m)) for n elements of the set and m objects;
  /// O(m · (n + m)) for objects in an unmanaged set.
  ///
  /// ```swift
  /// try realm.write { person.tags.insert(objectsIn: ["tall", "quick"]) }
  /// ```
  public func insert<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    requireWrite()
    let elements = Array(objects)
    for element in elements {
      checkClass(element)
      checkNoCollection(element)
    }
    switch home {
    case .recorder: return
    case .unmanaged:
      for element in elements {
        if Element._elementEntity == nil ? known.insert(ElementIdentity(element)).inserted : !holds(element) { values.append(element) }
      }
    case .managed(let managed):
      if Element._elementEntity == nil {
        managed.checkCases(elements)
        for object in elements.flatMap(Element._objects) { managed.core.add(object, policy: .error) }
        managed.insert(UnmanagedCells(elements, for: managed))
      } else {
        managed.insert(UnmanagedCells(keys: elements.compactMap { ($0 as? ObjectBase).map(managed.enter) }, for: managed))
      }
    }
  }

  /// Removes an element. Has no effect if the set does not contain the element. Complexity: O(count); in a large managed set O(segment +
  /// segments).
  ///
  /// ```swift
  /// try realm.write { person.tags.remove("tall") }
  /// ```
  public func remove(_ object: Element) {
    requireWrite()
    checkClass(object)
    switch home {
    case .recorder: return
    case .unmanaged:
      if Element._elementEntity != nil {
        values.removeAll { $0 == object }
      } else {
        let identity = ElementIdentity(object)
        if known.remove(identity) != nil { values.removeAll { ElementIdentity($0) == identity } }
      }
    case .managed(let managed):
      if Element._elementEntity == nil {
        // In a set of `AnyRealmValue`s that an earlier version of Ashlar stored, equal numbers may be separate elements.
        var found = UnmanagedCells.withValue(object, for: managed) { managed.elements().find($0) }
        while found.isFound {
          managed.remove([found.index])
          if managed.type != .any { break }
          found = UnmanagedCells.withValue(object, for: managed) { managed.elements().find($0) }
        }
      } else if let key = key(of: object, managed) {
        let found = managed.elements().find(.link(key))
        if found.isFound { managed.remove([found.index]) }
      }
    }
  }

  /// Removes every element. Complexity: O(count).
  ///
  /// ```swift
  /// try realm.write { person.tags.removeAll() }
  /// ```
  public override func removeAll() {
    requireWrite()
    values = []
    known = []
    if case .managed(let managed) = home { managed.remove(Array(0..<managed.count)) }
  }

  /// Removes the elements that another set does not contain. If this set is managed and the other set does not belong to the same Realm,
  /// the program stops. Complexity: O(n · log(m)) for n elements of this set and m elements of the other; O(n · m) for objects in unmanaged
  /// sets.
  ///
  /// ```swift
  /// try realm.write { person.tags.formIntersection(other.tags) }
  /// ```
  public func formIntersection(_ other: MutableSet<Element>) {
    requireWrite()
    if let (mine, theirs) = operands(other, "intersect") {
      if !mine.isSame(as: theirs) { mine.remove(mine.positions(in: theirs, isFound: false)) }
    } else {
      keep { other.contains($0) }
    }
  }

  /// Removes the elements that another set contains. If this set is managed and the other set does not belong to the same Realm, the
  /// program stops. Complexity: O(n · log(m)) for n elements of this set and m elements of the other; O(n · m) for objects in unmanaged
  /// sets.
  ///
  /// ```swift
  /// try realm.write { person.tags.subtract(other.tags) }
  /// ```
  public func subtract(_ other: MutableSet<Element>) {
    requireWrite()
    if let (mine, theirs) = operands(other, "subtract") {
      mine.remove(mine.positions(in: theirs, isFound: true))
    } else {
      keep { !other.contains($0) }
    }
  }

  /// Inserts the elements of another set. If this set is managed and the other set does not belong to the same Realm, the program stops.
  /// Complexity: O(n + m · log(n + m)) for n elements of this set and m elements of the other; O(m · (n + m)) for objects in unmanaged
  /// sets.
  ///
  /// ```swift
  /// try realm.write { person.tags.formUnion(other.tags) }
  /// ```
  public func formUnion(_ other: MutableSet<Element>) {
    requireWrite()
    if let (mine, theirs) = operands(other, "unite"), mine.isSame(as: theirs) { return }
    insert(objectsIn: Array(other))
  }

  // Returns both sets as stored collections; nil if this set is unmanaged, in which case elements are compared one by one.
  private func operands(_ other: MutableSet<Element>, _ operation: String) -> (_ManagedCollection, _ManagedCollection)? {
    guard case .managed(let mine) = home else { return nil }
    _ = mine.count
    guard case .managed(let theirs) = other.home else { misuse(.unmanagedSet) }
    guard mine.core === theirs.core else { misuse(.setsOfOtherRealms(operation: operation)) }
    return (mine, theirs)
  }

  private func holds(_ element: Element) -> Bool {
    Element._elementEntity == nil ? known.contains(ElementIdentity(element)) : values.contains { $0 == element }
  }

  // Filters the elements of an unmanaged set.
  private func keep(_ isKept: (Element) -> Bool) {
    values = values.filter(isKept)
    if Element._elementEntity == nil { known = Set(values.map { ElementIdentity($0) }) }
  }

  // Stops the program for a list or dictionary, because a set cannot distinguish collections in `AnyRealmValue`s.
  private func checkNoCollection(_ element: Element) {
    if Element.self == AnyRealmValue.self, (element as? AnyRealmValue)?.isCollection == true { misuse(.collectionInSet) }
  }

  private var heldElements: [Element] {
    if case .recorder(let recorder) = home { return [Element._recorded(recorder)] }
    return values
  }

  // Returns the key of the object's row; nil for an object that is not in this Realm.
  private func key(of element: Element, _ managed: _ManagedCollection) -> Int64? {
    guard let object = element as? ObjectBase, object._kind == .live, object._rowAccess.context == managed.core.context, object._isValid()
    else {
      return nil
    }
    return object._rowAccess.key
  }

  /// Implements `ObjectBase._setMutableSet`.
  func replaceAll(with other: MutableSet<Element>) {
    if other === self { return }
    if case .managed(let mine) = home, case .managed(let theirs) = other.home, mine.isSame(as: theirs) { return }
    let elements = Array(other)
    for element in elements { checkClass(element) }
    removeAll()
    insert(objectsIn: elements)
  }

  // MARK: - Independent of the element type

  override class var _kindName: String { "MutableSet" }
  override class var _elementType: any RealmCollectionValue.Type { Element.self }

  override func _unmanagedObjects() -> [ObjectBase?] { enter(values) }

  override var _untyped: [Any] { Array(self) }
  override var _count: Int { count }
  override var _aggregates: ValueAggregates { aggregates(self) }

  override func _setEach(_ value: Any?) {
    let element = checkedElement(value, "set", Element.self)
    removeAll()
    insert(element)
  }

  override func _adopt(_ owner: ObjectBase, _ column: Int, keepsSame: Bool) {
    let elements = values
    (values, known) = ([], [])
    entering = []
    let managed = follow(owner, column)
    let cells =
      Element._elementEntity == nil
      ? UnmanagedCells(elements, for: managed)
      : UnmanagedCells(keys: elements.compactMap { ($0 as? ObjectBase)?._rowAccess.key }, for: managed)
    managed.checkCases(elements)
    managed.remove(keepsSame ? managed.positions(missingFrom: cells) : Array(0..<managed.count))
    managed.insert(cells)
  }

  override func _replaceAll(with values: [Any]) -> Bool {
    var converted: [Element] = []
    for value in values {
      guard let element = Element._converted(from: value) else { return false }
      converted.append(element)
    }
    removeAll()
    insert(objectsIn: converted)
    return true
  }

  override func _describe(depth: Int, indent: String) -> String {
    if let collectionOfValues { return collectionOfValues._describe(depth: depth, indent: indent) }
    if isInvalidated { return CollectionDescription.invalid }
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    let name = "MutableSet<\(CollectionDescription.name(Element.self))>"
    return CollectionDescription.text(name, count: count, indent: indent) { index, inner in
      CollectionDescription.text(self[index], depth: depth, indent: inner)
    }
  }
}

extension MutableSet: RandomAccessCollection, CustomStringConvertible, Equatable {
  /// The index of the first element, 0.
  public var startIndex: Int { 0 }
  /// The index after the last element, `count`.
  public var endIndex: Int { count }
  /// The elements as text, at most 100 of them; `print(person.tags)` prints this text.
  public var description: String { _describe(depth: 5, indent: "") }

  /// Returns whether two sets are equal: managed sets if they are accessors for the same stored set in the same Realm instance, unmanaged
  /// sets if their elements are equal.
  public static func == (a: MutableSet, b: MutableSet) -> Bool {
    switch (a.home, b.home) {
    case (.managed(let a), .managed(let b)): a.isSame(as: b)
    case (.unmanaged, .unmanaged): a.count == b.count && a.values.allSatisfy { b.holds($0) }
    default: a === b
    }
  }
}

extension MutableSet: Encodable where Element: Encodable {
  /// Encodes the elements as an array, in the order of iteration. See the guide, *Models written in Swift*.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension MutableSet: Decodable where Element: Decodable {
  /// Decodes an array into an unmanaged set; of equal elements, only the first is stored. Throws the error of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { insert(try container.decode(Element.self)) }
  }
}
