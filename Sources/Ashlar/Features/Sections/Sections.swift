import AshlarStore

/// The elements of some results in sections: which keys there are, and the rows of each, as of one version of the data.
///
/// Invariant: `keys` and `rows` have as many elements, and `positions` has each key's position among them.
final class Sections<Key: _Persistable & Hashable, Element: RealmCollectionValue> {
  let results: Results<Element>
  private let key: (Element) -> Key
  // Of frozen results, which are computed once, on whichever thread comes first.
  private let lock: ThreadLock?
  private var keys: [Key] = []
  private var rows: [[Int64]] = []
  private var positions: [Key: Int] = [:]
  private var computed: UInt64?
  // What an observer has brought up to date, and the version of the data that it is of.
  private var kept: (rows: SectionedRows<Key>, version: UInt64)?

  init(_ results: Results<Element>, _ key: @escaping (Element) -> Key) {
    self.results = results
    self.key = key
    lock = results.isFrozen ? ThreadLock() : nil
  }

  /// The same in another version of the data, or another Realm of it.
  func over(_ results: Results<Element>) -> Sections { Sections(results, key) }

  /// Rows that an observer keeps are those of the version that is read now, until something is written.
  func keep(_ rows: SectionedRows<Key>) {
    if lock != nil { return }
    kept = results._resultsCore.core.map { (rows, $0.session.dataVersion) }
    (keys, self.rows, positions, computed) = ([], [], [:], nil)
  }

  // The rows of an observer, if they are those that are read.
  private var keptRows: SectionedRows<Key>? {
    guard let kept, !results.isInvalidated else { return nil }
    if results._resultsCore.core?.session.dataVersion == kept.version { return kept.rows }
    self.kept = nil
    return nil
  }

  /// The key of a row's section.
  func key(of row: Int64) -> Key { key(Element._object(results._resultsCore, row)) }

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
    // Not again while it goes on, should a key's block ask for these sections.
    computed = version
    for row in found {
      let key = key(Element._object(results._resultsCore, row))
      if keys.isEmpty, flattened(key) is ObjectBase { misuse(.query("Links are not supported as section keys.")) }
      if let position = positions[key] {
        rows[position].append(row)
      } else {
        positions[key] = keys.count
        keys.append(key)
        rows.append([row])
      }
    }
  }

  var count: Int { keptRows?.order.count ?? current { keys.count } }

  /// The keys and the rows of each.
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

  /// Nil when there is no section of that key now.
  func rows(of key: Key) -> [Int64]? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.keys } }
    return current { positions[key].map { rows[$0] } }
  }

  /// How many rows the section of a key has; nil when there is none.
  func count(of key: Key) -> Int? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.count } }
    return current { positions[key].map { rows[$0].count } }
  }

  /// A row of the section of a key, at a position that it has.
  func row(of key: Key, at position: Int) -> Int64? {
    if let kept = keptRows { return kept.section(of: key).flatMap { kept.sections[$0]?.rows.key(at: position) } }
    return current { positions[key].map { rows[$0][position] } }
  }
}

extension _ResultsCore {
  /// The keys in order, and the version of the data that they are of.
  func versionedKeys() -> ([Int64], UInt64) {
    let keys = computedKeys()
    return (keys, core?.session.dataVersion ?? 0)
  }
}
