import AshlarSchema
import AshlarStore

/// Reads the value at the end of a single-valued path for rows of a table. Successive rows in the same cluster share one look-up of the
/// cluster.
///
/// The data must not be written while a reader is in use. The bytes of values are valid until the next write and during the lifetime of the
/// reader: see `withExtendedLifetime`.
struct ValueReader {
  private let path: PropertyPath
  private let core: _RealmCore
  private let layout: ColumnLayout
  private let column: Int
  private let links: [Int]
  private let isPlain: Bool
  // The values read from `AnyRealmValue`s, retained for their bytes.
  private var captured: [RowValues] = []
  // Finders for the root table and for the target tables of the links; nil for a table that has never had rows.
  private var root: RowFinder?
  private var targets: [RowFinder?]

  /// `path` must lead to a stored property, or to the value under a key of a map or inside an `AnyRealmValue`, without any other collection
  /// on the path.
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

  /// Returns the value for a row; nil if a link on the path is null or the row does not exist.
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

  // Follows the path separately for each row, which costs less than the binary search for the key of a map.
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
