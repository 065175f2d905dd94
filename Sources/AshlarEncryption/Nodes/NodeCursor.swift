import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A position in an ordered map of nodes. `seek`, `seekLast` and `seekToLast` set it; the other methods require one.
///
/// Invariants: `steps[level]` contains the node of that level on the path to the position, and the index of its entry or child; `buffer`
/// contains the key of the position if `isKeyCopied` is true. The caller owns the memory of `steps` and `buffer`.
struct NodeCursor<Source: NodeSource> {
  struct Step {
    var node: Node
    // The index of an entry in a leaf, or of a child in an inner node.
    var index: Int32
  }

  private let source: Source
  private let root: NodeRoot
  private let steps: UnsafeMutablePointer<Step>
  private let buffer: UnsafeMutableRawPointer
  private var keySize = 0
  private var isKeyCopied = false
  // Whether the buffer begins with the prefix of the leaf.
  private var hasPrefix = false

  @inline(__always)
  init(_ source: Source, _ root: NodeRoot, _ steps: UnsafeMutablePointer<Step>, _ buffer: UnsafeMutableRawPointer) {
    self.source = source
    self.root = root
    self.steps = steps
    self.buffer = buffer
  }

  // The error names the root, because `steps` does not contain the numbers of the nodes.
  private var damage: StoreError { source.damage(root.number) }

  /// The key, which is valid until the cursor moves.
  var key: UnsafeRawBufferPointer {
    @inline(__always)
    mutating get throws(StoreError) {
      if !isKeyCopied {
        do throws(Node.Fault) {
          let leaf = steps[0].node
          let rest = try leaf.rest(Int(steps[0].index))
          if hasPrefix {
            memcpy(buffer + Int(leaf.prefixSize), rest.baseAddress.unsafelyUnwrapped, rest.count)
            keySize = Int(leaf.prefixSize) + rest.count
          } else {
            keySize = leaf.copyKey(rest, to: buffer)
            hasPrefix = true
          }
        } catch {
          throw damage
        }
        isKeyCopied = true
      }
      return UnsafeRawBufferPointer(start: buffer, count: keySize)
    }
  }

  /// The key as an integer. Throws if it does not have 8 bytes.
  var integerKey: UInt64 {
    @inline(__always)
    mutating get throws(StoreError) {
      let key = try key
      guard key.count == 8 else { throw damage }
      return key.loadUnaligned(as: UInt64.self).bigEndian
    }
  }

  /// The value, which is valid as long as the bytes that `source` returns.
  var value: UnsafeRawBufferPointer {
    @inline(__always)
    get throws(StoreError) {
      let found: (value: UnsafeRawBufferPointer, isPlace: Bool)
      do throws(Node.Fault) {
        let entry = try steps[0].node.entry(Int(steps[0].index))
        found = (entry.value, entry.isPlace)
      } catch {
        throw damage
      }
      return try source.value(found.value, found.isPlace)
    }
  }

  /// Moves to the first entry at or after `key`. Returns false if there is none.
  mutating func seek(_ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    if root.depth == 0 { return false }
    let index = try descend(to: key)
    steps[0].index = Int32(index)
    if index < steps[0].node.entryCount { return true }
    // The key of the next leaf's first entry is after `key`, unless a node was replaced by an older version of it.
    guard try climb(forward: true) else { return false }
    guard Node.order(try self.key, key) > 0 else { throw damage }
    return true
  }

  /// Moves to the last entry before `end`. Returns false if there is none.
  mutating func seekLast(before end: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    if root.depth == 0 { return false }
    let index = try descend(to: end)
    steps[0].index = Int32(index) - 1
    if index > 0 { return true }
    guard try climb(forward: false) else { return false }
    guard Node.order(try key, end) < 0 else { throw damage }
    return true
  }

  /// Moves to the last entry. Returns false if there is none.
  mutating func seekToLast() throws(StoreError) -> Bool {
    if root.depth == 0 { return false }
    try enter(root.number, level: root.depth - 1, atStart: false)
    return true
  }

  /// Moves to the next entry. Returns false if there is none; the cursor then has no position.
  @inline(__always)
  mutating func next() throws(StoreError) -> Bool {
    if Int(steps[0].index) + 1 < steps[0].node.entryCount {
      steps[0].index += 1
      isKeyCopied = false
      return true
    }
    return try leave(forward: true)
  }

  /// Moves to the previous entry. Returns false if there is none; the cursor then has no position.
  @inline(__always)
  mutating func previous() throws(StoreError) -> Bool {
    if steps[0].index > 0 {
      steps[0].index -= 1
      isKeyCopied = false
      return true
    }
    return try leave(forward: false)
  }

  // Sets `steps` to the path to the leaf whose range contains a key. Returns the index of the first entry of the leaf that is not before
  // the key.
  private mutating func descend(to key: UnsafeRawBufferPointer) throws(StoreError) -> Int {
    isKeyCopied = false
    hasPrefix = false
    var number = root.number
    var level = root.depth - 1
    while level > 0 {
      let inner = try source.node(number, level: level)
      do throws(Node.Fault) {
        let index = try inner.childIndex(key)
        (steps + level).initialize(to: Step(node: inner, index: Int32(index)))
        number = try inner.child(index)
      } catch {
        throw source.damage(number)
      }
      level -= 1
    }
    let leaf = try source.node(number, level: 0)
    steps.initialize(to: Step(node: leaf, index: 0))
    do throws(Node.Fault) { return try leaf.position(key).index } catch { throw source.damage(number) }
  }

  // Sets `steps`, from a level down to the leaf, to the path to the first or last entry below a node.
  private mutating func enter(_ number: UInt64, level: Int, atStart: Bool) throws(StoreError) {
    isKeyCopied = false
    hasPrefix = false
    var number = number
    var level = level
    while level > 0 {
      let inner = try source.node(number, level: level)
      let index = atStart ? 0 : inner.entryCount
      (steps + level).initialize(to: Step(node: inner, index: Int32(index)))
      do throws(Node.Fault) { number = try inner.child(index) } catch { throw source.damage(number) }
      level -= 1
    }
    let leaf = try source.node(number, level: 0)
    steps.initialize(to: Step(node: leaf, index: atStart ? 0 : Int32(leaf.entryCount) - 1))
  }

  // Moves to the first entry of the next leaf, or to the last entry of the previous one. Returns false if there is none.
  private mutating func climb(forward: Bool) throws(StoreError) -> Bool {
    var level = 1
    while level < root.depth {
      let step = steps[level]
      let index = Int(step.index) + (forward ? 1 : -1)
      if index >= 0, index <= step.node.entryCount {
        steps[level].index = Int32(index)
        let child: UInt64
        do throws(Node.Fault) { child = try step.node.child(index) } catch { throw damage }
        try enter(child, level: level - 1, atStart: forward)
        return true
      }
      level += 1
    }
    return false
  }

  // Moves to the next or previous leaf, and checks that the keys ascend or descend across its border: if a node was replaced by an older
  // version of it, the older one may contain keys that were already visited.
  @inline(never)
  private mutating func leave(forward: Bool) throws(StoreError) -> Bool {
    let size = try key.count
    return try withUnsafeTemporaryAllocation(byteCount: Node.longestKey + 1, alignment: 8) { before throws(StoreError) in
      memcpy(before.baseAddress.unsafelyUnwrapped, buffer, size)
      guard try climb(forward: forward) else { return false }
      let order = Node.order(UnsafeRawBufferPointer(rebasing: before[..<size]), try key)
      guard forward ? order < 0 : order > 0 else { throw damage }
      return true
    }
  }
}
