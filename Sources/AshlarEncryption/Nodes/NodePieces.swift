import AshlarStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The entries of one or two nodes with whole keys. Nodes are written from them when a node is divided, when nodes are merged, and when the
/// prefix of a node changes. The memory is reused after `removeAll`.
///
/// Invariant: each payload points into `copies`, or to memory of the caller that is valid until the next `removeAll`.
struct NodePieces: ~Copyable {
  struct Piece {
    var keyStart: Int
    var keySize: Int
    var payload: UnsafeRawBufferPointer
    var isPlace: Bool
    // The size of the keys and payloads of all pieces before this one.
    var before: Int
  }

  private var keys: UnsafeMutableRawPointer
  private var keyCapacity = 16 << 10
  private var keyEnd = 0
  private var total = 0
  // Memory for copies of two nodes and for the number of a child.
  private let copies = UnsafeMutableRawPointer.allocate(byteCount: 2 * 4096 + 8, alignment: 8)
  private var copied = 0
  private(set) var pieces: ContiguousArray<Piece> = []

  init() { keys = .allocate(byteCount: keyCapacity, alignment: 8) }

  deinit {
    keys.deallocate()
    copies.deallocate()
  }

  var count: Int { pieces.count }

  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    keyEnd = 0
    total = 0
    copied = 0
  }

  func key(_ index: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: keys + pieces[index].keyStart, count: pieces[index].keySize)
  }

  /// Copies the bytes of a node, and returns the copy, which is valid until `removeAll`. May be called twice between calls of `removeAll`.
  mutating func copy(_ node: UnsafeRawBufferPointer) throws(Node.Fault) -> Node {
    assert(copied < 2 && node.count <= 4096, "there is room for two nodes")
    let place = copies + copied * 4096
    copied += 1
    if let start = node.baseAddress { memcpy(place, start, node.count) }
    return try Node(UnsafeRawBufferPointer(start: place, count: node.count))
  }

  /// Appends a range of the entries of a node that `copy` returned.
  mutating func append(_ node: Node, _ range: Range<Int>) throws(Node.Fault) {
    for index in range {
      if node.isLeaf {
        let entry = try node.entry(index)
        append(node.prefix, entry.rest, entry.value, isPlace: entry.isPlace)
      } else {
        let rest = try node.rest(index)
        guard let start = rest.baseAddress else { throw Node.Fault() }
        append(node.prefix, rest, UnsafeRawBufferPointer(start: start + rest.count, count: 8), isPlace: false)
      }
    }
  }

  /// Appends an entry whose key consists of two parts.
  mutating func append(
    _ prefix: UnsafeRawBufferPointer, _ rest: UnsafeRawBufferPointer, _ payload: UnsafeRawBufferPointer, isPlace: Bool
  ) {
    let size = prefix.count + rest.count
    if keyEnd + size > keyCapacity { grow(size) }
    if let start = prefix.baseAddress { memcpy(keys + keyEnd, start, prefix.count) }
    if let start = rest.baseAddress { memcpy(keys + (keyEnd + prefix.count), start, rest.count) }
    pieces.append(Piece(keyStart: keyEnd, keySize: size, payload: payload, isPlace: isPlace, before: total))
    keyEnd += size
    total += size + payload.count
  }

  /// Appends an entry of an inner node. May be called once between calls of `removeAll`.
  mutating func append(_ key: UnsafeRawBufferPointer, child: UInt64) {
    let place = copies + 2 * 4096
    place.storeBytes(of: child.littleEndian, as: UInt64.self)
    append(UnsafeRawBufferPointer(start: nil, count: 0), key, UnsafeRawBufferPointer(start: place, count: 8), isPlace: false)
  }

  private mutating func grow(_ size: Int) {
    let capacity = max(2 * keyCapacity, keyEnd + size)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    memcpy(larger, keys, keyEnd)
    keys.deallocate()
    keys = larger
    keyCapacity = capacity
  }

  // Returns the size of the common prefix of all keys in a range: that of the first and the last key, because the keys ascend.
  private func prefixSize(_ range: Range<Int>) -> Int {
    range.isEmpty ? 0 : Node.commonPrefix(key(range.lowerBound), key(range.upperBound - 1))
  }

  /// Returns the size in bytes of a node that contains a range of the pieces.
  func size(_ range: Range<Int>, isLeaf: Bool) -> Int {
    let header = isLeaf ? Node.leafHeader : Node.innerHeader
    if range.isEmpty { return header + 2 }
    let end = range.upperBound < pieces.count ? pieces[range.upperBound].before : total
    let prefix = prefixSize(range)
    return header + 2 + range.count * (isLeaf ? 4 : 2) + prefix + end - pieces[range.lowerBound].before - range.count * prefix
  }

  /// Writes a node that contains a range of the pieces, which must fit, to memory of 4,096 bytes. Returns its size. Throws if the pieces do
  /// not ascend: a key may then lack the prefix, and the pieces may need more room than `size` states.
  /// - Parameter firstChild: The number of the first child of an inner node; 0 for a leaf.
  func write(
    _ range: Range<Int>, level: Int, firstChild: UInt64, to bytes: UnsafeMutableRawPointer
  ) throws(Node.Fault) -> Int {
    assert(size(range, isLeaf: level == 0) <= Node.limit, "the pieces of a node fit")
    let prefix = prefixSize(range)
    let header = level == 0 ? Node.leafHeader : Node.innerHeader
    bytes.storeBytes(of: UInt64(level) | UInt64(range.count) << 16 | UInt64(prefix) << 32, as: UInt64.self)
    if level > 0 { bytes.storeBytes(of: firstChild.littleEndian, toByteOffset: 8, as: UInt64.self) }
    let first = header + 2 * (range.count + 1) + prefix
    if !range.isEmpty { memcpy(bytes + (first - prefix), key(range.lowerBound).baseAddress.unsafelyUnwrapped, prefix) }
    var offset = 0
    for (place, index) in range.enumerated() {
      let piece = pieces[index]
      let rest = piece.keySize - prefix
      guard rest >= 0, first + offset + 2 + rest + piece.payload.count <= Node.limit + 2 else { throw Node.Fault() }
      bytes.storeBytes(of: UInt16(truncatingIfNeeded: offset).littleEndian, toByteOffset: header + 2 * place, as: UInt16.self)
      if level == 0 {
        let head = UInt16(truncatingIfNeeded: rest) | (piece.isPlace ? Node.isPlace : 0)
        bytes.storeBytes(of: head.littleEndian, toByteOffset: first + offset, as: UInt16.self)
        offset += 2
      }
      memcpy(bytes + (first + offset), keys + (piece.keyStart + prefix), rest)
      offset += rest
      if let start = piece.payload.baseAddress { memcpy(bytes + (first + offset), start, piece.payload.count) }
      offset += piece.payload.count
    }
    bytes.storeBytes(of: UInt16(truncatingIfNeeded: offset).littleEndian, toByteOffset: header + 2 * range.count, as: UInt16.self)
    return first + offset
  }

  /// Returns an index at which the pieces can be divided into two nodes of about equal size; nil if there is none. If the nodes are inner
  /// ones, neither contains the piece at the index: its key separates them.
  func division(isLeaf: Bool) -> Int? {
    // This estimate ignores prefixes; `fits` computes exact sizes.
    var index = 1
    while index < pieces.count - 1, 2 * pieces[index].before < total { index += 1 }
    if fits(index, isLeaf: isLeaf) { return index }
    var best: (index: Int, larger: Int)?
    for index in 1..<pieces.count where fits(index, isLeaf: isLeaf) {
      let larger = max(size(0..<index, isLeaf: isLeaf), size((isLeaf ? index : index + 1)..<pieces.count, isLeaf: isLeaf))
      if best.map({ larger < $0.larger }) ?? true { best = (index, larger) }
    }
    return best?.index
  }

  /// Returns whether the pieces before an index fit into one node, and the pieces from it on into another; see `division`.
  func fits(_ index: Int, isLeaf: Bool) -> Bool {
    guard index > 0, index < pieces.count else { return false }
    return size(0..<index, isLeaf: isLeaf) <= Node.limit
      && size((isLeaf ? index : index + 1)..<pieces.count, isLeaf: isLeaf) <= Node.limit
  }
}
