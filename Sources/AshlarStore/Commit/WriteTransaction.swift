/// What the open write holds besides the directory: overlays, their memory, and what cannot wait for commit.
///
/// Invariants: `overlays` never shrinks, an overlay's header mark is its index plus one; list buffers and arena live
/// until the transaction ends.
final class WriteTransaction {
  @exclusivity(unchecked) var overlays: [Overlay] = []
  // By overlay: whether its memory belongs to somebody else by now.
  @exclusivity(unchecked) private var isTaken: [Bool] = []
  let arena = Arena()
  private var buffers: [UnsafeMutablePointer<ListBuffer>] = []
  private var segmentBuffers: [SegmentBuffer] = []
  /// Keys of rows inserted in this transaction, by entity ordinal.
  @exclusivity(unchecked) var insertedKeys: [KeyTable?]
  /// Links gained and lost, for the link columns that were asked for.
  @exclusivity(unchecked) var backlinks: [LinkColumn: BacklinkDelta] = [:]
  /// The counters before the first change, by entity ordinal.
  @exclusivity(unchecked) var countersBefore: [(nextKey: Int64, liveCount: Int)?]
  let firstGeneration: UInt64

  init(firstGeneration: UInt64, tables: Int) {
    self.firstGeneration = firstGeneration
    insertedKeys = Array(repeating: nil, count: tables)
    countersBefore = Array(repeating: nil, count: tables)
  }

  deinit {
    for (index, overlay) in overlays.enumerated() where !isTaken[index] { overlay.free() }
    for buffer in buffers { ListBuffer.destroy(buffer) }
  }

  func add(_ new: Overlay) {
    var overlay = new
    overlay.index = overlays.count
    overlays.append(overlay)
    isTaken.append(false)
    overlay.base.setHeader(Overlay.markOffset, overlays.count)
  }

  /// Whether an overlay's memory is still there and this transaction's.
  func isOwned(_ index: Int) -> Bool { !isTaken[index] }

  /// Somebody else will free the overlay's memory.
  func give(_ index: Int) { isTaken[index] = true }

  /// Frees an overlay that is not needed any more. Only its table and number may still be looked at.
  func free(_ overlay: Overlay) {
    isTaken[overlay.index] = true
    overlay.free()
  }

  /// The overlay at `base`.
  func overlay(at base: UnsafeMutableRawPointer) -> Overlay { overlays[base.header(Overlay.markOffset) - 1] }

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
