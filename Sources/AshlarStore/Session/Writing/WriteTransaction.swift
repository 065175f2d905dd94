/// What the open write holds besides the directory: overlays, their memory, and what cannot wait for commit.
///
/// Invariants: `overlays` never shrinks, an overlay's header mark is its index plus one; list buffers and arena live
/// until the transaction ends.
/// The object serves one transaction after the other, so that a small one needs little new memory.
final class WriteTransaction {
  private struct KeptPatch {
    let index: Int
    let bytes: UnsafeRawBufferPointer
    let number: UInt64
  }

  // Most overlays of one transaction that stay in memory as patched clusters.
  private static let keptOverlays = 64

  @exclusivity(unchecked) var overlays: [Overlay] = []
  // By overlay: whether its memory belongs to somebody else by now.
  @exclusivity(unchecked) private var isTaken: [Bool] = []
  let memory: TransactionMemory
  let arena: Arena
  @exclusivity(unchecked) private var buffers: [UnsafeMutablePointer<ListBuffer>] = []
  @exclusivity(unchecked) private var segmentBuffers: [SegmentBuffer] = []
  @exclusivity(unchecked) private var patches: [KeptPatch] = []
  // Keys of rows inserted in this transaction, by entity ordinal. Retained here, where no insert has to.
  private let insertedKeys: UnsafeMutableBufferPointer<Unmanaged<KeyTable>?>
  /// Links gained and lost, for the link columns that were asked for, by their `identity`.
  @exclusivity(unchecked) var backlinks: [Int: BacklinkDelta] = [:]
  /// The counters before the first change, by entity ordinal.
  @exclusivity(unchecked) var countersBefore: [(nextKey: Int64, liveCount: Int)?]
  @exclusivity(unchecked) private(set) var firstGeneration: UInt64 = 0
  /// Whether bytes were made that are to be a value of their own.
  @exclusivity(unchecked) var hasLongBytes = false

  init(tables: Int, memory: TransactionMemory) {
    self.memory = memory
    arena = Arena(memory)
    insertedKeys = .allocate(capacity: tables)
    insertedKeys.initialize(repeating: nil)
    countersBefore = Array(repeating: nil, count: tables)
  }

  deinit {
    releaseMemory()
    for keys in insertedKeys { keys?.release() }
    insertedKeys.deallocate()
  }

  /// A transaction begins.
  func begin(firstGeneration: UInt64) { self.firstGeneration = firstGeneration }

  /// It ends: nothing of it is left.
  func end() {
    releaseMemory()
    overlays.removeAll(keepingCapacity: true)
    isTaken.removeAll(keepingCapacity: true)
    buffers.removeAll(keepingCapacity: true)
    segmentBuffers = []
    patches.removeAll(keepingCapacity: true)
    arena.reset()
    memory.reset(holding: arena.size)
    if !backlinks.isEmpty { backlinks = [:] }
    hasLongBytes = false
    for ordinal in countersBefore.indices where countersBefore[ordinal] != nil {
      countersBefore[ordinal] = nil
      // A large table is not kept.
      if let keys = insertedKeys[ordinal], !keys._withUnsafeGuaranteedRef({ $0.reset() }) {
        keys.release()
        insertedKeys[ordinal] = nil
      }
    }
  }

  private func releaseMemory() {
    for (index, overlay) in overlays.enumerated() where !isTaken[index] { memory.free(overlay.block, overlay.blockSize) }
    for buffer in buffers { ListBuffer.destroy(buffer) }
  }

  /// A row was inserted.
  func noteKey(_ ordinal: Int, _ hash: UInt64, _ key: Int64) {
    let keys = insertedKeys[ordinal] ?? Unmanaged.passRetained(KeyTable())
    insertedKeys[ordinal] = keys
    keys._withUnsafeGuaranteedRef { $0.insert(hash, key) }
  }

  /// The first key of a row inserted in this transaction with a hash that `accepts` takes.
  func insertedKey(_ ordinal: Int, _ hash: UInt64, where accepts: (Int64) -> Bool) -> Int64? {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.first(hash, where: accepts) }
  }

  /// Whether a row inserted in this transaction may have a hash.
  func mayHave(_ ordinal: Int, _ hash: UInt64) -> Bool {
    insertedKeys[ordinal]?._withUnsafeGuaranteedRef { $0.mayHave(hash) } ?? false
  }

  func add(_ new: Overlay) {
    var overlay = new
    overlay.index = overlays.count
    overlays.append(overlay)
    isTaken.append(false)
    overlay.base.setHeader(Overlay.markOffset, overlays.count)
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
