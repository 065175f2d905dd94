import AshlarStore
import CAshlarEncryption
import CAshlar

/// The transaction of a commit to an encrypted file. Seals each value when it is stored, so LMDB's pages never contain plaintext.
///
/// Entries of spaces that are in nodes do not arrive here: `NodeStorageWriter` stores them in nodes, which are values of this writer.
///
/// A value that the commit replaces or removes is discarded from the cache of decrypted values: only snapshots that hold it still need it.
///
/// Invariants: between `begin` and `end`, `counters` describes the version before the commit together with the changes so far. Memory that
/// was reserved is sealed by the next call.
final class SealedWriter: NodeBase {
  // The nonces of one commit. They cannot be copied, so an object contains them.
  private final class Nonces {
    var seals: CommitSeals
    init(_ seals: consuming CommitSeals) { self.seals = seals }
  }

  private let file: SealedFile
  private let writer: LMDBWriter
  private let tags: TagCipher
  @exclusivity(unchecked) private var nonces: Nonces?
  // The values that `stored` has returned since the last call of `releaseRead`, and those that other readers had in memory.
  @exclusivity(unchecked) private var held: HeldBlocks?
  @exclusivity(unchecked) private var counters = SealedCounters()
  // The stored counters of the version before the commit.
  @exclusivity(unchecked) private var formerCounters: BlockIdentity?
  @exclusivity(unchecked) private var hasChanged = false
  // Memory for a value that is valid until the next call.
  private let scratch = ScratchBlock()
  // Memory that a caller fills before its next call, and the entry for which it is.
  private let room = ScratchBlock()
  @exclusivity(unchecked) private var reserved: (space: KeySpace, key: UInt64, bytes: UnsafeMutableRawBufferPointer)?

  init(_ file: SealedFile, _ writer: LMDBWriter) throws(StoreError) {
    self.file = file
    self.writer = writer
    tags = try TagCipher(file)
  }

  // MARK: - Transactions

  /// Starts a commit.
  /// - Parameter isNew: Whether the file is being created, and has no counters yet.
  func begin(isNew: Bool = false) throws(StoreError) {
    held = HeldBlocks(file, BlockCache.shared)
    hasChanged = isNew
    reserved = nil
    counters = SealedCounters()
    formerCounters = nil
    var tag = [UInt8](repeating: 0, count: Int(ASHLAR_TAG))
    if !isNew {
      let name = SealedValue.countersName
      guard let stored = try writer.value(.main, name) else { throw SealedCounters.damage(path) }
      let opened = try openOnce(.main, name, stored)
      guard let found = SealedCounters(opened), found.version + 1 == version else { throw SealedCounters.damage(path) }
      counters = found
      formerCounters = BlockIdentity(file, .main, name, stored)
      tag = Array(stored.prefix(tag.count))
    }
    do throws(SealError) {
      nonces = Nonces(try CommitSeals(file.keys, version: version, replacing: tag))
    } catch {
      throw .sealing(error, path: path, "begin a commit")
    }
  }

  /// Stores the counters, if the commit has stored or removed anything.
  func finish() throws(StoreError) {
    try sealReserved()
    guard hasChanged else { return }
    counters.version = version
    if let formerCounters { BlockCache.shared.discard(formerCounters) }
    let bytes = counters.bytes
    try bytes.withUnsafeBufferPointer { bytes throws(StoreError) in
      try store(.main, SealedValue.countersName, UnsafeRawBufferPointer(bytes))
    }
  }

  /// Ends the commit, whether or not it succeeded.
  func end() {
    nonces = nil
    held = nil
    scratch.free()
    if let reserved { ashlar_secret_clear(reserved.bytes.baseAddress, reserved.bytes.count) }
    reserved = nil
  }

  // MARK: - Sealing

  // Seals a value, and stores it under a key. If `appends` is true, throws unless the key sorts after all other keys.
  private func store(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, appends: Bool = false
  ) throws(StoreError) {
    guard let nonces else { preconditionFailure("a value is stored in a commit") }
    let size = Sealer.sealedSize(value.count, key: key.count)
    try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { sealed throws(StoreError) in
      try file.seal(value, space, key, &nonces.seals, into: sealed)
      if !key.elementsEqual(SealedValue.countersName) || space != .main { try count(sealed) }
      if appends { return try writer.append(space, key, UnsafeRawBufferPointer(sealed)) }
      try writer.put(space, key, UnsafeRawBufferPointer(sealed))
    }
  }

