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

  func makeBuffer(width: Int, copying elements: UnsafeRawBufferPointer) -> UnsafeMutablePointer<ListBuffer> {
    let buffer = ListBuffer.make(width: width, copying: elements)
    buffers.append(buffer)
    return buffer
  }
}
