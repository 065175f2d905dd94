import AshlarStore

/// A writer of numbered values, in which `NodeStorageWriter` stores nodes, and of all spaces that are not in nodes.
protocol NodeBase: StorageWriter, NodeTarget {
  /// Returns the stored form of the record of the nodes; nil if there is none.
  func storedRecord() throws(StoreError) -> [UInt8]?
}

extension LMDBWriter: NodeBase {
  func storedRecord() throws(StoreError) -> [UInt8]? { try value(.main, NodeRecord.storedName).map { Array($0) } }

  func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { try value(.sealed, integer: number) }

  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) { try put(.sealed, integer: number, value) }

  func remove(_ number: UInt64) throws(StoreError) { try remove(.sealed, integer: number) }
}

/// The writer of a file whose indexes are in nodes. Writes all other spaces, and the nodes themselves, through another writer.
///
/// Invariant: between `begin` and `end`, `writer` and `nodes` belong to the same transaction.
final class NodeStorageWriter: StorageWriter {
  private let writer: any NodeBase
  private let nodes: NodeWriter<Values>

  init(_ writer: any NodeBase, numbers: NodeNumbers) {
    self.writer = writer
    nodes = NodeWriter(Values(writer), maps: KeySpace.indexes.count, numbers: numbers)
  }

  // Forwards to a writer whose type the compiler need not know to specialize `NodeWriter`.
  private final class Values: NodeTarget {
    private let writer: any NodeBase

    init(_ writer: any NodeBase) { self.writer = writer }

    var path: String { writer.path }
    func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { try writer.stored(number) }
    func storedOnce(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { try writer.storedOnce(number) }
    func releaseRead() { writer.releaseRead() }
    func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) { try writer.store(number, value) }
    func remove(_ number: UInt64) throws(StoreError) { try writer.remove(number) }
  }

  /// Starts a commit. `record` describes the maps before the commit.
  func begin(_ record: NodeRecord) {
    nodes.begin(counter: record.counter)
    nodes.roots[0] = record.keys
    nodes.roots[1] = record.postings
    nodes.roots[2] = record.backlinks
  }

  /// Stores the nodes and the record, if they have changed.
  func finish() throws(StoreError) {
    guard nodes.hasChanged else { return }
    try nodes.flush()
    try withUnsafeTemporaryAllocation(byteCount: NodeRecord.size, alignment: 8) { bytes throws(StoreError) in
      NodeRecord(nodes.roots, counter: nodes.counter).store(to: bytes)
      try writer.put(.main, NodeRecord.storedName, UnsafeRawBufferPointer(bytes))
    }
  }

  /// Ends the commit, whether or not it succeeded.
  func end() { nodes.end() }

  var version: UInt64 { writer.version }
  var pageSize: Int { writer.pageSize }
  var hasFullBatch: Bool { nodes.isFull }
  func createTree(_ space: KeySpace) throws(StoreError) { try writer.createTree(space) }

  func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try writer.reserveCluster(key, size: size)
  }

  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    precondition(NodeRecord.map(space) == nil, "entries of indexes are stored whole")
    return try writer.reserve(space, integer: key, size: size)
  }

  func reserveNew(_ space: KeySpace, number: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    precondition(NodeRecord.map(space) == nil, "entries of indexes are stored whole")
    return try writer.reserveNew(space, number: number, size: size)
  }

  func removeCluster(_ key: UInt64) throws(StoreError) { try writer.removeCluster(key) }

  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    guard let map = NodeRecord.map(space) else { return try writer.put(space, integer: key, value) }
    _ = try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try nodes.put(map, bytes, value) }
  }

  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    guard let map = NodeRecord.map(space) else { return try writer.insert(space, integer: key, value) }
    return try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try nodes.put(map, bytes, value, .inserting) }
  }

  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    guard let map = NodeRecord.map(space) else { return try writer.floor(space, integer: key) }
    return try nodes.floor(in: nodes.roots[map], integer: key, wantsNext: true)
  }

  func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError) {
    guard let map = NodeRecord.map(space) else { return try writer.remove(space, integer: key) }
    _ = try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try nodes.remove(map, bytes) }
  }

  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    guard let map = NodeRecord.map(space) else { return try writer.append(space, key, value) }
    let isLast = try NodeRecord.withStored(key, space) { key throws(StoreError) in try nodes.put(map, key, value, .appending) }
    if !isLast { throw .damaged(path: writer.path, detail: "the keys of '\(space.rawValue)' are not in ascending order") }
  }

  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    guard let map = NodeRecord.map(space) else { return try writer.put(space, key, value) }
    _ = try NodeRecord.withStored(key, space) { key throws(StoreError) in try nodes.put(map, key, value) }
  }

  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) {
    guard let map = NodeRecord.map(space) else { return try writer.remove(space, key) }
    _ = try NodeRecord.withStored(key, space) { key throws(StoreError) in try nodes.remove(map, key) }
  }
}
