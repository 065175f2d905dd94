import AshlarStore

/// Identifies the plaintext of a sealed value: the entry of the file, and the head of the value, which consists of its tag and its nonce.
/// The head alone would not do: a value that was copied to another entry has the same head, and must not be returned there.
struct BlockIdentity: Hashable {
  private typealias Head = (UInt64, UInt64, UInt64, UInt64, UInt64)

  private let file: UInt64
  private let space: KeySpace
  private let key: UInt64
  // The key, if it is no integer.
  private let name: [UInt8]?
  private let head: Head

  /// Returns nil if the value is too short to be a sealed one, or if its key has not the size of the keys of its space: it would have the
  /// identity of another entry.
  init?(_ file: SealedFile, _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ sealed: UnsafeRawBufferPointer) {
    assert(MemoryLayout<Head>.size == SealedValue.overhead, "the head is what precedes the encrypted bytes")
    guard sealed.count >= SealedValue.overhead, !space.hasIntegerKeys || key.count == 8 else { return nil }
    self.file = file.number
    self.space = space
    name = space.hasIntegerKeys ? nil : Array(key)
    self.key = space.hasIntegerKeys ? key.loadUnaligned(as: UInt64.self) : 0
    head = sealed.loadUnaligned(as: Head.self)
    file.noteBlock()
  }

  /// Returns the value of the entry in a snapshot; nil if there is none.
  func stored(in snapshot: LMDBSnapshot) throws(StoreError) -> UnsafeRawBufferPointer? {
    guard let name else { return try snapshot.value(space, integer: key) }
    return try name.withUnsafeBufferPointer { name throws(StoreError) in try snapshot.value(space, UnsafeRawBufferPointer(name)) }
  }

  /// Returns whether a sealed value has this head.
  func isHead(of sealed: UnsafeRawBufferPointer) -> Bool {
    sealed.count >= SealedValue.overhead && sealed.loadUnaligned(as: Head.self) == head
  }

  static func == (a: BlockIdentity, b: BlockIdentity) -> Bool {
    a.key == b.key && a.space == b.space && a.file == b.file && a.name == b.name && a.head == b.head
  }

  /// Whether the value is a cluster, whose address a session may keep when it moves to another version.
  var isCluster: Bool { space == .clusters }

  /// Whether the value belongs to a single version: every commit with changes replaces the counters.
  var isOfOneVersion: Bool { space == .main && name?.elementsEqual(SealedValue.countersName) == true }

  /// Returns whether the value is in a file.
  func isOf(_ file: SealedFile) -> Bool { self.file == file.number }

  // The tag is as good as random.
  func hash(into hasher: inout Hasher) {
    hasher.combine(head.0)
    hasher.combine(key)
  }
}
