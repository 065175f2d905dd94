@testable import AshlarEncryption
import Foundation
import Testing

@testable import AshlarStore

/// The nonces of the encrypted values in pages of a file. LMDB copies a value to other pages together with its nonce and its tag; a nonce
/// with two tags was used twice.
struct StoredNonces {
  private struct Identifier: Hashable { let first, second: UInt64 }

  private struct Nonce: Hashable {
    let commit: Identifier
    let number: UInt32
  }

  private struct Tag: Equatable { let first, second: UInt64 }

  private var tags: [Nonce: Tag] = [:]
  private var commits: Set<Identifier> = []
  /// Nonces that were used twice, as text.
  private(set) var repeated: [String] = []
  /// Values that have not the form of an encrypted value, as text.
  private(set) var unsealed: [String] = []
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  /// The number of different nonces, and of the commits that they belong to.
  var count: (nonces: Int, commits: Int) { (tags.count, commits.count) }

  /// Adds the values of a file that are in pages other than those of `before`. Pages that are free are read, too.
  mutating func add(_ file: [UInt8], unlike before: [UInt8] = []) {
    var place = 0
    while place + pageSize <= file.count {
      let isKnown = file.withUnsafeBytes { file in
        before.withUnsafeBytes { before in
          place + pageSize <= before.count && memcmp(file.baseAddress! + place, before.baseAddress! + place, pageSize) == 0
        }
      }
      if isKnown {
        place += pageSize
      } else {
        place += file.withUnsafeBytes { add(page: UnsafeRawBufferPointer(rebasing: $0[place...]), at: place) }
      }
    }
  }

  /// Adds the values that are written to the file by the calls in a log of `FaultShim`, whose last call may be incomplete.
  mutating func add(log: [UInt8]) {
    var position = 0
    func word(_ offset: Int) -> Int { log.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: position + offset, as: Int64.self)) } }
    while position + 24 <= log.count {
      let (kind, offset, count) = (log[position], word(8), word(16))
      position += 24
      guard kind == 1 else {
        // Other kinds that have bytes concern the checkpoint.
        if kind == 5 || kind == 10 { position += count }
        continue
      }
      var done = 0
      while done + pageSize <= count, position + done + pageSize <= log.count {
        done += log.withUnsafeBytes { log in
          add(page: UnsafeRawBufferPointer(rebasing: log[(position + done)..<min(position + count, log.count)]), at: offset + done)
        }
      }
      position += count
    }
  }

  // Adds the values of a page, and returns its size.
  private mutating func add(page: UnsafeRawBufferPointer, at offset: Int) -> Int {
    guard let base = page.baseAddress, offset % pageSize == 0 else { return pageSize }
    // Pages begin with their numbers, except those that were never written.
    let number = UInt64(offset / pageSize)
    guard base.loadUnaligned(as: UInt64.self) == number else { return pageSize }
    switch base.loadUnaligned(fromByteOffset: 10, as: UInt16.self) {
    case 2:
      // A page with an odd place in a log is copied, because pages are read at aligned addresses.
      let copy = UnsafeMutableRawPointer.allocate(byteCount: pageSize, alignment: 16)
      defer { copy.deallocate() }
      copy.copyMemory(from: base, byteCount: pageSize)
      // A leaf that a commit emptied may be stored as a free page, with its former bytes behind the offsets.
      if copy.loadUnaligned(fromByteOffset: 12, as: UInt16.self) == TreePage.headerSize { return pageSize }
      let leaf: TreePage
      switch TreePage.checked(copy, size: pageSize, number: number) {
      case .success(let page): leaf = page
      case .failure(let fault):
        unsealed.append("page \(number) is not valid: \(fault)")
        return pageSize
      }
      for index in 0..<leaf.count where leaf.nodeFlags(index) & 3 == 0 {
        let key = leaf.key(index)
        if key.elementsEqual(StoredFormat.key.utf8) || key.elementsEqual(SealRecord.key.utf8) { continue }
        add(leaf.data(index), "the value \(index) of page \(number)")
      }
      return pageSize
    case 4:
      add(UnsafeRawBufferPointer(rebasing: page[TreePage.headerSize...]), "the value of page \(number)")
      return max(1, Int(base.loadUnaligned(fromByteOffset: 12, as: UInt32.self))) * pageSize
    default: return pageSize
    }
  }

  private mutating func add(_ value: UnsafeRawBufferPointer, _ what: @autoclosure () -> String) {
    // The free list consists of numbers of pages below 2^32, so that the bytes of the number of a value are zeros.
    guard value.count >= SealedValue.overhead else { return }
    let counter = value.loadUnaligned(fromByteOffset: 36, as: UInt32.self)
    if counter == 0 { return }
    let commit = Identifier(
      first: value.loadUnaligned(fromByteOffset: 20, as: UInt64.self), second: value.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
    let nonce = Nonce(commit: commit, number: counter)
    guard value[SealedValue.formOffset] == SealedValue.form, value[SealedValue.formOffset + 1] == 1 else { return unsealed.append(what()) }
    let tag = Tag(first: value.loadUnaligned(as: UInt64.self), second: value.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    if let known = tags.updateValue(tag, forKey: nonce), known != tag { repeated.append("\(what()) has the nonce \(nonce)") }
    commits.insert(commit)
  }
}
