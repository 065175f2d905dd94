import AshlarSchema
import AshlarStore

/// The objects that link to an object through one of their properties: a live, read-only collection.
///
/// ```swift
/// class Dog: Object {
///   @Persisted var name: String
///   @Persisted(originProperty: "dogs") var owners: LinkingObjects<Person>
/// }
/// let names = dog.owners.map(\.name)
/// ```
///
/// An object that links twice appears twice. The collection of an unmanaged object is empty. See the guide, *Links and embedded objects*.
@frozen public struct LinkingObjects<Element: ObjectBase>: RealmCollection {
  /// Used by the runtime.
  public let _resultsCore: _ResultsCore
  private let recorder: _Recorder?

  init() {
    _resultsCore = _ResultsCore(core: nil, source: .nothing, entity: Element._elementEntity ?? .untyped)
    recorder = nil
  }

  init(recording recorder: _Recorder?) {
    _resultsCore = _ResultsCore(core: nil, source: .nothing, entity: Element._entity)
    self.recorder = recorder
  }

  init(_ core: _ResultsCore) {
    _resultsCore = core
    recorder = nil
  }

  init(core: _RealmCore, link: LinkColumn, from source: _Entity, target: Int64, seenAt generation: UInt64) {
    let links = LinkingObjectsCore(core: core, link: link, target: target, generation: generation)
    _resultsCore = _ResultsCore(core: core, source: .links(links), entity: source)
    recorder = nil
  }

  /// The Realm of the objects; nil if the owner is unmanaged.
  public var realm: Realm? { _resultsCore.core.map { Realm($0) } }
  /// Whether the Realm was invalidated, or the owner was deleted.
  public var isInvalidated: Bool { _resultsCore.isInvalidated }
  /// The number of links: `dog.owners.count`.
  ///
  /// Complexity: O(links); O(1) within a write in which the count has already been read.
  public var count: Int { recorder == nil ? _resultsCore.count : 1 }
  /// Whether no object links to the owner. Complexity: O(1), plus O(changes of the open write).
  public var isEmpty: Bool { recorder == nil && _resultsCore.isEmpty }
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The position after the last object, which equals `count`.
  public var endIndex: Int { count }

  /// The object at `index`. A position outside the collection stops the program.
  public subscript(index: Int) -> Element {
    if let recorder { return recorder.make(Element.self) }
    return Element._object(_resultsCore, _resultsCore.key(index))
  }

  /// Returns an iterator over the objects that currently link to the owner.
  public func makeIterator() -> RLMIterator<Element> { RLMIterator(_resultsCore.makeSource(), core: _resultsCore.core) }

  /// A text representation of at most 100 objects, as `print(dog.owners)` prints it.
  public var description: String {
    if isInvalidated { return CollectionDescription.invalid }
    return CollectionDescription.text("LinkingObjects<\(_resultsCore.entity.model.name)>", count: count) { index, indent in
      self[index]._describe(depth: 4, indent: indent)
    }
  }

  /// Whether both are copies of the same collection.
  public static func == (a: LinkingObjects, b: LinkingObjects) -> Bool { a._resultsCore === b._resultsCore }
}

extension LinkingObjects: LinkingObjectsProtocol {
  /// Creates an empty collection. The linking objects of an object are declared in the schema, with `origin`; see the guide, *Links and
  /// embedded objects*.
  ///
  /// - Parameters:
  ///   - fromType: The class of the objects that link.
  ///   - property: The name of their link. If the class has no such property, the program stops.
  public init(fromType: Element.Type, property: String) {
    self.init()
    if fromType._entity.property(named: property) == nil { misuse(.unknownProperty(name: property, type: fromType.className())) }
  }
}

/// The rows that link to one row.
final class LinkingObjectsCore {
  private let core: _RealmCore
  let link: LinkColumn
  // The key of the target row, which remains set after invalidation.
  private let key: Int64
  private var target: Int64
  private var generation: UInt64

  init(core: _RealmCore, link: LinkColumn, target: Int64, generation: UInt64) {
    self.core = core
    self.link = link
    key = target
    self.target = target
    self.generation = generation
  }

  /// Returns the same collection in another Realm of the file, or in this Realm after `invalidate`; nil if the target row does not exist
  /// there.
  func moved(to other: _RealmCore) -> LinkingObjectsCore? {
    guard let entity = other.entity(link.target), let row = other.row(entity, key) else { return nil }
    return LinkingObjectsCore(core: other, link: link, target: key, generation: row.generation)
  }

  var isValid: Bool {
    if target < 0 { return false }
    let found = core.reading { () throws(StoreError) in try core.session.relocate(link.target, target, seenAt: generation) }
    if found == nil { target = -1 }
    // Several threads may read a frozen collection, whose generation never changes, so the property is set only if the value differs.
    let seen = found?.generation ?? 0
    if generation != seen { generation = seen }
    return found != nil
  }

  func keys() -> [Int64] {
    requireValid()
    return keys(core.reading { try core.session.sources(link, of: target) })
  }

  /// Returns the keys of the first rows that link to the target, at most `limit`. Complexity: O(`limit` + links in a block + changes of the
  /// open write).
  func keys(first limit: Int) -> [Int64] {
    requireValid()
    return Array(keys(core.reading { try core.session.sources(link, of: target, first: limit) }).prefix(limit))
  }

  private func keys(_ sources: [(key: Int64, count: Int)]) -> [Int64] {
    var keys: [Int64] = []
    keys.reserveCapacity(sources.count)
    for (key, count) in sources {
      for _ in 0..<count { keys.append(key) }
    }
    return keys
  }

  /// Returns the number of links from a row to the target. Complexity: O(links of the row).
  func links(from source: Int64) -> Int {
    core.reading { try core.session.rowsLinked(link, from: source) }.count { $0 == key }
  }

  func count() -> Int {
    requireValid()
    return core.reading { try core.session.sourceCount(link, of: target) }
  }

  private func requireValid() {
    if !isValid { misuse(.invalidated(type: core.entities[link.target]?.model.name ?? "")) }
  }
}

extension ObjectBase: LinkedClass {
  static func linkingObjects(of owner: ObjectBase, _ ordinal: Int) -> Any { owner._linkingObjects(ordinal) as LinkingObjects<Self> }
}
