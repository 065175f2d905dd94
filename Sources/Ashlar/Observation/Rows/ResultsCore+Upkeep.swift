import AshlarSchema
import AshlarStore

// Results that are brought up to date.
extension _ResultsCore {
  /// Whether the rows ascend as those of the table do.
  var isInTableOrder: Bool {
    if case .table = source { arrangement.isEmpty } else { false }
  }

  /// The rows, as an observer keeps them.
  func observedRows() -> RowOrder { RowOrder(computedKeys(), isAscending: isInTableOrder) }

  /// Brings rows up to date of which only those that changed can have come, gone or moved, and says how; nil, with the rows as they were, where
  /// more must be looked at. O(log rows) a changed row, but for sums over the chunks of the rows.
  func update(_ rows: RowOrder, _ changes: ChangeSet, _ reached: ReachedRows) -> RowEdits? {
    guard let core, isMaintained, !changes.isAnything, !reached.isAll else { return nil }
    let limit = max(16, rows.count / 64)
    if reached.keys.count > limit { return nil }
    // Rows that stay where they are, of which others that links lead to have changed.
    var modifications: [Int] = []
    func finish(_ edits: RowEdits) -> RowEdits {
      var edits = edits
      edits.modifications = (edits.modifications + modifications).sorted()
      return edits
    }
    guard let table = changes.table(entity, core) else {
      modifications = reached.keys.compactMap(rows.index)
      return finish(RowEdits())
    }
    if table.isAnything || table.inserted.count + table.modified.count + table.deleted.count > limit { return nil }
    let isFixed = steps.isEmpty
    // Without a condition and an order, what is stored in a row decides nothing.
    let candidates = isFixed ? table.inserted : (table.inserted + table.modified).sorted()
    let changed = candidates + table.deleted
    let changedKeys = Set(changed)
    modifications = reached.keys.lazy.filter { !changedKeys.contains($0) }.compactMap(rows.index)
    let olds = changed.compactMap { key in rows.index(of: key).map { (index: $0, key: key) } }.sorted { $0.index < $1.index }
    let come = matching(candidates)
    if olds.isEmpty, come.isEmpty { return finish(RowEdits()) }
    for old in olds { rows.remove(old.key) }
    if !come.isEmpty {
      var comparison = RowComparison(arrangement.lastOrder)
      for key in come {
        comparison.take(key)
        rows.insert(key) { comparison.comesBefore($0) }
      }
    }
    if !isFixed { keep(rows) }
    let news = come.compactMap { key in rows.index(of: key).map { (index: $0, key: key) } }.sorted { $0.index < $1.index }
    return finish(RowEdits(from: olds, to: news, isModified: reached.contains))
  }

  /// Whether only rows that changed can come, go or move: conditions and the order look at nothing but the row's own columns.
  private var isMaintained: Bool {
    if case .table = source { isLocal && isOrderLocal } else { false }
  }

  /// Which rows may have come to stand elsewhere among the others, or which may be others with the same values: nothing is known of rows
  /// that are reached through links, or that a list puts in order.
  func rowsThatMayMove(_ changes: ChangeSet) -> (Int64) -> Bool {
    guard let core, case .table = source, isOrderLocal, !changes.isAnything else { return { _ in true } }
    guard let table = changes.table(entity, core) else { return { _ in false } }
    if table.isAnything { return { _ in true } }
    return { table.index(modified: $0) != nil }
  }

  private var isOrderLocal: Bool {
    arrangement.steps.allSatisfy { if case .sorted(let order) = $0 { order.terms.allSatisfy(\.path.isDirect) } else { false } }
  }

  // Whether conditions look at nothing but the row's own columns, and all else is an order.
  private var isLocal: Bool {
    steps.allSatisfy { step in
      switch step {
      case .filtered(let condition): condition.isLocal(entity)
      case .sorted: true
      case .distinct, .limited, .page: false
      }
    }
  }
}

extension Condition {
  /// Whether it looks at nothing but columns of the row itself.
  fileprivate func isLocal(_ entity: _Entity) -> Bool {
    var isLocal = true
    func look(_ path: Path) {
      guard case .name(let name)? = path.first, let property = entity.property(named: name)?.property else {
        isLocal = false
        return
      }
      if property.collection == .linkingObjects { isLocal = false }
      if property.type == .object || property.type == .any, path.dropFirst().contains(where: { if case .name = $0 { true } else { false } })
      {
        isLocal = false
      }
    }
    _ = mapLeaves { leaf in
      switch leaf {
      case .compare(let path, _, _), .oneOf(let path, _, _), .text(let path, _, _, _), .like(let path, _, _), .kind(let path, _),
        .count(let path, _, _), .values(let path, _, _), .truth(let path, _), .member(_, let path), .sequence(let path, _, _):
        look(path)
      case .comparePaths(let path, _, let other):
        look(path)
        look(other)
      case .match(let path, let question):
        look(path)
        if case .path(let other) = question.operand { look(other) }
      case .expressions, .within: isLocal = false
      case .constant, .joined: break
      }
      return leaf
    }
    return isLocal
  }
}
