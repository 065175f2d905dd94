import AshlarSchema

extension TableDefinition {
  /// The columns that hold values of any type, as links to any table.
  func anyLinks() -> [LinkColumn] {
    entity.columns.enumerated().compactMap { column, property in
      guard property.type == .any else { return nil }
      return LinkColumn(
        source: ordinal, column: column, target: -1, element: layout.columns[column].element, isEmbedded: false,
        isAny: true, prefix: BacklinkKey.columnPrefix(table: id, column: columnIds[column]))
    }
  }
}

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

  /// The links of a value changed in a way that nobody counted: what was gathered is gathered anew when it is needed.
  public func forgetLinkChanges(_ link: LinkColumn) {
    transaction?.backlinks[link] = nil
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
    let cell = base + Int(offsets[link.column].offset) + slot * 16
    var found: [Int64] = []
    func collect(_ cell: UnsafeRawPointer) {
      // The first byte of a long value tells whether it is worth reading.
      let slot = Slot(at: cell)
      if slot.tag == Slot.valueTag, AnyTag(rawValue: UInt8(truncatingIfNeeded: slot.low))?.mayLink != true { return }
      for link in AnyStored.links(in: Slot.bytes(at: cell, in: SlotHome(base: base, context: context))) { found.append(link.packed) }
    }
    forEachAnyElement(table.layout.columns[link.column], cell, base) { collect($0) }
    return found
  }

  private func forEachAnyElement(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, _ base: UnsafeMutableRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    guard let element = column.element else { return body(cell) }
    let elements = listElements(cell, in: base, width: element.width)
    guard let start = elements.baseAddress else { return }
    for index in 0..<elements.count / element.width { body(start + index * element.width + element.valueOffset) }
  }

  /// Removes every link to a row through one column.
  func unlinkAny(_ link: LinkColumn, from target: AnyLink) throws {
    guard let table = tables[link.source] else { return }
    let column = table.layout.columns[link.column]
    for (source, count) in try sources(link, of: target.packed) {
      guard let row = try makeWritable(link.source, source) else { continue }
      let cell = row.base + Int(row.columns[link.column].offset) + row.slot * 16
      mark(row, link.column)
      if let element = column.element {
        let buffer = writableList(cell, in: row.base, column)
        for index in (0..<buffer.pointee.count).reversed() {
          let place = buffer.pointee.elements + index * element.width + element.valueOffset
          let value = try anyValue(place, in: row.base)
          if value == .link(target), !element.hasKey {
            buffer.pointee.close(index..<index + 1, width: element.width)
          } else if value.links.contains(target) {
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
