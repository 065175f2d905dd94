import AshlarSchema
import AshlarStore

/// An ordered collection of values or objects, as a property of an object.
///
/// A list of an unmanaged object holds its elements itself. A list of a managed object is an accessor: it reads and
/// changes the stored elements, follows its Realm, and may be changed only in a write.
public nonisolated final class List<Element: RealmCollectionValue>: ListBase {
  private enum Home {
    case unmanaged
    case managed(ManagedList)
    case recorder(Recorder)
  }

  private var home: Home = .unmanaged
  private var own: [Element] = []
  // What stands for the elements in the Realm that the list is being added to: values of custom types make an object each time.
  private var entering: [ObjectBase] = []
  // The elements of an unmanaged list, or of one that is part of a value of any type.
  private var values: [Element] {
    get { place.flatMap { $0.elements as? [Element] } ?? own }
    _modify {
      guard let place else {
        yield &own
        return
      }
      var elements = self.values
      yield &elements
      if let elements = elements as? [AnyRealmValue] { place.replace(with: elements) }
    }
  }

  /// Makes an unmanaged, empty list.
  public override init() {}

  init(row: _Row, column: Int, entity: Entity, core: RealmCore) {
    home = .managed(ManagedList(row: row, column: column, entity: entity, core: core))
  }

  init(at place: AnyPlace) where Element == AnyRealmValue {
    super.init()
    self.place = place
  }

  init(recording recorder: Recorder?) {
    if let recorder { home = .recorder(recorder) }
  }

  // MARK: - State

  /// The Realm of the list; nil when it is unmanaged.
  public var realm: Realm? {
    if case .managed(let managed) = home { Realm(managed.core) } else { place.map { Realm($0.core) } }
  }

  /// Whether the object that has the list is gone. Never for unmanaged lists.
  public var isInvalidated: Bool {
    if case .managed(let managed) = home { !managed.isValid } else { place.map { !$0.isValid } ?? false }
  }

  /// How many elements there are. O(1).
  public var count: Int {
    switch home {
    case .unmanaged: values.count
    case .managed(let managed): managed.elements(Element._width).count / Element._width
    case .recorder: 1
    }
  }

  /// The element at a position. Setting one embedded object's place deletes the object that was there. O(1).
  public subscript(position: Int) -> Element {
    get {
      switch home {
      case .recorder(let recorder): return Element._recorded(recorder)
      case .unmanaged:
        checkIndex(position, values.count)
        return values[position]
      case .managed(let managed):
        let elements = managed.elements(Element._width)
        checkIndex(position, elements.count / Element._width)
        guard let start = elements.baseAddress else { misuse(.indexOutOfBounds(index: position, count: 0)) }
        let element = Element._element(
          UnsafeMutableRawPointer(mutating: start) + position * Element._width, managed.row.base, managed.core)
        return Element._placed(element) { managed.anyPlace }
      }
    }
    set { replace(index: position, object: newValue) }
  }

  /// An iterator over the elements that are there now.
  public func makeIterator() -> ListIterator<Element> {
    switch home {
    case .managed(let managed):
      if let entity = Element._elementEntity {
        ListIterator(KeySource(managed.keys(), entity), core: managed.core)
      } else {
        ListIterator(ValueSource(Array(indices.map { self[$0] })), core: nil)
      }
    default:
      ListIterator(ValueSource(Array(indices.map { self[$0] })), core: nil)
    }
  }

  // MARK: - Changing

  /// Adds an element at the end; an unmanaged object is added to the Realm first.
  public func append(_ object: Element) { insert(object, at: count) }

  /// Adds elements at the end; a list may be appended to itself.
  public func append<S: Sequence>(objectsIn objects: S) where S.Element == Element {
    for object in Array(objects) { append(object) }
  }

  /// Inserts an element. O(count).
  public func insert(_ object: Element, at index: Int) {
    requireWrite()
    checkIndex(index, count + 1)
    switch home {
    case .recorder: return
    case .unmanaged:
      checkClass(object)
      values.insert(place == nil ? object : Element._copied(object), at: index)
    case .managed(let managed):
      checkClass(object)
      if Element._elementEntity != nil, let object = Element._objects(in: object).first {
        managed.insert(key: managed.enter(object), at: index)
      } else {
        let cell = managed.open(at: index)
        cell.initializeMemory(as: UInt8.self, repeating: 0, count: Element._width)
        Element._store(object, cell, managed.row.base, managed.core)
      }
    }
  }

  /// Inserts elements one after another.
  public func insert<C: Collection>(contentsOf newElements: C, at i: Int) where C.Element == Element {
    for (offset, element) in Array(newElements).enumerated() { insert(element, at: i + offset) }
  }

  /// Removes the element at an index; an embedded object is deleted. O(count).
  public func remove(at index: Int) {
    requireWrite()
    checkIndex(index, count)
    removeRange(index..<index + 1)
  }

  /// Removes every element; embedded objects are deleted.
  public override func removeAll() {
    requireWrite()
    removeRange(0..<count)
  }

  /// Removes elements from the beginning.
  public func removeFirst(_ number: Int = 1) {
    requireWrite()
    checkNumber(number)
    removeRange(0..<number)
  }

  /// Removes elements from the end.
  public func removeLast(_ number: Int = 1) {
    requireWrite()
    checkNumber(number)
    removeRange(count - number..<count)
  }

  /// Removes a range of elements.
  public func removeSubrange<R: RangeExpression>(_ bounds: R) where R.Bound == Int {
    let range = bounds.relative(to: self)
    if range.lowerBound < 0 { misuse(.negativeIndex(name: "index")) }
    if range.upperBound > count { misuse(.indexOutOfBounds(index: range.upperBound - 1, count: count)) }
    removeRange(range)
  }

  /// Replaces the element at an index.
  public func replace(index: Int, object: Element) {
    requireWrite()
    checkIndex(index, count)
    switch home {
    case .recorder: return
    case .unmanaged:
      checkClass(object)
      values[index] = place == nil ? object : Element._copied(object)
    case .managed(let managed):
      checkClass(object)
      if Element._elementEntity != nil, let object = Element._objects(in: object).first {
        let key = managed.enter(object)
        managed.removeLinks(index..<index + 1)
        managed.insert(key: key, at: index)
      } else {
        Element._store(object, managed.place(index), managed.row.base, managed.core)
      }
    }
  }

  /// Moves an element so that it ends at index `to`. O(count).
  public func move(from: Int, to: Int) {
    requireWrite()
    checkIndex(from, count)
    checkIndex(to, count)
    switch home {
    case .recorder: return
    case .unmanaged: values.insert(values.remove(at: from), at: to)
    case .managed(let managed):
      managed.move(from: from, to: to, Element._width)
    }
  }

  /// Exchanges two elements; embedded objects stay what they are. O(1).
  public func swapAt(_ index1: Int, _ index2: Int) {
    requireWrite()
    checkIndex(index1, count)
    checkIndex(index2, count)
    switch home {
    case .recorder: return
    case .unmanaged: values.swapAt(index1, index2)
    case .managed(let managed):
      managed.swap(index1, index2, Element._width)
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

  /// See `ObjectBase._setList`.
  func replaceAll(with other: List<Element>) {
    if other === self { return }
    if case .managed(let mine) = home, case .managed(let theirs) = other.home, mine.isSame(as: theirs) { return }
    let elements = Array(other)
    removeAll()
    append(objectsIn: elements)
  }

  // MARK: - Checks

  // Before indexes: which message wins is part of the interface.
  private func requireWrite() {
    if case .managed(let managed) = home { managed.requireWrite() } else { place?.requireWrite("List") }
  }

  private func checkIndex(_ index: Int, _ limit: Int) {
    if index < 0 { misuse(.negativeIndex(name: "index")) }
    if index >= limit { misuse(.indexOutOfBounds(index: index, count: limit)) }
  }

  private func checkNumber(_ number: Int) {
    if number < 0 { misuse(.negativeIndex(name: "index")) }
    if number > count { misuse(.removeTooMany(number: number, count: count)) }
  }

  private func checkClass(_ element: Element) {
    guard let object = element as? ObjectBase, let entity = Element._elementEntity, type(of: object)._entity !== entity else { return }
    misuse(.wrongClass(found: object._className, place: "List type '\(entity.model.name)'"))
  }

  // MARK: - Without the element type

  override func _unmanagedObjects() -> [ObjectBase?] {
    let objects = values.flatMap { Element._objects(in: $0) }
    entering = objects
    return objects
  }

  override var _untyped: [Any] { Array(self) }

  override var _isEmbedded: Bool { Element._elementEntity?.model.kind == .embedded }

  override func _adopt(_ owner: ObjectBase, _ column: Int) {
    let elements = values
    values = []
    let managed = ManagedList(owner, column, owner._realm)
    home = .managed(managed)
    owner._cells().collections[column] = self
    if Element._elementEntity != nil {
      let keys = entering.map(\._row.key)
      entering = []
      let stored = managed.keys()
      // Embedded objects that were updated in place stay.
      let same = zip(keys, stored).prefix { $0 == $1 }.count
      managed.removeLinks(same..<stored.count)
      for index in same..<keys.count { managed.insert(key: keys[index], at: index) }
    } else {
      managed.close(0..<managed.elements(Element._width).count / Element._width)
      for element in elements {
        let cell = managed.open(at: managed.elements(Element._width).count / Element._width)
        cell.initializeMemory(as: UInt8.self, repeating: 0, count: Element._width)
        Element._store(element, cell, managed.row.base, managed.core)
      }
    }
  }

  override func _replaceAll(with values: [Any]) -> Bool {
    var converted: [Element] = []
    for value in values {
      guard
        let element = Element._converted(from: value) ?? Element._converted(from: plainValue(value))
      else { return false }
      converted.append(element)
    }
    removeAll()
    append(objectsIn: converted)
    return true
  }

  override func _describe(depth: Int, indent: String) -> String {
    guard depth > 0 else { return "<Maximum depth exceeded>" }
    let name = Element._elementEntity?.model.name ?? "\(Element.self)".lowercased()
    return CollectionDescription.text("List<\(name)>", count: count, indent: indent) { index, inner in
      (self[index] as? ObjectBase)?._describe(depth: depth - 1, indent: inner) ?? "\(self[index])"
    }
  }
}

extension List: RandomAccessCollection, MutableCollection, CustomStringConvertible, RealmCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// `count`.
  public var endIndex: Int { count }
  /// The elements, at most 100 of them.
  public var description: String { _describe(depth: 5, indent: "") }

  /// The elements as results, for filtering and sorting.
  public var _resultsCore: ResultsCore {
    guard case .managed(let managed) = home, let entity = Element._elementEntity else { misuse(.unmanagedCollection(kind: "List")) }
    return ResultsCore(core: managed.core, source: .list(managed), entity: entity)
  }

  /// Managed lists are equal when they are the same property of the same object; unmanaged ones when their elements are.
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
  /// Encodes the elements in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension List: Decodable where Element: Decodable {
  /// Makes an unmanaged list.
  public convenience init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }
}
