import AshlarSchema
import AshlarStore

/// Observes sections of results, or one of them.
///
/// Invariant: `told`, or `kept` in its place, is the state that the last call delivered.
final class SectionsObserver<Key: _Persistable & Hashable, Element: RealmCollectionValue>: Observer {
  /// The callbacks of the observer.
  struct Calls {
    let initial: (Sections<Key, Element>) -> Void
    let update: (Sections<Key, Element>, SectionEdits) -> Void
  }

  // A row of an object, by its key, or a value, by its bytes.
  private enum Row: Hashable {
    case object(Int64)
    case value(ObservedValue)
  }

  private var sections: Sections<Key, Element>
  private let key: Key?
  private let core: _RealmCore
  private let paths: ObservedPaths
  private let sources: KeySources
  private let calls: Calls
  private var prints: OriginPrints?
  private var told: (keys: [Key], rows: [[Row]]) = ([], [])
  // Replaces `told` if only changed rows can be inserted, deleted or moved.
  private var kept: SectionedRows<Key>?
  private var isOver = false

  /// - Parameter key: the key of the observed section; nil for all sections.
  init(_ sections: Sections<Key, Element>, _ key: Key?, _ core: _RealmCore, _ paths: ObservedPaths, _ calls: Calls) {
    self.sections = sections
    self.key = key
    self.core = core
    self.paths = paths
    self.calls = calls
    sources = KeySources(paths.entity, core)
    prints = OriginPrints(paths)
  }

  override func begin() {
    guard let now = read() else {
      isOver = true
      return
    }
    told = now
    _ = prints?.changed(objects, .anything, core)
    keep()
    calls.initial(sections)
  }

  override func tell(_ changes: ChangeSet) -> Bool {
    if let edits = update(changes), !edits.isEmpty { calls.update(sections, edits) }
    return isOver
  }

  override func skip(_ changes: ChangeSet) { _ = update(changes) }

  private var objects: [Int64] { told.rows.joined().compactMap { if case .object(let key) = $0 { key } else { nil } } }

  // Moves the rows from `told` to `kept` if they can be updated incrementally.
  private func keep() {
    let (isPossible, places) = sections.results._resultsCore.upkeepOfAll
    if !isPossible || prints != nil { return }
    kept = SectionedRows(told.keys, told.rows.map { $0.compactMap { if case .object(let key) = $0 { key } else { nil } } }, places)
    told = ([], [])
  }

  // Updates `kept` incrementally. Nil if that needs more than the changed rows.
  private func upkeep(_ changes: ChangeSet) -> SectionEdits? {
    guard let kept, !sections.results.isInvalidated, !changes.isAnything, let others = sources.rows(changes) else { return nil }
    let asked = DeepWalk(paths.entity, ObservedPaths.defaultDepth, changes, core, and: others).rows { kept.rows }
    let reached = if case .deep = paths.scope, others.isEmpty { asked } else { paths.rows(changes, core) { kept.rows } }
    guard let found = sections.update(kept, changes, asked: asked, reached) else { return nil }
    sections.keep(kept)
    guard let key else { return SectionEdits(found.values) }
    return SectionEdits(ofOne: found.values.first { $0.key == key })
  }

  private func update(_ changes: ChangeSet) -> SectionEdits? {
    if isOver { return nil }
    if let edits = upkeep(changes) { return edits }
    if let kept { told = (kept.keys, kept.order.map { kept.sections[$0]?.rows.keys.map(Row.object) ?? [] }) }
    kept = nil
    defer { if !isOver { keep() } }
    let old = told
    let now = read()
    isOver = now == nil
    var reached = paths.rows(changes, core) { objects }
    told = now ?? ([], [])
    if let changed = prints?.changed(objects, changes, core) { reached.keys.formUnion(changed) }
    let mayMove = sections.results._resultsCore.rowsThatMayMove(changes)
    func edits(_ old: [Row], _ new: [Row]) -> RowEdits {
      RowEdits(
        from: old, to: new,
        mayMove: { if case .object(let key) = $0 { mayMove(key) } else { true } },
        isModified: { if case .object(let key) = $0 { reached.contains(key) } else { false } })
    }
    guard let key else {
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

  // Nil after the owner of the rows was deleted.
  private func read() -> (keys: [Key], rows: [[Row]])? {
    if sections.results.isInvalidated {
      guard let again = rebuilt(sections.results) else { return nil }
      sections = sections.over(again)
    }
    let (keys, rows) = sections.all
    guard let values = sections.results._resultsCore.values else { return (keys, rows.map { $0.map(Row.object) }) }
    return (keys, rows.map { values.observedValues(at: $0).map(Row.value) })
  }
}
