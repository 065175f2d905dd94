import AshlarSchema
import AshlarStore

/// Reads the value that a path to one value has for rows of a table. Of rows that lie close to each other, clusters are looked up once.
///
/// Nothing may be written while one is in use. Bytes of values are valid until something is, and as long as the reader is kept: see
/// `withExtendedLifetime`.
struct ValueReader {
  private let path: PropertyPath
  private let core: _RealmCore
  private let layout: ColumnLayout
  private let column: Int
  private let links: [Int]
  private let isPlain: Bool
  // Of the values that lie in values of any type.
  private var captured: [RowValues] = []
  // Of the table, and of those that the links lead to. Nil for one that never had rows.
  private var root: RowFinder?
  private var targets: [RowFinder?]

  /// `path` leads through no collection to a stored property, or to the value of a map's key.
  init(_ path: PropertyPath, _ root: Int, _ core: _RealmCore) {
    self.path = path
    self.core = core
    layout = path.entity.layout.columns[path.column]
    column = path.column
    var links: [Int] = []
    var targets: [RowFinder?] = []
    for case .link(let column, let target) in path.steps {
      links.append(column)
      targets.append(RowFinder(target, core))
    }
    self.root = RowFinder(root, core)
    self.links = links
    self.targets = targets
    isPlain = links.count == path.steps.count && path.property.collection == .none && !path.hasInner
  }

  /// The value for a row; nil where a link on the way is null, or where there is no such row.
  mutating func value(of key: Int64) -> CellValue? {
    guard isPlain else { return valueThroughMap(key) }
    guard let row = root?.row(of: key) else { return nil }
    return links.isEmpty ? row.value(column, layout) : end(of: row)?.value(column, layout)
  }

  private mutating func end(of row: ScannedRow) -> ScannedRow? {
    var row = row
    for index in links.indices {
      let link = row.link(links[index])
      guard link != 0, let next = targets[index]?.row(of: link - 1) else { return nil }
      row = next
    }
    return row
  }

  // Entries of maps are found by halving, which costs more than the walk.
  private mutating func valueThroughMap(_ key: Int64) -> CellValue? {
    guard let row = root?.row(of: key) else { return nil }
    let walk = RowWalk(path, core)
    var bits = ClusterBits.none
    bits.insert(row.slot)
    var isThere = false
    walk.forEachEnd(row.cluster, bits) { _, end in isThere = end != nil }
    if !isThere { return nil }
    let values = walk.values(row.cluster, bits)
    if path.hasInner { captured.append(values) }
    return values.first
  }
}
