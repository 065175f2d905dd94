import AshlarSchema
import AshlarStore

// Sets and maps are ordered, so their elements are found by binary search.
extension _ManagedCollection {
  /// Returns the key of a map's entry.
  func mapKey(_ index: Int) -> String { TextCell.string(elements().key(index)) }

  /// Returns the keys of a map, in ascending order.
  func mapKeys() -> [String] {
    let elements = elements().packed
    if elements.count == 0 { return [] }
    return [String](unsafeUninitializedCapacity: elements.count) { keys, made in
      elements.forEachRun { run, home in
        guard let memory = keys.baseAddress else { return }
        String._loadAll(run, layout.width, home, to: memory + made)
        made += run.count / layout.width
      }
    }
  }

  /// Inserts an entry into a map, with an all-zero value.
  func insert(key: UnsafeRawBufferPointer, at index: Int) {
    let place = open(at: index)
    core.session.makeSlot(key).store(at: place)
  }

  /// Fills an empty map with entries whose values are all zeros, and returns the address of the first entry. The keys must be distinct and
  /// in ascending order. The entries are contiguous, and the caller must store their values immediately.
  func fill(keys: [String]) -> UnsafeMutableRawPointer {
    precondition(count == 0, "a map is filled while it is empty")
    let start = open(at: 0, count: keys.count)
    var place = start
    for key in keys {
      TextCell.withBytes(of: key, isWritten: true) { core.session.makeSlot($0) }.store(at: place)
      place += layout.width
    }
    return start
  }

  /// Fills an empty map with entries whose values are links to rows, or null links. The keys must be distinct and in ascending order.
  func fill(keys: [String], links: [Int64?]) {
    precondition(keys.count == links.count, "each key has a value")
    var place = fill(keys: keys) + layout.valueOffset
    let link = link
    for target in links {
      if let target {
        place.storeBytes(of: target + 1, as: Int64.self)
        core.session.noteLink(link, target: target, source: row.key, 1)
      }
      place += layout.width
    }
  }

  /// Inserts the values that a set does not already contain. Complexity: O(n + m · log(n + m)) for n elements of the set and m values.
  func insert(_ cells: UnmanagedCells) {
    let order = cells.ascending()
    var positions: [Int] = []
    var added: [Int] = []
    let stored = elements()
    for index in order {
      let (position, isFound) = stored.position(of: cells[index])
      if isFound { continue }
      // The positions may descend if an earlier version of Ashlar stored the set's numbers in a different order.
      positions.append(max(position, positions.last ?? 0))
      added.append(index)
    }
    if added.isEmpty { return }
    makeWritable()
    core.session.insertElements(row, column, layout, before: positions)
    for (offset, index) in added.enumerated() {
      let cell = core.session.mutableElement(row, column, layout, at: positions[offset] + offset)
      cell.copyMemory(from: cells.place(index), byteCount: layout.width)
      if layout.value == .slot, Slot(at: cell).tag == Slot.pointerTag {
        core.session.makeSlot(Slot.bytesNearby(at: cells.place(index), in: cells.place(index))).store(at: cell)
      }
    }
    if layout.value == .link {
      for index in added {
        guard case .link(let key) = cells[index] else { continue }
        core.session.noteLink(link, target: key, source: row.key, 1)
      }
    }
  }

  /// Returns the indexes of a set's elements that `cells` does not contain. Complexity: O(n + m · log(n + m)) for n elements of the set and
  /// m cells.
  func positions(missingFrom cells: UnmanagedCells) -> [Int] {
    let stored = elements()
    var isKept = [Bool](repeating: false, count: stored.count)
    for index in cells.ascending() {
      let (position, isFound) = stored.position(of: cells[index])
      if isFound { isKept[position] = true }
    }
    return isKept.indices.filter { !isKept[$0] }
  }

  /// Returns the indexes of this set's elements that `other` contains if `wanted` is true; otherwise the indexes of those that `other` does
  /// not contain.
  func positions(in other: _ManagedCollection, isFound wanted: Bool) -> [Int] {
    let (mine, theirs) = (elements(), other.elements())
    return (0..<mine.count).filter { theirs.position(of: mine.value($0)).isFound == wanted }
  }
}
