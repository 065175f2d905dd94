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
  private let links: [Int]
  private let isPlain: Bool
  // Of the values that lie in values of any type.
  private var captured: [RowValues] = []
  // Of the table, and of those that the links lead to. Nil for one that never had rows.
  private var finders: [RowFinder?]

  /// `path` leads through no collection to a stored property, or to the value of a map's key.
  init(_ path: PropertyPath, _ root: Int, _ core: _RealmCore) {
    self.path = path
    self.core = core
    layout = path.entity.layout.columns[path.column]
    var links: [Int] = []
    var finders = [RowFinder(root, core)]
    for case .link(let column, let target) in path.steps {
      links.append(column)
      finders.append(RowFinder(target, core))
    }
    self.links = links
    self.finders = finders
    isPlain = links.count == path.steps.count && path.property.collection == .none && !path.hasInner
  }

  /// The value for a row; nil where a link on the way is null, or where there is no such row.
  mutating func value(of key: Int64) -> CellValue? {
    guard isPlain else { return valueThroughMap(key) }
    guard var slot = finders[0]?.slot(of: key), var cluster = finders[0]?.cluster else { return nil }
    for (index, column) in links.enumerated() {
      let link = (cluster.base + cluster.columns[column].offset + slot * 8).load(as: Int64.self)
      guard link != 0, let next = finders[index + 1]?.slot(of: link - 1), let target = finders[index + 1]?.cluster else { return nil }
      (slot, cluster) = (next, target)
    }
    let offset = cluster.columns[path.column]
    return CellValue(
      layout, cluster.base + offset.offset + slot * layout.width, null: layout.hasNullFlag ? cluster.base + offset.null + slot : nil,
      home: SlotHome(base: cluster.base, context: cluster.context))
  }

  // Entries of maps are found by halving, which costs more than the walk.
  private mutating func valueThroughMap(_ key: Int64) -> CellValue? {
    guard let slot = finders[0]?.slot(of: key), let cluster = finders[0]?.cluster else { return nil }
    let walk = RowWalk(path, core)
    var row = ClusterBits.none
    row.insert(slot)
    var isThere = false
    walk.forEachEnd(cluster, row) { _, end in isThere = end != nil }
    if !isThere { return nil }
    let values = walk.values(cluster, row)
    if path.hasInner { captured.append(values) }
    return values.first
  }
}
