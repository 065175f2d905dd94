extension Cluster {
  /// Creates a handle to the cluster in the bytes of a value. Returns nil if the header would be invalid in every table for a value of this
  /// size, or if the bytes are not aligned to 8. If it returns a handle, code that relies on the header does not read past the bytes.
  package init?(stored bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= ClusterHeader.smallestSize, let base = bytes.baseAddress, UInt(bitPattern: base) & 7 == 0 else { return nil }
    self.init(UnsafeMutableRawPointer(mutating: base))
    let rows = claimedCapacity
    guard rows >= 8, rows <= ClusterHeader.mostRows, heapOffset >= ClusterHeader.bitmapOffset + max(8, rows / 8),
      heapOffset + heapSize <= bytes.count
    else { return nil }
  }

  /// The capacity in the header, before it is validated.
  @inlinable @inline(__always) var claimedCapacity: Int { word(ClusterHeader.capacityOffset) }

  /// Ends the process: the header of a cluster that was validated now claims more rows than a cluster can have.
  @usableFromInline @inline(never)
  static func stop(capacity: Int) -> Never {
    fatalError(
      "The header of a cluster states \(capacity) rows, and a cluster has at most \(ClusterHeader.mostRows): the file was overwritten or "
        + "damaged while it was open."
    )
  }
}
