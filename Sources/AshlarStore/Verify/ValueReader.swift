import CAshlar

/// Reads the values of a version of a file without mapping the file. If the file is encrypted and its key is known, opens them, and adds up
/// their tags.
///
/// Memory: the largest value that was read, and its plaintext. A value is valid until the next one is read.
final class ValueReader {
  private let pages: FilePages
  /// Whether the values are sealed.
  let isEncrypted: Bool
  private let file: SealedFile?
  private let tags: TagCipher?
  @exclusivity(unchecked) private var stored = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  @exclusivity(unchecked) private var plain = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  /// The sum of the tags of the values that were passed to `note`, if their key is known.
  @exclusivity(unchecked) private(set) var sum = TagSum()

  /// - Parameters:
  ///   - isEncrypted: Whether the values are sealed.
  ///   - file: The keys of an encrypted file; nil if they are not known.
  init(_ pages: FilePages, isEncrypted: Bool, _ file: SealedFile?) throws(StoreError) {
    assert(isEncrypted || file == nil, "a file that is not encrypted has no keys")
    self.pages = pages
    self.isEncrypted = isEncrypted
    self.file = file
    tags = if let file { try TagCipher(file) } else { nil }
  }

  deinit {
    stored.deallocate()
    ashlar_secret_clear(plain.baseAddress, plain.count)
    plain.deallocate()
  }

  /// Whether the values can be read: they are not sealed, or their key is known.
  var canRead: Bool { !isEncrypted || file != nil }

  // MARK: - Tags

  /// Checks the form in which the value of an entry is stored, and adds its tag to the sum. Must be called once for each entry of each tree
  /// except the main one and `meta`.
  func note(_ entry: TreeWalk.Entry) throws(StoreError) -> PageFault? {
    if entry.isTree { return .value(entry.index) }
    guard isEncrypted else { return nil }
    guard entry.size > SealedValue.overhead else { return .value(entry.index) }
    guard let tags else { return nil }
    try entry.withBeginning { value throws(StoreError) in try tags.add(value, to: &sum) }
    return nil
  }

  /// Does the same for the values of the main tree or of `meta`, including the record of the encryption. The sum does not include the
  /// counters, which contain it.
  func note(_ values: FoundValues, of space: KeySpace) throws(StoreError) {
    guard isEncrypted else { return }
    for value in values.all {
      let (isSealed, isRecord, isCounters) = value.key.withUnsafeBytes { key in
        (
          !SealedValue.isPlain(space, key), SealedValue.isRecord(space, key),
          space == .main && key.elementsEqual(SealedValue.countersName)
        )
      }
      if isRecord, let tags {
        let record = try value.bytes(pages)
        try record.withUnsafeBufferPointer { record throws(StoreError) in
          try tags.add(record: UnsafeRawBufferPointer(record), to: &sum)
        }
      }
      guard isSealed else { continue }
      guard value.place.size > SealedValue.overhead else {
        let name = String(decoding: value.key.prefix(40), as: UTF8.self)
        throw .damaged(path: pages.file.path, detail: "its value '\(name)' has \(value.place.size) bytes and is not encrypted")
      }
      guard let tags, !isCounters else { continue }
      let tag = try value.place.prefix(Int(ASHLAR_TAG)).bytes(pages)
      try tag.withUnsafeBufferPointer { tag throws(StoreError) in try tags.add(UnsafeRawBufferPointer(tag), to: &sum) }
    }
  }

  // MARK: - Values

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
  func value(at place: ValuePlace, of space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer {
    let value = try storedValue(at: place)
    guard isEncrypted else { return value }
    guard let file else { preconditionFailure("an encrypted value is opened with its key") }
    let room = try file.paddedSize(value, space, key)
    if plain.count < room {
      ashlar_secret_clear(plain.baseAddress, plain.count)
      plain.deallocate()
      plain = .allocate(byteCount: room, alignment: 64)
    }
    let size = try file.open(value, space, key, into: UnsafeMutableRawBufferPointer(rebasing: plain[..<room]))
    return UnsafeRawBufferPointer(rebasing: plain[..<size])
  }

  /// Opens the sealed values of the main tree or `meta`, so that each is authenticated. `canRead` must be true.
  func openAll(_ values: FoundValues, of space: KeySpace) throws(StoreError) {
    guard isEncrypted else { return }
    for found in values.all {
      try found.key.withUnsafeBufferPointer { key throws(StoreError) in
        let key = UnsafeRawBufferPointer(key)
        if !SealedValue.isPlain(space, key) { _ = try value(at: found.place, of: space, key) }
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
