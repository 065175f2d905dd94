import AshlarStore

/// The elements of results, grouped into sections: the keys, and the rows of each key, for one version of the data.
///
/// Invariant: `keys` and `rows` have the same number of elements, and `positions` contains the position of each key among them.
final class Sections<Key: _Persistable & Hashable, Element: RealmCollectionValue> {
  let results: Results<Element>
  private let key: (Element) -> Key
  /// The stored property that is the key, if the elements are sorted by it and elements with equal keys are therefore adjacent; nil
  /// otherwise.
  let keyPath: String?
  // The lock of frozen results, which are computed once, on the first thread that reads them; nil for live results.
  private let lock: ThreadLock?
  private var keys: [Key] = []
  private var rows: [[Int64]] = []
  private var positions: [Key: Int] = [:]
  private var computed: UInt64?
  /// Whether the computation of a key may have searched the data, as reading linking objects does. If false, the keys depend only on the
  /// elements and on objects that are reachable from them through links.
  private(set) var keysSearch = false
  // The rows that an observer has updated, the tables on which they depend, and their data version; nil if no observer has updated rows.
  private var kept: (rows: SectionedRows<Key>, tables: ObservedTables?, version: UInt64)?

  init(_ results: Results<Element>, sortedBy keyPath: String? = nil, _ key: @escaping (Element) -> Key) {
    self.results = results
    self.key = key
    self.keyPath = keyPath
    lock = results.isFrozen ? ThreadLock() : nil
  }

  /// Returns the same sections for another version of the data, or for another Realm of the file.
  func over(_ results: Results<Element>) -> Sections { Sections(results, sortedBy: keyPath, key) }

  /// Uses the rows of an observer until the data changes. `rows` must be the rows of the current version.
  /// - Parameter tables: The tables and columns that determine the rows and their sections; nil if any change may affect them.
  func keep(_ rows: SectionedRows<Key>, _ tables: ObservedTables?) {
    if lock != nil { return }
    kept = results._resultsCore.core.map { (rows, tables, $0.session.dataVersion) }
    (keys, self.rows, positions, computed) = ([], [], [:], nil)
  }

  // The rows of an observer; nil if there is no observer, or if its rows do not belong to the version that is read.
  private var keptRows: SectionedRows<Key>? {
    guard let kept, !results.isInvalidated, let core = results._resultsCore.core else { return nil }
    let version = core.session.dataVersion
    if version != kept.version {
      guard kept.tables?.areUnchanged(since: kept.version, core) == true else {
        self.kept = nil
        return nil
      }
      self.kept?.version = version
    }
    results._resultsCore.track()
    return kept.rows
  }

  /// Returns the key of a row's section.
  func key(of row: Int64) -> Key { noticingSearches { key(Element._object(results._resultsCore, row)) } }

  // Calls `body`, and sets `keysSearch` if it may have searched the data. Inside a write, it is always set, because the number of linking
  // objects may then be read without a search.
  private func noticingSearches<Value>(_ body: () -> Value) -> Value {
    guard let session = results._resultsCore.core?.session else { return body() }
    let before = session.searches
    defer { if session.isWriting || session.searches != before { keysSearch = true } }
    return body()
  }

  private func current<Value>(_ body: () -> Value) -> Value {
    func computing() -> Value {
      let (found, version) = results._resultsCore.versionedKeys()
      if computed != version { compute(found, version) }
      return body()
    }
    guard let lock else { return computing() }
    return lock.withLock(computing)
  }

  private func compute(_ found: [Int64], _ version: UInt64) {
    keys = []
    rows = []
    positions = [:]
    // The version is stored first, so that a key closure that reads these sections does not start the computation again.
    computed = version
    var runs = keyPath.flatMap { EqualRuns(of: $0, results._resultsCore) }
    // Rows with equal keys are mostly adjacent: they are appended together, and their key is looked up once.
    var start = 0
    var key: Key?
    var position = 0
    func append(upTo end: Int) {
      if start < end { rows[position] += found[start..<end] }
      start = end
    }
    var index = 0
    keysSearch = false
    noticingSearches {
      while index < found.count {
        let next = self.key(Element._object(results._resultsCore, found[index]))
        if next != key {
          append(upTo: index)
          if keys.isEmpty, flattened(next) is ObjectBase { misuse(.query("Links are not supported as section keys.")) }
          position = positions[next] ?? add(next)
          key = next
        }
        // A key that does not equal itself, such as NaN, is the key of a single row.
        index = next == key ? runs?.end(of: index, in: found) ?? index + 1 : index + 1
      }
    }
    append(upTo: found.count)
  }

  // Appends a section, and returns its position.
  private func add(_ key: Key) -> Int {
    positions[key] = keys.count
    keys.append(key)
    rows.append([])
    return keys.count - 1
  }

  var count: Int { keptRows?.order.count ?? current { keys.count } }

  /// The keys, and the rows of each key.
  var all: (keys: [Key], rows: [[Int64]]) { current { (keys, rows) } }

  var allKeys: [Key] { keptRows?.keys ?? current { keys } }

  func key(_ position: Int) -> Key {
    if let kept = keptRows, kept.order.indices.contains(position), let section = kept.sections[kept.order[position]] { return section.key }
    return current {
      if position < 0 { misuse(.negativeIndex(name: "index")) }
      if position >= keys.count { misuse(.indexOutOfBounds(index: position, count: keys.count)) }
      return keys[position]
    }
  }

  /// Returns the rows in the section of a key; nil if there is no such section.
  func rows(of key: Key) -> [Int64]? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.keys } }
    return current { positions[key].map { rows[$0] } }
  }

  /// Returns the number of rows in the section of a key; nil if there is no such section.
  func count(of key: Key) -> Int? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.count } }
    return current { positions[key].map { rows[$0].count } }
  }

  /// Returns the row at a valid position of the section of a key; nil if there is no such section.
  func row(of key: Key, at position: Int) -> Int64? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.key(at: position) } }
    return current { positions[key].map { rows[$0][position] } }
  }
}

extension _ResultsCore {
  /// Returns the rows in the order of the results, and the version of the data that they belong to.
  func versionedKeys() -> ([Int64], UInt64) {
    let keys = computedKeys()
    return (keys, core?.session.dataVersion ?? 0)
  }
}

extension ReadSession {
  /// A number that changes whenever a table, an index or backlinks are searched. The number is constant in frozen sessions.
  fileprivate var searches: Int { visitedClusters &+ indexSearches &+ backlinkSearches &+ visitedSources }
}