  // Seals a value, and stores it under an integer key.
  private func store(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    guard let nonces else { preconditionFailure("a value is stored in a commit") }
    let size = Sealer.sealedSize(value.count, key: 8)
    let place = space == .clusters ? try writer.reserveCluster(key, size: size) : try writer.reserve(space, integer: key, size: size)
    let sealed = UnsafeMutableRawBufferPointer(start: place, count: size)
    try withUnsafeBytes(of: key) { key throws(StoreError) in try file.seal(value, space, key, &nonces.seals, into: sealed) }
    try count(sealed)
  }

  // Seals the memory that was reserved last. Every call does this first.
  private func sealReserved() throws(StoreError) {
    hasChanged = hasChanged || reserved != nil
    guard let (space, key, bytes) = reserved else { return }
    reserved = nil
    defer { ashlar_secret_clear(bytes.baseAddress, bytes.count) }
    try store(space, integer: key, UnsafeRawBufferPointer(bytes))
  }

  private func reserveRoom(_ space: KeySpace, _ key: UInt64, _ size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try sealReserved()
    try discount(space, integer: key)
    return try makeRoom(space, key, size)
  }

  // Returns memory for a value that the next call seals.
  private func makeRoom(_ space: KeySpace, _ key: UInt64, _ size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    assert(reserved == nil, "memory that was reserved is sealed before the next is")
    let bytes = try room.room(size, path: path)
    reserved = (space, key, bytes)
    return bytes.baseAddress.unsafelyUnwrapped
  }

  // Returns the plaintext of a value, which stays at its address until `releaseRead`.
  private func open(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ sealed: UnsafeRawBufferPointer
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let held, let identity = BlockIdentity(file, space, key, sealed) else { throw file.damage(space, key) }
    let size = try file.paddedSize(sealed, space, key)
    return try held.hold(identity, capacity: size, path: path) { room throws(StoreError) in try file.open(sealed, space, key, into: room) }
  }

  // Returns the plaintext of a value, which is valid until the next call. The value is not added to the cache: the commit will probably
  // replace it.
  private func openOnce(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ sealed: UnsafeRawBufferPointer
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let held, let identity = BlockIdentity(file, space, key, sealed) else { throw file.damage(space, key) }
    if let known = held.holdKnown(identity) { return known }
    let room = try scratch.room(try file.paddedSize(sealed, space, key), path: path)
    return UnsafeRawBufferPointer(rebasing: room[..<(try file.open(sealed, space, key, into: room))])
  }

  // MARK: - The sum

  // Adds a value that is stored to the sum.
  private func count(_ sealed: UnsafeMutableRawBufferPointer) throws(StoreError) {
    hasChanged = true
    try tags.add(UnsafeRawBufferPointer(sealed), to: &counters.sum)
  }

  // Removes the value that will be replaced or removed from the sum, and discards its plaintext.
  private func discount(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) {
    guard let stored = try writer.value(space, key) else { return }
    hasChanged = true
    guard stored.count >= SealedValue.overhead else { throw file.damage(space, key) }
    try tags.subtract(stored, from: &counters.sum)
    if let identity = BlockIdentity(file, space, key, stored) { BlockCache.shared.discard(identity) }
  }

  private func discount(_ space: KeySpace, integer key: UInt64) throws(StoreError) {
    try withUnsafeBytes(of: key) { key throws(StoreError) in try discount(space, key) }
  }

  // MARK: - NodeTarget

  var path: String { file.path }

  func stored(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    try sealReserved()
    guard let sealed = try writer.value(.sealed, integer: number) else { return nil }
    return try withUnsafeBytes(of: number) { key throws(StoreError) in try open(.sealed, key, sealed) }
  }

  func storedOnce(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    try sealReserved()
    guard let sealed = try writer.value(.sealed, integer: number) else { return nil }
    return try withUnsafeBytes(of: number) { key throws(StoreError) in try openOnce(.sealed, key, sealed) }
  }

