import AshlarSchema

extension ClusterPatch {
  /// Writes what `overlay` and the patch before it changed; the size, or nil when a patch cannot hold it: it is too large, or
  /// there are lists in it. Costs the rows of this commit, and all of the patch where one of them was in it before.
  static func encode(_ overlay: Overlay, stored: UInt32, to buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let table = overlay.table
    let cluster = overlay.cluster
    let base = overlay.base
    var size = headerSize
    // Texts are gathered behind the limit, and moved up in the end.
    var texts = 0
    let textStart = limit
    let heapSize = overlay.storedHeapSize
    let columns = table.fileColumns
    let columnCount = table.columnCount
    // The masks of the patch before, or twice the same.
    let before = overlay.patched?.cluster ?? cluster
    var changed = overlay.storedRows()
    var rows = changed.count
    if let growing = growing(overlay, changed) {
      let earlier = growing.patch
      texts = textSize(earlier)
      size = earlier.count - texts
      rows += growing.changedRows.count
      guard let records = earlier.baseAddress, let start = buffer.baseAddress else { return nil }
      start.copyMemory(from: records, byteCount: size)
      (start + textStart).copyMemory(from: records + size, byteCount: texts)
    } else if let patched = overlay.patched {
      changed.formUnion(patched.changedRows)
      rows = changed.count
    }
    guard rows <= maximumRows else { return nil }
    for slot in changed {
      let mask = cluster.markedColumns(slot) | before.markedColumns(slot)
      guard size + 10 <= limit else { return nil }
      let start = size
      let isLive = cluster.isLive(slot)
      buffer.storeBytes(of: UInt8(slot), toByteOffset: size, as: UInt8.self)
      buffer.storeBytes(of: isLive ? 1 : 0, toByteOffset: size + 1, as: UInt8.self)
      size += 2
      guard isLive else { continue }
      size += 8
      var present: UInt64 = 0
      for position in 0..<columnCount where mask >> UInt64(columns[position].ordinal) & 1 != 0 {
        let column = columns[position].layout
        let offset = columns[position].offset
        let cell = base + offset.offset + slot * column.width
        let flag = column.hasNullFlag ? (base + offset.null + slot).load(as: UInt8.self) : 0
        let isZero = flag == 0 && isZero(cell, column.width)
        // The cells of a new row are zero unless said otherwise.
        if isZero, mask == .max { continue }
        guard size + column.width + 1 <= limit else { return nil }
        let place = (buffer.baseAddress! + size)
        if column.kind == .string || column.kind == .data || column.kind == .any {
          let value = Slot(at: cell)
          if value.isInline || value.isNull || value.tag == Slot.valueTag {
            value.store(at: place)
          } else if value.tag == Slot.heapTag || value.tag == Slot.pointerTag {
            let bytes = Slot.bytesNearby(at: cell, in: base)
            guard size + texts + bytes.count <= limit else { return nil }
            let source = bytes.baseAddress!
            (buffer.baseAddress! + textStart + texts).copyMemory(from: source, byteCount: bytes.count)
            let fingerprint = value.tag == Slot.heapTag ? value.word : Slot.fingerprint(bytes)
            Slot(heapOffset: heapSize + texts, count: bytes.count, fingerprint: fingerprint).store(at: place)
            texts += bytes.count
          } else {
            return nil
          }
        } else {
          guard isZero || ClusterPatch.isPlain(column) || (column.element != nil && Slot(at: cell).tag == Slot.segmentsTag) else {
            return nil
          }
          place.copyMemory(from: cell, byteCount: column.width)
        }
        size += column.width
        if column.hasNullFlag {
          buffer.storeBytes(of: flag, toByteOffset: size, as: UInt8.self)
          size += 1
        }
        present |= 1 << UInt64(position)
      }
      buffer.storeBytes(of: present, toByteOffset: start + 2, as: UInt64.self)
    }
    guard size + texts <= limit else { return nil }
    (buffer.baseAddress! + size).copyMemory(from: buffer.baseAddress! + textStart, byteCount: texts)
    buffer.storeBytes(of: UInt16(rows), toByteOffset: 4, as: UInt16.self)
    buffer.storeBytes(of: UInt16(texts), toByteOffset: 6, as: UInt16.self)
    buffer.storeBytes(of: UInt32(cluster.liveCount), toByteOffset: 8, as: UInt32.self)
    buffer.storeBytes(of: UInt32(cluster.heapGarbage), toByteOffset: 12, as: UInt32.self)
    buffer.storeBytes(of: stored, toByteOffset: 16, as: UInt32.self)
    buffer.storeBytes(of: 0, toByteOffset: 20, as: UInt32.self)
    size += texts
    let checksum = checksum(UnsafeRawBufferPointer(rebasing: buffer[..<size]), table.clusterKey(overlay.number))
    buffer.storeBytes(of: checksum, as: UInt32.self)
    return size
  }

  // Cells that refer to nothing outside themselves.
  @inline(__always)
  private static func isPlain(_ column: ColumnLayout) -> Bool {
    switch column.kind {
    case .scalar, .date, .link, .embedded: true
    default: false
    }
  }
}
