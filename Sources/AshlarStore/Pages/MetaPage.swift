/// The record of a tree, 48 bytes: pad UInt32, flags UInt16, depth UInt16, branch pages, leaf pages, overflow pages, entries, root page,
/// each UInt64.
package struct TreeRecord: Equatable {
  static let size = 48
  /// The root page of an empty tree.
  static let noPage = UInt64.max

  let pad: UInt32
  let flags: UInt16
  let depth: Int
  let branchPages: UInt64
  let leafPages: UInt64
  let overflowPages: UInt64
  let entries: UInt64
  let root: UInt64

  /// The total number of pages of the tree.
  var pages: UInt64 { branchPages + leafPages + overflowPages }

  init(at place: UnsafeRawPointer) {
    pad = place.loadUnaligned(as: UInt32.self)
    flags = place.loadUnaligned(fromByteOffset: 4, as: UInt16.self)
    depth = Int(place.loadUnaligned(fromByteOffset: 6, as: UInt16.self))
    branchPages = place.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    leafPages = place.loadUnaligned(fromByteOffset: 16, as: UInt64.self)
    overflowPages = place.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    entries = place.loadUnaligned(fromByteOffset: 32, as: UInt64.self)
    root = place.loadUnaligned(fromByteOffset: 40, as: UInt64.self)
  }

  // The flags for the order of keys and values, and the flag for a fixed address.
  package var orderFlags: UInt16 { flags & 0x7F }
  package static let integerKeys: UInt16 = 0x08
}

/// A header page of an LMDB 0.9 file on a 64-bit system: page header, 16 bytes; magic UInt32, version UInt32, address, 8 bytes; map size, 8
/// bytes; the record of the free list, the record of the main tree; last page UInt64; transaction UInt64.
package struct MetaPage: Equatable {
  static let size = 152
  static let magic: UInt32 = 0xBEEF_C0DE
  /// The data format of LMDB 0.9; see `OtherDataFormat` for others.
  static let version: UInt32 = 1
  static let metaFlag: UInt16 = 0x08

  let freeList: TreeRecord
  let main: TreeRecord
  let lastPage: UInt64
  let transaction: UInt64

  /// The page size, stored in the padding of a tree record.
  var pageSize: Int { Int(freeList.pad) }

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= MetaPage.size, let base = bytes.baseAddress,
      base.loadUnaligned(fromByteOffset: 10, as: UInt16.self) & MetaPage.metaFlag != 0,
      base.loadUnaligned(fromByteOffset: 16, as: UInt32.self) == MetaPage.magic,
      base.loadUnaligned(fromByteOffset: 20, as: UInt32.self) == MetaPage.version
    else { return nil }
    freeList = TreeRecord(at: base + 40)
    main = TreeRecord(at: base + 40 + TreeRecord.size)
    lastPage = base.loadUnaligned(fromByteOffset: 136, as: UInt64.self)
    transaction = base.loadUnaligned(fromByteOffset: 144, as: UInt64.self)
    guard pageSize >= 512, pageSize <= 65536, pageSize & (pageSize - 1) == 0 else { return nil }
  }
}

/// Both header pages of a file.
struct FileHeader: Equatable {
  let first: MetaPage
  let second: MetaPage

  /// The header page that LMDB uses.
  var newest: MetaPage { second.transaction > first.transaction ? second : first }

  // Commits write the two pages alternately, so their versions differ by one, or by a few more if the machine lost power before unsynced
  // pages were written.
  private static let mostVersionsApart: UInt64 = 1 << 16

  // For pages of up to this size, both header pages are read at once; for larger pages, the second is read separately.
  private static let usualPageSize = 4096

  static func read(_ file: PageFile) throws(StoreError) -> FileHeader {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: usualPageSize + MetaPage.size, alignment: 8)
    defer { buffer.deallocate() }
    var known = 0..<(try file.readSome(buffer, at: 0))
    guard known.count >= MetaPage.size else { throw .notADatabase(path: file.path, reason: .tooSmall(bytes: UInt64(known.count))) }
    guard let first = MetaPage(UnsafeRawBufferPointer(rebasing: buffer[known])) else {
      let format = OtherDataFormat.stated(UnsafeRawBufferPointer(rebasing: buffer[known]))
      throw .notADatabase(path: file.path, reason: format.map { .otherDataFormat($0) } ?? .wrongSignature)
    }
    if first.pageSize > usualPageSize {
      known = 0..<(try file.readSome(buffer, at: UInt64(first.pageSize)))
    } else {
      known = min(first.pageSize, known.count)..<known.count
    }
    guard let second = MetaPage(UnsafeRawBufferPointer(rebasing: buffer[known])) else {
      let (size, needed) = (try file.size(), UInt64(first.pageSize * 2))
      if size < needed { throw .truncated(path: file.path, needed: needed, found: size) }
      throw .damaged(path: file.path, detail: "its second header page has no signature")
    }
    guard second.pageSize == first.pageSize else {
      throw .damaged(path: file.path, detail: "its header pages name page sizes of \(first.pageSize) and \(second.pageSize)")
    }
    let header = FileHeader(first: first, second: second)
    let older = min(first.transaction, second.transaction)
    guard header.newest.transaction - older <= mostVersionsApart else {
      throw .damaged(
        path: file.path,
        detail: "its header pages name versions \(first.transaction) and \(second.transaction), which cannot follow each other")
    }
    return header
  }
}
