import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Changes ordered maps of nodes in a write transaction. Keys have 1 to `Node.longestKey` bytes, and are ordered by their bytes.
///
/// Changed nodes stay in memory until `flush` stores each of them once, in ascending order of their numbers. If they were stored in the
/// order of their changes, the order of their pages would reveal the order of the keys. If changed nodes occupy more than `limit` bytes,
/// `flush` also runs before the end of the transaction.
///
/// Invariants: between `begin` and `end`, `roots` describes the maps with all changes, and `held` contains the newest bytes of each number
/// in it. A leaf has at least one entry, and an inner node at least one child. If a change fails halfway, `isIncomplete` remains true, and
/// nothing more is stored: the transaction has to be aborted.
final class NodeWriter<Target: NodeTarget>: NodeSource {
  /// The size in bytes of changed nodes in memory beyond which they are stored before the end of the transaction.
  static var usualLimit: Int { 64 << 20 }

  /// How a value is stored.
  enum Mode {
    /// Replaces a former value.
    case replacing
    /// Keeps a former value.
    case inserting
    /// Appends the key, which must be after all keys of the map, so that the nodes before it are full.
    case appending
  }

  let target: Target
  private let numbers: NodeNumbers
  let limit: Int
  /// The roots of the maps.
  @exclusivity(unchecked) var roots: ContiguousArray<NodeRoot>
  /// The value of the counter for the next number; see `NodeNumbers`.
  @exclusivity(unchecked) private(set) var counter: UInt64 = 0
  /// Whether the maps have changed since `begin`.
  @exclusivity(unchecked) var hasChanged = false
  @exclusivity(unchecked) var held = HeldNodes()
  @exclusivity(unchecked) var pieces = NodePieces()
  // Whether this transaction has stored nodes. The target may then move bytes that it has returned.
  @exclusivity(unchecked) private var hasStored = false
  // Whether a change has begun and has not ended.
  @exclusivity(unchecked) private var isIncomplete = false
  // For each level of the path to the key that was looked up last: the index in `held` of the node, and the index of the child in the node.
  let steps = UnsafeMutablePointer<(held: Int, index: Int)>.allocate(capacity: Node.deepest + 1)
  // The map whose leaf `steps` leads to; -1 after a change that adds or removes nodes. A key in the range of this leaf needs no descent.
  @exclusivity(unchecked) private var pathMap = -1
  // Whether the leaf at the end of the path is the last one of its map.
  @exclusivity(unchecked) private var pathIsLast = false
  // The key that separates a new node from its predecessor.
  let separator = UnsafeMutableRawPointer.allocate(byteCount: Node.longestKey + 1, alignment: 8)
  @exclusivity(unchecked) var separatorSize = 0
  // The number of the leaf into which an entry was inserted last, and the index of the entry. If the next one follows it, a division leaves
  // a full node before it.
  @exclusivity(unchecked) var lastInserted: (number: UInt64, index: Int) = (0, 0)
  // The numbers that `flush` stores or removes, in order, and their indices in `held`.
  @exclusivity(unchecked) private var order: ContiguousArray<(number: UInt64, held: Int)> = []

  /// - Parameters:
  ///   - maps: The number of maps.
  ///   - limit: The size in bytes of changed nodes in memory beyond which they are stored.
  init(_ target: Target, maps: Int, numbers: NodeNumbers, limit: Int = NodeWriter.usualLimit) {
    self.target = target
    self.numbers = numbers
    self.limit = limit
    roots = ContiguousArray(repeating: NodeRoot(), count: maps)
  }

  deinit {
    steps.deallocate()
    separator.deallocate()
  }

  var path: String { target.path }

  // MARK: - Transactions

  /// Starts a transaction in which the maps have these roots.
  func begin(_ roots: ContiguousArray<NodeRoot>, counter: UInt64) {
    assert(roots.count == self.roots.count, "a transaction begins with all maps")
    begin(counter: counter)
    self.roots = roots
  }

