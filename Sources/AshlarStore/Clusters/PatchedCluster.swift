/// A copy of a stored cluster with its patch applied, at full capacity.
///
/// Invariants: it is immutable once initialized. The masks below `base`, as in an overlay, mark the differences from the stored cluster.
/// Its header contains the stored cluster's checksum. `patch` is a copy that the object owns.
final class PatchedCluster {
  private let copy: Overlay
  /// The patch as stored.
  let patch: UnsafeRawBufferPointer
  // The memory of the patched cluster that this one replaced, which combines the same stored cluster with an earlier patch. Reusing it as
  // the next overlay requires copying only the cells in the patches instead of the whole cluster.
  private var spare: Overlay?
  private var isGiven = false
  /// The number of bytes in use in the stored cluster's heap.
  let storedHeapSize: Int
  /// The patch's contribution to `EntrySums`.
  let entryNumber: UInt64
  /// The rows that differ from the stored cluster.
  private(set) var changedRows = RowSet()
  // The rows that may differ from the cluster that this one replaces.
  private var newRows = RowSet()

  /// Returns nil if the patch does not belong to this cluster or is invalid.
  init?(_ table: TableDefinition, _ number: Int, stored: UnsafeMutableRawPointer, patch: UnsafeRawBufferPointer) {
    let key = table.clusterKey(number)
    guard ClusterPatch.fits(table), let texts = ClusterPatch.textSize(patch, key, stored: Cluster(stored).storedChecksum) else {
      return nil
    }
    copy = Overlay(table: table, number: number, original: stored, room: texts)
    storedHeapSize = Cluster(stored).heapSize
    entryNumber = withUnsafeBytes(of: key) { EntrySums.number(.patches, $0, patch) }
    self.patch = PatchedCluster.kept(patch)
    guard ClusterPatch.apply(patch, to: copy, texts: texts) else { return nil }
    copy.cluster.overlayMark = 0
    copy.cluster.storedChecksum = Cluster(stored).storedChecksum
    changedRows = copy.storedRows()
    assert(!copy.cluster.isOverlay, "only the copies of the open write are marked as overlays")
  }

  /// Takes over the memory of an overlay that was just committed as this patch; `number` is the patch's contribution to `EntrySums`.
  /// Returns nil, and leaves the overlay unchanged, if it has no original or no room for the text. O(rows of that commit), plus the rows of
  /// the previous patch if the two have rows in common.
  init?(taking overlay: Overlay, patch: UnsafeRawBufferPointer, number: UInt64) {
    let texts = ClusterPatch.textSize(patch)
    guard texts <= overlay.room, let original = overlay.original else { return nil }
    storedHeapSize = overlay.storedHeapSize
    entryNumber = number
    self.patch = PatchedCluster.kept(patch)
    copy = overlay.withoutOrigin()
    let cluster = copy.cluster
    let stored = overlay.storedRows()
    let earlier = ClusterPatch.growing(overlay, stored)
    copy.clearMasks()
    if let earlier { for slot in earlier.changedRows { copy.mark(slot, earlier.mask(slot)) } }
    // The cells are already up to date; only the text is moved, from the transaction's memory to the heap.
    cluster.heapSize = storedHeapSize
    cluster.storedChecksum = Cluster(original).storedChecksum
    cluster.overlayMark = 0
    precondition(ClusterPatch.apply(patch, to: copy, texts: texts, behind: earlier?.patch), "a patch that was just made must fit")
    changedRows = stored
    if let patched = overlay.patched { changedRows.formUnion(patched.changedRows) }
    // A patch that was encoded again contains its text at different offsets.
    newRows = texts == 0 || earlier != nil ? stored : changedRows
    assert(changedRows == copy.storedRows(), "what the patch changes is marked")
  }

  private static func kept(_ patch: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: patch.count, alignment: 8)
    bytes.copyMemory(from: patch)
    return UnsafeRawBufferPointer(bytes)
  }

  deinit {
    if !isGiven { copy.free() }
    spare?.free()
    patch.deallocate()
  }

  /// Takes over the memory of the patched cluster that this one replaces, which must no longer be read. Does nothing if the memory has no
  /// room for a further patch or if the stored heaps of the two differ in size.
  func take(from earlier: PatchedCluster) {
    // A patched cluster that was read from the file has no room for more text.
    guard spare == nil, earlier.copy.room >= ClusterPatch.limit, earlier.storedHeapSize == storedHeapSize else { return }
    assert(!isGiven && !earlier.isGiven, "one cluster owns the memory, and frees it once")
    assert(earlier.copy.number == copy.number, "memory passes between patches of one stored cluster")
    earlier.isGiven = true
    spare = earlier.copy
  }

  /// Returns the spare memory as an overlay that the caller owns; nil if there is none.
  func makeOverlay() -> Overlay? {
    guard let spare else { return nil }
    self.spare = nil
    return Overlay(reusing: spare, for: self, differing: newRows)
  }

  var base: UnsafeMutableRawPointer {
    assert(!isGiven, "a cluster whose memory was transferred is not read")
    return copy.base
  }

  var cluster: Cluster { copy.cluster }

  func mask(_ slot: Int) -> UInt64 { copy.mask(slot) }

  /// Calls the overlay's `isCopy`, for tests.
  func isCopy(of other: UnsafeMutableRawPointer) -> Bool { copy.isCopy(of: other) }
}
