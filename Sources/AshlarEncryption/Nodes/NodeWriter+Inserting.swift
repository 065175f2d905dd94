import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension NodeWriter {
  /// Inserts an entry into the leaf at the end of the path. The leaf must not contain the key.
  /// - Parameter index: The index of the first entry of the leaf that is after the key.
  func insert(
    _ map: Int, _ key: UnsafeRawBufferPointer, _ index: Int, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) throws(StoreError) {
    var index = index
    while try !insertEntry(map, level: 0, at: index, key, payload, isPlace: isPlace) { index = try descend(map, key).index }
  }

  // Inserts an entry into the node of a level on the path. Returns false if it has divided the leaf without inserting the entry, because no
  // division leaves room for it. The caller then has to insert it again.
  private func insertEntry(
    _ map: Int, level: Int, at index: Int, _ key: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) throws(StoreError) -> Bool {
    let place = try change(level)
    let node = try heldNode(place, level: level)
    if node.hasPrefix(of: key) {
      let rest = Node.dropping(Int(node.prefixSize), of: key)
      if held.all[place].size + NodeEdit.size(isLeaf: level == 0, rest: rest.count, payload: payload.count) <= Node.limit {
        var edit = NodeEdit(held.all[place].bytes)
        edit.insert(at: index, rest, payload, isPlace: isPlace)
        held.setSize(place, edit.size)
        if level == 0 { lastInserted = (held.all[place].number, index) }
        return true
      }
      if level == 0, index == node.entryCount {
        let isSequential = lastInserted == (held.all[place].number, index - 1)
        if try isSequential ? true : isRightmost(map, level: 0) {
          try addLeaf(map, after: node, key, payload, isPlace: isPlace)
          return true
        }
      }
    }
    return try rebuild(map, level: level, place, at: index, key, payload, isPlace: isPlace)
  }

  // Stores an entry that follows all entries of a full leaf, which remains as it is, in a new leaf after it.
  private func addLeaf(
    _ map: Int, after leaf: Node, _ key: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) throws(StoreError) {
    let shared = Int(leaf.prefixSize)
    do throws(Node.Fault) {
      let common = shared + Node.commonPrefix(try leaf.rest(leaf.entryCount - 1), Node.dropping(shared, of: key))
      setSeparator(key, size: common + 1)
    } catch {
      throw damage(held.all[steps[0].held].number)
    }
    pieces.removeAll()
    pieces.append(UnsafeRawBufferPointer(start: nil, count: 0), key, payload, isPlace: isPlace)
    let new = try addNode(map, level: 0, 0..<1, firstChild: 0)
    lastInserted = (new, 0)
    try insertSeparator(map, level: 1, new)
  }

  // Sets `separator` to the first bytes of a key, or to the whole key if it has fewer.
  private func setSeparator(_ key: UnsafeRawBufferPointer, size: Int) {
    separatorSize = min(size, key.count)
    if let start = key.baseAddress { memcpy(separator, start, separatorSize) }
  }

  // Writes a node again with a further entry, as one node or as two. Returns false in the same case as `insertEntry`.
  private func rebuild(
    _ map: Int, level: Int, _ place: Int, at index: Int, _ key: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) throws(StoreError) -> Bool {
    let number = held.all[place].number
    var firstChild: UInt64 = 0
    pieces.removeAll()
    do throws(Node.Fault) {
      let copy = try pieces.copy(UnsafeRawBufferPointer(start: held.all[place].bytes, count: held.all[place].size))
      try pieces.append(copy, 0..<index)
      pieces.append(UnsafeRawBufferPointer(start: nil, count: 0), key, payload, isPlace: isPlace)
      try pieces.append(copy, index..<copy.entryCount)
      if level > 0 { firstChild = try copy.child(0) }
    } catch {
      throw damage(number)
    }
    let count = pieces.count
    if pieces.size(0..<count, isLeaf: level == 0) <= Node.limit {
      try write(0..<count, level: level, firstChild: firstChild, to: place)
      if level == 0 { lastInserted = (number, index) }
      return true
    }
    if let division = try division(map, level: level, number, index) {
      let new = try divide(map, level: level, place, at: division, firstChild: firstChild)
      if level == 0 { lastInserted = index < division ? (number, index) : (new, index - division) }
      try insertSeparator(map, level: level + 1, new)
      return true
    }
    guard level == 0 else { throw damage(number) }
    try divideWithoutEntry(map, place, at: index)
    return false
  }

  // Returns the index at which to divide `pieces`; nil if there is none. The piece at `index` is the new entry.
  private func division(_ map: Int, level: Int, _ number: UInt64, _ index: Int) throws(StoreError) -> Int? {
    let isLeaf = level == 0
    let isAtEnd = index == pieces.count - 1
    let isSequential = isLeaf && lastInserted == (number, index - 1)
    // If keys are inserted in ascending order, the nodes before the newest key are full. The first division moves the entries after that
    // key to a node of their own.
    let wanted: Int
    if isSequential, !isAtEnd {
      wanted = index + 1
    } else if isAtEnd, isSequential {
      wanted = index
    } else if isAtEnd, try isRightmost(map, level: level) {
      wanted = isLeaf ? index : index - 1
    } else {
      return pieces.division(isLeaf: isLeaf)
    }
    if pieces.fits(wanted, isLeaf: isLeaf) { return wanted }
    return pieces.division(isLeaf: isLeaf)
  }

  // Returns whether the node of a level on the path is the last of its level.
  private func isRightmost(_ map: Int, level: Int) throws(StoreError) -> Bool {
    var above = level + 1
    while above < roots[map].depth {
      if steps[above].index < (try heldNode(steps[above].held, level: above)).entryCount { return false }
      above += 1
    }
    return true
  }

  // Writes the pieces before an index to the existing node, and the pieces from it on to a new node. `separator` then contains the lower
  // bound of the new node. Returns the number of the new node.
  private func divide(_ map: Int, level: Int, _ place: Int, at index: Int, firstChild: UInt64) throws(StoreError) -> UInt64 {
    let first = pieces.key(index)
    // The shortest key that is after all keys of the first node and not after those of the second.
    setSeparator(first, size: level == 0 ? Node.commonPrefix(pieces.key(index - 1), first) + 1 : first.count)
    let second = (level == 0 ? index : index + 1)..<pieces.count
    let child = level == 0 ? 0 : UInt64(littleEndian: pieces.pieces[index].payload.loadUnaligned(as: UInt64.self))
    let number = try addNode(map, level: level, second, firstChild: child)
    try write(0..<index, level: level, firstChild: firstChild, to: place)
    return number
  }

  // Divides a leaf before the entry at an index. The new key belongs between two entries, and the new entry fits into a node with neither
  // of them.
  private func divideWithoutEntry(_ map: Int, _ place: Int, at index: Int) throws(StoreError) {
    pieces.removeAll()
    do throws(Node.Fault) {
      let copy = try pieces.copy(UnsafeRawBufferPointer(start: held.all[place].bytes, count: held.all[place].size))
      try pieces.append(copy, 0..<copy.entryCount)
    } catch {
      throw damage(held.all[place].number)
    }
    lastInserted = (0, 0)
    try insertSeparator(map, level: 1, try divide(map, level: 0, place, at: index, firstChild: 0))
  }

  // Adds a new node to its parent, after the child on the path, or creates a new root above both.
  private func insertSeparator(_ map: Int, level: Int, _ child: UInt64) throws(StoreError) {
    let key = UnsafeRawBufferPointer(start: separator, count: separatorSize)
    if level < roots[map].depth {
      _ = try withUnsafeBytes(of: child.littleEndian) { bytes throws(StoreError) in
        try insertEntry(map, level: level, at: steps[level].index, key, bytes, isPlace: false)
      }
      return
    }
    guard level < Node.deepest else {
      throw .failed(path: path, operation: "store an index entry", code: 0, message: "the index has \(Node.deepest) levels")
    }
    pieces.removeAll()
    pieces.append(key, child: child)
    roots[map].number = try addNode(map, level: level, 0..<1, firstChild: roots[map].number)
    roots[map].depth += 1
  }

  /// Replaces the value of an entry of the leaf at the end of the path. A long value keeps its number if the former value was long, too.
  func replace(_ map: Int, _ key: UnsafeRawBufferPointer, _ index: Int, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    let old = try oldPlace(index)
    guard value.count > Node.longestValue else {
      if let old { try remove(map, held: try hold(old)) }
      return try replacePayload(map, key, index, value, isPlace: false)
    }
    guard let old else {
      return try placed(map, value) { place throws(StoreError) in try replacePayload(map, key, index, place, isPlace: true) }
    }
    let other = try hold(old)
    let pages = NodeRoot.pages(held.all[other].size)
    guard let size = UInt32(exactly: value.count), let start = value.baseAddress else { throw tooLong(value) }
    guard roots[map].pages >= pages else { throw damage(old.number) }
    roots[map].pages = roots[map].pages - pages + NodeRoot.pages(value.count)
    held.replace(other, size: value.count)
    memcpy(held.all[other].bytes, start, value.count)
    var place = (old.number.littleEndian, size.littleEndian)
    try withUnsafeMutableBytes(of: &place) { bytes throws(StoreError) in
      try replacePayload(map, key, index, UnsafeRawBufferPointer(rebasing: bytes[..<Node.placeSize]), isPlace: true)
    }
  }

  /// Returns the place of the long value of an entry of the leaf at the end of the path; nil if its value is in the leaf.
  func oldPlace(_ index: Int) throws(StoreError) -> (number: UInt64, size: Int)? {
    let leaf = try heldNode(steps[0].held, level: 0)
    do throws(Node.Fault) {
      let entry = try leaf.entry(index)
      if !entry.isPlace { return nil }
      return (
        UInt64(littleEndian: entry.value.loadUnaligned(as: UInt64.self)),
        Int(UInt32(littleEndian: entry.value.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
      )
    } catch {
      throw damage(held.all[steps[0].held].number)
    }
  }

  private func replacePayload(
    _ map: Int, _ key: UnsafeRawBufferPointer, _ index: Int, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) throws(StoreError) {
    let place = try change(0)
    let leaf = try heldNode(place, level: 0)
    let sizes: (rest: Int, payload: Int)
    do throws(Node.Fault) {
      let entry = try leaf.entry(index)
      sizes = (entry.rest.count, entry.value.count)
    } catch {
      throw damage(held.all[place].number)
    }
    var edit = NodeEdit(held.all[place].bytes)
    if held.all[place].size + payload.count - sizes.payload <= Node.limit {
      edit.replace(at: index, rest: sizes.rest, payload, isPlace: isPlace)
      held.setSize(place, edit.size)
      return
    }
    // A leaf with a single entry has room for any payload, so other entries remain.
    edit.remove(at: index)
    held.setSize(place, edit.size)
    try insert(map, key, index, payload, isPlace: isPlace)
  }
}
