import AshlarStore

/// Numbered values, some of which are the nodes of ordered maps. The methods in extensions read such a map. The compiler specializes them
/// for each source, so a look-up makes no dynamic calls.
protocol NodeSource: AnyObject {
  /// The path of the file, for errors.
  var path: String { get }
  /// Returns the bytes of the node with a number. The conforming type determines how long they are valid. Throws `StoreError.damaged` if
  /// there is none.
  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer
  /// Returns the value with a number, which is too long for a node. Throws `StoreError.damaged` if there is none.
  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer
}

extension NodeSource {
  /// Returns the error for a node whose content contradicts itself or its parents.
  @inline(never)
  func damage(_ number: UInt64) -> StoreError {
    .damaged(path: path, detail: "node \(String(number, radix: 16)) of an index is not valid")
  }

  /// Returns the node with a number. Throws if it is not a node of the level.
  @inline(__always)
  func node(_ number: UInt64, level: Int) throws(StoreError) -> Node {
    let bytes = try node(number)
    do throws(Node.Fault) {
      let node = try Node(bytes)
      if Int(node.level) == level { return node }
    } catch {}
    throw damage(number)
  }

  /// Returns the value of an entry of a leaf, which may be stored under a number of its own.
  @inline(__always)
  func value(_ stored: UnsafeRawBufferPointer, _ isPlace: Bool) throws(StoreError) -> UnsafeRawBufferPointer {
    isPlace ? try placed(stored) : stored
  }

  @inline(never)
  private func placed(_ place: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer {
    let number = UInt64(littleEndian: place.loadUnaligned(as: UInt64.self))
    let size = UInt32(littleEndian: place.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
    let value = try longValue(number)
    guard value.count == Int(size) else { throw damage(number) }
    return value
  }

  /// Returns the leaf whose range contains a key, and the number of the leaf. The map must not be empty. Complexity: O(log entries).
  @inline(__always)
  private func leaf(_ root: NodeRoot, _ key: UnsafeRawBufferPointer) throws(StoreError) -> (node: Node, number: UInt64) {
    var number = root.number
    var level = root.depth - 1
    while level > 0 {
      let inner = try node(number, level: level)
      do throws(Node.Fault) { number = try inner.child(try inner.childIndex(key)) } catch { throw damage(number) }
      level -= 1
    }
    return (try node(number, level: 0), number)
  }

  /// Returns the value of a key; nil if there is none. Complexity: O(log entries).
  @inline(__always)
  func value(in root: NodeRoot, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    if root.depth == 0 { return nil }
    let (leaf, number) = try leaf(root, key)
    let found: (value: UnsafeRawBufferPointer, isPlace: Bool)
    do throws(Node.Fault) {
      let (index, isFound) = try leaf.position(key)
      if !isFound { return nil }
      let entry = try leaf.entry(index)
      found = (entry.value, entry.isPlace)
    } catch {
      throw damage(number)
    }
    return try value(found.value, found.isPlace)
  }

  /// Calls `body` with each entry at or after `start`, in ascending order of keys, until it returns false. The key is valid only during the
  /// call. Throws if the keys do not ascend from one leaf to the next.
  @inline(__always)
  func scan(
    in root: NodeRoot, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try withCursor(root) { cursor throws(StoreError) in
      guard try cursor.seek(start) else { return }
      repeat {
        guard body(try cursor.key, try cursor.value) else { return }
      } while try cursor.next()
    }
  }

  /// Calls `body` with each entry before `end` and at or after `start`, in descending order of keys, until it returns false.
  @inline(__always)
  func scan(
    in root: NodeRoot, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try withCursor(root) { cursor throws(StoreError) in
      guard try cursor.seekLast(before: end) else { return }
      repeat {
        let key = try cursor.key
        guard Node.order(key, start) >= 0, body(key, try cursor.value) else { return }
      } while try cursor.previous()
    }
  }

  /// Returns the last entry before `end`; nil if there is none. Complexity: O(log entries).
  @inline(__always)
  func last(
    in root: NodeRoot, before end: UnsafeRawBufferPointer
  ) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    try withCursor(root) { cursor throws(StoreError) in
      guard try cursor.seekLast(before: end) else { return nil }
      return (Array(try cursor.key), try cursor.value)
    }
  }

  /// Returns the entry with the largest key that is not above `key`, and the smallest key above `key`; nil for each that does not exist.
  /// The keys of the map are integers of 8 bytes, stored with the most significant byte first. Complexity: O(log entries).
  /// - Parameter wantsNext: Whether to determine the next key if the map contains `key` itself; if false, it is nil in this case.
  @inline(__always)
  func floor(
    in root: NodeRoot, integer key: UInt64, wantsNext: Bool
  ) throws(StoreError) -> (entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?) {
    try withCursor(root) { cursor throws(StoreError) in
      let isInside = try withUnsafeBytes(of: key.bigEndian) { bytes throws(StoreError) in try cursor.seek(bytes) }
      guard isInside else {
        // All keys are below `key`.
        guard try cursor.seekToLast() else { return (nil, nil) }
        return ((try cursor.integerKey, try cursor.value), nil)
      }
      let found = try cursor.integerKey
      if found == key {
        let entry = (found, try cursor.value)
        if !wantsNext { return (entry, nil) }
        return (entry, try cursor.next() ? try cursor.integerKey : nil)
      }
      guard try cursor.previous() else { return (nil, found) }
      return ((try cursor.integerKey, try cursor.value), found)
    }
  }

  /// Calls `body` with a cursor, which has no position yet. Allocates nothing on the heap.
  @inline(__always)
  func withCursor<Result>(
    _ root: NodeRoot, _ body: (inout NodeCursor<Self>) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    // A temporary allocation of at most 1,024 bytes is on the stack; each of these is smaller.
    try withUnsafeTemporaryAllocation(of: NodeCursor<Self>.Step.self, capacity: Node.deepest) { steps throws(StoreError) in
      try withUnsafeTemporaryAllocation(byteCount: Node.longestKey + 1, alignment: 8) { buffer throws(StoreError) in
        var cursor = NodeCursor(self, root, steps.baseAddress.unsafelyUnwrapped, buffer.baseAddress.unsafelyUnwrapped)
        return try body(&cursor)
      }
    }
  }
}
