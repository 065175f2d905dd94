/// A section of results: the elements that have its key, in their order.
///
/// It belongs to its key, wherever among the sections that comes. When no element has the key any more, the section is invalidated; it is
/// valid again as soon as one has.
public struct ResultsSection<Key: _Persistable & Hashable, T: RealmCollectionValue>: RealmSectionedResult, Identifiable {
  /// What is in the section.
  public typealias Element = T

  let sections: Sections<Key, T>
  private let sectionKey: Key

  init(_ sections: Sections<Key, T>, _ key: Key) {
    self.sections = sections
    sectionKey = key
  }

  private var rows: [Int64] {
    guard let rows = sections.rows(of: sectionKey) else { misuse(.value("Access to invalidated Results objects")) }
    return rows
  }

  /// The key that all elements have.
  public var key: Key {
    _ = count
    return sectionKey
  }
  /// The key.
  public var id: Key { key }
  /// The Realm of the elements.
  public var realm: Realm? { sections.results.realm }
  /// Whether no element has the key, or the elements can no longer be read.
  public var isInvalidated: Bool { sections.results.isInvalidated || sections.count(of: sectionKey) == nil }
  /// How many elements there are.
  public var count: Int {
    guard let count = sections.count(of: sectionKey) else { misuse(.value("Access to invalidated Results objects")) }
    return count
  }

  /// The element at a position.
  public subscript(index: Int) -> T {
    let count = count
    if index < 0 { misuse(.negativeIndex(name: "index")) }
    if index >= count { misuse(.indexOutOfBounds(index: index, count: count)) }
    guard let row = sections.row(of: sectionKey, at: index) else { misuse(.value("Access to invalidated Results objects")) }
    return T._object(sections.results._resultsCore, row)
  }

  /// An iterator over the elements that are there now.
  public func makeIterator() -> SectionIterator<T> { SectionIterator(sections.results._resultsCore, rows) }

  /// Whether both are the section of one key of the same sectioned results.
  public static func == (a: ResultsSection, b: ResultsSection) -> Bool { a.sections === b.sections && a.sectionKey == b.sectionKey }

  /// Whether the section never changes and may be read from any thread.
  public var isFrozen: Bool { sections.results.isFrozen }
  /// The section as of the version that its Realm reads, readable from any thread.
  public func freeze() -> sending ResultsSection {
    disconnected(isFrozen ? self : ResultsSection(sections.over(sections.results.freeze()), sectionKey))
  }
  /// The live section; nil when what its elements hang on is gone.
  public func thaw() -> ResultsSection? { isFrozen ? sections.results.thaw().map { ResultsSection(sections.over($0), sectionKey) } : self }
}

/// The iterator of a section.
public struct SectionIterator<Element: RealmCollectionValue>: IteratorProtocol {
  private let results: _ResultsCore
  private var rows: IndexingIterator<[Int64]>

  init(_ results: _ResultsCore, _ rows: [Int64]) {
    self.results = results
    self.rows = rows.makeIterator()
  }

  /// The next element.
  public mutating func next() -> Element? { rows.next().map { Element._object(results, $0) } }
}
