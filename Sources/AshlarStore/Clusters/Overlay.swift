import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A cluster that the open write transaction changes: a copy on the heap at full capacity.
///
/// Invariants: `base` never moves; below it lie `capacity` dirty masks of 8 bytes, the mask of row `s` at
/// `base - 8 - 8 * s`, with bit `column % 64` set for each column that was stored to; the header's
/// `overlayMark` is not zero, which it is in every file.
struct Overlay {
  // The session's, which outlives its overlays. Not read once the memory has become a patched cluster's.
  unowned(unsafe) let table: TableDefinition
  let number: Int
  let base: UnsafeMutableRawPointer
  /// The cluster in the snapshot, when there is one.
  let original: UnsafeMutableRawPointer?
  /// The cluster in the snapshot, when it is one that a patch had changed. The snapshot keeps it.
  unowned(unsafe) let patched: PatchedCluster?
  /// The cluster in the snapshot, when it is of an older layout. The snapshot keeps it.
  unowned(unsafe) let older: OlderCluster?
  /// The position among the transaction's overlays.
  var index = 0
  /// Bytes behind what is in use of the stored cluster's heap.
  let room: Int
  // Which rows were stored to, once nothing more will be; the columns that were in some of them, and in each.
  private var finalRows: RowSet?
  private var finalColumns: (some: UInt64, each: UInt64) = (0, 0)
  /// All its memory.
  let block: UnsafeMutableRawPointer
  let blockSize: Int

