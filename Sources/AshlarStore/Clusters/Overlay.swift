import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A cluster that the open write transaction changes: an uncommitted copy in memory, at full capacity.
///
/// Invariants: `base` never moves. Below it are `capacity` dirty masks of 8 bytes; the mask of row `s` is at `base - 8 - 8 * s` and has bit
/// `column % 64` set for each column that was written. The header's `overlayMark` is nonzero, while it is zero in every stored cluster.
struct Overlay {
  // The session owns the table and outlives its overlays. A patched cluster that has taken over an overlay's memory may outlive the
  // session; it then no longer reads the table.
  unowned(unsafe) let table: TableDefinition
  let number: Int
  let base: UnsafeMutableRawPointer
  /// The cluster in the snapshot, with any patch applied; nil if the cluster is new.
  let original: UnsafeMutableRawPointer?
  /// The stored cluster with its patch applied; nil if it has no patch. The snapshot retains the object.
  unowned(unsafe) let patched: PatchedCluster?
  /// The view of the stored cluster, if it has an older layout; otherwise nil. The snapshot retains the object.
  unowned(unsafe) let older: OlderCluster?
  /// The position among the transaction's overlays.
  var index = 0
  /// The number of bytes in the block after the stored cluster's heap.
  let room: Int
  // The rows that were written; the columns that were written in at least one of these rows, and those that were written in all of them.
  // Set by `close`.
  private var finalRows: RowSet?
  private var finalColumns: (some: UInt64, each: UInt64) = (0, 0)
  /// The whole allocation.
  let block: UnsafeMutableRawPointer
  let blockSize: Int

  /// Copies `original`, or creates an empty cluster, with `room` additional bytes for the heap. If `memory` is given, it owns the block;
  /// otherwise the overlay must be released with `free`.
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
    // A copy also has the current layout, because its cells are at the offsets of that layout.
    cluster.layout = Int(table.layoutNumber)
    cluster.capacity = capacity
    cluster.heapOffset = fixedSize
    cluster.heapSize = heapSize
    cluster.overlayMark = 1
    cluster.sharesText = older != nil
    assert(base - masks == block, "the masks of the rows are below the base, inside the block")
  }

  // Copies a cluster of a smaller capacity or an older layout, column by column.
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

  /// Returns the offsets of the columns in the original cluster.
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

  /// Creates an overlay in the memory of `spare`, a copy of the same stored cluster with an earlier patch. Copies only the rows in which
  /// `patched` may differ from `spare`.
  ///
  /// A patch contains every difference from the stored cluster, including the changes of earlier patches.
  init(reusing spare: Overlay, for patched: PatchedCluster, differing rows: RowSet) {
    assert(spare.base != patched.base, "memory that is used again is not read any more")
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

  /// Returns an overlay in the same memory that does not refer to the original.
  func withoutOrigin() -> Overlay { Overlay(self) }

  func clearMasks() {
    assert(base - block == table.capacity * 8, "the masks of the rows are below the base, inside the block")
    block.initializeMemory(as: UInt8.self, repeating: 0, count: table.capacity * 8)
  }

  /// The number of bytes in use in the heap of the stored cluster.
  var storedHeapSize: Int { patched?.storedHeapSize ?? original.map { Cluster($0).heapSize } ?? 0 }

  /// Returns the same cluster as if every row had been created in this transaction. The result shares the memory, which must be freed only
  /// once.
  func asNew() -> Overlay {
    for slot in 0..<table.capacity { mark(slot, .max) }
    return Overlay(self)
  }

  func free() { block.deallocate() }

  var cluster: Cluster { Cluster(base) }

  func mask(_ slot: Int) -> UInt64 { cluster.markedColumns(slot) }

  /// Returns the rows in which a column of `mask` was written.
  func storedRows(_ mask: UInt64 = .max) -> RowSet {
    guard let finalRows else { return RowSet(stored: mask, at: base, capacity: table.capacity) }
    if finalColumns.some & ~mask == 0 || finalColumns.each & mask != 0 { return finalRows }
    if finalColumns.some & mask == 0 { return RowSet() }
    guard finalRows.count <= Overlay.fewRows else { return RowSet(stored: mask, at: base, capacity: table.capacity) }
    var rows = RowSet()
    for slot in finalRows where self.mask(slot) & mask != 0 { rows.insert(slot) }
    return rows
  }

  /// Returns whether a column of `mask` may have been written.
  func mayHaveStored(_ mask: UInt64) -> Bool { finalRows == nil || finalColumns.some & mask != 0 }

  // The number of rows up to which testing each row is faster than scanning all masks.
  private static let fewRows = 16

  /// Computes the final set of written rows. The overlay must not be changed afterwards.
  mutating func close() {
    assert(cluster.isOverlay, "an overlay is closed before its memory is freed or transferred")
    finalRows = RowSet(storedAt: base, capacity: table.capacity, some: &finalColumns.some, each: &finalColumns.each)
  }

  func mark(_ slot: Int, _ bits: UInt64) { cluster.mark(slot, bits) }

  func wasLive(_ slot: Int) -> Bool {
    guard let original, slot < Cluster(original).capacity else { return false }
    return Cluster(original).isLive(slot)
  }

  /// Whether the row in the cluster's last slot was inserted in this transaction. The commit then writes the whole cluster: no more rows
  /// are inserted into it, so a patch of it might remain forever.
  var includesLastRow: Bool {
    let last = table.capacity - 1
    return cluster.isLive(last) && !wasLive(last)
  }

  func _checkInvariants() {
    precondition(cluster.overlayMark != 0, "an overlay must be marked")
    precondition(cluster.capacity == table.capacity, "an overlay has full capacity")
    precondition(cluster.layout == Int(table.layoutNumber), "an overlay has the newest layout")
    precondition(cluster.heapOffset == table.fixedSizeFull, "the heap must follow the cells")
    precondition(
      table.capacity * 8 + cluster.heapOffset + cluster.heapSize <= blockSize, "masks, cells and heap must be inside the block")
    var live = 0
    for slot in 0..<table.capacity where cluster.isLive(slot) { live += 1 }
    precondition(live == cluster.liveCount, "the live count must match the bitmap")
    for slot in 0..<table.capacity where cluster.isLive(slot) != wasLive(slot) {
      precondition(mask(slot) != 0, "a row that was inserted or deleted must be marked")
    }
    if let finalRows {
      precondition(finalRows == RowSet(stored: .max, at: base, capacity: table.capacity), "a closed overlay must not be stored to")
    }
  }
}
