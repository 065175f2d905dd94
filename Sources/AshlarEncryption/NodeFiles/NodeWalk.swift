import AshlarStore

/// Reads the nodes of one walk over a map. It keeps one node of each level, because a cursor moves forward from one path to the next.
///
/// Invariant: the bytes of a node are in the memory of its level.
final class NodeWalk: NodeSource {
  private let snapshot: any StorageSnapshot
  @exclusivity(unchecked) private var levels: [ScratchBlock] = []
  // Receives a node before its level is known.
  @exclusivity(unchecked) private var next = ScratchBlock()
  private let longValues = ScratchBlock()
  let path: String

  /// - Parameter snapshot: The snapshot that contains the nodes as values.
  init(_ snapshot: any StorageSnapshot, path: String) {
    self.snapshot = snapshot
    self.path = path
  }

  /// The bytes are valid until another node of the level is read.
  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard number != 0, let bytes = try snapshot.value(.sealed, integer: number, in: next), bytes.count <= Node.limit else {
      throw damage(number)
    }
    let level: Int
    do throws(Node.Fault) { level = Int(try Node(bytes).level) } catch { throw damage(number) }
    guard level <= Node.deepest else { throw damage(number) }
    while levels.count <= level { levels.append(ScratchBlock()) }
    swap(&levels[level], &next)
    return bytes
  }

  /// The value is valid until another long value is read.
  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let bytes = try snapshot.value(.sealed, integer: number, in: longValues) else { throw damage(number) }
    return bytes
  }
}