  /// Copies `original`, or makes an empty cluster. There are `room` bytes more for the heap. The block is taken from `memory`,
  /// which takes it back; `free` is for overlays without one.
  init(
    table: TableDefinition, number: Int, original: UnsafeMutableRawPointer?, patched: PatchedCluster? = nil,
    older: OlderCluster? = nil, room: Int = 0, memory: TransactionMemory? = nil
  ) {
    self.table = table
    self.patched = patched
    self.older = older
    self.number = number
    self.original = original
    let capacity = table.capacity
    let fixedSize = table.fixedSizeFull
    let heapSize = original.map { Cluster($0).heapSize } ?? 0
    let masks = capacity * 8
    self.room = heapSize - (patched?.storedHeapSize ?? heapSize) + room
    blockSize = masks + fixedSize + heapSize + room
    block =
      memory?.allocate(blockSize) ?? UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: TransactionMemory.alignment)
    base = block + masks
    if let original, Cluster(original).capacity == capacity, older == nil {
      block.initializeMemory(as: UInt8.self, repeating: 0, count: masks)
      base.copyMemory(from: original, byteCount: fixedSize + heapSize)
    } else {
      block.initializeMemory(as: UInt8.self, repeating: 0, count: masks + fixedSize)
      if let original { widen(original, heapSize) }
    }
    // Also of a copy: its room was measured by these.
    cluster.layout = Int(table.layoutNumber)
    cluster.capacity = capacity
    cluster.heapOffset = fixedSize
    cluster.heapSize = heapSize
    cluster.overlayMark = 1
    cluster.sharesText = older != nil
  }

  // Copies a cluster of a smaller capacity, or of an older layout, column by column.
  private func widen(_ original: UnsafeMutableRawPointer, _ heapSize: Int) {
    let from = Cluster(original).capacity
    precondition(from <= table.capacity, "a cluster that was checked fits its table")
    let source = columns(ofOriginal: original)
    for ordinal in 0..<table.columnCount {
      let column = table.layouts[ordinal]
      let target = table.offsetsFull[ordinal]
      (base + target.offset).copyMemory(from: original + source[ordinal].offset, byteCount: column.width * from)
      if column.hasNullFlag {
        (base + target.null).copyMemory(from: original + source[ordinal].null, byteCount: from)
      }
    }
    let bitmap = TableLayout.bitmapSize(capacity: from)
    (base + ClusterHeader.bitmapOffset).copyMemory(from: original + ClusterHeader.bitmapOffset, byteCount: bitmap)
    cluster.liveCount = Cluster(original).liveCount
    cluster.heapGarbage = Cluster(original).heapGarbage
    let heap = Cluster(original).heapOffset
    (base + table.fixedSizeFull).copyMemory(from: original + heap, byteCount: heapSize)
  }

  /// Where the columns lie in the cluster that this is a copy of.
  @inline(__always)
  func columns(ofOriginal original: UnsafeMutableRawPointer) -> UnsafePointer<ColumnOffset> {
    if let older { return UnsafePointer(older.columns) }
    return table.offsets(capacity: Cluster(original).capacity).columns
  }

  private init(_ other: Overlay) {
    table = other.table
    number = other.number
    base = other.base
    block = other.block
    blockSize = other.blockSize
    room = other.room
    original = nil
    patched = nil
    older = nil
  }

  /// Reuses a copy of a stored cluster with an earlier patch: only the rows in which the cluster now differs are copied.
  ///
  /// A patch holds every difference from the stored cluster, so it also covers what earlier patches changed.
  init(reusing spare: Overlay, for patched: PatchedCluster, differing rows: RowSet) {
    table = spare.table
    number = spare.number
    base = spare.base
    block = spare.block
    blockSize = spare.blockSize
    room = spare.room
    self.patched = patched
    older = nil
    let original = patched.base
    self.original = original
    clearMasks()
    base.copyMemory(from: original, byteCount: ClusterHeader.bitmapOffset + TableLayout.bitmapSize(capacity: table.capacity))
    for slot in rows {
      let mask = patched.mask(slot)
      for ordinal in 0..<table.columnCount where mask >> UInt64(ordinal) & 1 != 0 {
        let column = table.layouts[ordinal]
        let offset = table.offsetsFull[ordinal]
        let place = offset.offset + slot * column.width
        (base + place).copyMemory(from: original + place, byteCount: column.width)
        if column.hasNullFlag { (base + offset.null + slot).copyMemory(from: original + offset.null + slot, byteCount: 1) }
      }
    }
    let stored = table.fixedSizeFull + patched.storedHeapSize
    let added = Cluster(original).heapSize - patched.storedHeapSize
    (base + stored).copyMemory(from: original + stored, byteCount: added)
    assert(isCopy(of: original), "memory that is used again must be a copy of the cluster")
    cluster.overlayMark = 1
  }

  /// The same memory, without what it was a copy of.
  func withoutOrigin() -> Overlay { Overlay(self) }

  func clearMasks() { block.initializeMemory(as: UInt8.self, repeating: 0, count: table.capacity * 8) }

  /// Bytes in use in the heap of the stored cluster.
  var storedHeapSize: Int { patched?.storedHeapSize ?? original.map { Cluster($0).heapSize } ?? 0 }

  /// The same cluster as if every row had been made in this transaction; frees as the other does.
  func asNew() -> Overlay {
    for slot in 0..<table.capacity { mark(slot, .max) }
    return Overlay(self)
  }

  func free() { block.deallocate() }

  var cluster: Cluster { Cluster(base) }

  func mask(_ slot: Int) -> UInt64 { cluster.markedColumns(slot) }

  /// The rows in which one of the columns of `mask` was stored to.
  func storedRows(_ mask: UInt64 = .max) -> RowSet {
    guard let finalRows else { return RowSet(stored: mask, at: base, capacity: table.capacity) }
    if finalColumns.some & ~mask == 0 || finalColumns.each & mask != 0 { return finalRows }
    if finalColumns.some & mask == 0 { return RowSet() }
    guard finalRows.count <= Overlay.fewRows else { return RowSet(stored: mask, at: base, capacity: table.capacity) }
    var rows = RowSet()
    for slot in finalRows where self.mask(slot) & mask != 0 { rows.insert(slot) }
    return rows
  }

  /// Whether one of the columns of `mask` may have been stored to.
  func mayHaveStored(_ mask: UInt64) -> Bool { finalRows == nil || finalColumns.some & mask != 0 }

  // Up to so many rows, to look at each is faster than to go through all masks.
  private static let fewRows = 16

  /// Nothing more will be stored to it.
  mutating func close() {
    finalRows = RowSet(storedAt: base, capacity: table.capacity, some: &finalColumns.some, each: &finalColumns.each)
  }

  func mark(_ slot: Int, _ bits: UInt64) { cluster.mark(slot, bits) }

  func wasLive(_ slot: Int) -> Bool {
    guard let original, slot < Cluster(original).capacity else { return false }
    return Cluster(original).isLive(slot)
  }

  /// Whether the last row was made in this transaction: no more will be added, and a patch would stay for good.
  var includesLastRow: Bool {
    let last = table.capacity - 1
    return cluster.isLive(last) && !wasLive(last)
  }

  func _checkInvariants() {
    precondition(cluster.overlayMark != 0, "an overlay must be marked")
    precondition(cluster.capacity == table.capacity, "an overlay has full capacity")
    var live = 0
    for slot in 0..<table.capacity where cluster.isLive(slot) { live += 1 }
    precondition(live == cluster.liveCount, "the live count must match the bitmap")
  }
}
