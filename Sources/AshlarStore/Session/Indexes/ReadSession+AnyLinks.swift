import AshlarSchema

extension ReadSession {
  /// Returns the link to a row, as an `AnyRealmValue` stores it; nil if the table does not belong to this session.
  public func anyLink(_ ordinal: Int, _ key: Int64) -> AnyLink? {
    tables[ordinal].map { AnyLink(table: $0.id, key: key) }
  }

  /// Returns the table with this number in the file; nil if this session has no such table.
  public func table(id: UInt32) -> TableDefinition? {
    // There are few tables, so a linear search suffices.
    tables.lazy.compactMap { $0 }.first { $0.id == id }
  }

  /// Returns the `AnyRealmValue` in a cell or an element.
  public func anyValue(_ cell: UnsafeRawPointer, in base: UnsafeMutableRawPointer) throws(StoreError) -> AnyStored {
    let bytes = try bytes(at: cell, in: base)
    do {
      return try AnyStored(bytes)
    } catch {
      throw .damaged(path: engine.path, detail: "an AnyRealmValue cannot be read: \(error)")
    }
  }

  // Returns the packed targets of the links in one column of a row.
  func anyTargets(_ link: LinkColumn, _ base: UnsafeMutableRawPointer, _ offsets: UnsafePointer<ColumnOffset>, _ slot: Int) -> [Int64] {
    let cell = base + offsets[link.column].offset + slot * Slot.size
    var found: [Int64] = []
    let home = SlotHome(base: base, context: context)
    if let element = link.element {
      elements(cell, in: home, element).forEachRun { anyTargets($0, element, $1, &found) }
    } else {
      anyTargets(cell, home, &found)
    }
    return found
  }

  /// Returns whether the `AnyRealmValue` in a cell or an element contains a link to one of the given rows.
  func links(at cell: UnsafeRawPointer, _ home: SlotHome, contain targets: Set<AnyLink>) -> Bool {
    var found: [Int64] = []
    anyTargets(cell, home, &found)
    return found.contains { targets.contains(AnyLink(packed: $0)) }
  }

  func anyTargets(_ elements: UnsafeRawBufferPointer, _ element: ElementLayout, _ home: SlotHome, _ found: inout [Int64]) {
    guard let start = elements.baseAddress else { return }
    for offset in stride(from: element.valueOffset, to: elements.count, by: element.width) { anyTargets(start + offset, home, &found) }
  }

  private func anyTargets(_ cell: UnsafeRawPointer, _ home: SlotHome, _ found: inout [Int64]) {
    // The first byte of an out-of-line value shows whether it can contain links.
    let slot = Slot(at: cell)
    if slot.tag == Slot.valueTag, AnyTag(rawValue: slot.firstByte)?.mayLink != true { return }
    for link in AnyStored.links(in: Slot.bytes(at: cell, in: home)) { found.append(link.packed) }
  }
}
