import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension StoreSession {
  /// Takes the right to write, waiting for others, and moves to the newest version. Throws `StoreError.tooManyVersions`
  /// beyond `versionLimit`, and `StoreError.notAtItsPath` when the file was deleted, renamed or replaced.
  public func beginWrite() throws {
    precondition(transaction == nil && frozen == nil, "a session has one write at a time, and a frozen one has none")
    try engine.lockForWriting(for: writeHolder)
    do {
      try engine.checkPath()
      if try !advance() {
        moved()
      } else if shared.snapshot.version != engine.newestVersion {
        try engine.recoverNewestVersion()
        try advance()
      }
      if mayHaveNewIndexes { try refreshIndexes() }
      if let versionLimit { try engine.checkVersions(limit: versionLimit) }
    } catch {
      engine.unlockForWriting()
      throw error
    }
    let beginning = spareTransaction ?? makeTransaction()
    spareTransaction = nil
    beginning.begin(firstGeneration: context.pointee.generation)
    transaction = beginning
    openWrite = Unmanaged.passUnretained(beginning)
    context.pointee.writeGeneration = nextWriteGeneration
    nextWriteGeneration += 1
  }

  private func makeTransaction() -> WriteTransaction {
    WriteTransaction(
      tables: tables.count, memory: TransactionMemory(path: engine.hasFile ? engine.path : nil, limit: transactionMemoryLimit))
  }

  /// Throws the overlay away. Rows inserted in the transaction are gone; their accessors stay invalid for ever.
  public func cancelWrite() {
    guard let ending = transaction else { return }
    var firstNewKeys: [Int: Int64] = [:]
    for (ordinal, before) in ending.countersBefore.enumerated() {
      guard let before else { continue }
      if views[ordinal].nextKey > before.nextKey { firstNewKeys[ordinal] = before.nextKey }
      views[ordinal].nextKey = before.nextKey
      views[ordinal].liveCount = before.liveCount
    }
    forgetOverlays(ending)
    cancelled.add(from: ending.firstGeneration, to: context.pointee.generation, firstNewKeys: firstNewKeys)
    finish()
  }

  /// Commits with `.full` durability or `.unsynced`.
  public func commitWrite(sync: Bool) throws { try commitWrite(sync ? .full : .unsynced) }

  /// Stores the changes as one version. When it throws, the transaction is cancelled and nothing of it is stored.
  public func commitWrite(_ durability: CommitDurability) throws {
    guard let ending = transaction else { return }
    do {
      var commit = Commit(self, ending)
      try engine.commit(durability) { writer in
        guard writer.version == shared.snapshot.version + 1 else {
          throw StoreError.failed(
            path: engine.path, operation: "commit", code: 0, message: "another process committed without holding the write lock")
        }
        try values.gathering { try commit.write(to: writer) }
      }
      counters = commit.counters
    } catch {
      cancelWrite()
      throw error
    }
    let before = shared.snapshot.version
    do {
      try renew()
    } catch {
      // The data is stored; only this view of it is lost.
      clearDirectories()
      finish()
      throw error
    }
    if shared.snapshot.version <= before + 1 {
      // Nobody else wrote, or nothing was written: pages of clusters that were not written are where they were.
      keepPatches(ending)
    } else {
      clearDirectories()
    }
    finish()
  }

  private func forgetOverlays(_ ending: WriteTransaction) {
    for overlay in ending.overlays {
      let ordinal = overlay.table.ordinal
      views[ordinal].setCluster(overlay.number, nil)
      if views[ordinal].isTracked {
        liveClusters[ordinal]?.set(overlay.number, rows: overlay.original?.header(ClusterHeader.liveCountOffset) ?? 0)
      }
    }
  }

  // Overlays that were stored as patches are what a reader would make of cluster and patch.
  private func keepPatches(_ ending: WriteTransaction) {
    for (index, overlay) in ending.overlays.enumerated() {
      let key = overlay.table.clusterKey(overlay.number)
      let kept = ending.patch(of: index).flatMap { PatchedCluster(taking: overlay, patch: $0.bytes, number: $0.number) }
      if let kept {
        ending.give(index)
        keep(kept, key)
      } else if !shared.patched.isEmpty {
        shared.patched[key] = nil
      }
      views[overlay.table.ordinal].setCluster(overlay.number, kept?.base)
    }
  }

  private func keep(_ new: PatchedCluster, _ key: UInt64) {
    guard let place = shared.patched.index(forKey: key) else {
      shared.patched[key] = new
      return
    }
    var replaced = new
    swap(&shared.patched.values[place], &replaced)
    // Else a frozen session or a loop reads it.
    if isKnownUniquelyReferenced(&replaced) { new.take(from: replaced) }
  }

  private func finish() {
    transaction?.end()
    spareTransaction = transaction
    transaction = nil
    openWrite = nil
    context.pointee.writeGeneration = AccessContext.noWrite
    moved()
    engine.unlockForWriting()
  }

  /// From now on the first store of every accessor takes the slow path, which counts `dataVersion`: whatever was computed
  /// inside the write can tell whether it is still right.
  public func armWriteDetection() {
    guard transaction != nil else { return }
    context.pointee.writeGeneration = nextWriteGeneration
    nextWriteGeneration += 1
  }

  // MARK: - Rows

  /// The row's cluster as an overlay; copies it on first touch.
  public func makeWritable(_ ordinal: Int, _ key: Int64) throws(StoreError) -> RowAccess? {
    guard let row = try locate(ordinal, key), let table = tables[ordinal] else { return nil }
    dataVersion += 1
    if row.base.isOverlay { return row }
    try touch(table, Int(key >> Int64(table.shift)))
    return try locate(ordinal, key)
  }

  @discardableResult
  func touch(_ table: TableDefinition, _ number: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    guard let transaction else { preconditionFailure("touching a cluster needs a write transaction") }
    let base = try cluster(table, number)
    if base.isOverlay { return base }
    let patched = shared.patched.isEmpty ? nil : shared.patched[table.clusterKey(number)]
    let overlay: Overlay
    if let used = patched?.makeOverlay() {
      overlay = used
      transaction.memory.take(used.blockSize)
    } else {
      overlay = Overlay(
        table: table, number: number, original: base == emptyCluster ? nil : base, patched: patched, room: ClusterPatch.limit,
        memory: transaction.memory)
    }
    transaction.add(overlay)
    views[table.ordinal].setCluster(number, overlay.base)
    context.pointee.generation += 1
    return overlay.base
  }

  func rememberCounters(_ ordinal: Int) {
    guard let transaction, transaction.countersBefore[ordinal] == nil else { return }
    transaction.countersBefore[ordinal] = (views[ordinal].nextKey, views[ordinal].liveCount)
  }

  // Counts the heap bytes that the slot will no longer refer to.
  func dropSlot(_ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer) {
    let slot = Slot(at: cell)
    if slot.tag == Slot.heapTag {
      base.setHeader(ClusterHeader.heapGarbageOffset, base.header(ClusterHeader.heapGarbageOffset) + slot.outlineCount)
    }
  }

  // MARK: - Text and bytes

  /// Stores bytes in a slot of a writable row, or null. The bytes are copied; overwriting reuses room where it can.
  public func storeBytes(_ bytes: UnsafeRawBufferPointer?, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) {
    guard let bytes else {
      dropSlot(cell, base)
      Slot.null.store(at: cell)
      return
    }
    let old = Slot(at: cell)
    if (old.tag == Slot.heapTag || old.tag == Slot.valueTag), isStored(bytes, old, cell, base) { return }
    if bytes.count > Slot.inlineLimit, old.tag == Slot.pointerTag, old.outlineCount >= bytes.count, let place = old.address,
      let source = bytes.baseAddress
    {
      place.copyMemory(from: source, byteCount: bytes.count)
      Slot(pointer: place, count: bytes.count).store(at: cell)
      return
    }
    let slot = makeSlot(bytes)
    dropSlot(cell, base)
    slot.store(at: cell)
  }

  // Whether a slot that was stored has these very bytes: then it stays, and writing it costs nothing. Lengths and what they
  // begin with tell most often.
  private func isStored(
    _ bytes: UnsafeRawBufferPointer, _ old: Slot, _ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer
  ) -> Bool {
    guard old.outlineCount == bytes.count, let start = bytes.baseAddress,
      old.tag == Slot.heapTag || start.load(as: UInt8.self) == old.firstByte
    else { return false }
    // A value that cannot be read is replaced.
    guard let stored = try? self.bytes(at: cell, in: base), stored.count == bytes.count, let place = stored.baseAddress else {
      return false
    }
    return memcmp(place, start, bytes.count) == 0
  }

  /// The bytes of the slot in `cell`, of the cluster at `base`; empty for null.
  public func bytes(at cell: UnsafeRawPointer, in base: UnsafeMutableRawPointer) throws(StoreError) -> UnsafeRawBufferPointer {
    let slot = Slot(at: cell)
    return slot.tag == Slot.valueTag ? try values.bytes(slot) : Slot.bytesNearby(at: cell, in: base)
  }

  /// A slot for bytes that belong to the transaction from now on.
  public func makeSlot(_ bytes: UnsafeRawBufferPointer) -> Slot {
    guard bytes.count > Slot.inlineLimit, let source = bytes.baseAddress, let openWrite else { return Slot(inline: bytes) }
    let place = openWrite._withUnsafeGuaranteedRef { transaction in
      if bytes.count > StoredValues.limit { transaction.hasLongBytes = true }
      return transaction.arena.allocate(bytes.count)
    }
    place.copyMemory(from: source, byteCount: bytes.count)
    return Slot(pointer: place, count: bytes.count)
  }
}
