import AshlarSchema
import AshlarStore

// Results that are brought up to date.
extension _ResultsCore {
  /// Whether the rows ascend as those of the table do.
  var isInTableOrder: Bool {
    if case .table = source { arrangement.isEmpty } else { false }
  }

  /// Brings rows up to date of which only those that changed can have come or gone, and says how; nil where more must be looked at.
  /// O(changed rows × log rows), and copying where rows come or go.
  func update(_ keys: inout [Int64], _ changes: ChangeSet, _ reached: ReachedRows) -> RowEdits? {
    guard let core, isInTableOrder, isLocal, !changes.isAnything, !reached.isAll else { return nil }
    let limit = max(16, keys.count / 64)
    if reached.keys.count > limit { return nil }
    var edits = RowEdits()
    let before = keys
    var gone: [Int64] = []
    if let table = changes.table(entity, core) {
      if table.isAnything || table.inserted.count + table.modified.count + table.deleted.count > limit { return nil }
      // Without a condition, what is stored in a row decides nothing.
      let now = steps.isEmpty ? table.inserted : matching((table.inserted + table.modified).sorted())
      let left = steps.isEmpty ? table.deleted : (table.deleted + KeyList.subtracting(table.modified, now)).sorted()
      gone = left.filter { RowUpdate.index(of: $0, in: before) != nil }
      let come = now.filter { RowUpdate.index(of: $0, in: before) == nil }
      if !gone.isEmpty || !come.isEmpty {
        keys = RowUpdate.keys(before, without: gone, with: come)
        edits.deletions = gone.compactMap { RowUpdate.index(of: $0, in: before) }
        edits.insertions = come.compactMap { RowUpdate.index(of: $0, in: keys) }
      }
      if !steps.isEmpty { keep(keys) }
    }
    let stay = KeyList.subtracting(reached.keys.sorted(), gone)
    edits.modifications = stay.compactMap { RowUpdate.index(of: $0, in: before) }
    return edits
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

  // Whether conditions look at nothing but the row's own columns.
  private var isLocal: Bool {
    steps.allSatisfy { if case .filtered(let condition) = $0 { condition.isLocal(entity) } else { false } }
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

enum RowUpdate {
  /// Where a key is among ascending ones. O(log keys).
  static func index(of key: Int64, in keys: [Int64]) -> Int? {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < keys.count && keys[low] == key ? low : nil
  }

  /// Ascending keys without some, and with others. O(keys) of copying, O(log keys) of comparing for each that comes or goes.
  static func keys(_ old: [Int64], without gone: [Int64], with come: [Int64]) -> [Int64] {
    if gone.isEmpty, come.isEmpty { return old }
    var keys: [Int64] = []
    keys.reserveCapacity(old.count + come.count)
    var start = 0
    func place(_ key: Int64) -> Int {
      var (low, high) = (start, old.count)
      while low < high {
        let middle = (low + high) / 2
        if old[middle] < key { low = middle + 1 } else { high = middle }
      }
      return low
    }
    var (i, j) = (0, 0)
    while i < gone.count || j < come.count {
      // A row that goes and comes goes first.
      let isGoing = i < gone.count && (j == come.count || gone[i] <= come[j])
      let key = isGoing ? gone[i] : come[j]
      let end = place(key)
      keys += old[start..<end]
      start = end
      if isGoing {
        if start < old.count, old[start] == key { start += 1 }
        i += 1
      } else {
        keys.append(key)
        j += 1
      }
    }
    return keys + old[start...]
  }
}
