import Foundation
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Header pages, and pages that were met")
struct HeaderTests {
  /// The header pages of an empty database, as if its pages had another size.
  private func header(_ pageSize: Int, in folder: TemporaryFolder) throws -> [UInt8] {
    let path = folder.file("made \(pageSize)")
    do { _ = try EnvironmentRegistry.open(path: path) }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let found = try FileHeader.read(try PageFile(path)).first.pageSize
    var result = [UInt8](repeating: 0, count: pageSize * 2)
    for page in 0..<2 {
      result.replaceSubrange(page * pageSize..<page * pageSize + MetaPage.size, with: bytes[page * found..<page * found + MetaPage.size])
      withUnsafeBytes(of: UInt32(pageSize).littleEndian) { result.replaceSubrange(page * pageSize + 40..<page * pageSize + 44, with: $0) }
    }
    return result
  }

  private func read(_ bytes: some Sequence<UInt8>, in folder: TemporaryFolder) throws -> FileHeader {
    let path = folder.file("file")
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return try FileHeader.read(try PageFile(path))
  }

  @Test("both are read whatever the size of a page", arguments: [512, 2048, 4096, 8192, 65_536])
  func sizes(_ pageSize: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("file")
    let bytes = try header(pageSize, in: folder)
    let found = try read(bytes, in: folder)
    #expect(found.first.pageSize == pageSize && found.second.pageSize == pageSize)
    #expect(found.newest.transaction == max(found.first.transaction, found.second.transaction))
    // The end of the second page is not looked at.
    #expect(try read(bytes[..<(pageSize + MetaPage.size)], in: folder) == found)

    let short = pageSize + MetaPage.size - 1
    #expect(throws: StoreError.truncated(path: path, needed: UInt64(pageSize * 2), found: UInt64(short))) {
      try read(bytes[..<short], in: folder)
    }
    #expect(throws: StoreError.truncated(path: path, needed: UInt64(pageSize * 2), found: UInt64(MetaPage.size))) {
      try read(bytes[..<MetaPage.size], in: folder)
    }
    #expect(throws: StoreError.notADatabase(path: path, reason: .tooSmall(bytes: UInt64(MetaPage.size - 1)))) {
      try read(bytes[..<(MetaPage.size - 1)], in: folder)
    }
    var changed = bytes
    changed[pageSize + 16] ^= 1
    #expect(throws: StoreError.damaged(path: path, detail: "its second header page has no signature")) { try read(changed, in: folder) }
    changed = bytes
    changed[16] ^= 1
    #expect(throws: StoreError.notADatabase(path: path, reason: .wrongSignature)) { try read(changed, in: folder) }
    let other: UInt32 = pageSize == 512 ? 1024 : 512
    changed = bytes
    withUnsafeBytes(of: other.littleEndian) { changed.replaceSubrange(pageSize + 40..<pageSize + 44, with: $0) }
    #expect(throws: StoreError.damaged(path: path, detail: "its header pages name page sizes of \(pageSize) and \(other)")) {
      try read(changed, in: folder)
    }
  }

  @Test("a set of pages is a set, with few of them and with many", arguments: [1, 2, 3, 4])
  func pages(seed: UInt64) {
    print("sets of pages: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let bound = UInt64.random(in: 1...5000, using: &random)
    var set = PageSet(bound: bound)
    var model: Set<UInt64> = []
    for _ in 0..<1000 {
      let page = UInt64.random(in: 0..<bound, using: &random)
      #expect(set.insert(page) == model.insert(page).inserted, "seed \(seed)")
      #expect(set.count == model.count, "seed \(seed)")
    }
    #expect(model.allSatisfy { !set.insert($0) }, "seed \(seed)")
  }
}
