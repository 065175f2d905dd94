/// A copy of a stored cluster with its patch applied, at full capacity.
///
/// Invariants: it never changes once it is made; below `base` lie masks as in an overlay, of what differs from the stored
/// cluster; its header has the stored cluster's checksum. `patch` is memory of its own.
final class PatchedCluster {
  private let copy: Overlay
  /// The patch as it is stored.
  let patch: UnsafeRawBufferPointer
  // The memory of what this one replaced: the same stored cluster with an earlier patch. It becomes the next overlay at the price
  // of the cells that the patches tell, where a copy costs the whole cluster.
  private var spare: Overlay?
  private var isGiven = false
  /// Bytes in use in the stored cluster's heap.
  let storedHeapSize: Int
  /// The patch's part in the sum of its space.
  let entryNumber: UInt64
  /// The rows in which something differs from the stored cluster.
  private(set) var changedRows = RowSet()
  // Those in which it may differ from the one that it replaces.
  private var newRows = RowSet()

  /// Nil when the patch cannot be one of this cluster.
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
  }

  /// Takes over the memory of an overlay that was just committed as this patch, an entry with this number; nil, and nothing
  /// taken, when it has no room. Costs the rows of that commit, as `ClusterPatch.encode` does.
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
    // The cells are what they were; texts move from the transaction's memory to the heap.
    cluster.heapSize = storedHeapSize
    cluster.storedChecksum = Cluster(original).storedChecksum
    cluster.overlayMark = 0
    precondition(ClusterPatch.apply(patch, to: copy, texts: texts, behind: earlier?.patch), "a patch that was just made must fit")
    changedRows = stored
    if let patched = overlay.patched { changedRows.formUnion(patched.changedRows) }
    // A rewritten patch keeps its texts elsewhere.
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

  /// Takes the memory of the one that this one replaces, which is no longer read.
  func take(from earlier: PatchedCluster) {
    // One that was read from the file has no room for more texts.
    guard spare == nil, earlier.copy.room >= ClusterPatch.limit, earlier.storedHeapSize == storedHeapSize else { return }
    earlier.isGiven = true
    spare = earlier.copy
  }

  /// A writable copy in memory that was kept here and now belongs to the caller; nil when none was kept.
  func makeOverlay() -> Overlay? {
    guard let spare else { return nil }
    self.spare = nil
    return Overlay(reusing: spare, for: self, differing: newRows)
  }

  var base: UnsafeMutableRawPointer { copy.base }

  var cluster: Cluster { copy.cluster }

  func mask(_ slot: Int) -> UInt64 { copy.mask(slot) }

  /// As the overlay's, for tests.
  func isCopy(of other: UnsafeMutableRawPointer) -> Bool { copy.isCopy(of: other) }
}
