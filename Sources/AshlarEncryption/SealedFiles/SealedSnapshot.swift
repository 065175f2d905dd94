import AshlarStore

/// A snapshot of an encrypted file. Returns plaintexts in blocks of the process's cache. It treats the spaces whose entries are in nodes as
/// empty: `NodeSnapshot` reads them from the nodes that this snapshot returns.
///
/// A pointer that this snapshot has returned stays valid after the snapshot has moved to another version, until `releaseFormer` is called.
/// A pointer to a cluster then stays valid if the cluster has not changed, because sessions keep the addresses of such clusters.
final class SealedSnapshot: StorageSnapshot {
  private let file: SealedFile
  private let snapshot: LMDBSnapshot
  private let held: HeldBlocks

  init(_ file: SealedFile, _ snapshot: LMDBSnapshot) {
    self.file = file
    self.snapshot = snapshot
    held = HeldBlocks(file, BlockCache.shared)
  }

  // MARK: - Values

  // Returns the plaintext of a value.
  private func open(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ sealed: UnsafeRawBufferPointer
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let identity = BlockIdentity(file, space, key, sealed) else { throw file.damage(space, key) }
    let size = try file.paddedSize(sealed, space, key)
    return try held.hold(identity, capacity: size, path: file.path) { room throws(StoreError) in
      try file.open(sealed, space, key, into: room)
    }
  }

  // Returns the plaintext of a value in memory that the next call with this memory overwrites.
  private func open(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ sealed: UnsafeRawBufferPointer, in scratch: any ScratchMemory
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    let size = try file.paddedSize(sealed, space, key)
    let room = try unsafeDowncast(scratch, to: ScratchBlock.self).room(size, path: file.path)
    return UnsafeRawBufferPointer(rebasing: room[..<(try file.open(sealed, space, key, into: room))])
  }

