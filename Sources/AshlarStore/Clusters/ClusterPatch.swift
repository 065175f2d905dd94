import AshlarSchema
import CAshlar

/// What changed in a cluster since it was written as a whole: a small value under the cluster's key, so that a commit of a
/// few rows writes a page instead of all of the cluster's.
///
///      0  UInt32  CRC32C of the key and of the bytes from 4 on
///      4  UInt16  rows
///      6  UInt16  bytes of texts
///      8  UInt32  live rows of the cluster, changed
///     12  UInt32  bytes of its heap, changed, that no cell refers to
///     16  UInt32  the checksum of the cluster that this changes
///     20  UInt32  zero
///     24  for each row: slot UInt8, whether it is live UInt8. When it is: a mask UInt64 of columns in the order of their
///         numbers, and their cells, each followed by its null flag where it has one
///         the texts. A slot refers to them as if they followed the cluster's heap
enum ClusterPatch {
  static let headerSize = 24
  /// Most bytes: two of them, with keys, lie in a page of 4,096 bytes.
  static let limit = 2000
  /// Most rows: each commit that adds to a patch rewrites it, which must stay cheaper than writing the cluster.
  static let maximumRows = 32
  /// Most clusters of a file that have patches: every reader of one keeps a changed copy in memory.
  static let maximumCount = 512

  /// Clusters of at most so many bytes take one page, and are written as a whole.
  static let smallestCluster = 4032

  /// Whether changes of a table can be patches at all: a mask tells all columns from a new row, which has all bits set.
  static func fits(_ table: TableDefinition) -> Bool { table.columnCount < 64 && table.capacity <= 256 }

  /// The cluster that `overlay` changes, where its patch stays as it is and gets more rows: none of them was in it.
  @inline(__always)
  static func growing(_ overlay: Overlay, _ stored: RowSet) -> PatchedCluster? {
    guard let patched = overlay.patched, stored.intersection(patched.changedRows).isEmpty else { return nil }
    return patched
  }

