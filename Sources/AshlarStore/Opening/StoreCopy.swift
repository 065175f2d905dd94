import CAshlar

/// Reports the progress of a copy in bytes. Throwing cancels the copy.
public typealias CopyProgress = (_ done: UInt64, _ total: UInt64) throws -> Void

/// Writes a version of a file into an empty file. Each space is written in key order, so its pages are full and contiguous. Entries are
/// copied unchanged, except for the padding of clusters, which depends on the copy's page size. The checksums of entries and the entry sums
/// are verified, except for encrypted nodes, which are authenticated instead. The sum of the tags of an encrypted source is verified as
/// well, because a value of `meta` that was omitted changes no other sum. Layouts that no cluster uses are dropped.
///
/// If the target has nodes, all spaces in `KeySpace.indexes` are written by one series of commits, each of which stores a full batch of
/// nodes. The identifier of a commit is visible in each sealed value: commits of one space would show which nodes belong to that space, and
/// smaller commits would show the order of keys more precisely.
struct StoreCopy {
  private static let bytesPerCommit = 16 << 20
  private static let bytesPerReport = 1 << 20

  // The number of entries of a space that have been copied, and the key of the last one; nil before the first.
  private struct Place {
    var entries: UInt64 = 0
    var last: [UInt8]?
  }

  private let source: any StorageSnapshot
  private let engine: any StorageEngine
  private let format: StoredFormat
  private let features: CopiedFeatures
  private let target: any FileEngine
  private let progress: CopyProgress
  private var counters: Counters
  private var found = EntrySums()
  // The layouts of the copied clusters, by table.
  private var layouts: [UInt32: Set<UInt32>] = [:]
  private var done: UInt64 = 0
  private let total: UInt64

  // The path of the source, for errors.
  private var path: String { engine.path }

  /// Prepares a copy of a version of a file into an empty file, which is closed when this value is released. Throws
  /// `StoreError.unknownFeatures` if the file has features that this release does not know, other than ignorable ones: the copy would lack
  /// their data.
  /// - Parameter key: The key with which the copy is encrypted; nil for a copy that is not encrypted.
  init(
    of source: any StorageSnapshot, in engine: any StorageEngine, into target: String, key: EncryptionKey?,
    progress: @escaping CopyProgress
  ) throws {
    self.source = source
    self.engine = engine
    self.progress = progress
    counters = try Counters.read(source, path: engine.path)
    let stored = try StoredFormat(
      try source.named(.meta, StoredFormat.key) ?? UnsafeRawBufferPointer(start: nil, count: 0), path: engine.path,
      known: engine.knownFeatures)
    var known = engine.knownFeatures
    known.isWriting = true
    try stored.check(known, path: engine.path)
    // The copy has the form of its own engine.
    format = StoredFormat(stored.plainVersion, Set(stored.features).subtracting(engine.formFeatures))
    features = try CopiedFeatures(
      source, format, format.features.isEmpty ? nil : Catalog.find(source, engine)?.0.catalog, path: engine.path)
    for space in features.dropped { counters.removeTree(space) }
    var total: UInt64 = 0
    for space in KeySpace.named + features.trees { total += try source.usage(space).bytes }
    self.total = total
    self.target = try Engines.open(target, EngineOptions(key: key, expectedSize: Int(total)))
  }

  /// Reserves disk space for the whole copy. Throws `StoreError.noSpace`, and writes nothing, if there is too little space.
  func reserveRoom() throws(StoreError) {
    try target.reserveRoom(total)
  }

  /// Releases the reserved space that the copy did not need.
  func giveUpRoom() { target.giveUpRoom() }

  /// Copies all key spaces, then writes the counters and the catalog.
  mutating func run() throws {
    try progress(0, total)
    if !features.trees.isEmpty {
      let spaces = features.trees
      try target.creatingTrees { try target.commit(sync: false) { writer in for space in spaces { try writer.createTree(space) } } }
    }
    let nodes = target.hasNodes ? KeySpace.indexes : []
    for space in KeySpace.named + features.trees where !nodes.contains(space) { try copy([space]) }
    try copy(nodes)
    try source.checkCompleteness()
    // The source's version numbers are meaningless in the copy.
    counters.changes = ChangeLog()
    let counters = counters
    let catalog = try copiedCatalog()
    var values: [(name: String, value: [UInt8])] = []
    for name in features.kept.sorted().flatMap(\.mainValues) {
      if let value = try source.named(.main, name) { values.append((name, Array(value))) }
    }
    try target.commit(sync: false) { writer in
      try counters.write(to: writer)
      for (name, value) in values { try writer.putNamed(.main, name, value) }
      try catalog?.write(to: writer)
    }
    try progress(total, total)
  }

