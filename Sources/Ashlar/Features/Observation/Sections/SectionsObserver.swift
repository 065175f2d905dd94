import AshlarSchema
import AshlarStore

/// Observes the sections of results, or one section.
///
/// Invariant: `kept`, or `told` if `kept` is nil, contains the state that the last call delivered.
final class SectionsObserver<Observed: ObservedSections>: ContentsObserver<Observed> {
  // The row of an object, identified by its key, or a value, identified by its bytes.
  private enum Row: Hashable {
    case object(Int64)
    case value(ObservedValue)
  }

  private typealias Key = Observed.SectionKey

  private let paths: ObservedPaths
  private let queryPaths: QueryPaths
  private let sources: KeySources
  private var told: (keys: [Key], rows: [[Row]]) = ([], [])
  // The tables and columns that determine the sections.
  private lazy var determining = readTables
  // Replaces `told` if the rows can be updated incrementally.
  private var kept: SectionedRows<Key>?

  init(_ observed: Observed, _ core: _RealmCore, _ paths: ObservedPaths, _ block: @escaping (SectionedResultsChange<Observed>) -> Void) {
    self.paths = paths
    queryPaths = QueryPaths(observed.sections.results._resultsCore.query, core)
    sources = KeySources(paths.entity, core)
    super.init(observed, core, paths, block)
  }

  override var rows: [Int64] { told.rows.joined().compactMap { if case .object(let key) = $0 { key } else { nil } } }

  override var readTables: ObservedTables? {
    let results = contents.sections.results._resultsCore
    var tables = ObservedTables()
    tables.add(results.query, queryPaths, core)
    if let values = results.values {
      // The section key of an `AnyRealmValue` may be computed from the object that it links to.
      return values.entity.model.properties[values.column].type == .any ? nil : tables
    }
    tables.add(paths, core)
    tables.add(paths.entity, ObservedPaths.defaultDepth, core)
    tables.add(sources, core)
    return tables
  }

  override func carry() {
    if let kept, !contents.sections.results.isInvalidated { contents.sections.keep(kept, determining) }
  }

  override func read() -> Bool {
    guard let now = current() else { return false }
    told = now
    keep()
    return true
  }

  override func update(_ changes: ChangeSet) -> SectionEdits? {
    if let edits = upkeep(changes) { return edits }
    untold()
    guard let now = current() else { return nil }
    defer { keep() }
    let old = told
    var reached = paths.rows(changes, core) { rows }
    told = now
    addOrigins(of: rows, changes, to: &reached)
    let mayMove = contents.sections.results._resultsCore.rowsThatMayMove(changes)
    return edits(
      from: old, mayMove: { if case .object(let key) = $0 { mayMove(key) } else { true } },
      isModified: { if case .object(let key) = $0 { reached.contains(key) } else { false } })
  }

  override func removeAll() -> SectionEdits? {
    let old = told
    told = ([], [])
    return edits(from: old, mayMove: { _ in true }, isModified: { _ in false })
  }

  // Moves the rows from `told` to `kept` if they can be updated incrementally. The sections use them until one of their tables changes.
  private func keep() {
    let (isPossible, places) = contents.sections.results._resultsCore.upkeepOfAll(queryPaths)
    if !isPossible || followsOrigins { return }
    let rows = SectionedRows(told.keys, told.rows.map { $0.compactMap { if case .object(let key) = $0 { key } else { nil } } }, places)
    (kept, told) = (rows, ([], []))
    contents.sections.keep(rows, determining)
  }

  // Updates `kept` incrementally, and returns the edits; nil if that is not possible.
  private func upkeep(_ changes: ChangeSet) -> SectionEdits? {
    guard let kept, !contents.sections.results.isInvalidated, !changes.isAnything else { return nil }
    // If computing the keys did not search the data, it read no linking objects.
    guard let others = contents.sections.keysSearch ? sources.rows(changes) : [] else { return nil }
    let asked = DeepWalk(paths.entity, ObservedPaths.defaultDepth, changes, core, and: others).rows { kept.rows }
    let reached = if case .deep = paths.scope, others.isEmpty { asked } else { paths.rows(changes, core) { kept.rows } }
    guard let found = contents.sections.update(kept, changes, asked: asked, reached, queryPaths) else { return nil }
    contents.sections.keep(kept, determining)
    guard let key = contents.observedKey else { return SectionEdits(found.values) }
    return SectionEdits(ofOne: found.values.first { $0.key == key })
  }

  // Moves the rows from `kept` back to `told`.
  private func untold() {
    guard let kept else { return }
    told = (kept.keys, kept.order.map { kept.sections[$0]?.rows.keys.map(Row.object) ?? [] })
    self.kept = nil
  }

  // Returns the edits between `old` and `told`.
  private func edits(
    from old: (keys: [Key], rows: [[Row]]), mayMove: (Row) -> Bool, isModified: (Row) -> Bool
  ) -> SectionEdits {
    func edits(_ old: [Row], _ new: [Row]) -> RowEdits { RowEdits(from: old, to: new, mayMove: mayMove, isModified: isModified) }
    guard let key = contents.observedKey else {
      let found = SectionEdits(from: old, to: told, edits)
      assert(
        found.deletedRows(of: old.rows) == old.rows.joined().count + found.insertions.count - told.rows.joined().count
          && old.keys.count - found.sectionsToDelete.count + found.sectionsToInsert.count == told.keys.count,
        "edits must give the new number of sections and elements")
      return found
    }
    func one(_ sections: (keys: [Key], rows: [[Row]])) -> (rows: [Row], position: Int)? {
      sections.keys.firstIndex(of: key).map { (sections.rows[$0], $0) }
    }
    return SectionEdits(ofOne: one(old), one(told), edits)
  }

  // Returns the current sections; nil if the owner of the rows has been deleted. Recreates sections that `invalidate` made unusable.
  private func current() -> (keys: [Key], rows: [[Row]])? {
    if contents.sections.results.isInvalidated, !remake() { return nil }
    let sections = contents.sections
    let (keys, rows) = sections.all
    guard let values = sections.results._resultsCore.values else { return (keys, rows.map { $0.map(Row.object) }) }
    return (keys, rows.map { values.observedValues(at: $0).map(Row.value) })
  }
}
