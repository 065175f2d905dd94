import CAshlar

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Memory for a transaction that exceeds its limit: an unlinked file beside the database, mapped in pieces. Blocks never move. The pages of
/// a full piece are released to the system, which writes them to the file under memory pressure and reads them again on access.
///
/// Invariants: a piece stays mapped until all of its blocks are freed; `used <= SpillFile.pieceSize`.
final class SpillFile {
  static let pieceSize = 32 << 20
  // Blocks begin and end at page boundaries of the system, so that their pages can be released individually.
  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  // A mapped piece of the file. A forked child receives a private copy, because it must not change data that the parent is about to commit.
  private final class Piece {
    let start: UnsafeMutableRawPointer
    let offset: Int
    // The number of blocks that have not been freed yet.
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
      // The handler is unregistered first, so that a fork does not replace another mapping at this address.
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

  /// Creates the file, and unlinks it. Returns nil if the file cannot be created.
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

  /// Allocates `count` bytes, rounded up to whole pages. Returns nil if they exceed a piece, if the file cannot be extended or mapped, or
  /// if a forked child needs a new piece.
  func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    let rounded = (count + SpillFile.pageSize - 1) & ~(SpillFile.pageSize - 1)
    if used + rounded > SpillFile.pieceSize {
      guard rounded <= SpillFile.pieceSize, addPiece() else { return nil }
    }
    defer {
      used += rounded
      assert(used <= SpillFile.pieceSize, "a block is inside a piece")
    }
    pieces[pieces.count - 1].blocks += 1
    return pieces[pieces.count - 1].start + used
  }

  private func addPiece() -> Bool {
    // In a forked child the file, and with it the next piece, belongs to the parent.
    guard process == ashlar_process() else { return false }
    // Blocks the signal of the process's file size limit, so that reaching the limit is an error, like a full disk.
    let blocked = ashlar_block_size_signal()
    defer { ashlar_unblock_size_signal(blocked) }
    // Reserves the disk space now: otherwise, a later write to the mapping would raise a signal instead of returning an error.
    guard ashlar_reserve_file(descriptor, Int64(length), Int64(SpillFile.pieceSize)) != 0 else { return false }
    let mapped = mmap(nil, SpillFile.pieceSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, off_t(length))
    guard let mapped, mapped != MAP_FAILED else { return false }
    if let full = pieces.last {
      // The piece is still usable: its last block may be accessed again.
      _ = madvise(full.start, SpillFile.pieceSize, MADV_DONTNEED)
      dropIfUnused(pieces.count - 1)
    }
    pieces.append(Piece(mapped, length, descriptor))
    length += SpillFile.pieceSize
    used = 0
    return true
  }

  /// Releases the pages of all pieces to the system; they are read again on access. O(pieces).
  func leave() {
    for piece in pieces { _ = madvise(piece.start, SpillFile.pieceSize, MADV_DONTNEED) }
  }

  /// Frees a block. Returns false if the block is not in this file. O(pieces).
  func free(_ block: UnsafeMutableRawPointer) -> Bool {
    guard let index = pieces.firstIndex(where: { $0.start <= block && block < $0.start + SpillFile.pieceSize }) else { return false }
    assert(pieces[index].blocks > 0, "a block is freed once, and its piece is mapped until then")
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
