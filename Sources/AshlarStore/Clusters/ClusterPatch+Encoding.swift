import AshlarSchema

extension ClusterPatch {
  /// The number of bytes in the buffer of `encode`: half for the records, half for the text, until it is moved to follow the records.
  static let bufferSize = limit * 2

  /// Encodes the changes of `overlay` and of the previous patch. Returns nil if the changes are too large, affect too many rows, or include
  /// a nonempty collection that is not divided into segments. O(rows of this commit), plus the rows of the previous patch if the two have
  /// rows in common.
  /// - Parameter buffer: `bufferSize` bytes. The returned patch is at its start.
  static func encode(_ overlay: Overlay, stored: UInt32, to buffer: UnsafeMutableRawBufferPointer) -> UnsafeRawBufferPointer? {
    let table = overlay.table
    let cluster = overlay.cluster
    let base = overlay.base
    var patch = BlockWriter(UnsafeMutableRawBufferPointer(rebasing: buffer[..<limit]), "a patch")
    var texts = BlockWriter(UnsafeMutableRawBufferPointer(rebasing: buffer[limit...]), "the texts of a patch")
    let heapSize = overlay.storedHeapSize
    let columns = table.fileColumns
    let columnCount = table.columnCount
    // The cluster whose masks record the changes of the previous patch. If there is none, the masks of `cluster` are combined with
    // themselves.
    let before = overlay.patched?.cluster ?? cluster
    var changed = overlay.storedRows()
    var rows = changed.count
    if let growing = growing(overlay, changed) {
      let earlier = growing.patch
      let records = earlier.count - textSize(earlier)
      guard earlier.count <= limit, records >= headerSize else { return nil }
      rows += growing.changedRows.count
      patch.append(UnsafeRawBufferPointer(rebasing: earlier[..<records]))
      texts.append(UnsafeRawBufferPointer(rebasing: earlier[records...]))
    } else {
      patch.append(zeros: headerSize)
      if let patched = overlay.patched {
        changed.formUnion(patched.changedRows)
        rows = changed.count
      }
    }
    guard rows <= maximumRows else { return nil }
    for slot in changed {
      let mask = cluster.markedColumns(slot) | before.markedColumns(slot)
      guard patch.room >= 10 else { return nil }
      let isLive = cluster.isLive(slot)
      patch.append(UInt8(slot))
      patch.append(UInt8(isLive ? 1 : 0))
      guard isLive else { continue }
      let maskPlace = patch.size
      patch.append(UInt64(0))
      var present: UInt64 = 0
      for position in 0..<columnCount where mask >> UInt64(columns[position].ordinal) & 1 != 0 {
        let column = columns[position].layout
        let offset = columns[position].offset
        let cell = base + offset.offset + slot * column.width
        let flag = column.hasNullFlag ? (base + offset.null + slot).load(as: UInt8.self) : 0
        let isZero = flag == 0 && isZero(cell, column.width)
        // The cells of a new row are zero unless the patch contains them.
        if isZero, mask == .max { continue }
        guard patch.room >= column.width + 1 else { return nil }
        if column.kind == .string || column.kind == .data || column.kind == .any {
          let value = Slot(at: cell)
          if value.isInline || value.isNull || value.tag == Slot.valueTag {
            patch.append(value)
          } else if value.tag == Slot.heapTag || value.tag == Slot.pointerTag {
            let bytes = Slot.bytesNearby(at: cell, in: base)
            guard patch.room >= texts.size + bytes.count else { return nil }
            let fingerprint = value.tag == Slot.heapTag ? value.word : Slot.fingerprint(bytes)
            patch.append(Slot(heapOffset: heapSize + texts.size, count: bytes.count, fingerprint: fingerprint))
            texts.append(bytes)
          } else {
            return nil
          }
        } else {
          guard isZero || ClusterPatch.isPlain(column) || (column.element != nil && Slot(at: cell).tag == Slot.segmentsTag) else {
            return nil
          }
          patch.append(from: cell, column.width)
        }
        if column.hasNullFlag { patch.append(flag) }
        present |= 1 << UInt64(position)
      }
      patch.store(present, at: maskPlace)
    }
    guard patch.room >= texts.size else { return nil }
    patch.append(texts.written)
    patch.store(UInt16(rows), at: 4)
    patch.store(UInt16(texts.size), at: 6)
    patch.store(UInt32(cluster.liveCount), at: 8)
    patch.store(UInt32(cluster.heapGarbage), at: 12)
    patch.store(stored, at: 16)
    patch.store(UInt32(0), at: 20)
    patch.store(checksum(patch.written, table.clusterKey(overlay.number)), at: 0)
    return patch.written
  }

  // Returns whether the column's cells refer to nothing outside themselves.
  @inline(__always)
  private static func isPlain(_ column: ColumnLayout) -> Bool {
    switch column.kind {
    case .scalar, .date, .link, .embedded: true
    case .string, .data, .list, .set, .map, .any: false
    }
  }
}
