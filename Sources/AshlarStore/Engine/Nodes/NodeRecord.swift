/// The roots of the maps of a file whose indexes are in nodes, and the counter from which the numbers of nodes are determined. It is stored
/// as the value of the key `name` of the main tree: the counter, as UInt64, and the roots in the order of `spaces`; see `NodeRoot`.
struct NodeRecord: Equatable, Sendable {
  static let name: StaticString = "node roots"
  /// The spaces whose entries are in nodes.
  static let spaces: [KeySpace] = [.keys, .postings, .backlinks]
  static let size = 8 + 3 * NodeRoot.size

  var counter: UInt64 = 0
  var keys = NodeRoot()
  var postings = NodeRoot()
  var backlinks = NodeRoot()

  init() {}

  /// A record without readable maps: every look-up in one throws `StoreError.damaged`.
  static let unreadable: NodeRecord = {
    var root = NodeRoot()
    root.depth = 1
    var record = NodeRecord()
    (record.keys, record.postings, record.backlinks) = (root, root, root)
    return record
  }()

  /// Reads the stored form; nil if it is not valid.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == NodeRecord.size, let start = bytes.baseAddress, let keys = NodeRoot(at: start + 8),
      let postings = NodeRoot(at: start + 8 + NodeRoot.size), let backlinks = NodeRoot(at: start + 8 + 2 * NodeRoot.size)
    else { return nil }
    counter = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
    (self.keys, self.postings, self.backlinks) = (keys, postings, backlinks)
  }

  init(_ roots: ContiguousArray<NodeRoot>, counter: UInt64) {
    self.counter = counter
    (keys, postings, backlinks) = (roots[0], roots[1], roots[2])
  }

  var roots: ContiguousArray<NodeRoot> { [keys, postings, backlinks] }

  /// Writes the stored form of `size` bytes.
  func store(to bytes: UnsafeMutableRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    start.storeBytes(of: counter.littleEndian, as: UInt64.self)
    keys.store(at: start + 8)
    postings.store(at: start + 8 + NodeRoot.size)
    backlinks.store(at: start + 8 + 2 * NodeRoot.size)
  }

  /// Returns the index of the map of a space; nil if the entries of the space are in a tree of LMDB.
  @inline(__always)
  static func map(_ space: KeySpace) -> Int? {
    switch space {
    case .keys: 0
    case .postings: 1
    case .backlinks: 2
    case .clusters, .meta, .patches, .values, .derived, .history, .sealed, .main: nil
    }
  }
}
