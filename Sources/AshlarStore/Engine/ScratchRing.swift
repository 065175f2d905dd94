/// Scratch memory for the clusters of a scan, of which the last few stay valid, because scans prefetch.
package final class ScratchRing {
  /// The number of clusters that are valid at a time.
  package static let count = 32

  private let memories: [any ScratchMemory]
  @exclusivity(unchecked) private var index = 0

  /// Returns nil if the engine needs no scratch memory.
  init?(_ engine: any StorageEngine) {
    memories = (0..<ScratchRing.count).compactMap { _ in engine.makeScratchMemory() }
    if memories.isEmpty { return nil }
  }

  /// Returns the memory that was returned longest ago.
  func next() -> any ScratchMemory {
    index = (index + 1) % ScratchRing.count
    return memories[index]
  }
}
