/// The key spaces of a store. Raw values are the names of LMDB's named databases.
public enum KeySpace: String, CaseIterable, Sendable {
  /// Maps `table << 40 | cluster` to a cluster.
  case clusters
  /// Maps the hash of a primary key to the table numbers and object keys of rows.
  case keys
  /// Maps an indexed column, an encoded value and a bound to ascending object keys.
  case postings
  /// Maps a link column and a bound (a target and a source) to a block of links.
  case backlinks
  /// Contains the catalog, the format record, and the totals and shapes of the outbox, by name.
  case meta
  /// Maps `table << 40 | cluster` to the changes of the cluster since it was last written.
  case patches
  /// Maps a number to long text, long data or a part of a collection.
  case values
  /// The main tree, which contains the other trees and the counters, by name.
  case main = ""

  /// All key spaces except the main tree.
  static let named: [KeySpace] = allCases.filter { $0 != .main }

  /// A small number that identifies the space. Numbers less than `EntrySums.count` are part of the file format.
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
