/// Reads the values of a version of a file without mapping the file. If the file is encrypted and its key is known, opens them.
///
/// Memory: the largest value that was read, and its plaintext. A value is valid until the next one is read.
package final class ValueReader {
  package let pages: FilePages
  /// Opens the values; nil if the file is not encrypted.
  let encrypted: (any EncryptedReader)?
  @exclusivity(unchecked) private var stored = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// - Parameter encrypted: Opens the values; nil if the file is not encrypted.
  init(_ pages: FilePages, _ encrypted: (any EncryptedReader)?) {
    self.pages = pages
    self.encrypted = encrypted
  }

  deinit { stored.deallocate() }

  /// Whether the values are encrypted.
  var isEncrypted: Bool { encrypted != nil }

  /// Whether the values can be read: they are not encrypted, or their key is known.
  var canRead: Bool { encrypted?.canOpen ?? true }

  /// Checks the form in which the value of an entry is stored, and adds its tag to the sum of an encrypted file. Must be called once for
  /// each entry of each tree except the main one and `meta`.
  func note(_ entry: TreeWalk.Entry) throws(StoreError) -> PageFault? {
    if entry.isTree { return .value(entry.index) }
    return try encrypted?.note(entry)
  }

  /// Returns whether a value may be where it is. LMDB moves values in leaves, so clusters are not stored there, except in files with large
  /// pages that earlier releases wrote. Encrypted clusters are copied before they are read.
  func canHaveInLeaf(_ entry: TreeWalk.Entry, of space: KeySpace) -> Bool {
    isEncrypted || space != .clusters || entry.head != nil || entry.size <= ClusterPages.largestInLeaf(pageSize: pages.pageSize)
  }

  /// Calls `body` with the value of an entry. `canRead` must be true.
  /// - Parameters:
  ///   - space: The space of the entry; nil for a tree that this release does not know, whose values are not sealed.
  ///   - isWhole: Whether `body` needs all bytes. If not, it may receive only the first `OverflowHead.valueSize` bytes.
  ///   - size: The size of the whole value.
  func withValue<Result>(
    _ entry: TreeWalk.Entry, of space: KeySpace?, isWhole: Bool,
    _ body: (_ value: UnsafeRawBufferPointer, _ size: Int) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    if !isEncrypted, !isWhole || entry.head == nil && space != .clusters {
      return try entry.withBeginning { value throws(StoreError) in try body(value, entry.size) }
    }
    // A cluster in a leaf is not aligned, so it is copied.
    let place = ValuePlace(entry, pages)
    let value: UnsafeRawBufferPointer
    if isEncrypted {
      guard let space else { preconditionFailure("the values of a tree without a space cannot be opened") }
      value = try self.value(at: place, of: space, entry.key)
    } else {
      value = try storedValue(at: place)
    }
    return try body(value, value.count)
  }

  /// Returns a value. `canRead` must be true.
  package func value(at place: ValuePlace, of space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer {
    let value = try storedValue(at: place)
    guard let encrypted else { return value }
    return try encrypted.open(value, space, key)
  }

  /// Opens the sealed values of the main tree or `meta`, so that each is authenticated. `canRead` must be true.
  func openAll(_ values: FoundValues, of space: KeySpace) throws(StoreError) {
    guard let encrypted else { return }
    for found in values.all {
      try found.key.withUnsafeBufferPointer { key throws(StoreError) in
        let key = UnsafeRawBufferPointer(key)
        if encrypted.isSealed(space, key) { _ = try value(at: found.place, of: space, key) }
      }
    }
  }

  // Returns the bytes of a value as they are stored. The pages of the value have been walked, so the file is at least this large.
  private func storedValue(at place: ValuePlace) throws(StoreError) -> UnsafeRawBufferPointer {
    if stored.count < place.size {
      stored.deallocate()
      stored = .allocate(byteCount: place.size, alignment: 64)
    }
    let room = UnsafeMutableRawBufferPointer(rebasing: stored[..<place.size])
    try place.read(into: room, pages)
    return UnsafeRawBufferPointer(room)
  }
}
