import AshlarStore

/// The sections of results, or one section.
protocol ObservedSections: ObservedContents where _Change == SectionedResultsChange<Self> {
  associatedtype SectionKey: _Persistable & Hashable
  associatedtype SectionRow: RealmCollectionValue
  var sections: Sections<SectionKey, SectionRow> { get }
  /// The key of the observed section, whether or not the section exists; nil for all sections.
  var observedKey: SectionKey? { get }
  /// Returns the corresponding value for `sections`.
  func over(_ sections: Sections<SectionKey, SectionRow>) -> Self
}

extension ObservedSections {
  func observableCore() -> _RealmCore { sections.results.observableCore() }

  func observer(_ keyPaths: [String]?, _ block: @escaping (SectionedResultsChange<Self>) -> Void) -> Observer {
    let results = sections.results._resultsCore
    if results.values != nil, keyPaths?.isEmpty == false { misuse(.observedValuePaths) }
    guard let core = results.core else { misuse(.observedUnmanaged) }
    return SectionsObserver(self, core, .ofElements(keyPaths, SectionRow.self, results.entity, core), block)
  }

  func frozenForObserving() -> Self { over(sections.over(sections.results.freeze())) }

  func remade(in core: _RealmCore) -> Self? { sections.results.remade(in: core).map { over(sections.over($0)) } }
}

extension SectionedResults: ObservedSections {
  /// Used by the runtime.
  public typealias _Change = SectionedResultsChange<SectionedResults>
  /// Used by the runtime.
  public typealias _KeyPathRoot = SectionElement

  var observedKey: Key? { nil }
  func over(_ sections: Sections<Key, SectionElement>) -> SectionedResults { SectionedResults(sections) }
}

extension ResultsSection: ObservedSections {
  /// Used by the runtime.
  public typealias _Change = SectionedResultsChange<ResultsSection>
  /// Used by the runtime.
  public typealias _KeyPathRoot = T

  var observedKey: Key? { sectionKey }
  func over(_ sections: Sections<Key, T>) -> ResultsSection { ResultsSection(sections, sectionKey) }

  func observableCore() -> _RealmCore {
    // Reading the key stops the program if the section does not exist.
    _ = key
    return sections.results.observableCore()
  }
}

extension SectionedResultsChange: ContentsChange {
  static func update(_ collection: Collection, _ edits: SectionEdits) -> SectionedResultsChange {
    .update(
      collection, deletions: edits.deletions, insertions: edits.insertions, modifications: edits.modifications,
      sectionsToInsert: edits.sectionsToInsert, sectionsToDelete: edits.sectionsToDelete)
  }
}
