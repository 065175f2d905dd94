/// A branch or leaf page of a B+tree, validated completely before any of its nodes is read.
///
/// Layout: page number UInt64, pad UInt16, flags UInt16, end of the offsets UInt16, start of the nodes UInt16, then an offset UInt16 for
/// each node in key order. A node consists of the data size or the low part of a page number, 4 bytes; flags or the high part of the page
/// number UInt16; key size UInt16; key; data. Nodes have even sizes and fill the end of the page without gaps.
struct TreePage {
  enum Kind: UInt16 {
    case branch = 1
    case leaf = 2
  }

  static let headerSize = 16
  static let nodeSize = 8
  static let longestKey = 511
  private static let overflowValue: UInt16 = 1

  let bytes: UnsafeRawPointer
  let kind: Kind
  let count: Int

  /// Validates a page. Returns the page or its fault.
  static func checked(_ bytes: UnsafeRawPointer, size: Int, number: UInt64) -> Result<TreePage, PageFault> {
    let found = bytes.load(as: UInt64.self)
    guard found == number else { return .failure(.number(found)) }
    let flags = bytes.load(fromByteOffset: 10, as: UInt16.self)
    guard let kind = Kind(rawValue: flags) else { return .failure(.flags(flags)) }
    let lower = Int(bytes.load(fromByteOffset: 12, as: UInt16.self))
    // Only an empty page of 64 KiB would need the value 65,536, and empty pages are invalid.
    let upper = Int(bytes.load(fromByteOffset: 14, as: UInt16.self))
    guard lower > headerSize, lower & 1 == 0, lower <= upper, upper <= size else { return .failure(.bounds(lower, upper)) }
    let page = TreePage(bytes: bytes, kind: kind, count: (lower - headerSize) / 2)
    var used = 0
    for index in 0..<page.count {
      let offset = page.offset(index)
      guard offset >= upper, offset & 1 == 0, offset + nodeSize <= size else { return .failure(.node(index)) }
      let length = page.length(index)
      guard offset + length <= size, page.keySize(index) <= longestKey else { return .failure(.node(index)) }
      used += (length + 1) & ~1
    }
    guard used == size - upper else { return .failure(.gaps) }
    return .success(page)
  }

  /// The number of the page.
  var number: UInt64 { bytes.load(as: UInt64.self) }

  private func offset(_ index: Int) -> Int {
    Int(bytes.load(fromByteOffset: TreePage.headerSize + index * 2, as: UInt16.self))
  }

  private func node(_ index: Int) -> UnsafeRawPointer { bytes + offset(index) }

  private func keySize(_ index: Int) -> Int { Int(node(index).load(fromByteOffset: 6, as: UInt16.self)) }

  // Returns the size of a node inside the page, in bytes.
  private func length(_ index: Int) -> Int {
    let fixed = TreePage.nodeSize + keySize(index)
    if kind == .branch { return fixed }
    return fixed + (isOverflow(index) ? 8 : dataSize(index))
  }

  func key(_ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: node(index) + TreePage.nodeSize, count: keySize(index))
  }

  /// Returns the number of a branch node's child page.
  func child(_ index: Int) -> UInt64 {
    let node = node(index)
    return UInt64(node.loadUnaligned(as: UInt32.self)) | UInt64(node.load(fromByteOffset: 4, as: UInt16.self)) << 32
  }

  /// Returns the size of a leaf node's value.
  func dataSize(_ index: Int) -> Int { Int(node(index).loadUnaligned(as: UInt32.self)) }

  func nodeFlags(_ index: Int) -> UInt16 { node(index).load(fromByteOffset: 4, as: UInt16.self) }

  /// Returns whether a leaf node's value is stored on overflow pages.
  func isOverflow(_ index: Int) -> Bool { nodeFlags(index) & TreePage.overflowValue != 0 }

  func data(_ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: node(index) + TreePage.nodeSize + keySize(index), count: dataSize(index))
  }

  /// Returns the offset in the page of a value that is not on overflow pages.
  func dataOffset(_ index: Int) -> Int { offset(index) + TreePage.nodeSize + keySize(index) }

  /// Returns the number of a value's first overflow page.
  func overflowPage(_ index: Int) -> UInt64 {
    (node(index) + TreePage.nodeSize + keySize(index)).loadUnaligned(as: UInt64.self)
  }
}

/// The reason why a page is rejected.
package enum PageFault: Error, Equatable {
  case number(UInt64)
  case flags(UInt16)
  case bounds(Int, Int)
  case node(Int)
  case gaps
  case order(Int)
  case outOfRange(UInt64)
  case repeated
  case depth(Int)
  case keySize(Int)
  case nodeFlags(Int)
  case overflow(UInt64)
  case value(Int)
}

extension PageFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .number(let found): "its header has the page number \(found)"
    case .flags(let flags): "its flags are \(flags)"
    case .bounds(let lower, let upper): "its bounds are \(lower) and \(upper)"
    case .node(let index): "node \(index) is not inside the page"
    case .gaps: "its nodes leave gaps"
    case .order(let index): "the key of node \(index) is out of order"
    case .outOfRange(let page): "it refers to page \(page), which is beyond the last page"
    case .repeated: "several pages refer to it"
    case .depth(let depth): "its depth in the tree is \(depth)"
    case .keySize(let index): "the key of node \(index) has a wrong size"
    case .nodeFlags(let index): "the flags of node \(index) are wrong"
    case .overflow(let page): "the value on page \(page) has a wrong header"
    case .value(let index): "the value of node \(index) has a wrong form"
    }
  }
}
