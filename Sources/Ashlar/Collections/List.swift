import AshlarSchema
import AshlarStore

/// An ordered collection of values or objects, as a property of an object.
///
/// ```swift
/// class Person: Object {
///   @Persisted var name: String
///   @Persisted var dogs: List<Dog>
/// }
///
/// try realm.write {
///   person.dogs.append(objectsIn: [rex, fido])
///   person.dogs.move(from: 1, to: 0)
/// }
/// for dog in person.dogs { print(dog.name) }
/// ```
///
/// The list of an unmanaged object stores its elements in memory. The list of a managed object is an accessor: it reads and changes the
/// stored elements, advances with its Realm, and may be changed only in a write transaction; a change outside a write transaction stops the
/// program. A large stored list consists of segments of about 8 KiB: inserting, moving or removing an element changes only the affected
/// segments, and a commit writes only these segments. See the guide, *Collections*.
public nonisolated final class List<Element: RealmCollectionValue>: _CollectionBase {
  // Nil represents an empty array: creating an empty array whose type is known only at run time costs more than the rest of an accessor.
  private var own: [Element]?
  // The elements of an unmanaged list, or of a list that is part of an `AnyRealmValue`.
  private var values: [Element] {
    get { place.flatMap { $0.elements as? [Element] } ?? own ?? [] }
    _modify {
      guard let place else {
        if own == nil { own = [] }
        yield &own!
        return
      }
      var elements = self.values
      yield &elements
      if let elements = elements as? [AnyRealmValue] { place.replace(with: elements) }
    }
  }

  /// Creates an unmanaged, empty list.
  ///
  /// ```swift
  /// let dogs = List<Dog>()
  /// ```
  public required init() { super.init() }

  init(at place: _AnyPlace) where Element == AnyRealmValue {
    super.init()
    self.place = place
  }

  /// The number of elements. Complexity: O(1); O(count) for a managed list in an `AnyRealmValue`.
  public var count: Int {
    switch home {
    case .unmanaged: values.count
    case .managed(let managed): managed.count
    case .recorder: 1
    }
  }

  /// The element at an index. Setting it deletes the previous element if that is an embedded object. An index outside the list stops the
  /// program. Complexity of reading: O(1); in a large managed list up to O(log segments), and in an `AnyRealmValue` up to O(count).
  ///
  /// ```swift
  /// let first = person.dogs[0]
  /// ```
  public subscript(position: Int) -> Element {
    get {
      switch home {
      case .recorder(let recorder): return Element._recorded(recorder)
      case .unmanaged:
        if let place, let found = place.peek(position), let element = found as? Element { return element }
        let elements = values
        checkIndex(position, elements.count)
        return elements[position]
      case .managed(let managed):
        return managed.element(position, Element.self)
      }
    }
    set { replace(index: position, object: newValue) }
  }

  /// Returns an iterator over the current elements. The list may be changed during the iteration. See the guide, *Collections*.
  public func makeIterator() -> _ListIterator<Element> {
    switch home {
    case .managed(let managed):
      if Element._elementEntity != nil {
        _ListIterator(managed.keySource(managed.target), core: managed.core)
      } else {
        _ListIterator(managed.iteration(Element.self))
      }
    default:
      _ListIterator(ValueSource(heldElements), core: nil)
    }
  }

  private var heldElements: [Element] {
    if case .recorder(let recorder) = home { return [Element._recorded(recorder)] }
    return values
  }

  // MARK: - Changing

  /// Appends an element. In a managed list, an unmanaged object is added to the Realm first. Complexity: as for `insert(_:at:)`.
  ///
  /// ```swift
  /// try realm.write { person.dogs.append(rex) }
  /// ```
  public func append(_ object: Element) { insert(object, at: count) }

  /// Appends the elements of a sequence, which may be the list itself. Complexity: O(count + added); in a large managed list O(segment +
  /// added).
  ///
  /// ```swift
  /// try realm.write { person.dogs.append(objectsIn: [rex, fido]) }
  /// ```
  public func append<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    insert(contentsOf: Array(objects), at: count)
  }

  /// Inserts an element. In a managed list, an unmanaged object is added to the Realm first. Complexity: O(count); in a large managed list
  /// O(segment + segments).
  ///
  /// ```swift
  /// try realm.write { person.dogs.insert(rex, at: 0) }
  /// ```
  ///
  /// - Parameter index: An index from 0 to `count`; any other index stops the program.
  public func insert(_ object: Element, at index: Int) {
    requireWrite()
    checkClass(object)
    checkIndex(index, count + 1)
    switch home {
    case .recorder: return
    case .unmanaged: values.insert(place == nil ? object : Element._copied(object), at: index)
    case .managed(let managed):
      if Element._elementEntity != nil, let object = Element._objects(in: object).first {
        managed.insert(key: managed.enter(object), at: index)
      } else {
        managed.checkCase(object)
        let cell = managed.open(at: index)
        Element._store(object, cell, managed.row.base, managed.core)
      }
    }
  }

  /// Inserts the elements of a collection, in its order. Complexity: O(count + added).
  ///
  /// ```swift
  /// try realm.write { person.dogs.insert(contentsOf: [rex, fido], at: 0) }
  /// ```
  ///
  /// - Parameter i: The index of the first inserted element, from 0 to `count`; any other index stops the program.
  public func insert<C: Collection>(contentsOf newElements: C, at i: Int) where C.Element == Element {
    let elements = Array(newElements)
    requireWrite()
    // In a managed list, `_enter` checks the classes, but it is not called if the index is invalid.
    if managed == nil || i < 0 || i > count { for element in elements { checkClass(element) } }
    checkIndex(i, count + 1)
    if elements.isEmpty { return }
    switch home {
    case .recorder: return
    // All elements are inserted in one change, because in an `AnyRealmValue` each change stores the whole value.
    case .unmanaged: values.insert(contentsOf: place == nil ? elements : elements.map(Element._copied), at: i)
    case .managed(let managed):
      if Element._elementEntity == nil {
        store(elements, managed, at: i)
      } else {
        let link = managed.link
        managed.insert(keys: Element._enter(elements, managed, isEmbedded: link.isEmbedded), at: i, link)
      }
    }
  }

  private func store(_ elements: [Element], _ managed: _ManagedCollection, at index: Int) {
    managed.checkCases(elements)
    var cell = managed.open(at: index, count: elements.count)
    for element in elements {
      Element._store(element, cell, managed.row.base, managed.core)
      cell += managed.layout.width
    }
  }

  /// Removes the element at an index, and deletes it if it is an embedded object. An index outside the list stops the program. Complexity:
  /// O(count); in a large managed list O(segment + segments).
  ///
  /// ```swift
  /// try realm.write { person.dogs.remove(at: 0) }
  /// ```
  public func remove(at index: Int) {
    requireWrite()
    checkIndex(index, count)
    removeRange(index..<index + 1)
  }

  /// Removes every element; removed embedded objects are deleted. Complexity: O(count).
  ///
  /// ```swift
  /// try realm.write { person.dogs.removeAll() }
  /// ```
  public override func removeAll() {
    requireWrite()
    removeRange(0..<count)
  }

  /// Removes `number` elements from the beginning; removed embedded objects are deleted. A number that is negative or greater than `count`
  /// stops the program. Complexity: O(count); in a large managed list O(number + segment + segments).
  ///
  /// ```swift
  /// try realm.write { person.dogs.removeFirst(2) }
  /// ```
  public func removeFirst(_ number: Int = 1) {
    requireWrite()
    checkNumber(number)
    removeRange(0..<number)
  }

  /// Removes `number` elements from the end; removed embedded objects are deleted. A number that is negative or greater than `count` stops
  /// the program. Complexity: as for `removeFirst(_:)`.
  ///
  /// ```swift
  /// try realm.write { person.dogs.removeLast() }
  /// ```
  public func removeLast(_ number: Int = 1) {
    requireWrite()
    checkNumber(number)
    removeRange(count - number..<count)
  }

  /// Removes a range of elements; removed embedded objects are deleted. Bounds outside the list stop the program. Complexity: O(count); in
  /// a large managed list O(removed + segment + segments).
  ///
  /// ```swift
  /// try realm.write { person.dogs.removeSubrange(1...) }
  /// ```
  public func removeSubrange<R: RangeExpression>(_ boundsExpression: R) where R.Bound == Int {
    requireWrite()
    removeRange(checkedRange(boundsExpression))
  }

  /// Replaces a range of elements with any number of new elements, and deletes embedded objects that are replaced. Bounds outside the list
  /// stop the program. Complexity: O(count + added).
  ///
  /// ```swift
  /// try realm.write { person.dogs.replaceSubrange(0..<2, with: [rex]) }
  /// ```
  public func replaceSubrange<C: Collection, R: RangeExpression>(_ subrange: R, with newElements: C)
  where C.Element == Element, R.Bound == Int {
    requireWrite()
    // Copied before the removal, because the new elements may be in the removed range.
    var elements = Array(newElements)[...]
    for element in elements { checkClass(element) }
    var range = checkedRange(subrange)
    // Embedded objects with which both the range and the new elements begin or end are not replaced.
    if managed != nil, _isEmbedded {
      func stays(_ element: Element, _ index: Int) -> Bool {
        (element as? ObjectBase)?._isSameRow(as: self[index] as? ObjectBase) ?? false
      }
      while let first = elements.first, !range.isEmpty, stays(first, range.lowerBound) {
        elements.removeFirst()
        range = range.lowerBound + 1..<range.upperBound
      }
      while let last = elements.last, !range.isEmpty, stays(last, range.upperBound - 1) {
        elements.removeLast()
        range = range.lowerBound..<range.upperBound - 1
      }
    }
    if place != nil {
      values.replaceSubrange(range, with: elements.map(Element._copied))
      return
    }
    if replaceUnderRules(range, with: Array(elements)) { return }
    removeRange(range)
    insert(contentsOf: elements, at: range.lowerBound)
  }

  // Replaces embedded objects in a file with delete rules. Returns false, without any change, if the elements are not embedded objects or
  // the file has no delete rules.
  //
  // The new objects are inserted before the previous objects are deleted: the deletion may delete objects to which the new objects link, or
  // the owner of the list together with the new objects. If a rule refuses the deletion, nothing changes.
  private func replaceUnderRules(_ range: Range<Int>, with elements: [Element]) -> Bool {
    guard let managed, _isEmbedded, managed.core.session.hasDeleteRules else { return false }
    guard managed.mayReplaceLinks(range) else { return true }
    insert(contentsOf: elements, at: range.upperBound)
    managed.removeLinks(range)
    return true
  }

  /// Removes the elements at several indexes; removed embedded objects are deleted. The indexes may be in any order and may repeat. An
  /// index outside the list stops the program before any element is removed. Complexity: O(count · removed); in a large managed list
  /// O(segment) for each affected segment, plus O(segments).
  ///
  /// ```swift
  /// try realm.write { person.dogs.remove(atOffsets: [0, 2]) }
  /// ```
  ///
  /// - Parameter offsets: An `IndexSet`, which SwiftUI passes, or any other sequence of indexes.
  public func remove<Offsets: Sequence>(atOffsets offsets: Offsets) where Offsets.Element == Int {
    requireWrite()
    let positions = checkedPositions(offsets)
    switch home {
    case .recorder: return
    case .unmanaged:
      var kept = values
      for position in positions.reversed() { kept.remove(at: position) }
      values = kept
    case .managed(let managed): managed.remove(positions)
    }
  }

  /// Replaces the element at an index, and deletes the previous element if that is an embedded object. An index outside the list stops the
  /// program.
  ///
  /// ```swift
  /// try realm.write { person.dogs.replace(index: 0, object: rex) }
  /// ```
  public func replace(index: Int, object: Element) {
    requireWrite()
    checkClass(object)
    checkIndex(index, count)
    switch home {
    case .recorder: return
    case .unmanaged: values[index] = place == nil ? object : Element._copied(object)
    case .managed(let managed):
      if Element._elementEntity != nil, let linked = Element._objects(in: object).first {
        // The embedded object that is already at the index is not replaced.
        if _isEmbedded, linked._kind == .live, linked._isSameRow(as: self[index] as? ObjectBase) { return }
        if replaceUnderRules(index..<index + 1, with: [object]) { return }
        let key = managed.enter(linked)
        managed.removeLinks(index..<index + 1)
        managed.insert(key: key, at: index)
      } else {
        managed.checkCase(object)
        Element._store(object, managed.place(index), managed.row.base, managed.core)
      }
    }
  }

  /// Moves an element so that its new index is `to`: `person.dogs.move(from: 2, to: 0)`. An index outside the list stops the program.
  /// Complexity: O(count); in a large managed list O(segment + segments).
  public func move(from: Int, to: Int) {
    requireWrite()
    checkIndex(from, count, "from")
    checkIndex(to, count, "to")
    switch home {
    case .recorder: return
    case .unmanaged:
      // The element is moved in one change, because a nested list or dictionary would not exist between its removal and its insertion.
      var moved = values
      moved.insert(moved.remove(at: from), at: to)
      values = moved
    case .managed(let managed):
      managed.move(from: from, to: to)
    }
  }

  /// Moves elements, in their current order, in front of the element that is at `destination` before the move. SwiftUI's `onMove` passes
  /// these arguments:
  ///
  /// ```swift
  /// ForEach(person.dogs) { dog in Text(dog.name) }
  ///   .onMove { offsets, destination in
  ///     try? realm.write { person.dogs.move(fromOffsets: offsets, toOffset: destination) }
  ///   }
  /// ```
  ///
  /// An index outside the list stops the program before any element is moved. Complexity: O(count · moved); in a large managed list
  /// O(segment + segments) for each moved element.
  ///
  /// - Parameters:
  ///   - offsets: An `IndexSet`, which SwiftUI passes, or any other sequence of indexes.
  ///   - destination: An index from 0 to `count`; `count` moves the elements to the end.
  public func move<Offsets: Sequence>(fromOffsets offsets: Offsets, toOffset destination: Int) where Offsets.Element == Int {
    requireWrite()
    let positions = checkedPositions(offsets)
    checkIndex(destination, count + 1, "destination")
    let before = positions.prefix { $0 < destination }
    if case .unmanaged = home {
      var rest = values
      let moved = positions.map { rest[$0] }
      for position in positions.reversed() { rest.remove(at: position) }
      rest.insert(contentsOf: moved, at: destination - before.count)
      values = rest
      return
    }
    // Moves the elements before the destination from last to first, and then the elements after it, so that no move changes the index of an
    // element that is still to be moved.
    for (moved, position) in before.reversed().enumerated() { move(from: position, to: destination - 1 - moved) }
    for (moved, position) in positions.dropFirst(before.count).enumerated() { move(from: position, to: destination + moved) }
  }

  /// Swaps two elements, without copying embedded objects. An index outside the list stops the program. Complexity: O(1).
  ///
  /// ```swift
  /// try realm.write { person.dogs.swapAt(0, 1) }
  /// ```
  public func swapAt(_ index1: Int, _ index2: Int) {
    requireWrite()
    checkIndex(index1, count, "index1")
    checkIndex(index2, count, "index2")
    switch home {
    case .recorder: return
    case .unmanaged: values.swapAt(index1, index2)
    case .managed(let managed):
      managed.swap(index1, index2)
    }
  }

  private func removeRange(_ range: Range<Int>) {
    switch home {
    case .recorder: return
    case .unmanaged: values.removeSubrange(range)
    case .managed(let managed):
      managed.requireWrite()
      if range.isEmpty { return }
      if Element._elementEntity != nil { managed.removeLinks(range) } else { managed.close(range) }
    }
  }

  /// Implements `ObjectBase._setList`.
  func replaceAll(with other: List<Element>) {
    if other === self { return }
    if case .managed(let mine) = home, case .managed(let theirs) = other.home, mine.isSame(as: theirs) { return }
    let elements = Array(other)
    for element in elements { checkClass(element) }
    requireWrite()
    if replaceUnderRules(0..<count, with: elements) { return }
    removeAll()
    append(objectsIn: elements)
  }

  // MARK: - Checks

  private func checkedRange<R: RangeExpression>(_ expression: R) -> Range<Int> where R.Bound == Int {
    let count = count
    let range = expression.relative(to: self)
    if range.lowerBound < 0 { misuse(.negativeIndex(name: "index")) }
    if range.upperBound > count { misuse(.indexOutOfBounds(index: range.upperBound - 1, count: count)) }
    return range
  }

  private func checkedPositions<Offsets: Sequence>(_ offsets: Offsets) -> [Int] where Offsets.Element == Int {
    let positions = Set(offsets).sorted()
    if let first = positions.first { checkIndex(first, .max) }
    if let last = positions.last { checkIndex(last, count) }
    return positions
  }

  private func checkNumber(_ number: Int) {
    if number < 0 { misuse(.negativeIndex(name: "index")) }
    if number > count { misuse(.removeTooMany(number: number, count: count)) }
  }

  // MARK: - Independent of the element type

  override class var _kindName: String { "List" }
  override class var _elementType: any RealmCollectionValue.Type { Element.self }

  override func _unmanagedObjects() -> [ObjectBase?] { enter(values) }

  override func _storedObjects(_ stored: _ManagedCollection) -> [Int64] { stored.keys() }

  override var _untyped: [Any] { Array(self) }
  override var _count: Int { count }
  override var _aggregates: ValueAggregates { aggregates(self) }

  override func _setEach(_ value: Any?) {
    let element = checkedElement(value, "array", Element.self)
    for index in 0..<count { replace(index: index, object: element) }
  }

  override func _adopt(_ owner: ObjectBase, _ column: Int, keepsSame: Bool) {
    let elements = values
    values = []
    let managed = follow(owner, column)
    defer { entering = [] }
    if Element._elementEntity != nil {
      let keys = entering.compactMap { $0?._rowAccess.key }
      let stored = managed.keys()
      // The list is not simply emptied, because embedded objects that were updated in place must remain.
      let same = zip(keys, stored).prefix { $0 == $1 }.count
      if managed.core.session.hasDeleteRules {
        // The order of the changes is that of `replaceUnderRules`.
        guard managed.mayReplaceLinks(same..<stored.count) else { return }
        if same < keys.count { managed.insert(keys: Array(keys[same...]), at: stored.count, managed.link) }
        managed.removeLinks(same..<stored.count)
      } else {
        managed.removeLinks(same..<stored.count)
        if same < keys.count { managed.insert(keys: Array(keys[same...]), at: same, managed.link) }
      }
    } else {
      let same = keepsSame ? zip(managed.allElements(Element.self), elements).prefix { $0._isStoredLike($1) }.count : 0
      if same < managed.count { managed.close(same..<managed.count) }
      if same < elements.count { store(Array(elements[same...]), managed, at: same) }
    }
  }

  override func _replaceAll(with values: [Any]) -> Bool {
    var converted: [Element] = []
    for value in values {
      guard let element = Element._converted(from: value) else { return false }
      converted.append(element)
    }
    requireWrite()
    if replaceUnderRules(0..<count, with: converted) { return true }
    removeAll()
    append(objectsIn: converted)
    return true
  }

  override func _describe(depth: Int, indent: String) -> String {
    if let collectionOfValues { return collectionOfValues._describe(depth: depth, indent: indent) }
    if isInvalidated { return CollectionDescription.invalid }
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    return CollectionDescription.text("List<\(CollectionDescription.name(Element.self))>", count: count, indent: indent) { index, inner in
      CollectionDescription.text(self[index], depth: depth, indent: inner)
    }
  }
}

