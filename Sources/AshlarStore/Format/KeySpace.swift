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
  /// Maps byte keys to the entries of derived indexes. Exists only in files with the feature of this name.
  case derived
  /// Maps numbers to blocks of records of commits. Exists only in files with the feature of this name.
  case history
  /// Maps numbers to encrypted nodes of indexes. Exists only in files with the feature of this name.
  case sealed
  /// The main tree, which contains the other trees and the counters, by name.
  case main = ""

  /// The named trees that every file has.
  package static let named: [KeySpace] = allCases.filter { $0 != .main && !$0.isOfFeature }

  /// The trees that a file has only if it has their features.
  static let ofFeatures: [KeySpace] = allCases.filter(\.isOfFeature)

  /// The spaces that contain indexes. Encrypted files store their entries in nodes; see `FileEngine.hasNodes`.
  package static let indexes: [KeySpace] = [.keys, .postings, .backlinks]

  /// Whether the space is one of `indexes`.
  package var isIndex: Bool {
    switch self {
    case .keys, .postings, .backlinks: true
    case .clusters, .meta, .patches, .values, .derived, .history, .sealed, .main: false
    }
  }

  /// Creates the space with the number of a feature's tree; nil if this release has no space with that number.
  init?(tree: UInt8) {
    guard let space = KeySpace.ofFeatures.first(where: { $0.index == Int(tree) }) else { return nil }
    self = space
  }

  /// Whether only files with the feature of the same name have the tree. The values of such a tree begin with a checksum; see
  /// `FeatureEntry`.
  var isOfFeature: Bool { index >= Int(FileFeature.firstTree) && index < KeySpace.meta.index }

  /// A small number that identifies the space. Numbers less than 9 are part of the file format: the hashes of entries begin with them, and
  /// lists of features contain the numbers of trees.
  package var index: Int {
    switch self {
    case .clusters: 0
    case .keys: 1
    case .postings: 2
    case .backlinks: 3
    case .patches: 4
    case .values: 5
    case .derived: 6
    case .history: 7
    case .sealed: 8
    case .meta: 9
    case .main: 10
    }
  }

  /// Whether keys are native 64-bit integers rather than bytes in `memcmp` order.
  package var hasIntegerKeys: Bool {
    switch self {
    case .clusters, .keys, .patches, .values, .history, .sealed: true
    case .postings, .backlinks, .derived, .meta, .main: false
    }
  }
}