  /// Writes what `overlay` and the patch before it changed; the size, or nil when that is no patch: it is too large, or
  /// there are lists in it. Costs the rows of this commit, and all of the patch where one of them was in it before.
  static func encode(_ overlay: Overlay, stored: UInt32, to buffer: UnsafeMutableRawBufferPointer) -> Int? {
    let table = overlay.table
    let base = overlay.base
    var size = headerSize
    // Texts are gathered behind the limit, and moved up in the end.
    var texts = 0
    let textStart = limit
    let heapSize = overlay.storedHeapSize
    let columns = table.fileColumns
    let columnCount = table.columnCount
    // The masks of the patch before, or twice the same.
    let before = overlay.patched?.base ?? base
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
      let place = -(8 + slot * 8)
      let mask = base.load(fromByteOffset: place, as: UInt64.self) | before.load(fromByteOffset: place, as: UInt64.self)
      guard size + 10 <= limit else { return nil }
      let start = size
      let isLive = base.isLive(slot)
      buffer.storeBytes(of: UInt8(slot), toByteOffset: size, as: UInt8.self)
      buffer.storeBytes(of: isLive ? 1 : 0, toByteOffset: size + 1, as: UInt8.self)
      size += 2
      guard isLive else { continue }
      size += 8
      var present: UInt64 = 0
      for position in 0..<columnCount where mask >> UInt64(columns[position].ordinal) & 1 != 0 {
        let column = columns[position].layout
        let offset = columns[position].offset
        let cell = base + Int(offset.offset) + slot * column.width
        let flag = column.hasNullFlag ? (base + Int(offset.null) + slot).load(as: UInt8.self) : 0
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
    buffer.storeBytes(of: UInt32(base.header(ClusterHeader.liveCountOffset)), toByteOffset: 8, as: UInt32.self)
    buffer.storeBytes(of: UInt32(base.header(ClusterHeader.heapGarbageOffset)), toByteOffset: 12, as: UInt32.self)
    buffer.storeBytes(of: stored, toByteOffset: 16, as: UInt32.self)
    buffer.storeBytes(of: 0, toByteOffset: 20, as: UInt32.self)
    size += texts
    let checksum = checksum(UnsafeRawBufferPointer(rebasing: buffer[..<size]), table.clusterKey(overlay.number))
    buffer.storeBytes(of: checksum, as: UInt32.self)
    return size
  }

  static func checksum(_ bytes: UnsafeRawBufferPointer, _ key: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: key) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, bytes.baseAddress! + 4, bytes.count - 4)
  }

  @inline(__always)
  private static func isZero(_ cell: UnsafeRawPointer, _ width: Int) -> Bool {
    switch width {
    case 8: cell.loadUnaligned(as: UInt64.self) == 0
    case 12: cell.loadUnaligned(as: UInt64.self) | UInt64(cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self)) == 0
    case 16: cell.loadUnaligned(as: UInt64.self) | cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == 0
    default: UnsafeRawBufferPointer(start: cell, count: width).allSatisfy { $0 == 0 }
    }
  }

  // Cells that refer to nothing outside themselves.
  @inline(__always)
  private static func isPlain(_ column: ColumnLayout) -> Bool {
    switch column.kind {
    case .scalar, .date, .link, .embedded: true
    default: false
    }
  }

  /// The bytes of texts that a patch adds to the heap; nil when it does not match its checksum, or is none for a
  /// cluster with this checksum.
  static func textSize(_ bytes: UnsafeRawBufferPointer, _ key: UInt64, stored: UInt32) -> Int? {
    guard bytes.count >= headerSize, bytes.loadUnaligned(as: UInt32.self) == checksum(bytes, key),
      bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == stored
    else { return nil }
    let texts = textSize(bytes)
    return headerSize + texts <= bytes.count ? texts : nil
  }

  // Rows of a patch that is one.
  private static func rowCount(_ bytes: UnsafeRawBufferPointer) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt16.self)) }

  /// The bytes of texts of a patch that is one.
  static func textSize(_ bytes: UnsafeRawBufferPointer) -> Int { Int(bytes.loadUnaligned(fromByteOffset: 6, as: UInt16.self)) }

  /// Changes `copy`, which has room for the texts behind its heap, and marks what it changes; false when the bytes cannot
  /// be right. The rows of `earlier`, a patch that these bytes begin with, are in `copy` already, marks and all.
  static func apply(_ bytes: UnsafeRawBufferPointer, to copy: Overlay, texts: Int, behind earlier: UnsafeRawBufferPointer? = nil) -> Bool {
    let table = copy.table
    let base = copy.base
    let heapSize = base.header(ClusterHeader.heapSizeOffset)
    let end = bytes.count - texts
    let columns = table.fileColumns
    let columnCount = table.columnCount
    var position = earlier.map { $0.count - textSize($0) } ?? headerSize
    for _ in (earlier.map(rowCount) ?? 0)..<rowCount(bytes) {
      guard position + 2 <= end else { return false }
      let slot = Int(bytes[position])
      let isLive = bytes[position + 1] == 1
      position += 2
      guard slot < table.capacity else { return false }
      base.setLive(slot, isLive)
      guard isLive else {
        clear(copy, slot)
        continue
      }
      guard position + 8 <= end else { return false }
      var present = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      position += 8
      // A new row of zeros is a changed row as well.
      var mask: UInt64 = present == 0 ? 1 : 0
      while present != 0 {
        let number = present.trailingZeroBitCount
        present &= present - 1
        guard number < columnCount else { return false }
        let column = columns[number].layout
        let offset = columns[number].offset
        guard position + column.width + (column.hasNullFlag ? 1 : 0) <= end else { return false }
        let source = bytes.baseAddress! + position
        guard accepts(column, source, heap: heapSize + texts) else { return false }
        (base + Int(offset.offset) + slot * column.width).copyMemory(from: source, byteCount: column.width)
        position += column.width
        if column.hasNullFlag {
          (base + Int(offset.null) + slot).storeBytes(of: bytes[position], as: UInt8.self)
          position += 1
        }
        mask |= 1 << UInt64(columns[number].ordinal)
      }
      copy.mark(slot, mask)
    }
    guard position == end else { return false }
    (base + base.header(ClusterHeader.heapOffsetOffset) + heapSize).copyMemory(from: bytes.baseAddress! + end, byteCount: texts)
    base.setHeader(ClusterHeader.heapSizeOffset, heapSize + texts)
    base.setHeader(ClusterHeader.heapGarbageOffset, Int(bytes.loadUnaligned(fromByteOffset: 12, as: UInt32.self)))
    base.setHeader(ClusterHeader.liveCountOffset, Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    var live = 0
    for word in 0..<max(1, table.capacity / 64) { live += base.livenessWord(word).nonzeroBitCount }
    return live > 0 && live == base.header(ClusterHeader.liveCountOffset)
  }

  private static func accepts(_ column: ColumnLayout, _ cell: UnsafeRawPointer, heap: Int) -> Bool {
    switch column.kind {
    case .scalar, .date: return true
    case .link, .embedded:
      let link = cell.loadUnaligned(as: UInt64.self)
      return link <= UInt64(Counters.keyLimit)
    case .string, .data, .any:
      let slot = Slot(at: cell)
      return slot.isInline || slot.isNull || slot.tag == Slot.valueTag
        || (slot.tag == Slot.heapTag && slot.heapOffset + slot.outlineCount <= heap)
    default: return isZero(cell, column.width) || (column.element != nil && Slot(at: cell).isSegments)
    }
  }

  private static func clear(_ copy: Overlay, _ slot: Int) {
    for ordinal in 0..<copy.table.columnCount {
      let column = copy.table.layouts[ordinal]
      let offset = copy.table.offsetsFull[ordinal]
      (copy.base + Int(offset.offset) + slot * column.width).initializeMemory(as: UInt8.self, repeating: 0, count: column.width)
      if column.hasNullFlag { (copy.base + Int(offset.null) + slot).storeBytes(of: 0, as: UInt8.self) }
    }
    copy.mark(slot, .max)
  }
}