  /// Starts a transaction. The caller sets `roots` next.
  func begin(counter: UInt64) {
    held.removeAll()
    self.counter = counter
    hasChanged = false
    hasStored = false
    isIncomplete = false
    forgetPath()
  }

  /// Releases all nodes and values that the transaction has read or changed. Must be called before the bytes of the target become invalid.
  func end() { held.removeAll() }

  /// Whether changed nodes occupy more than `limit` bytes, so that the next call of `put` stores them first.
  @inline(__always)
  var isFull: Bool { held.ownedBytes > limit }

  /// Stores all changes, in ascending order of numbers, and releases all nodes and values in memory, including those that were only read.
  func flush() throws(StoreError) {
    try beginChange()
    order.removeAll(keepingCapacity: true)
    for (index, one) in held.all.enumerated() {
      switch one.state {
      case .read: break
      case .changed, .removed: order.append((one.number, index))
      }
    }
    order.sort { $0.number < $1.number }
    for (number, index) in order {
      let one = held.all[index]
      switch one.state {
      case .read: break
      case .changed: try target.store(number, UnsafeRawBufferPointer(start: one.bytes, count: one.kind == .node ? padded(one) : one.size))
      case .removed: if one.isStored { try target.remove(number) }
      }
    }
    if !order.isEmpty { hasStored = true }
    held.removeAll()
    // Only `held` contained pointers to nodes that were read.
    target.releaseRead()
    forgetPath()
    endChange()
  }

  // Pads a changed node to the least size of a stored node, and returns its size.
  private func padded(_ node: HeldNodes.Held) -> Int {
    if node.size >= Node.leastStored { return node.size }
    memset(node.bytes + node.size, 0, Node.leastStored - node.size)
    return Node.leastStored
  }

  private func forgetPath() {
    pathMap = -1
    lastInserted = (0, 0)
  }

  // MARK: - Reading

  func node(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    let one = held.all[try hold(number)]
    return UnsafeRawBufferPointer(start: one.bytes, count: one.size)
  }

  func longValue(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    let one = held.all[try hold(number, .value)]
    return UnsafeRawBufferPointer(start: one.bytes, count: one.size)
  }

  // Returns the index of a node or value in `held`, reading it if necessary. Throws if it does not exist, or if the transaction uses the
  // number for the other kind.
  @inline(__always)
  func hold(_ number: UInt64, _ kind: HeldNodes.Kind = .node) throws(StoreError) -> Int {
    if let index = held.find(number) {
      if held.all[index].state == .removed || held.all[index].kind != kind { throw damage(number) }
      return index
    }
    return try read(number, kind, copies: hasStored)
  }

  // Returns the index of a leaf in `held`. The leaf will probably be changed, so its bytes are copied before its entries are searched: a
  // copy reads memory in order, which is faster than a search in bytes that are in no cache.
  @inline(__always)
  private func holdLeaf(_ number: UInt64) throws(StoreError) -> Int {
    if let index = held.find(number) {
      if held.all[index].state == .removed || held.all[index].kind != .node { throw damage(number) }
      return index
    }
    return try read(number, .node, copies: true)
  }

  @inline(never)
  private func read(_ number: UInt64, _ kind: HeldNodes.Kind, copies: Bool) throws(StoreError) -> Int {
    let stored = copies ? try target.storedOnce(number) : try target.stored(number)
    guard let bytes = stored, bytes.baseAddress != nil else { throw damage(number) }
    return held.addStored(number, kind, bytes, copies: copies)
  }

  // Returns the index of a long value in `held`. Throws if it does not have the size that its place states.
  func hold(_ place: (number: UInt64, size: Int)) throws(StoreError) -> Int {
    let index = try hold(place.number, .value)
    guard held.all[index].size == place.size else { throw damage(place.number) }
    return index
  }

  // Returns the node at an index in `held`. Throws if it is not a node of the level.
  @inline(__always)
  func heldNode(_ index: Int, level: Int) throws(StoreError) -> Node {
    let one = held.all[index]
    do throws(Node.Fault) {
      let node = try Node(UnsafeRawBufferPointer(start: one.bytes, count: one.size))
      if Int(node.level) == level { return node }
    } catch {}
    throw damage(one.number)
  }

