import AshlarStore

/// A snapshot of a file whose indexes are in nodes. All other spaces, and the nodes themselves, are read from another snapshot.
///
/// Invariants: `record` belongs to the version that `snapshot` reads; the entries of `table` that are not stale point into this version.
/// The snapshot moves to another version only while a single thread uses it.
final class NodeSnapshot: StorageSnapshot, NodeSource {
  private let engine: any WrappingEngine
  // The type is not a parameter of this class: the compiler specializes no methods of generic classes that are called through a protocol.
  private let snapshot: any StorageSnapshot
  private let table = NodeTable()
  @exclusivity(unchecked) private var record = NodeRecord()

  init(_ engine: any WrappingEngine, _ snapshot: any StorageSnapshot) throws(StoreError) {
    self.engine = engine
    self.snapshot = snapshot
    path = engine.path
    try readRecord()
  }

  // Must be called when the snapshot has moved to another version.
  private func readRecord() throws(StoreError) {
    table.removeAll()
    // If reading throws, the record must not be that of the former version.
    record = .unreadable
    record = try NodeRecord.read(snapshot, path: path)
  }

  @inline(__always)
  private func root(_ space: KeySpace) -> NodeRoot? {
    switch space {
    case .keys: record.keys
    case .postings: record.postings
    case .backlinks: record.backlinks
    case .clusters, .meta, .patches, .values, .derived, .history, .sealed, .main: nil
    }
  }

  // MARK: - NodeSource

  let path: String

  @inline(__always)
  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    if let found = table.find(number) { return found }
    return try read(number)
  }

  @inline(never)
  private func read(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    let bytes = try longValue(number)
    guard number != 0, bytes.count <= Node.limit else { throw damage(number) }
    table.enter(number, bytes)
    return bytes
  }

  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let bytes = try snapshot.value(.sealed, integer: number) else { throw damage(number) }
    return bytes
  }

  // MARK: - StorageSnapshot

  var version: UInt64 { snapshot.version }

  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage {
    guard let root = root(space) else { return try snapshot.usage(space) }
    return SpaceUsage(entries: root.entries, bytes: root.pages * 4096)
  }

  // `usage` does not read the trees of the spaces that are in nodes. Copies and checks do, because these trees must be empty.
  func readRoots() throws(StoreError) { try snapshot.readRoots() }

  func reaches(_ space: KeySpace) -> Bool { snapshot.reaches(space) }

  func setHolder(_ holder: SnapshotHolder) { snapshot.setHolder(holder) }

  // The record of the newer version is read before the snapshot has moved: if reading it fails, the session that has just committed is
  // still at the version before, whose clusters it uses.
  func renew() throws(StoreError) {
    do {
      _ = try renew { _ in true }
    } catch let error as StoreError {
      throw error
    } catch {
      preconditionFailure("a snapshot throws errors of the store only")
    }
  }

  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool {
    let before = record
    var hasMoved = false
    defer {
      if !hasMoved {
        // The pointers in the table point into the newer version.
        table.removeAll()
        record = before
      }
    }
    hasMoved = try snapshot.renew { _ in
      try readRecord()
      return try isAccepted(self)
    }
    return hasMoved
  }

  func park() -> Bool { snapshot.park() }

  func unpark() throws(StoreError) -> Bool {
    let hasChanged = try snapshot.unpark()
    if hasChanged { try readRecord() }
    return hasChanged
  }

  func keepClusters(of other: any StorageSnapshot) { if let other = other as? NodeSnapshot { snapshot.keepClusters(of: other.snapshot) } }

  func releaseFormer() { snapshot.releaseFormer() }

  func checkCompleteness() throws(StoreError) { try snapshot.checkCompleteness() }

  func scanIdentities(
    _ space: KeySpace, from start: UnsafeRawBufferPointer, _ body: (_ key: UnsafeRawBufferPointer, _ identity: ValueIdentity) -> Bool
  ) throws(StoreError) {
    precondition(root(space) == nil, "the entries of nodes have no identities")
    try snapshot.scanIdentities(space, from: start, body)
  }

  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { try snapshot.cluster(key) }

  func cluster(_ key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeMutableRawPointer? {
    try snapshot.cluster(key, in: scratch)
  }

  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let root = root(space) else { return try snapshot.value(space, integer: key) }
    return try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try value(in: root, bytes) }
  }

  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let root = root(space) else { return try snapshot.value(space, key) }
    return try NodeRecord.withStored(key, space) { key throws(StoreError) in try value(in: root, key) }
  }

  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    guard let root = root(space) else { return try snapshot.floor(space, integer: key) }
    return try floor(in: root, integer: key, wantsNext: false)
  }

  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    guard let root = root(space) else { return try snapshot.last(space, before: end) }
    assert(!space.hasIntegerKeys, "the last entry of a space of integer keys is not read")
    return try last(in: root, before: end)
  }

  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    if root(space) == nil { return try snapshot.scan(space, prefix: prefix, from: start, body) }
    try (start ?? prefix).withUnsafeBufferPointer { start throws(StoreError) in
      try scan(space, from: UnsafeRawBufferPointer(start)) { key, value in key.starts(with: prefix) && body(key, value) }
    }
  }

  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let root = root(space) else { return try snapshot.scan(space, from: start, body) }
    try NodeRecord.withStored(start, space) { start throws(StoreError) in
      if !space.hasIntegerKeys { return try scan(in: root, from: start, body) }
      try scan(in: root, from: start) { key, value in NodeSnapshot.withKey(key, space) { body($0, value) } }
    }
  }

  func walk(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let root = root(space) else { return try snapshot.walk(space, from: start, body) }
    let walk = NodeWalk(snapshot, path: path)
    try NodeRecord.withStored(start, space) { start throws(StoreError) in
      try walk.scan(in: root, from: start) { key, value in NodeSnapshot.withKey(key, space) { body($0, value) } }
    }
  }

  func value(_ space: KeySpace, integer key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeRawBufferPointer? {
    if root(space) == nil { return try snapshot.value(space, integer: key, in: scratch) }
    return try value(space, integer: key)
  }

  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let root = root(space) else { return try snapshot.scan(space, before: end, downTo: start, body) }
    try NodeRecord.withStored(start, space) { start throws(StoreError) in
      try NodeRecord.withStored(end, space) { end throws(StoreError) in
        try scan(in: root, before: end, downTo: start) { key, value in NodeSnapshot.withKey(key, space) { body($0, value) } }
      }
    }
  }

  // Calls `body` with the key of an entry in the form of its space: nodes contain integers with the most significant byte first.
  private static func withKey<Result>(
    _ key: UnsafeRawBufferPointer, _ space: KeySpace, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard space.hasIntegerKeys, key.count == 8 else { return body(key) }
    return withUnsafeBytes(of: key.loadUnaligned(as: UInt64.self).byteSwapped, body)
  }
}
