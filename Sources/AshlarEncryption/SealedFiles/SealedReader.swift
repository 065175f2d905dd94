import AshlarStore
import CAshlar
import CAshlarEncryption

/// Opens the values of an encrypted file for checks, and adds up their tags.
final class SealedReader: EncryptedReader {
  private let pages: FilePages
  private let record: SealRecord
  private let file: SealedFile?
  private let tags: TagCipher?
  @exclusivity(unchecked) private var plain = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  // The sum of the tags of the values that were passed to `note`, if their key is known.
  @exclusivity(unchecked) private var sum = TagSum()
  @exclusivity(unchecked) private var counters: SealedCounters?

  /// - Parameter file: The keys of the file; nil if they are not known.
  init(_ record: SealRecord, _ file: SealedFile?, _ pages: FilePages) throws(StoreError) {
    self.pages = pages
    self.record = record
    self.file = file
    tags = if let file { try TagCipher(file) } else { nil }
  }

  deinit { free() }

  private func free() {
    ashlar_secret_clear(plain.baseAddress, plain.count)
    plain.deallocate()
  }

  private var path: String { pages.file.path }

  var epoch: UInt64 { record.epoch }
  var canOpen: Bool { file != nil }

  // MARK: - Tags

  func note(_ entry: TreeWalk.Entry) throws(StoreError) -> PageFault? {
    guard entry.size > SealedValue.overhead else { return .value(entry.index) }
    guard let tags else { return nil }
    try entry.withBeginning { value throws(StoreError) in try tags.add(value, to: &sum) }
    return nil
  }

  func note(_ values: FoundValues, of space: KeySpace) throws(StoreError) {
    for value in values.all {
      let (isSealed, isRecord, isCounters) = value.key.withUnsafeBytes { key in
        (
          self.isSealed(space, key), SealedValue.isRecord(space, key), space == .main && key.elementsEqual(SealedValue.countersName)
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
        throw .damaged(path: path, detail: "its value '\(name)' has \(value.place.size) bytes and is not encrypted")
      }
      guard let tags, !isCounters else { continue }
      let tag = try value.place.prefix(Int(ASHLAR_TAG)).bytes(pages)
      try tag.withUnsafeBufferPointer { tag throws(StoreError) in try tags.add(UnsafeRawBufferPointer(tag), to: &sum) }
    }
  }

  func checkSum() throws(StoreError) {
    guard sum == opened.sum else { throw SealedCounters.incompleteness(path) }
  }

  // MARK: - Values

  func isSealed(_ space: KeySpace, _ key: UnsafeRawBufferPointer) -> Bool { !SealedValue.isPlain(space, key) }

  func open(
    _ stored: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer
  ) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let file else { preconditionFailure("an encrypted value is opened with its key") }
    let room = try file.paddedSize(stored, space, key)
    if plain.count < room {
      free()
      plain = .allocate(byteCount: room, alignment: 64)
    }
    let size = try file.open(stored, space, key, into: UnsafeMutableRawBufferPointer(rebasing: plain[..<room]))
    return UnsafeRawBufferPointer(rebasing: plain[..<size])
  }

  // MARK: - Counters

  private var opened: SealedCounters {
    guard let counters else { preconditionFailure("the counters are opened first") }
    return counters
  }

  func openCounters(_ main: MainTree, _ values: ValueReader, version: UInt64) throws(StoreError) -> [UInt8] {
    guard let found = main.values[Counters.name] else { throw SealedCounters.damage(path) }
    let bytes = try values.value(at: found.place, of: .main, SealedValue.countersName)
    guard let counters = SealedCounters(bytes), counters.version == version else { throw SealedCounters.damage(path) }
    self.counters = counters
    return counters.counters
  }

  func nodes(_ values: ValueReader) throws(StoreError) -> any IndexNodes { try NodePages(opened.nodes, values) }

  func checkTrees(_ main: MainTree) throws(StoreError) {
    guard main.trees.count == KeySpace.named.count, let sealed = main.sealed, sealed.orderFlags == TreeRecord.integerKeys else {
      throw .damaged(path: path, detail: "it lacks a tree")
    }
    for space in KeySpace.indexes { try main.trees[space]?.checkBesideNodes(space, path: path) }
  }
}
