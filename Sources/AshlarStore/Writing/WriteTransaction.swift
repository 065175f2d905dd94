/// The open write: its changes, their memory, and the state that a commit needs.
///
/// Invariants: an overlay's header mark is its index plus one; list buffers and arena live until the transaction ends. The object serves
/// one transaction after another, so that a small transaction allocates little memory.
final class WriteTransaction: PendingChanges {
  private struct KeptPatch {
    let index: Int
    let bytes: UnsafeRawBufferPointer
    let number: UInt64
  }

  // The maximum number of a transaction's overlays that stay in memory as patched clusters.
  private static let keptOverlays = 64

  // For each overlay, whether its memory was freed or transferred.
  @exclusivity(unchecked) private var isTaken: [Bool] = []
  let memory: TransactionMemory
  let arena: Arena
  @exclusivity(unchecked) private var buffers: [UnsafeMutablePointer<ListBuffer>] = []
  @exclusivity(unchecked) private var segmentBuffers: [SegmentBuffer] = []
  @exclusivity(unchecked) private var patches: [KeptPatch] = []
  /// The counters before the first change, by entity ordinal; nil for unchanged tables.
  @exclusivity(unchecked) var countersBefore: [(nextKey: Int64, liveCount: Int)?]
  @exclusivity(unchecked) private(set) var firstGeneration: UInt64 = 0
  /// Whether bytes were created that must be stored as an out-of-line value unless they are replaced before the commit.
  @exclusivity(unchecked) var hasLongBytes = false
  /// The reason why the write can only be cancelled; nil if it may be committed.
  @exclusivity(unchecked) var refusal: (any Error)?

  init(tables: Int, memory: TransactionMemory) {
    self.memory = memory
    arena = Arena(memory)
    countersBefore = Array(repeating: nil, count: tables)
    super.init(tables: tables)
  }

  deinit {
    releaseMemory()
  }

  /// Begins a transaction in the context's generation `firstGeneration`.
  func begin(firstGeneration: UInt64) { self.firstGeneration = firstGeneration }

  /// Ends the transaction and releases everything that belongs to it.
  func end() {
    releaseMemory()
    forgetChanges()
    isTaken.removeAll(keepingCapacity: true)
    buffers.removeAll(keepingCapacity: true)
    segmentBuffers = []
    patches.removeAll(keepingCapacity: true)
    arena.reset()
    memory.reset(holding: arena.size)
    hasLongBytes = false
    refusal = nil
    for ordinal in countersBefore.indices where countersBefore[ordinal] != nil {
      countersBefore[ordinal] = nil
      forgetKeys(ordinal)
    }
  }

  private func releaseMemory() {
    for (index, overlay) in overlays.enumerated() where !isTaken[index] { memory.free(overlay.block, overlay.blockSize) }
    for buffer in buffers { ListBuffer.destroy(buffer) }
  }

  func add(_ new: Overlay) {
    assert(isTaken.count == overlays.count, "each overlay is owned, freed or transferred")
    var overlay = new
    overlay.index = overlays.count
    overlays.append(overlay)
    isTaken.append(false)
    overlay.cluster.overlayMark = overlays.count
  }

  /// Closes an overlay, which must not be written afterwards.
  func close(_ index: Int) {
    assert(!isTaken[index], "an overlay is closed before its memory is freed or transferred")
    overlays[index].close()
  }

  /// Retains the patch that an overlay was stored as, unless enough patches are retained already or blocks are allocated in a file.
  /// `number` is the patch's contribution to `EntrySums`.
  func keepPatch(of overlay: Overlay, _ bytes: UnsafeRawBufferPointer, number: UInt64) {
    // Memory in a spill file cannot be transferred.
    guard patches.count < WriteTransaction.keptOverlays, !memory.isSpilling else { return }
    let place = arena.allocate(bytes.count)
    if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
    patches.append(KeptPatch(index: overlay.index, bytes: UnsafeRawBufferPointer(start: place, count: bytes.count), number: number))
  }

  /// Returns the patch that an overlay was stored as; nil if it was not stored as a patch or the patch was not retained.
  func patch(of index: Int) -> (bytes: UnsafeRawBufferPointer, number: UInt64)? {
    patches.first { $0.index == index }.map { ($0.bytes, $0.number) }
  }

  /// Transfers to the caller the memory of an overlay whose patch was retained.
  func give(_ index: Int) {
    assert(!isTaken[index], "an overlay's memory is freed or transferred once")
    isTaken[index] = true
    memory.give(overlays[index].blockSize)
  }

  /// Frees an overlay that is no longer needed. Only its table and number may be read afterwards.
  func free(_ overlay: Overlay) {
    assert(!isTaken[overlay.index], "an overlay's memory is freed or transferred once")
    assert(overlays[overlay.index].block == overlay.block, "an overlay's index is its own")
    isTaken[overlay.index] = true
    memory.free(overlay.block, overlay.blockSize)
  }

  /// Returns the overlay at `base`.
  func overlay(at base: UnsafeMutableRawPointer) -> Overlay {
    let overlay = overlays[Cluster(base).overlayMark - 1]
    assert(overlay.base == base, "the mark of an overlay is its index plus one")
    return overlay
  }

  func _checkInvariants() {
    precondition(isTaken.count == overlays.count, "each overlay must be owned, freed or transferred")
    for (index, overlay) in overlays.enumerated() where !isTaken[index] {
      precondition(overlay.index == index && overlay.cluster.overlayMark == index + 1, "an overlay's mark must be its index plus one")
      overlay._checkInvariants()
    }
    arena._checkInvariants()
    memory._checkInvariants()
  }

  /// Makes a cell refer to a buffer, which lives until the transaction ends.
  func keep(_ buffer: UnsafeMutablePointer<ListBuffer>, in cell: UnsafeMutableRawPointer) {
    buffers.append(buffer)
    Slot(pointer: UnsafeMutableRawPointer(buffer), count: 0, tag: Slot.listTag).store(at: cell)
  }

  func keep(_ buffer: SegmentBuffer, in cell: UnsafeMutableRawPointer) -> SegmentBuffer {
    segmentBuffers.append(buffer)
    Slot(pointer: Unmanaged.passUnretained(buffer).toOpaque(), count: 0, tag: Slot.segmentBufferTag).store(at: cell)
    return buffer
  }
}
