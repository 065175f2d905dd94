/// A section of results: the elements with the key of the section, in the order of the results.
///
/// ```swift
/// let section = people.sectioned(by: \.age)[0]
/// print(section.key, section.map(\.name))
/// ```
///
/// A section is identified by its key, not by its position. If no element has the key any more, the section is invalidated; it becomes
/// valid again when an element has the key.
public struct ResultsSection<Key: _Persistable & Hashable, T: RealmCollectionValue>: RealmSectionedResult, Identifiable {
  /// The type of the elements.
  public typealias Element = T

  let sections: Sections<Key, T>
  /// The key, which may be read even if the section is invalidated.
  let sectionKey: Key

  init(_ sections: Sections<Key, T>, _ key: Key) {
    self.sections = sections
    sectionKey = key
  }

  private var rows: [Int64] {
    guard let rows = sections.rows(of: sectionKey) else { misuse(.value("Access to invalidated Results objects")) }
    return rows
  }

  /// The key of all elements. If the section is invalidated, the program stops.
  public var key: Key {
    _ = count
    return sectionKey
  }
  /// The identity of the section, which is its key. If the section is invalidated, the program stops.
  public var id: Key { key }
  /// The Realm of the elements; nil if they are unmanaged.
  public var realm: Realm? { sections.results.realm }
  /// Whether no element has the key, or the elements can no longer be read.
  public var isInvalidated: Bool { sections.results.isInvalidated || sections.count(of: sectionKey) == nil }
  /// The number of elements. If the section is invalidated, the program stops.
  public var count: Int {
    guard let count = sections.count(of: sectionKey) else { misuse(.value("Access to invalidated Results objects")) }
    return count
  }

  /// The element at `index`. An index outside the section stops the program.
  public subscript(index: Int) -> T {
    let count = count
    if index < 0 { misuse(.negativeIndex(name: "index")) }
    if index >= count { misuse(.indexOutOfBounds(index: index, count: count)) }
    guard let row = sections.row(of: sectionKey, at: index) else { misuse(.value("Access to invalidated Results objects")) }
    return T._object(sections.results._resultsCore, row)
  }

  /// Returns an iterator over the current elements.
  public func makeIterator() -> SectionIterator<T> { SectionIterator(sections.results._resultsCore, rows) }

  /// Returns whether `a` and `b` are the section of the same key in the same sectioned results.
  public static func == (a: ResultsSection, b: ResultsSection) -> Bool { a.sections === b.sections && a.sectionKey == b.sectionKey }

  /// Whether the section never changes and may be read from any thread.
  public var isFrozen: Bool { sections.results.isFrozen }
  /// Returns a frozen copy of the section at the version that its Realm reads, for use on any thread. See the guide, *Threads, actors and
  /// tasks*.
  public func freeze() -> sending ResultsSection {
    disconnected(isFrozen ? self : ResultsSection(sections.over(sections.results.freeze()), sectionKey))
  }
  /// Returns the live section; nil if the object that owns the underlying collection no longer exists.
  public func thaw() -> ResultsSection? { isFrozen ? sections.results.thaw().map { ResultsSection(sections.over($0), sectionKey) } : self }
}

extension ResultsSection: CustomStringConvertible, CustomReflectable {
  /// The key and the elements, at most 100 of them; `print(sections[0])` prints them.
  public var description: String { describe(indent: "") }

  /// A mirror with at most 100 elements, for debuggers.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }

  static var parameters: String { "\("\(Key.self)".lowercased()), \(CollectionDescription.name(T.self))" }

  func describe(indent: String) -> String {
    if isInvalidated { return CollectionDescription.invalid }
    let text = flattened(sectionKey).map { CollectionDescription.text(untyped: $0, depth: 1, indent: indent) } ?? "(null)"
    return CollectionDescription.text("ResultsSection<\(Self.parameters)> \(text)", count: count, indent: indent) { index, inner in
      CollectionDescription.text(self[index], depth: 5, indent: inner)
    }
  }
}

/// The iterator of a section.
public struct SectionIterator<Element: RealmCollectionValue>: IteratorProtocol {
  private let results: _ResultsCore
  private var rows: IndexingIterator<[Int64]>

  init(_ results: _ResultsCore, _ rows: [Int64]) {
    self.results = results
    self.rows = rows.makeIterator()
  }

  /// Returns the next element; nil at the end.
  public mutating func next() -> Element? { rows.next().map { Element._object(results, $0) } }
}