  // Whether the source or the copy has a form that its format lists.
  private var hasForm: Bool { !engine.formFeatures.isEmpty || !target.formFeatures.isEmpty }

  // Returns the catalog without unused layouts and features; nil if every table has only one layout and neither the file nor the copy lists
  // a feature, or if the source has no catalog.
  private func copiedCatalog() throws -> Catalog? {
    guard let (read, revision) = try Catalog.find(source, engine),
      hasForm || !format.features.isEmpty || read.catalog.tables.contains(where: { $0.layouts.count > 1 })
    else { return nil }
    var catalog = read.catalog
    catalog.revision = revision
    catalog.features = features.kept.union(target.formFeatures)
    for index in catalog.tables.indices { catalog.tables[index].keepLayouts(layouts[catalog.tables[index].id] ?? []) }
    return catalog
  }

  /// Adds the changes of an open write to the copied version.
  func add(_ transaction: WriteTransaction, of session: StoreSession) throws {
    var commit = Commit(session, transaction, isKept: true)
    defer { commit.restore() }
    try target.commit(sync: false) { writer in
      try session.values.gathering { try commit.write(to: writer) }
      var counters = commit.counters
      counters.changes = ChangeLog()
      for space in features.dropped { counters.removeTree(space) }
      try counters.write(to: writer)
    }
  }

  // Copies spaces one after another. A commit may contain entries of several spaces.
  private mutating func copy(_ spaces: [KeySpace]) throws {
    var rest = spaces[...]
    var place = Place()
    while !rest.isEmpty {
      try target.commit(sync: false) { writer in
        var bytes = 0
        while let space = rest.first, try copy(space, from: &place, &bytes, to: writer) {
          try finish(space, place)
          rest.removeFirst()
          place = Place()
        }
      }
    }
  }

  // Copies the entries of a space after `place`. Returns false if the commit is full; the next one then continues at `place`.
  private mutating func copy(
    _ space: KeySpace, from place: inout Place, _ bytes: inout Int, to writer: any StorageWriter
  ) throws -> Bool {
    let usage = try source.usage(space)
    let limit = target.hasNodes && space.isIndex ? Int.max : StoreCopy.bytesPerCommit
    let before = done
    var unreported = 0
    var isComplete = true
    try scan(space, after: place.last) { key, value in
      try check(space, key, value)
      switch space {
      // The new file already contains an entry of this space, the format record, so the entries of this space cannot be appended.
      case .meta: if !features.dropsValue(key), !isOfForm(key) { try writer.put(space, key, value) }
      case .clusters: try StoreCopy.copyCluster(key, value, to: writer)
      case .keys, .postings, .backlinks, .patches, .values, .derived, .history, .sealed, .main: try writer.append(space, key, value)
      }
      place.entries += 1
      bytes += key.count + value.count
      unreported += key.count + value.count
      if unreported >= StoreCopy.bytesPerReport {
        unreported = 0
        try progress(before + UInt64(Double(usage.bytes) * Double(place.entries) / Double(max(1, usage.entries))), total)
      }
      isComplete = bytes < limit && !writer.hasFullBatch
      if !isComplete { place.last = Array(key) }
      return isComplete
    }
    return isComplete
  }

  // Compares the entries of a space that has been copied with the counters.
  private mutating func finish(_ space: KeySpace, _ place: Place) throws {
    let usage = try source.usage(space)
    done += usage.bytes
    guard place.entries == usage.entries, space == .meta || space == .sealed || found[space.index] == counters.sums[space.index] else {
      throw StoreError.damaged(path: path, detail: "the entries of '\(space.rawValue)' do not match their checksum")
    }
  }

  // Returns whether a value of `meta` belongs to the form of a file. The copy has such values of its own.
  private func isOfForm(_ key: UnsafeRawBufferPointer) -> Bool {
    if !hasForm { return false }
    let names = engine.formFeatures.union(target.formFeatures).flatMap(\.metaValues) + [StoredFormat.key]
    return names.contains { key.elementsEqual($0.utf8) }
  }

