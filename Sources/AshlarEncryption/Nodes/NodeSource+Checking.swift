import AshlarStore

extension NodeSource {
  /// Checks a whole map. Throws `StoreError.damaged` if keys do not ascend or are outside of the bounds that the parents of their node
  /// state, if a node or long value is reached twice, or if the numbers of entries and pages differ from those in `root`. Complexity:
  /// O(entries).
  /// - Parameters:
  ///   - visit: Called with the number and the page count of each node and long value.
  ///   - entry: Called with each entry, in ascending order of keys. The value is valid only during the call.
  func _checkInvariants(
    _ root: NodeRoot, _ visit: (_ number: UInt64, _ pages: UInt64) -> Void = { _, _ in },
    entry: (_ key: [UInt8], _ value: UnsafeRawBufferPointer) throws(StoreError) -> Void = { _, _ in }
  ) throws(StoreError) {
    var found = NodeRoot()
    found.number = root.number
    found.depth = root.depth
    var met: Set<UInt64> = []
    if root.depth > 0 {
      try checkNode(root.number, level: root.depth - 1, from: nil, upTo: nil, &found, &met, visit, entry)
    }
    guard found == root else {
      throw .damaged(
        path: path,
        detail: "an index has \(found.entries) entries in \(found.pages) pages; its root states \(root.entries) in \(root.pages)")
    }
  }

  private func checkNode(
    _ number: UInt64, level: Int, from low: [UInt8]?, upTo high: [UInt8]?, _ found: inout NodeRoot, _ met: inout Set<UInt64>,
    _ visit: (_ number: UInt64, _ pages: UInt64) -> Void,
    _ body: (_ key: [UInt8], _ value: UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    guard met.insert(number).inserted else { throw damage(number) }
    // The bytes of `NodePages` are valid only until it reads another node.
    let bytes = Array(try node(number))
    found.pages += NodeRoot.pages(bytes.count)
    visit(number, NodeRoot.pages(bytes.count))
    try bytes.withUnsafeBufferPointer { buffer throws(StoreError) in
      let bytes = UnsafeRawBufferPointer(buffer)
      let keys: [[UInt8]]
      let node: Node
      do throws(Node.Fault) {
        node = try Node(bytes)
        guard Int(node.level) == level, try node.check() <= Node.limit else { throw Node.Fault() }
        var all: [[UInt8]] = []
        for index in 0..<node.entryCount { all.append(Array(node.prefix) + Array(try node.rest(index))) }
        keys = all
      } catch {
        throw damage(number)
      }
      let isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) }
      let isInside =
        (low.map { low in keys.first.map { !$0.lexicographicallyPrecedes(low) } ?? true } ?? true)
        && (high.map { high in keys.last.map { $0.lexicographicallyPrecedes(high) } ?? true } ?? true)
      guard isAscending, isInside, level > 0 || keys.allSatisfy({ !$0.isEmpty }) else { throw damage(number) }
      if level == 0 {
        for (index, key) in keys.enumerated() { try checkEntry(number, node, index, key, &found, &met, visit, body) }
        return
      }
      for index in 0...keys.count {
        let child: UInt64
        do throws(Node.Fault) { child = try node.child(index) } catch { throw damage(number) }
        try checkNode(
          child, level: level - 1, from: index == 0 ? low : keys[index - 1], upTo: index == keys.count ? high : keys[index], &found, &met,
          visit, body)
      }
    }
  }

  private func checkEntry(
    _ number: UInt64, _ node: Node, _ index: Int, _ key: [UInt8], _ found: inout NodeRoot, _ met: inout Set<UInt64>,
    _ visit: (_ number: UInt64, _ pages: UInt64) -> Void,
    _ body: (_ key: [UInt8], _ value: UnsafeRawBufferPointer) throws(StoreError) -> Void
  ) throws(StoreError) {
    let stored: (value: UnsafeRawBufferPointer, isPlace: Bool)
    do throws(Node.Fault) {
      let entry = try node.entry(index)
      stored = (entry.value, entry.isPlace)
    } catch {
      throw damage(number)
    }
    let value = try value(stored.value, stored.isPlace)
    if stored.isPlace {
      let other = UInt64(littleEndian: stored.value.loadUnaligned(as: UInt64.self))
      guard met.insert(other).inserted, value.count > Node.longestValue else { throw damage(other) }
      found.pages += NodeRoot.pages(value.count)
      visit(other, NodeRoot.pages(value.count))
    }
    found.entries += 1
    try body(key, value)
  }
}