  // Sets `steps` to the path to the leaf whose range contains a key, or to the last leaf if `toEnd` is true. Returns the index of the key
  // in the leaf, or the index at which it would be inserted.
  @inline(__always)
  func descend(_ map: Int, _ key: UnsafeRawBufferPointer, toEnd: Bool = false) throws(StoreError) -> (index: Int, isFound: Bool) {
    if pathMap == map, !isIncomplete, let found = try positionOnPath(key) { return found }
    var number = roots[map].number
    var level = roots[map].depth - 1
    pathMap = -1
    pathIsLast = true
    while true {
      let index = try level == 0 ? holdLeaf(number) : hold(number)
      let node = try heldNode(index, level: level)
      do throws(Node.Fault) {
        if level == 0 {
          steps[0] = (index, 0)
          pathMap = map
          return try node.position(key)
        }
        let child = toEnd ? node.entryCount : try node.childIndex(key)
        if child < node.entryCount { pathIsLast = false }
        steps[level] = (index, child)
        number = try node.child(child)
      } catch {
        throw damage(number)
      }
      level -= 1
    }
  }

  // Returns the position of a key in the leaf at the end of the path; nil if the key may belong to another leaf.
  @inline(__always)
  private func positionOnPath(_ key: UnsafeRawBufferPointer) throws(StoreError) -> (index: Int, isFound: Bool)? {
    let leaf = try heldNode(steps[0].held, level: 0)
    do throws(Node.Fault) {
      let last = leaf.entryCount - 1
      let order = try leaf.order(last, key)
      if order == 0 { return (last, true) }
      if order < 0 { return pathIsLast ? (last + 1, false) : nil }
      if try leaf.order(0, key) > 0 { return nil }
      return try leaf.position(key)
    } catch {
      throw damage(held.all[steps[0].held].number)
    }
  }

  // MARK: - Changing

  // Marks the node of a level on the path as changed, and returns its index in `held`. The offsets of a node that was read are checked
  // first, because `NodeEdit` does not check them.
  func change(_ level: Int) throws(StoreError) -> Int {
    let index = steps[level].held
    try change(held: index, level: level)
    return index
  }

  func change(held index: Int, level: Int) throws(StoreError) {
    if held.all[index].state == .changed { return }
    let node = try heldNode(index, level: level)
    let size: Int
    do throws(Node.Fault) { size = try node.checkOffsets() } catch { throw damage(held.all[index].number) }
    guard size <= Node.limit else { throw damage(held.all[index].number) }
    held.setSize(index, size)
    held.change(index)
  }

  // Returns the next number under which nothing is stored. Throws if several numbers in succession are used: the counter then belongs to an
  // older version of the file.
  private func draw() throws(StoreError) -> UInt64 {
    for _ in 0..<4 {
      let number = try numbers.number(counter)
      counter &+= 1
      if number != 0, held.find(number) == nil, try target.storedOnce(number) == nil { return number }
    }
    throw .damaged(path: path, detail: "numbers of nodes are in use that have not been assigned")
  }

  // Removes the node or value at an index in `held`.
  func remove(_ map: Int, held index: Int) throws(StoreError) {
    let pages = NodeRoot.pages(held.all[index].size)
    guard roots[map].pages >= pages else { throw damage(held.all[index].number) }
    roots[map].pages -= pages
    if held.all[index].kind == .node { pathMap = -1 }
    held.remove(index)
  }

  /// The error of a value whose size a place cannot state.
  func tooLong(_ value: UnsafeRawBufferPointer) -> StoreError {
    .failed(path: path, operation: "store an index entry", code: 0, message: "the value has \(value.count) bytes")
  }

