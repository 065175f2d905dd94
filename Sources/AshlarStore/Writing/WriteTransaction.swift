/// The open write: its changes, their memory, and what commit needs.
///
/// Invariants: an overlay's header mark is its index plus one; list buffers and arena live until the transaction ends.
/// The object serves one transaction after the other, so that a small one needs little new memory.
final class WriteTransaction: PendingChanges {
  private struct KeptPatch {
    let index: Int
    let bytes: UnsafeRawBufferPointer
    let number: UInt64
  }

  // Most overlays of one transaction that stay in memory as patched clusters.
  private static let keptOverlays = 64

  // By overlay: whether its memory belongs to somebody else by now.
  @exclusivity(unchecked) private var isTaken: [Bool] = []
  let memory: TransactionMemory
  let arena: Arena
  @exclusivity(unchecked) private var buffers: [UnsafeMutablePointer<ListBuffer>] = []
  @exclusivity(unchecked) private var segmentBuffers: [SegmentBuffer] = []
  @exclusivity(unchecked) private var patches: [KeptPatch] = []
  /// The counters before the first change, by entity ordinal.
  @exclusivity(unchecked) var countersBefore: [(nextKey: Int64, liveCount: Int)?]
  @exclusivity(unchecked) private(set) var firstGeneration: UInt64 = 0
  /// Whether bytes were made that are to be a value of their own.
  @exclusivity(unchecked) var hasLongBytes = false
  /// Why it can only be cancelled; nil if it may be committed.
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

  /// A transaction begins.
  func begin(firstGeneration: UInt64) { self.firstGeneration = firstGeneration }

  /// It ends: nothing of it is left.
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
    var overlay = new
    overlay.index = overlays.count
    overlays.append(overlay)
    isTaken.append(false)
    overlay.cluster.overlayMark = overlays.count
  }

  /// The last store to an overlay was made.
  func close(_ index: Int) { overlays[index].close() }

  /// An overlay was stored as a patch, an entry with this number.
  func keepPatch(of overlay: Overlay, _ bytes: UnsafeRawBufferPointer, number: UInt64) {
    // What lies in a file cannot be given away.
    guard patches.count < WriteTransaction.keptOverlays, !memory.isSpilling else { return }
    let place = arena.allocate(bytes.count)
    if let source = bytes.baseAddress { place.copyMemory(from: source, byteCount: bytes.count) }
    patches.append(KeptPatch(index: overlay.index, bytes: UnsafeRawBufferPointer(start: place, count: bytes.count), number: number))
  }

  /// What an overlay was stored as, when it was a patch and it is kept.
  func patch(of index: Int) -> (bytes: UnsafeRawBufferPointer, number: UInt64)? {
    patches.first { $0.index == index }.map { ($0.bytes, $0.number) }
  }

  /// Somebody else will free the overlay's memory, one whose patch was kept.
  func give(_ index: Int) {
    isTaken[index] = true
    memory.give(overlays[index].blockSize)
  }

  /// Frees an overlay that is not needed any more. Only its table and number may still be looked at.
  func free(_ overlay: Overlay) {
    isTaken[overlay.index] = true
    memory.free(overlay.block, overlay.blockSize)
  }

  /// The overlay at `base`.
  func overlay(at base: UnsafeMutableRawPointer) -> Overlay { overlays[Cluster(base).overlayMark - 1] }

  /// Makes a cell refer to a buffer, which lives as long as the transaction.
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
