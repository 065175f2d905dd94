extension Cluster {
  /// The cluster that the bytes of a value are, when all that its header claims can be true of so many bytes, whatever its table is. Nothing
  /// that trusts such a header reads behind these bytes. Nil for others, and for bytes that are not aligned to 8.
  init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ClusterHeader.smallestSize, let base = bytes.baseAddress, UInt(bitPattern: base) & 7 == 0 else { return nil }
    self.init(UnsafeMutableRawPointer(mutating: base))
    let rows = claimedCapacity
    guard rows >= 8, rows <= ClusterHeader.mostRows, heapOffset >= ClusterHeader.bitmapOffset + max(8, rows / 8),
      heapOffset + heapSize <= bytes.count
    else { return nil }
  }

  /// What the header says of the capacity, before anything relies on it.
  @inlinable @inline(__always) var claimedCapacity: Int { word(ClusterHeader.capacityOffset) }

  /// Ends the process: the header of a cluster that was checked claims more rows than there can be.
  @usableFromInline @inline(never)
  static func stop(capacity: Int) -> Never {
    fatalError(
      "A cluster of an open database claims to have \(capacity) rows, and none has more than \(ClusterHeader.mostRows): its file was overwritten or damaged while it was read."
    )
  }
}