  // Stores a value that is too long for a node under a new number, and calls `body` with its place: the number and the size.
  func placed<Result>(
    _ map: Int, _ value: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard let size = UInt32(exactly: value.count), let start = value.baseAddress else { throw tooLong(value) }
    let number = try draw()
    let index = held.addNew(number, .value, size: value.count)
    memcpy(held.all[index].bytes, start, value.count)
    roots[map].pages += NodeRoot.pages(value.count)
    var place = (number.littleEndian, size.littleEndian)
    return try withUnsafeMutableBytes(of: &place) { bytes throws(StoreError) in
      try body(UnsafeRawBufferPointer(rebasing: bytes[..<Node.placeSize]))
    }
  }

  /// Stores the value of a key. Returns false if it has not stored it: in mode `.inserting` if the key exists, in mode `.appending` if the
  /// key is not after all keys of the map. Complexity: O(log entries).
  @discardableResult
  func put(
    _ map: Int, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, _ mode: Mode = .replacing
  ) throws(StoreError) -> Bool {
    guard key.count > 0, key.count <= Node.longestKey else {
      throw .failed(
        path: path, operation: "store an index entry", code: 0,
        message: "its key has \(key.count) bytes instead of 1 to \(Node.longestKey)")
    }
    if isFull { try flush() }
    if roots[map].depth == 0 {
      try beginChange()
      try insertFirst(map, key, value)
      endChange()
      return true
    }
    let (index, isFound) = try descend(map, key, toEnd: mode == .appending)
    if mode == .appending {
      if isFound { return false }
      if index < (try heldNode(steps[0].held, level: 0).entryCount) { return false }
    }
    if isFound, mode == .inserting { return false }
    try beginChange()
    if isFound {
      try replace(map, key, index, value)
    } else {
      if value.count > Node.longestValue {
        try placed(map, value) { place throws(StoreError) in try insert(map, key, index, place, isPlace: true) }
      } else {
        try insert(map, key, index, value, isPlace: false)
      }
      roots[map].entries += 1
    }
    endChange()
    return true
  }

  // Starts a change of several nodes. Throws if an earlier change of the transaction has failed.
  @inline(__always)
  func beginChange() throws(StoreError) {
    if isIncomplete { throw incompleteness }
    isIncomplete = true
    hasChanged = true
  }

  @inline(__always)
  func endChange() { isIncomplete = false }

  private var incompleteness: StoreError {
    .failed(
      path: path, operation: "store the nodes of indexes", code: 0,
      message: "an earlier change of this transaction failed, so none of its changes is stored")
  }

  // Creates the first leaf of a map.
  private func insertFirst(_ map: Int, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    if value.count > Node.longestValue {
      try placed(map, value) { place throws(StoreError) in try makeLeaf(map, key, place, isPlace: true) }
    } else {
      try makeLeaf(map, key, value, isPlace: false)
    }
    roots[map].entries = 1
  }

  private func makeLeaf(_ map: Int, _ key: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool) throws(StoreError) {
    pieces.removeAll()
    pieces.append(UnsafeRawBufferPointer(start: nil, count: 0), key, payload, isPlace: isPlace)
    roots[map].number = try addNode(map, level: 0, 0..<1, firstChild: 0)
    roots[map].depth = 1
  }

  /// Adds a node that contains a range of `pieces`, and returns its number.
  func addNode(_ map: Int, level: Int, _ range: Range<Int>, firstChild: UInt64) throws(StoreError) -> UInt64 {
    let number = try draw()
    pathMap = -1
    let index = held.addNew(number, .node, size: Node.limit)
    try write(range, level: level, firstChild: firstChild, to: index)
    roots[map].pages += 1
    return number
  }

  /// Writes a range of `pieces` to the node at an index in `held`, which must be marked as changed.
  func write(_ range: Range<Int>, level: Int, firstChild: UInt64, to index: Int) throws(StoreError) {
    let bytes = held.all[index].bytes
    do throws(Node.Fault) {
      held.setSize(index, try pieces.write(range, level: level, firstChild: firstChild, to: bytes))
    } catch {
      throw damage(held.all[index].number)
    }
  }
}