  func value(_ space: KeySpace, integer key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let sealed = try snapshot.value(space, integer: key) else { return nil }
    return try withUnsafeBytes(of: key) { key throws(StoreError) in try open(space, key, sealed, in: scratch) }
  }

  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let sealed = try snapshot.value(space, integer: key) else { return nil }
    return try withUnsafeBytes(of: key) { key throws(StoreError) in try open(space, key, sealed) }
  }

  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    if space == .main {
      if key.elementsEqual(NodeRecord.storedName) { return try part(of: SealedCounters.nodesOffset..<SealedCounters.countersOffset) }
      if key.elementsEqual(SealedValue.countersName) { return try part(of: SealedCounters.countersOffset..<Int.max) }
    }
    guard let stored = try snapshot.value(space, key) else { return nil }
    return SealedValue.isPlain(space, key) ? stored : try open(space, key, stored)
  }

  // Returns a part of the value `counters`; nil if there is none. Throws if the value belongs to another version.
  private func part(of range: Range<Int>) throws(StoreError) -> UnsafeRawBufferPointer? {
    let name = SealedValue.countersName
    guard let stored = try snapshot.value(.main, name) else { return nil }
    let bytes = try open(.main, name, stored)
    guard let found = SealedCounters.version(bytes), found == version else { throw SealedCounters.damage(file.path) }
    return UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: bytes.indices)])
  }

  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? {
    try SealedSnapshot.cluster(key, try value(.clusters, integer: key), path: file.path)
  }

  func cluster(_ key: UInt64, in scratch: any ScratchMemory) throws(StoreError) -> UnsafeMutableRawPointer? {
    try SealedSnapshot.cluster(key, try value(.clusters, integer: key, in: scratch), path: file.path)
  }

  private static func cluster(
    _ key: UInt64, _ value: UnsafeRawBufferPointer?, path: String
  ) throws(StoreError) -> UnsafeMutableRawPointer? {
    guard let value else { return nil }
    guard let cluster = Cluster(stored: value) else { throw LMDBSnapshot.damage(cluster: key, value.count, path: path) }
    return cluster.base
  }

  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    let found = try snapshot.floor(space, integer: key)
    guard let entry = found.entry else { return found }
    let value = try withUnsafeBytes(of: entry.key) { key throws(StoreError) in try open(space, key, entry.value) }
    return ((entry.key, value), found.next)
  }

  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    guard let found = try snapshot.last(space, before: end) else { return nil }
    let value = try found.key.withUnsafeBufferPointer { key throws(StoreError) in
      let key = UnsafeRawBufferPointer(key)
      return SealedValue.isPlain(space, key) ? found.value : try open(space, key, found.value)
    }
    return (found.key, value)
  }

  // MARK: - Scans

  // Returns the plaintext of an entry that a scan has reached; nil if it cannot be opened, after `failure` was set.
  private func plaintext(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ failure: inout StoreError?
  ) -> UnsafeRawBufferPointer? {
    if SealedValue.isPlain(space, key) { return value }
    do throws(StoreError) {
      return try open(space, key, value)
    } catch {
      failure = error
      return nil
    }
  }

  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    try snapshot.scan(space, prefix: prefix, from: start) { key, value in
      guard let value = plaintext(space, key, value, &failure) else { return false }
      return body(key, value)
    }
    if let failure { throw failure }
  }

  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    try snapshot.scan(space, from: start) { key, value in
      guard let value = plaintext(space, key, value, &failure) else { return false }
      return body(key, value)
    }
    if let failure { throw failure }
  }

  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    try snapshot.scan(space, before: end, downTo: start) { key, value in
      guard let value = plaintext(space, key, value, &failure) else { return false }
      return body(key, value)
    }
    if let failure { throw failure }
  }

  func walk(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    let scratch = ScratchBlock(BlockCache.shared)
    var failure: StoreError?
    try snapshot.scan(space, from: start) { key, value in
      if SealedValue.isPlain(space, key) { return body(key, value) }
      do throws(StoreError) {
        return body(key, try open(space, key, value, in: scratch))
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
  }

  func scanIdentities(
    _ space: KeySpace, from start: UnsafeRawBufferPointer, _ body: (_ key: UnsafeRawBufferPointer, _ identity: ValueIdentity) -> Bool
  ) throws(StoreError) {
    try snapshot.scan(space, from: start) { key, value in body(key, ValueIdentity(sealed: value)) }
  }

  // MARK: - The version

  var version: UInt64 { snapshot.version }

  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage { try snapshot.usage(space) }

  func reaches(_ space: KeySpace) -> Bool { snapshot.reaches(space) }

  func setHolder(_ holder: SnapshotHolder) { snapshot.setHolder(holder) }

  func renew() throws(StoreError) { try snapshot.renew() }

  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool {
    try snapshot.renew { _ in try isAccepted(self) }
  }

  func park() -> Bool { snapshot.park() }

  func unpark() throws(StoreError) -> Bool { try snapshot.unpark() }

  func keepClusters(of other: any StorageSnapshot) { if let other = other as? SealedSnapshot { held.keep(other.held) } }

  func checkCompleteness() throws(StoreError) {
    guard let stored = try part(of: SealedCounters.sumOffset..<SealedCounters.nodesOffset) else { throw SealedCounters.damage(file.path) }
    let expected = TagSum(bytes: stored)
    guard try TagCipher(file).sum(of: snapshot) == expected else { throw SealedCounters.incompleteness(file.path) }
  }

  func releaseFormer() { held.releaseFormer(mayBeCurrent) }

  // Returns whether the version has the value of a block. True if unknown, because the session may have a pointer to a current value.
  private func mayBeCurrent(_ identity: BlockIdentity) -> Bool {
    do throws(StoreError) {
      guard let sealed = try identity.stored(in: snapshot) else { return false }
      return identity.isHead(of: sealed)
    } catch {
      return true
    }
  }
}
