import AshlarSchema

extension StoreSession {
  /// A row as values of any type name it.
  public func anyLink(_ ordinal: Int, _ key: Int64) -> AnyLink? {
    tables[ordinal].map { AnyLink(table: $0.id, key: key) }
  }

  /// The table with a number in the file.
  public func table(id: UInt32) -> TableDefinition? {
    // Few tables: no look-up table.
    tables.lazy.compactMap { $0 }.first { $0.id == id }
  }

  /// The links of a value changed without being counted: the gathered changes are dropped, and gathered again when they are needed.
  public func forgetLinkChanges(_ link: LinkColumn) {
    transaction?.backlinks[link.identity] = nil
  }

  /// The value of any type in a cell or an element.
  public func anyValue(_ cell: UnsafeRawPointer, in base: UnsafeMutableRawPointer) throws(StoreError) -> AnyStored {
    let bytes = try bytes(at: cell, in: base)
    do {
      return try AnyStored(bytes)
    } catch {
      throw .damaged(path: engine.path, detail: "a value of any type cannot be read: \(error)")
    }
  }

  /// Puts a value of any type into a cell or an element of a writable row.
  public func storeAny(_ value: AnyStored, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) {
    value.bytes().withUnsafeBytes { storeBytes($0, at: cell, in: base) }
  }

  // The targets of one row's links, packed.
  func anyTargets(_ link: LinkColumn, _ base: UnsafeMutableRawPointer, _ slot: Int) -> [Int64] {
    guard let table = tables[link.source] else { return [] }
    let offsets = table.offsets(capacity: base.header(ClusterHeader.capacityOffset)).columns
    let cell = base + Int(offsets[link.column].offset) + slot * Slot.size
    var found: [Int64] = []
    let home = SlotHome(base: base, context: context)
    if let element = link.element {
      elements(cell, in: home, element).forEachRun { anyTargets($0, element, $1, &found) }
    } else {
      anyTargets(cell, home, &found)
    }
    return found
  }

  func anyTargets(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout, _ home: SlotHome, _ found: inout [Int64]) {
    guard let start = elements.baseAddress else { return }
    for offset in stride(from: element.valueOffset, to: elements.count, by: element.width) { anyTargets(start + offset, home, &found) }
  }

  private func anyTargets(_ cell: UnsafeRawPointer, _ home: SlotHome, _ found: inout [Int64]) {
    // The first byte of a long value tells whether it is worth reading.
    let slot = Slot(at: cell)
    if slot.tag == Slot.valueTag, AnyTag(rawValue: slot.firstByte)?.mayLink != true { return }
    for link in AnyStored.links(in: Slot.bytes(at: cell, in: home)) { found.append(link.packed) }
  }

  /// Removes every link to a row through one column.
  func unlinkAny(_ link: LinkColumn, from target: AnyLink) throws {
    for (source, count) in try sources(link, of: target.packed) {
      guard let row = try makeWritable(link.source, source) else { continue }
      let cell = row.base + Int(row.columns[link.column].offset) + row.slot * Slot.size
      mark(row, link.column)
      if let element = link.element {
        let stored = elements(cell, in: row.home, element)
        var changed: [(index: Int, value: AnyStored)] = []
        for index in 0..<stored.count {
          let (place, home) = stored.place(index)
          let value = try anyValue(place + element.valueOffset, in: home.base)
          if value.links.contains(target) { changed.append((index, value)) }
        }
        for (index, value) in changed.reversed() {
          if value == .link(target), !element.hasKey {
            removeElements(row, link.column, element, index..<index + 1)
          } else {
            let place = mutableElement(row, link.column, element, at: index) + element.valueOffset
            storeAny(value.removing(target), at: place, in: row.base)
          }
        }
      } else {
        storeAny(try anyValue(cell, in: row.base).removing(target), at: cell, in: row.base)
      }
      noteLink(link, target: target.packed, source: source, -count)
    }
  }
}
