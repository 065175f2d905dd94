/// A snapshot of a file whose indexes are in nodes. All other spaces are read from the snapshot of LMDB.
///
/// Invariants: `record` belongs to the version that `snapshot` reads; the entries of `table` that are not stale point into this version.
/// The snapshot moves to another version only while a single thread uses it.
final class NodeSnapshot: StorageSnapshot, NodeSource {
  private let engine: NodeEngine
  private let snapshot: LMDBSnapshot
  private let table = NodeTable()
  @exclusivity(unchecked) private var record = NodeRecord()

  init(_ engine: NodeEngine, _ snapshot: LMDBSnapshot) throws(StoreError) {
    self.engine = engine
    self.snapshot = snapshot
    try readRecord()
  }

  // Must be called when the snapshot has moved to another version.
  private func readRecord() throws(StoreError) {
    table.removeAll()
    // If reading throws, the record must not be that of the former version.
    record = .unreadable
    record = try NodeSnapshot.record(snapshot, path: path)
  }

  /// Returns the record of the version that a snapshot reads. In a file without a record, all maps are empty.
  static func record(_ snapshot: LMDBSnapshot, path: String) throws(StoreError) -> NodeRecord {
    let name = UnsafeRawBufferPointer(start: NodeRecord.name.utf8Start, count: NodeRecord.name.utf8CodeUnitCount)
    guard let bytes = try snapshot.value(.main, name) else { return NodeRecord() }
    guard let record = NodeRecord(bytes) else { throw .damaged(path: path, detail: "the record of the roots of its indexes is not valid") }
    return record
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

  var path: String { engine.path }

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

  func reaches(_ space: KeySpace) -> Bool { snapshot.reaches(space) }

  func setHolder(_ holder: SnapshotHolder) { snapshot.setHolder(holder) }

  func renew() throws(StoreError) {
    try snapshot.renew()
    try readRecord()
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

  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { try snapshot.cluster(key) }

  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let root = root(space) else { return try snapshot.value(space, integer: key) }
    return try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try value(in: root, bytes) }
  }

  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let root = root(space) else { return try snapshot.value(space, key) }
    return try NodeSnapshot.withStored(key, space) { key throws(StoreError) in try value(in: root, key) }
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
    try NodeSnapshot.withStored(start, space) { start throws(StoreError) in
      if !space.hasIntegerKeys { return try scan(in: root, from: start, body) }
      try scan(in: root, from: start) { key, value in
        guard key.count == 8 else { return body(key, value) }
        return withUnsafeBytes(of: key.loadUnaligned(as: UInt64.self).byteSwapped) { body($0, value) }
      }
    }
  }

  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    guard let root = root(space) else { return try snapshot.scan(space, before: end, downTo: start, body) }
    assert(!space.hasIntegerKeys, "a space of integer keys is not read backward")
    try scan(in: root, before: end, downTo: start, body)
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
