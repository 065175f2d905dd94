#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Results in sections: each holds the elements that have the same key. Live, and computed when they are first needed.
///
///     let sections = people.sectioned(by: \.city)
///     for section in sections { print(section.key, section.count) }
///
/// Sections come in the order in which their keys first appear among the sorted elements.
public struct SectionedResults<Key: _Persistable & Hashable, SectionElement: RealmCollectionValue>: RealmSectionedResult {
  /// A section.
  public typealias Element = ResultsSection<Key, SectionElement>

  let sections: Sections<Key, SectionElement>

  init(_ results: Results<SectionElement>, _ key: @escaping (SectionElement) -> Key) { sections = Sections(results, key) }

  init(_ sections: Sections<Key, SectionElement>) { self.sections = sections }

  /// The Realm of the elements.
  public var realm: Realm? { sections.results.realm }
  /// Whether the Realm was invalidated, or the object that owns the list was deleted.
  public var isInvalidated: Bool { sections.results.isInvalidated }
  /// How many sections there are. The sections are computed once for each version: O(n), and a call of the key's block for each element.
  public var count: Int { sections.count }
  /// The keys of the sections, in their order.
  public var allKeys: [Key] { sections.allKeys }

  /// The section at a position.
  public subscript(index: Int) -> Element { ResultsSection(sections, sections.key(index)) }

  /// The element at a position of a section: the path has two indexes, of the section and of the element in it.
  public subscript(indexPath: IndexPath) -> SectionElement {
    if indexPath.count != 2 {
      misuse(.query("An index path has two indexes here, of a section and of an element: \(indexPath.count) found."))
    }
    return self[indexPath[0]][indexPath[1]]
  }

  /// An iterator over the sections that are there now.
  public func makeIterator() -> SectionedResultsIterator<Key, SectionElement> { SectionedResultsIterator(sections) }

  /// Whether both are copies of the same sectioned results.
  public static func == (a: SectionedResults, b: SectionedResults) -> Bool { a.sections === b.sections }

  /// Whether the sections never change and may be read from any thread.
  public var isFrozen: Bool { sections.results.isFrozen }
  /// The sections as of the version that their Realm reads, readable from any thread.
  public func freeze() -> sending SectionedResults {
    disconnected(isFrozen ? self : SectionedResults(sections.over(sections.results.freeze())))
  }
  /// The live sections; nil when what they hang on is gone.
  public func thaw() -> SectionedResults? { isFrozen ? sections.results.thaw().map { SectionedResults(sections.over($0)) } : self }
}

/// The iterator of sectioned results.
public struct SectionedResultsIterator<Key: _Persistable & Hashable, SectionElement: RealmCollectionValue>: IteratorProtocol {
  private let sections: Sections<Key, SectionElement>
  private var keys: IndexingIterator<[Key]>

  init(_ sections: Sections<Key, SectionElement>) {
    self.sections = sections
    keys = sections.allKeys.makeIterator()
  }

  /// The next section.
  public mutating func next() -> ResultsSection<Key, SectionElement>? { keys.next().map { ResultsSection(sections, $0) } }
}
