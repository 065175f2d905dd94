import AshlarStore

/// The roots of the maps of a file whose indexes are in nodes, and the counter from which the numbers of nodes are determined. It is stored
/// as the value of the key `name` of the main tree: the counter, as UInt64, and the roots in the order of `KeySpace.indexes`; see
/// `NodeRoot`.
struct NodeRecord: Equatable, Sendable {
  static let name: StaticString = "node roots"
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

extension NodeRecord {
  /// Returns the record of the version that a snapshot reads. In a file without a record, all maps are empty.
  static func read(_ snapshot: any StorageSnapshot, path: String) throws(StoreError) -> NodeRecord {
    try decode(try snapshot.value(.main, storedName), path: path)
  }

  /// The record of the maps before the changes of a transaction.
  static func read(_ writer: any NodeBase) throws(StoreError) -> NodeRecord {
    guard let bytes = try writer.storedRecord() else { return NodeRecord() }
    return try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in try decode(UnsafeRawBufferPointer(bytes), path: writer.path) }
  }

  /// The key of the record in the main tree.
  static var storedName: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount) }

  private static func decode(_ bytes: UnsafeRawBufferPointer?, path: String) throws(StoreError) -> NodeRecord {
    guard let bytes else { return NodeRecord() }
    guard let record = NodeRecord(bytes) else { throw .damaged(path: path, detail: "the record of the roots of its indexes is not valid") }
    return record
  }

  /// Calls `body` with the stored form of a key. The most significant byte of an integer is stored first, so that the order of the bytes is
  /// that of the integers.
  @inline(__always)
  static func withStored<Result>(
    _ key: UnsafeRawBufferPointer, _ space: KeySpace, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard space.hasIntegerKeys, key.count == 8 else { return try body(key) }
    return try withUnsafeBytes(of: key.loadUnaligned(as: UInt64.self).byteSwapped) { bytes throws(StoreError) in try body(bytes) }
  }
}
