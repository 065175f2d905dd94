import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory of a transaction that is larger than what it may hold in memory: a file without a name beside the database, mapped
/// in pieces. What lies in it never moves. A piece that is full is left to the system, which writes it out when it needs the
/// memory, and reads it again when it is looked at.
///
/// Invariants: pieces stay mapped until everything in them was given back; `used <= SpillFile.pieceSize`.
final class SpillFile {
  static let pieceSize = 32 << 20
  // Blocks begin and end with pages of the system, so that each can be left alone.
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  // A piece of the file in memory. A forked child has one of its own: it must not change what the parent is about to commit.
  private final class Piece {
    let start: UnsafeMutableRawPointer
    let offset: Int
    // Blocks that were not given back.
    var blocks = 0
    private let mapping = UnsafeMutablePointer<ashlar_mapping>.allocate(capacity: 1)
    private var handler: ForkHandler?

    init(_ start: UnsafeMutableRawPointer, _ offset: Int, _ descriptor: Int32) {
      self.start = start
      self.offset = offset
      mapping.initialize(to: ashlar_mapping(start: start, size: SpillFile.pieceSize, offset: Int64(offset), descriptor: descriptor))
      handler = ForkHandler(mapping, ashlar_keep_apart)
    }

    deinit {
      // First: what comes to lie there is not to be replaced.
      handler = nil
      mapping.deallocate()
      munmap(start, SpillFile.pieceSize)
    }
  }

  private let descriptor: Int32
  private let process = ashlar_process()
  @exclusivity(unchecked) private var pieces: [Piece] = []
  @exclusivity(unchecked) private var used = SpillFile.pieceSize
  @exclusivity(unchecked) private var length = 0

  /// Nil when there can be no such file.
  init?(beside path: String) {
    var name = Array("\(path).spill-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    if descriptor < 0 { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
  }

  deinit {
    pieces = []
    close(descriptor)
  }

  /// Room for `count` bytes, whole pages; nil when they are more than a piece has, or the disk is full.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    let rounded = (count + SpillFile.pageSize - 1) & ~(SpillFile.pageSize - 1)
    if used + rounded > SpillFile.pieceSize {
      guard rounded <= SpillFile.pieceSize, addPiece() else { return nil }
    }
    defer { used += rounded }
    pieces[pieces.count - 1].blocks += 1
    return pieces[pieces.count - 1].start + used
  }

  private func addPiece() -> Bool {
    // The file is the parent's, and so is its next piece.
    guard process == ashlar_process() else { return false }
    // A limit of the system is as a full disk.
    let blocked = ashlar_block_size_signal()
    defer { ashlar_unblock_size_signal(blocked) }
    // Room on the disk is taken now: later there would be a signal, not an error.
    guard ashlar_reserve_file(descriptor, Int64(length), Int64(SpillFile.pieceSize)) != 0 else { return false }
    let mapped = mmap(nil, SpillFile.pieceSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(length))
    guard let mapped, mapped != MAP_FAILED else { return false }
    if let full = pieces.last {
      // Its last block may still be in use, and is looked at again.
      _ = madvise(full.start, SpillFile.pieceSize, MADV_DONTNEED)
      dropIfUnused(pieces.count - 1)
    }
    pieces.append(Piece(mapped, length, descriptor))
    length += SpillFile.pieceSize
    used = 0
    return true
  }

  /// Leaves all pieces to the system: what is looked at again comes back. O(pieces).
  func leave() {
    for piece in pieces { _ = madvise(piece.start, SpillFile.pieceSize, MADV_DONTNEED) }
  }

  /// Gives a block back; false when it is not one of this file's. O(pieces).
  func free(_ block: UnsafeMutableRawPointer) -> Bool {
    guard let index = pieces.firstIndex(where: { $0.start <= block && block < $0.start + SpillFile.pieceSize }) else { return false }
    pieces[index].blocks -= 1
    if index < pieces.count - 1 { dropIfUnused(index) }
    return true
  }

  private func dropIfUnused(_ index: Int) {
    guard pieces[index].blocks == 0 else { return }
    if process == ashlar_process() {
      ashlar_punch_file(descriptor, Int64(pieces[index].offset), Int64(SpillFile.pieceSize))
    }
    pieces.remove(at: index)
  }

  func _checkInvariants() {
    precondition(used <= SpillFile.pieceSize, "a piece must hold what it gave out")
    precondition(pieces.allSatisfy { $0.blocks >= 0 }, "no block is given back twice")
  }
}