  private func scan(
    _ space: KeySpace, after last: [UInt8]?, _ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    var failure: (any Error)?
    try (last ?? []).withUnsafeBytes { start in
      try source.walk(space, from: start) { key, value in
        if let last, key.elementsEqual(last) { return true }
        do {
          return try body(key, value)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }

  // Copies a cluster that has been verified.
  private static func copyCluster(_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, to writer: any StorageWriter) throws {
    guard let base = value.baseAddress.map(UnsafeMutableRawPointer.init(mutating:)) else { return }
    let needed = Cluster(base).heapOffset + Cluster(base).heapSize
    let size = ClusterPages.size(needed, pageSize: writer.pageSize)
    let place = try writer.reserveCluster(key.loadUnaligned(as: UInt64.self), size: size)
    var block = BlockWriter(place, size: size, "a cluster")
    block.append(from: base, needed)
    block.append(zeros: block.room)
  }

  private mutating func check(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws {
    switch space {
    case .clusters:
      let number = key.loadUnaligned(as: UInt64.self)
      guard let cluster = Cluster(stored: value), cluster.checksum(number) == cluster.storedChecksum
      else {
        throw StoreError.damaged(
          path: path, detail: "cluster \(number & 0xFF_FFFF_FFFF) of table \(number >> 40) does not match its checksum")
      }
      found.addCluster(number, crc: cluster.storedChecksum)
      layouts[UInt32(truncatingIfNeeded: number >> 40), default: []].insert(UInt32(cluster.layout))
    case .values:
      let number = key.loadUnaligned(as: UInt64.self)
      guard value.count > StoredValues.headerSize, StoredValues.checksum(value, number) == value.loadUnaligned(as: UInt32.self) else {
        throw StoreError.damaged(path: path, detail: "value \(number) does not match its checksum")
      }
      found.addValue(number, crc: value.loadUnaligned(as: UInt32.self))
    case .derived, .history:
      guard FeatureEntry.isIntact(key, value) else {
        throw StoreError.damaged(path: path, detail: "an entry of '\(space.rawValue)' does not match its checksum")
      }
      found.add(space, key, crc: FeatureEntry.storedChecksum(value))
    case .meta, .main, .sealed: break
    case .keys, .postings, .backlinks, .patches: found.add(space, key, value)
    }
  }
}

extension StoreSession {
  /// Writes the current version, including the changes of an open write, into a new file with full, contiguous pages. Does not acquire the
  /// write lock, so the copy itself does not block writers. The copy has the permissions of this file. If this throws, no file is left
  /// behind.
  ///
  /// Throws `StoreError.fileExists` if a file exists at `path`, `.damaged` if a checksum does not match, `.unknownFeatures` if the file has
  /// features that this release does not know, other than ignorable ones, the error of an earlier failure if the open write can only be
  /// cancelled, any error thrown by `progress`, and errors of the system. Complexity: O(bytes).
  /// - Parameters:
  ///   - key: The key with which the copy is encrypted; nil for a copy that is not encrypted.
  ///   - progress: Called at least at the beginning and at the end. `progress` must not write in this session.
  public func writeCopy(
    to path: String, key: EncryptionKey? = nil, progress: @escaping CopyProgress = { _, _ in }
  ) throws {
    let shared = shared
    let transaction = transaction
    if let refusal = transaction?.refusal { throw refusal }
    // The memory of an ended transaction may be reused by another transaction.
    let begun = transaction?.firstGeneration
    let holderKind = shared.holderKind
    if frozen == nil { shared.holderKind = .store }
    defer { if frozen == nil { shared.holderKind = holderKind } }
    try NewFile.make(at: path, .new, like: engine.hasFile ? engine.path : nil) { temporary in
      var copy = try StoreCopy(of: shared.snapshot, in: engine, into: temporary, key: key, progress: progress)
      try copy.run()
      if let transaction {
        precondition(
          transaction === self.transaction && transaction.firstGeneration == begun, "a write must not end while it is copied")
        try copy.add(transaction, of: self)
      }
    }
    if engine.isEncrypted, Engines.factory.key(key) == nil {
      StoreLog.write(.info, "'\(engine.path)': a copy was written to '\(path)', which is not encrypted.")
    }
  }
}