  func releaseRead() { held?.releaseAll() }

  func store(_ number: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) { try put(.sealed, integer: number, value) }

  func remove(_ number: UInt64) throws(StoreError) { try remove(.sealed, integer: number) }

  func storedRecord() -> [UInt8]? { counters.nodes }

  // MARK: - StorageWriter

  var version: UInt64 { writer.version }
  var pageSize: Int { writer.pageSize }

  func createTree(_ space: KeySpace) throws(StoreError) {
    try sealReserved()
    // A new tree is a new version, whether or not the commit stores values.
    hasChanged = true
    try writer.createTree(space)
  }

  func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer { try reserveRoom(.clusters, key, size) }

  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try reserveRoom(space, key, size)
  }

  func reserveNew(_ space: KeySpace, number: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    try sealReserved()
    // LMDB looks the number up instead of refusing it later (`MDB_NOOVERWRITE`): the caller then has not filled the memory yet.
    if try writer.value(space, integer: number) != nil { throw inUse(space, number) }
    return try makeRoom(space, number, size)
  }

  // The error of a number that the counters have not assigned, but under which a value is stored.
  private func inUse(_ space: KeySpace, _ number: UInt64) -> StoreError {
    .damaged(
      path: path,
      detail: "entry \(number) of '\(space.rawValue)' exists although its number was never assigned: the counters are those of an older "
        + "version")
  }

  func removeCluster(_ key: UInt64) throws(StoreError) { try remove(.clusters, integer: key) }

  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    try sealReserved()
    try discount(space, integer: key)
    try store(space, integer: key, value)
  }

  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    try sealReserved()
    if try writer.value(space, integer: key) != nil { return false }
    hasChanged = true
    try store(space, integer: key, value)
    return true
  }

  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) {
    try sealReserved()
    let found = try writer.floor(space, integer: key)
    guard let entry = found.entry else { return found }
    let value = try withUnsafeBytes(of: entry.key) { key throws(StoreError) in try openOnce(space, key, entry.value) }
    return ((entry.key, value), found.next)
  }

  func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError) {
    try sealReserved()
    try discount(space, integer: key)
    try writer.remove(space, integer: key)
  }

  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    precondition(space != .main && space != .meta, "values with names are not appended")
    try sealReserved()
    try store(space, key, value, appends: true)
  }

  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    try sealReserved()
    hasChanged = true
    if space == .main, key.elementsEqual(SealedValue.countersName) {
      counters.counters = Array(value)
      return
    }
    if space == .main, key.elementsEqual(NodeRecord.storedName) {
      counters.nodes = Array(value)
      return
    }
    guard SealedValue.isPlain(space, key) else {
      try discount(space, key)
      return try store(space, key, value)
    }
    precondition(key.elementsEqual(StoredFormat.key.utf8), "the record of the encryption is stored with the format")
    try putFormat(value)
  }

  // Stores the format, which lists the feature `sealed` although no part of the schema needs it, and the record, which authenticates it.
  private func putFormat(_ value: UnsafeRawBufferPointer) throws(StoreError) {
    let stored = try StoredFormat(value, path: path, known: KnownFeatures(isWriting: true))
    let format = StoredFormat(stored.plainVersion, Set(stored.features).union([.sealed])).bytes
    // An earlier list with its record must not be put back unnoticed, so the record is part of the sum.
    let record = try file.recordBytes(format)
    let name = Array(SealRecord.key.utf8)
    try name.withUnsafeBufferPointer { name throws(StoreError) in
      if let former = try writer.value(.meta, UnsafeRawBufferPointer(name)) { try tags.subtract(record: former, from: &counters.sum) }
    }
    try record.withUnsafeBufferPointer { record throws(StoreError) in
      try tags.add(record: UnsafeRawBufferPointer(record), to: &counters.sum)
    }
    try writer.putNamed(.meta, StoredFormat.key, format)
    try writer.putNamed(.meta, SealRecord.key, record)
  }

  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) {
    precondition(!SealedValue.isPlain(space, key), "the format and the record of an encrypted file are not removed")
    try sealReserved()
    try discount(space, key)
    try writer.remove(space, key)
  }
}
