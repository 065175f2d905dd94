/// Named key spaces of a store. Raw values are the names of LMDB's sub-databases.
public enum KeySpace: String, CaseIterable, Sendable {
  /// `table << 40 | cluster` → cluster.
  case clusters
  /// Key hash → entries of table and object key.
  case keys
  /// Encoded value and block → sorted object keys.
  case postings
  /// Link column, target and source → number of links.
  case backlinks
  /// The catalog, by name.
  case meta
  /// `table << 40 | cluster` → what changed in the cluster since it was written.
  case patches
  /// Number → long text, bytes or part of a collection.
  case values
  /// The tree that holds the others; and the counters, by name.
  case main = ""

  /// All but the main tree.
  static let named: [KeySpace] = allCases.filter { $0 != .main }

  /// A small number; those below `EntrySums.count` are in files.
  var index: Int {
    switch self {
    case .clusters: 0
    case .keys: 1
    case .postings: 2
    case .backlinks: 3
    case .patches: 4
    case .values: 5
    case .meta: 6
    case .main: 7
    }
  }

  /// Whether keys are native 64-bit integers rather than bytes in `memcmp` order.
  var hasIntegerKeys: Bool { self == .clusters || self == .keys || self == .patches || self == .values }
}
