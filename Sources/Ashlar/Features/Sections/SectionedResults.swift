#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Results grouped into sections: each section contains the elements with the same key. The sections are live, unless they are frozen, and
/// computed when they are first read.
///
/// ```swift
/// let sections = people.sectioned(by: \.age)
/// for section in sections { print(section.key, section.count) }
/// ```
///
/// Sections are in the order in which their keys first appear among the sorted elements. See the guide, *Reading and querying* and
/// *Observing*.
public struct SectionedResults<Key: _Persistable & Hashable, SectionElement: RealmCollectionValue>: RealmSectionedResult {
  /// A section.
  public typealias Element = ResultsSection<Key, SectionElement>

  let sections: Sections<Key, SectionElement>

  /// - Parameter keyPath: The stored property that is the key, if the elements are sorted by it; nil otherwise.
  init(_ results: Results<SectionElement>, sortedBy keyPath: String? = nil, _ key: @escaping (SectionElement) -> Key) {
    sections = Sections(results, sortedBy: keyPath, key)
  }

  init(_ sections: Sections<Key, SectionElement>) { self.sections = sections }

  /// The Realm of the elements; nil if they are unmanaged.
  public var realm: Realm? { sections.results.realm }
  /// Whether the Realm has been invalidated, or the object that owns the underlying collection has been deleted.
  public var isInvalidated: Bool { sections.results.isInvalidated }
  /// The number of sections.
  ///
  /// Complexity: once for each version of the data, O(n) and a call of the key closure for each element. If the key is a stored property,
  /// only O(log n) values are read for each section.
  public var count: Int { sections.count }
  /// The keys of the sections, in the order of the sections.
  ///
  /// ```swift
  /// let ages = people.sectioned(by: \.age).allKeys
  /// ```
  public var allKeys: [Key] { sections.allKeys }

  /// The section at `index`. An index outside the results stops the program.
  public subscript(index: Int) -> Element { ResultsSection(sections, sections.key(index)) }

  /// The element at a position of a section.
  ///
  /// ```swift
  /// let person = sections[IndexPath(item: 0, section: 2)]
  /// ```
  ///
  /// A path without exactly two indexes, of a section and of an element in it, stops the program.
  public subscript(indexPath: IndexPath) -> SectionElement {
    if indexPath.count != 2 {
      misuse(.query("An index path of sectioned results must have two indexes, of a section and of an element, not \(indexPath.count)."))
    }
    return self[indexPath[0]][indexPath[1]]
  }

  /// Returns an iterator over the current sections.
  public func makeIterator() -> SectionedResultsIterator<Key, SectionElement> { SectionedResultsIterator(sections) }

  /// Returns whether `a` and `b` are copies of the same sectioned results.
  public static func == (a: SectionedResults, b: SectionedResults) -> Bool { a.sections === b.sections }

  /// Whether the sections never change and may be read from any thread.
  public var isFrozen: Bool { sections.results.isFrozen }
  /// Returns a frozen copy of the sections at the version that their Realm reads, for use on any thread. See the guide, *Threads, actors
  /// and tasks*.
  public func freeze() -> sending SectionedResults {
    disconnected(isFrozen ? self : SectionedResults(sections.over(sections.results.freeze())))
  }
  /// Returns the live sections; nil if the object that owns the underlying collection no longer exists.
  public func thaw() -> SectionedResults? { isFrozen ? sections.results.thaw().map { SectionedResults(sections.over($0)) } : self }
}

extension SectionedResults: CustomStringConvertible, CustomReflectable {
  /// The sections, at most 100 of them, each with at most 100 elements; `print(sections)` prints them.
  public var description: String {
    if isInvalidated { return CollectionDescription.invalid }
    let name = "SectionedResults<\(ResultsSection<Key, SectionElement>.parameters)>"
    return CollectionDescription.text(name, count: count) { index, indent in self[index].describe(indent: indent) }
  }

  /// A mirror with at most 100 sections, for debuggers.
  public var customMirror: Mirror {
    isInvalidated ? Mirror(self, children: ["isInvalidated": true]) : Reflection.mirror(self, self, Reflection.depth)
  }
}

/// The iterator of sectioned results.
public struct SectionedResultsIterator<Key: _Persistable & Hashable, SectionElement: RealmCollectionValue>: IteratorProtocol {
  private let sections: Sections<Key, SectionElement>
  private var keys: IndexingIterator<[Key]>

  init(_ sections: Sections<Key, SectionElement>) {
    self.sections = sections
    keys = sections.allKeys.makeIterator()
  }

  /// Returns the next section; nil at the end.
  public mutating func next() -> ResultsSection<Key, SectionElement>? { keys.next().map { ResultsSection(sections, $0) } }
}
