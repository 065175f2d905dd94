#if os(Linux) && canImport(Glibc)
  internal import Glibc
#endif

/// Prepares the heap for work of a known size. A compilation allocates many times the size of its input. On a virtual machine, the kernel
/// takes longer to provide a page of 4 KB than a program takes to fill it.
package enum HeapHint {
  /// The number of bytes of memory that are used for each byte of schema files.
  private static let growth = 32
  /// The number of bytes below which the system calls take longer than they save, and large pages would waste memory.
  private static let worthwhile = 4 << 20
  /// The size of the largest block that the C library retains when the block is freed.
  private static let limit = 31 << 20

  /// Requests large pages for the memory that compiling this many bytes will use. The request is a hint: if it fails, nothing changes.
  package static func willCompile(bytes: Int) {
    #if os(Linux) && canImport(Glibc)
      let expected = min(bytes, limit / growth) * growth
      guard expected >= worthwhile else { return }
      let page = sysconf(Int32(_SC_PAGESIZE))
      // A large block is a separate mapping, which `free` unmaps. After that, blocks of this size are allocated from the heap, so the
      // second block remains in the heap when it is freed.
      for _ in 0..<2 {
        guard let block = malloc(expected) else { return }
        let start = (Int(bitPattern: block) + page - 1) / page * page
        madvise(UnsafeMutableRawPointer(bitPattern: start), Int(bitPattern: block) + expected - start, MADV_HUGEPAGE)
        free(block)
      }
    #endif
  }
}
