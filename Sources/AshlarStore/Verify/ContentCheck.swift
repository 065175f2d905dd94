/// Checks the entries of the spaces that every file has, except `meta`, and adds up what an inspection reports about them.
struct ContentCheck {
  private let path: String
  private let checksums: Bool
  private let catalog: Catalog?
  private let counters: Counters?
  private var sums = EntrySums()
  private var postings = PostingCheck()
  /// The numbers and sizes of clusters, by table.
  private(set) var sizes: [UInt32: (clusters: Int, bytes: UInt64)] = [:]
  private(set) var counts: IndexCount

  /// - Parameters:
  ///   - checksums: Whether to check every byte of clusters and values, and the indexes.
  ///   - catalog: The catalog; nil if there is none, or if it cannot be read.
  ///   - counters: The counters; nil if they cannot be read.
  init(_ catalog: Catalog?, _ counters: Counters?, checksums: Bool, path: String) {
    (self.path, self.checksums, self.catalog, self.counters) = (path, checksums, catalog, counters)
    counts = IndexCount(catalog)
  }

  /// Checks an entry of a tree. Returns a fault if it is invalid; otherwise nil.
  mutating func check(_ entry: TreeWalk.Entry, of space: KeySpace, _ values: ValueReader) throws(StoreError) -> PageFault? {
    let isAccepted = try values.withValue(entry, of: space, isWhole: checksums || !space.hasOwnChecksums) {
      value, size throws(StoreError) in
      try accepts(space, entry.key, value, size: size)
    }
    return isAccepted && values.canHaveInLeaf(entry, of: space) ? nil : .value(entry.index)
  }

  /// Checks an entry, and adds it to the sums. Returns whether it is well formed. Throws if it does not match its checksum.
  /// - Parameters:
  ///   - value: The value; without `checksums`, the beginning of a cluster or value suffices.
  ///   - size: The size of the whole value.
  mutating func accepts(
    _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, size: Int
  ) throws(StoreError) -> Bool {
    guard space.accepts(keySize: key.count, valueSize: size) else { return false }
    switch space {
    case .clusters: try addCluster(key.loadUnaligned(as: UInt64.self), value, size)
    case .values:
      let number = key.loadUnaligned(as: UInt64.self)
      if checksums, StoredValues.checksum(value, number) != value.loadUnaligned(as: UInt32.self) {
        throw .damaged(path: path, detail: "value \(number) does not match its checksum")
      }
    case .backlinks: if checksums, !BacklinkBlock.isWellFormed(value, bound: BacklinkKey.bound(key)) { return false }
    case .keys: if checksums { counts.addKeys(value) }
    case .postings:
      counts.addSize(key, size)
      if checksums {
        guard postings.accepts(key, value) else { return false }
        counts.addPostings(key, value)
      }
    case .patches: break
    case .meta, .derived, .history, .sealed, .main: assertionFailure("'\(space)' is checked elsewhere")
    }
    sums.add(stored: space, key, value)
    return true
  }

  private mutating func addCluster(_ key: UInt64, _ value: UnsafeRawBufferPointer, _ size: Int) throws(StoreError) {
    let table = UInt32(truncatingIfNeeded: key >> 40)
    let before = sizes[table] ?? (0, 0)
    sizes[table] = (before.clusters + 1, before.bytes + UInt64(size))
    if checksums, !(Cluster(stored: value).map { $0.checksum(key) == $0.storedChecksum } ?? false) {
      throw .damaged(path: path, detail: "cluster \(key & 0xFF_FFFF_FFFF) of table \(table) does not match its checksum")
    }
  }

  /// Compares the entries of a space with its checksum, and checks that the last posting list is complete. Called after the last entry.
  func finish(_ space: KeySpace) throws(StoreError) {
    if space == .postings, !postings.isComplete { throw .damaged(path: path, detail: "the last list of 'postings' is not terminated") }
    if let counters, sums[space.index] != counters.sums[space.index] {
      throw .damaged(path: path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
    }
  }

  /// Compares the indexes with the tables. Called after the last space.
  func checkIndexes() throws(StoreError) {
    guard checksums, let catalog, let counters, let fault = counts.fault(catalog, counters) else { return }
    throw .damaged(path: path, detail: fault)
  }
}

extension KeySpace {
  /// Whether values contain checksums, which the sum of the space hashes instead of the values. They are in the first bytes.
  var hasOwnChecksums: Bool {
    switch self {
    case .clusters, .values, .derived, .history: true
    case .keys, .postings, .backlinks, .patches, .meta, .sealed, .main: false
    }
  }
}

extension EntrySums {
  /// Adds an entry that is stored.
  /// - Parameter value: The value; of a space that `hasOwnChecksums`, its beginning suffices.
  mutating func add(stored space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
    switch space {
    case .clusters:
      addCluster(
        key.loadUnaligned(as: UInt64.self), crc: value.loadUnaligned(fromByteOffset: ClusterHeader.checksumOffset, as: UInt32.self))
    case .values: addValue(key.loadUnaligned(as: UInt64.self), crc: value.loadUnaligned(as: UInt32.self))
    case .derived, .history: add(space, key, crc: FeatureEntry.storedChecksum(value))
    case .keys, .postings, .backlinks, .patches, .meta, .sealed, .main: add(space, key, value)
    }
  }
}
