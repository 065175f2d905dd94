import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension NodeWriter {
  // A node that becomes smaller than this is merged with a neighbor, if the merged node has room for further entries.
  private var smallNode: Int { Node.limit / 4 }
  private var largestMerged: Int { Node.limit / 4 * 3 }

  /// Removes a key. Returns whether it existed. Complexity: O(log entries).
  @discardableResult
  func remove(_ map: Int, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Bool {
    if roots[map].depth == 0 || key.count == 0 { return false }
    if held.ownedBytes > limit { try flush() }
    let (index, isFound) = try descend(map, key)
    if !isFound { return false }
    try beginChange()
    lastInserted = (0, 0)
    if let old = try oldPlace(index) { try remove(map, held: try hold(old)) }
    try removeEntry(map, at: index)
    endChange()
    return true
  }

  // Removes an entry of the leaf at the end of the path.
  private func removeEntry(_ map: Int, at index: Int) throws(StoreError) {
    let leaf = steps[0].held
    guard roots[map].entries > 0 else { throw damage(held.all[leaf].number) }
    roots[map].entries -= 1
    if try heldNode(leaf, level: 0).entryCount == 1 { return try removeNode(map, level: 0) }
    let place = try change(0)
    var edit = NodeEdit(held.all[place].bytes)
    edit.remove(at: index)
    held.setSize(place, edit.size)
    try settle(map, level: 0)
  }

  // Removes the node of a level on the path, which has no entry or child left, and its ancestors that have no other child.
  private func removeNode(_ map: Int, level: Int) throws(StoreError) {
    try remove(map, held: steps[level].held)
    let above = level + 1
    if above == roots[map].depth {
      guard roots[map].entries == 0, roots[map].pages == 0 else { throw damage(held.all[steps[level].held].number) }
      roots[map].number = 0
      roots[map].depth = 0
      return
    }
    if try heldNode(steps[above].held, level: above).entryCount == 0 { return try removeNode(map, level: above) }
    let place = try change(above)
    let index = steps[above].index
    if index == 0 {
      let next: UInt64
      let parent = try heldNode(place, level: above)
      do throws(Node.Fault) { next = try parent.child(1) } catch { throw damage(held.all[place].number) }
      NodeEdit(held.all[place].bytes).setFirstChild(next)
    }
    try removeEntry(map, level: above, at: max(0, index - 1))
  }

  // Removes an entry of an inner node on the path, which must be marked as changed.
  private func removeEntry(_ map: Int, level: Int, at index: Int) throws(StoreError) {
    let place = steps[level].held
    var edit = NodeEdit(held.all[place].bytes)
    edit.remove(at: index)
    held.setSize(place, edit.size)
    try settle(map, level: level)
  }

  // Called after an entry of the node of a level on the path was removed. Merges the node with a neighbor if it is small; if it is the
  // root, removes roots that have a single child.
  private func settle(_ map: Int, level: Int) throws(StoreError) {
    if level + 1 < roots[map].depth {
      if held.all[steps[level].held].size < smallNode { try merge(map, level: level) }
      return
    }
    while roots[map].depth > 1 {
      let number = roots[map].number
      let place = try hold(number)
      let root = try heldNode(place, level: roots[map].depth - 1)
      if root.entryCount > 0 { return }
      let child: UInt64
      do throws(Node.Fault) { child = try root.child(0) } catch { throw damage(number) }
      try remove(map, held: place)
      roots[map].number = child
      roots[map].depth -= 1
    }
  }

  // Merges the node of a level on the path with its left or right neighbor, if both have the same parent and fit into one node.
  private func merge(_ map: Int, level: Int) throws(StoreError) {
    let above = level + 1
    let index = steps[above].index
    let last = try heldNode(steps[above].held, level: above).entryCount
    for left in [index - 1, index] where left >= 0 && left < last {
      if try merge(map, level: level, left) { return }
    }
  }

  // Merges two neighbors. Returns false if they do not fit into one node. `left` is the index of the first one in their parent.
  private func merge(_ map: Int, level: Int, _ left: Int) throws(StoreError) -> Bool {
    let above = level + 1
    let parent = try heldNode(steps[above].held, level: above)
    let numbers: (left: UInt64, right: UInt64)
    do throws(Node.Fault) {
      numbers = (try parent.child(left), try parent.child(left + 1))
      separatorSize = parent.copyKey(try parent.rest(left), to: separator)
    } catch {
      throw damage(held.all[steps[above].held].number)
    }
    guard numbers.left != numbers.right else { throw damage(numbers.left) }
    let places = (left: try hold(numbers.left), right: try hold(numbers.right))
    let nodes = (left: try heldNode(places.left, level: level), right: try heldNode(places.right, level: level))
    do throws(Node.Fault) {
      if try nodes.left.leastMergedSize(nodes.right) > largestMerged { return false }
    } catch {
      throw damage(numbers.left)
    }
    pieces.removeAll()
    var firstChild: UInt64 = 0
    do throws(Node.Fault) {
      let first = try pieces.copy(UnsafeRawBufferPointer(start: held.all[places.left].bytes, count: held.all[places.left].size))
      let second = try pieces.copy(UnsafeRawBufferPointer(start: held.all[places.right].bytes, count: held.all[places.right].size))
      try pieces.append(first, 0..<first.entryCount)
      if level > 0 {
        firstChild = try first.child(0)
        pieces.append(UnsafeRawBufferPointer(start: separator, count: separatorSize), child: try second.child(0))
      }
      try pieces.append(second, 0..<second.entryCount)
    } catch {
      throw damage(numbers.left)
    }
    if pieces.size(0..<pieces.count, isLeaf: level == 0) > largestMerged { return false }
    try change(held: places.left, level: level)
    try write(0..<pieces.count, level: level, firstChild: firstChild, to: places.left)
    try remove(map, held: places.right)
    _ = try change(above)
    try removeEntry(map, level: above, at: left)
    return true
  }
}