extension List: RandomAccessCollection, MutableCollection, CustomStringConvertible, Equatable {
  /// The index of the first element, 0.
  public var startIndex: Int { 0 }
  /// The index after the last element, `count`.
  public var endIndex: Int { count }
  /// The elements as text, at most 100 of them; `print(person.dogs)` prints this text.
  public var description: String { _describe(depth: 5, indent: "") }

  /// The elements in a range of indexes. Setting the range replaces its elements with any number of new elements. Bounds are checked when
  /// elements are read or set.
  ///
  /// ```swift
  /// for dog in person.dogs[0..<2] { print(dog.name) }
  /// ```
  public subscript(bounds: Range<Int>) -> Slice<List> {
    get { Slice(base: self, bounds: bounds) }
    set { replaceSubrange(bounds, with: newValue) }
  }

  /// Returns whether two lists are equal: managed lists if they are accessors for the same stored list in the same Realm instance,
  /// unmanaged lists if their elements are equal.
  public static func == (a: List, b: List) -> Bool {
    switch (a.home, b.home) {
    case (.managed(let a), .managed(let b)): a.isSame(as: b)
    case (.unmanaged, .unmanaged):
      if let a = a.place, let b = b.place { a.isSame(as: b) } else { a.place == nil && b.place == nil && a.values == b.values }
    default: a === b
    }
  }
}

extension List: Encodable where Element: Encodable {
  /// Encodes the elements as an array, in the order of the list. See the guide, *Models written in Swift*.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension List: Decodable where Element: Decodable {
  /// Decodes an array into an unmanaged list. Throws the error of the decoder.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }
}
